// SPDX-License-Identifier: GPL-3.0-or-later
// A solve that is killed, that meets a full disk, or that another one meets: no half table is ever taken for
// a whole one, and the next run goes on.
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include "zermelo/base/random.hpp"

#include "cli/commands.hpp"
#include "support/child.hpp"
#include "support/scale.hpp"

namespace zermelo::cli {
namespace {

using testing::Child;
using testing::eventually;

/// The tables of a folder, verified one by one: their names and public checksums.
std::map<std::string, std::string> checksums(const std::string& folder) {
    std::map<std::string, std::string> sums;
    for (const auto& entry : std::filesystem::directory_iterator{folder}) {
        if (entry.path().extension() != ".zt") continue;
        const Ended run = zermelo("verify " + entry.path().string());
        EXPECT_EQ(run.status, 0) << run.out;
        sums[entry.path().filename().string()] = run.out;  // with the name of the tier, without its folder
    }
    return sums;
}

/// The number of files of a folder with an extension; none where there is no folder.
std::size_t files_in(const std::string& folder, const std::string& extension) {
    std::size_t count = 0;
    std::error_code none;
    for (std::filesystem::directory_iterator entry{folder, none}, end; entry != end; entry.increment(none))
        count += entry->path().extension() == extension ? 1 : 0;
    return count;
}

std::size_t tables_in(const std::string& folder) { return files_in(folder, ".zt"); }

std::size_t unfinished(const std::string& folder) { return files_in(folder, ".unfinished"); }

TEST(TablesSafety, KilledAtAnyMomentItGoesOn) {
    const ScratchFolder folder;
    const std::string whole = folder.file("whole");
    const std::string killed = folder.file("killed");
    ASSERT_EQ(zermelo("solve simplified --men 5 --tables " + whole).status, 0);
    const auto expected = checksums(whole + "/simplified");
    ASSERT_EQ(expected.size(), 39U);

    Random random{17};
    unsigned kills = 0;
    std::size_t left_behind = 0;
    const auto count = testing::scaled(6);
    for (std::uint64_t i = 0; i < count; ++i) {
        // From the first moment of a run to the last, told by the tables that are there, not by a clock.
        std::uint64_t moment = (i * expected.size() + random.below(expected.size())) / count;
        int status = 0;
        while (true) {
            Child run{{ZERMELO_PROGRAM, "solve", "simplified", "--men", "5", "--tables", killed}};
            EXPECT_TRUE(eventually([&] { return tables_in(killed + "/simplified") >= moment; }));
            run.signal(SIGKILL);
            status = run.wait();
            if (status != 0 || moment == 0) break;
            moment /= 2;  // it came before us: once more, and earlier
            std::filesystem::remove_all(killed);
        }
        ASSERT_EQ(status, 128 + SIGKILL);
        ++kills;
        if (!std::filesystem::exists(killed + "/simplified")) continue;
        left_behind += unfinished(killed + "/simplified");
        // Whatever has the name of a table is one, and the right one.
        if (i % 3 != 0) continue;
        for (const auto& [name, sum] : checksums(killed + "/simplified"))
            EXPECT_EQ(sum, expected.at(name)) << name;
    }
    EXPECT_EQ(kills, count);
    const Ended last = zermelo("solve simplified --men 5 --tables " + killed);
    EXPECT_EQ(last.status, 0) << last.out;
    EXPECT_EQ(checksums(killed + "/simplified"), expected);
    EXPECT_EQ(unfinished(killed + "/simplified"), 0U);
    RecordProperty("kills", static_cast<int>(kills));
    RecordProperty("left_behind", static_cast<int>(left_behind));
}

TEST(TablesSafety, AnInterruptLeavesNothingUnfinished) {
    const ScratchFolder folder;
    const std::string tables = folder.file("t");
    int status = 0;
    // Where the test waited so long for a processor that all was solved: once more.
    for (int i = 0; i < 10 && status == 0; ++i) {
        std::filesystem::remove_all(tables);
        Child run{{ZERMELO_PROGRAM, "solve", "simplified", "--men", "6", "--tables", tables}};
        EXPECT_TRUE(eventually([&] { return std::filesystem::exists(tables + "/simplified"); }));
        run.signal(SIGINT);
        status = run.wait();
    }
    EXPECT_EQ(status, 3);
    EXPECT_EQ(unfinished(tables + "/simplified"), 0U);
    EXPECT_EQ(zermelo("solve simplified --men 4 --tables " + tables).status, 0);
    EXPECT_EQ(unfinished(tables + "/simplified"), 0U);
    checksums(tables + "/simplified");
}

TEST(TablesSafety, AFileThatMayNotGrow) {
    const ScratchFolder folder;
    const std::string tables = folder.file("t");
    const std::string solve = "solve simplified --tiers QRvQN --tables " + tables;
    // In blocks of 512 bytes: the small tables fit, the large one does not.
    const Ended run = shell("(ulimit -f 5; $Z " + solve + " 2>&1 > /dev/null)");
    EXPECT_EQ(run.status, 1) << run.out;
    EXPECT_NE(run.out.find("QRvQN.zt"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("File too large"), std::string::npos) << run.out;
    EXPECT_EQ(unfinished(tables + "/simplified"), 0U);
    EXPECT_FALSE(std::filesystem::exists(tables + "/simplified/QRvQN.zt"));
    EXPECT_TRUE(std::filesystem::exists(tables + "/simplified/QvQ.zt"));
    checksums(tables + "/simplified");
    EXPECT_EQ(zermelo(solve).status, 0);
    EXPECT_TRUE(std::filesystem::exists(tables + "/simplified/QRvQN.zt"));
    checksums(tables + "/simplified");
}

/// A shell command on a small disk of its own, mounted at $D.
Ended on_small_disk(const std::string& size, const std::string& command) {
    return shell("D=$(mktemp -d) && unshare -rm sh -c 'mount -t tmpfs -o size=" + size +
                 " none \"$2\" && D=\"$2\" && Z=\"$1\" && { " + command +
                 "; }' - \"$Z\" \"$D\" 2>&1; S=$?; rmdir $D; exit $S");
}

TEST(TablesSafety, AFullDisk) {
    if (on_small_disk("64k", "true").status != 0) GTEST_SKIP() << "no small disk can be mounted here";
    // Seen before anything is done.
    const Ended refused =
        on_small_disk("64k", "$Z solve simplified --men 6 --tables $D/t; echo status $?; ls $D");
    EXPECT_NE(refused.out.find("expected at most the 64.0 KiB that are free there\nstatus 2\n"),
              std::string::npos)
        << refused.out;
    // Filled up by somebody else while it works: what is there is whole, and the next run goes on.
    const Ended filled = on_small_disk(
        "2m",
        "$Z solve simplified --men 5 --tables $D/t 2>&1 > /dev/null & A=$!;"
        "while [ ! -d $D/t/simplified ] && kill -0 $A; do sleep 0.01; done;"  // it has looked at the disk
        "sleep 0.1;"
        "dd if=/dev/zero of=$D/ballast bs=1k 2> /dev/null; wait $A; echo status $?;"
        "ls $D/t/simplified | grep -c unfinished;"
        "for T in $D/t/simplified/*.zt; do $Z verify $T > /dev/null || echo bad; done;"
        "rm $D/ballast; $Z solve simplified --men 5 --tables $D/t > /dev/null; echo status $?;"
        "for T in $D/t/simplified/*.zt; do $Z verify $T > /dev/null || echo bad; done; ls "
        "$D/t/simplified | grep -c zt");
    const std::string end = "\n0\nstatus 0\n39\n";
    ASSERT_GE(filled.out.size(), end.size()) << filled.out;
    EXPECT_EQ(filled.out.substr(filled.out.size() - end.size()), end) << filled.out;
    if (filled.out.find("status 1\n") != std::string::npos) {
        EXPECT_NE(filled.out.find("No space left on device\nstatus 1\n"), std::string::npos) << filled.out;
    } else {
        EXPECT_EQ(filled.out, "status 0" + end);  // it was done before the disk was full
    }
}

TEST(TablesSafety, ThoroughTwoAtOnceInOneFolder) {
    const ScratchFolder folder;
    const std::string tables = folder.file("t");
    const std::string solve = "$Z solve simplified --men 5 --tables " + tables;
    const Ended both = shell(solve + " > " + folder.file("a") + " 2>&1 & A=$!; " + solve + " > " +
                             folder.file("b") + " 2>&1 & B=$!; wait $A; echo $?; wait $B; echo $?");
    // One does it. The other one waits and finds all there, or says after a while why it does not.
    const std::string a = testing::contents(folder.file("a"));
    const std::string b = testing::contents(folder.file("b"));
    EXPECT_TRUE(both.out == "0\n1\n" || both.out == "1\n0\n" || both.out == "0\n0\n") << both.out << a << b;
    const char* const other =
        both.out == "0\n0\n" ? "All of these tables are there" : "another run is writing tables there";
    EXPECT_EQ(a.find(other) == std::string::npos, b.find(other) != std::string::npos) << a << b;
    EXPECT_EQ(checksums(tables + "/simplified").size(), 39U);
    EXPECT_EQ(unfinished(tables + "/simplified"), 0U);
    EXPECT_EQ(zermelo("solve simplified --men 5 --tables " + tables).status, 0);
}

TEST(TablesSafety, AFolderThatAnotherRunHoldsIsRefused) {
    const ScratchFolder folder;
    const std::string tables = folder.file("t") + "/simplified";
    const std::string solve = "solve simplified --men 2 --tables " + folder.file("t");
    std::filesystem::create_directories(tables);
    const int held = ::open(tables.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (::flock(held, LOCK_EX) != 0) {
        ::close(held);
        GTEST_SKIP() << "this file system cannot lock folders";
    }
    const Ended refused = complaint(solve);
    EXPECT_EQ(refused.status, 1);
    EXPECT_EQ(lines(refused.out).back(),
              "zermelo: error: " + tables + ": another run is writing tables there");
    EXPECT_TRUE(std::filesystem::is_empty(tables));
    ::close(held);
    EXPECT_EQ(zermelo(solve).status, 0);
}

}  // namespace
}  // namespace zermelo::cli
