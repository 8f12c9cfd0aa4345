// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of each kind of tier under misfortune: a run that is killed leaves files that are right or none, and
// a damaged file is told as one; in between nothing wrong is told.
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"

#include "cli/commands.hpp"
#include "support/child.hpp"
#include "support/scale.hpp"

namespace zermelo::cli {
namespace {

/// Small games, one for each thing beside men that tells tiers apart or how they are solved.
constexpr const char* games_of_kinds = R"([walls:isolation]
maxFile = 3
maxRank = 3
startFen = 1p1/3/1P1 w - - 0 1
wallingRegion = a* c* b2
[ducks:small3x3]
stalemateValue = win
wallingRule = duck
[checks:small4x4]
checkCounting = true
startFen = 1rqk/3p/P3/KQR1 w - - 3+3 0 1
[palaces:small4x4]
king = k:WF
flyingGeneral = true
mobilityRegionWhiteKing = b1 c1 b2 c2
mobilityRegionBlackKing = b3 c3 b4 c4
[pockets:small4x4]
pieceDrops = true
capturesToHand = true
startFen = 1rqk/3p/P3/KQR1[] w - - 0 1
)";

struct Kind {
    const char* variant;  ///< one of the games above, or a shipped one
    bool shipped;
    std::vector<std::string> asked;      ///< what `solve` is asked for
    std::vector<std::string> positions;  ///< that its tables know
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all{
        {"tictactoe", true, {}, {"3/3/3[PPPPPpppp] w", "1p1/1P1/3[PPPPppp] w"}},
        {"walls", false, {}, {"1p1/3/1P1 w", "1p1/1*1/P2 b"}},
        {"ducks", false, {"--tiers", "KRvKN"}, {"k1n/3/K1R w", "k2/*2/KR1 w"}},
        {"checks", false, {"--tiers", "KRvKR"}, {"3k/4/R2r/K3 w - - 2+3 0 1", "3k/4/R3/K3 b - - 3+3 0 1"}},
        {"palaces", false, {"--tiers", "KRvKR"}, {"2k1/3r/4/RK2 w", "1k2/4/R3/2K1 w"}},
        {"pockets", false, {"--tiers", "KPvKP"}, {"k3/3p/P3/2K1[] w", "k3/4/4/2K1[Pp] w"}},
        {"small5x5", true, {"--tiers", "KPvKP"}, {"1k3/4p/5/P4/2K2 w", "2k2/5/P4/5/2K2 w"}},
    };
    return all;
}

/// A kind's game with its tables, whole ones, and what is said of them.
class Whole {
  public:
    explicit Whole(const Kind& kind) : kind_(kind) {
        const std::string file = folder_.file("kinds.ini", games_of_kinds);
        variant_ = kind.shipped ? kind.variant : file + ":" + kind.variant;
        if (!kind.shipped) verify_ += " --variant-path " + file;
        const auto begun = std::chrono::steady_clock::now();
        Child run{words(root())};
        EXPECT_EQ(run.wait(), 0);
        microseconds_ = static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begun)
                .count());
        files_ = files_in(root());
        EXPECT_FALSE(files_.empty());
        for (const std::string& line : answers()) {
            EXPECT_FALSE(doubtful(line)) << line;
            lines_.insert(line);
        }
        EXPECT_GT(lines_.size(), kind.positions.size());
    }

    std::string root() const { return folder_.file("t"); }
    std::string scratch(const std::string& name) const { return folder_.file(name); }
    std::string path(const std::string& name) const { return root() + "/" + kind_.variant + "/" + name; }
    /// How long the run took that made them.
    std::uint64_t microseconds() const { return microseconds_; }
    const std::map<std::string, std::string>& files() const { return files_; }

    /// The command that makes them.
    std::vector<std::string> words(const std::string& root) const {
        std::vector<std::string> words{ZERMELO_PROGRAM, "solve", variant_};
        words.insert(words.end(), kind_.asked.begin(), kind_.asked.end());
        words.insert(words.end(), {"--tables", root});
        return words;
    }

    Ended verified(const std::string& name) const { return zermelo(verify_ + " " + path(name)); }

    /// The tables in a folder, with their bytes: whoever makes them, they are the same.
    std::map<std::string, std::string> files_in(const std::string& root) const {
        std::map<std::string, std::string> files;
        std::error_code none;
        for (std::filesystem::directory_iterator entry{root + "/" + kind_.variant, none}, end; entry != end;
             entry.increment(none))
            if (entry->path().extension() == ".zt")
                files[entry->path().filename().string()] = contents(entry->path().string());
        return files;
    }

    /// What is said of the positions and of the tables as they are now, line by line.
    std::vector<std::string> answers() const {
        std::vector<std::string> all;
        const auto ask = [&](const std::string& command) {
            for (const std::string& line : lines(zermelo(command + " --tables " + root()).out))
                all.push_back(line);
        };
        for (const std::string& fen : kind_.positions) ask("probe " + variant_ + " '" + fen + "'");
        ask("stats " + variant_);
        return all;
    }
    /// Whether a line is said of whole tables, too, or says that it does not know.
    bool right(const std::string& line) const { return lines_.count(line) != 0 || doubtful(line); }

  private:
    static bool doubtful(const std::string& line) {
        for (const char* doubt : {"error: ", "warning: ", " unknown"})
            if (line.find(doubt) != std::string::npos) return true;
        return false;
    }

    const Kind& kind_;
    ScratchFolder folder_;
    std::string variant_;
    std::string verify_ = "verify";
    std::uint64_t microseconds_ = 0;
    std::map<std::string, std::string> files_;
    std::set<std::string> lines_;
};

using testing::Child;

/// Runs that are killed after a random time, each going on where the last one was ended.
void expect_kills_to_be_survived(const Kind& kind, std::uint64_t count) {
    const Whole whole{kind};
    const std::string root = whole.scratch("killed");
    Random random{48};
    for (std::uint64_t i = 0; i < count; ++i) {
        Child run{whole.words(root)};
        std::this_thread::sleep_for(std::chrono::microseconds{random.below(whole.microseconds())});
        run.signal(SIGKILL);
        run.wait();  // whether it came before us does not matter
        const auto left = whole.files_in(root);
        for (const auto& [name, bytes] : left) ASSERT_EQ(bytes, whole.files().at(name)) << name;
        if (left.size() == whole.files().size()) std::filesystem::remove_all(root);
    }
    Child last{whole.words(root)};
    EXPECT_EQ(last.wait(), 0);
    EXPECT_EQ(whole.files_in(root), whole.files());
    for (const auto& entry : std::filesystem::directory_iterator{root + "/" + kind.variant})
        EXPECT_NE(entry.path().extension(), ".unfinished") << entry.path();
}

/// What may happen to a file: a bit, some zeros, an end that is missing.
std::string damaged(std::string bytes, Random& random) {
    const std::size_t at = random.below(bytes.size());
    switch (random.below(3)) {
        case 0:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
            break;
        case 1:
            for (std::size_t i = at; i < std::min(at + 512, bytes.size()); ++i) bytes[i] = 0;
            break;
        default:
            bytes.resize(at);
    }
    return bytes;
}

void expect_damage_to_be_told(const Kind& kind, std::uint64_t count) {
    const Whole whole{kind};
    std::vector<std::string> names;
    for (const auto& [name, bytes] : whole.files()) {
        names.push_back(name);
        EXPECT_EQ(whole.verified(name).status, 0) << name;
    }
    Random random{48};
    for (std::uint64_t i = 0; i < count;) {
        const std::string& name = names[random.below(names.size())];
        const std::string& good = whole.files().at(name);
        const std::string bad = damaged(good, random);
        if (bad == good) continue;
        ++i;
        const std::string path = whole.path(name);
        std::ofstream{path, std::ios::binary | std::ios::trunc} << bad;
        const Ended verified = whole.verified(name);
        EXPECT_EQ(verified.status, 2) << name << "\n" << verified.out;
        for (const std::string& line : whole.answers())
            EXPECT_TRUE(whole.right(line)) << name << ": " << line;
        std::ofstream{path, std::ios::binary | std::ios::trunc} << good;
    }
    // Made anew, it is the same.
    const std::string& name = names[random.below(names.size())];
    std::ofstream{whole.path(name), std::ios::binary | std::ios::trunc}
        << whole.files().at(name).substr(0, whole.files().at(name).size() - 1);
    Child again{whole.words(whole.root())};
    EXPECT_EQ(again.wait(), 0);
    EXPECT_EQ(whole.files_in(whole.root()), whole.files());
}

TEST(TablesOfEachKind, KilledAtAnyMomentHoldNothingWrong) {
    for (const Kind& kind : kinds()) {
        SCOPED_TRACE(kind.variant);
        expect_kills_to_be_survived(kind, testing::scaled(5));
    }
}

TEST(TablesOfEachKind, DamagedAnywhereTellNothingWrong) {
    for (const Kind& kind : kinds()) {
        SCOPED_TRACE(kind.variant);
        expect_damage_to_be_told(kind, testing::scaled(3));
    }
}

TEST(TablesOfEachKind, SlowAHundredKillsAndDamagedFiles) {
    for (const Kind& kind : kinds()) {
        SCOPED_TRACE(kind.variant);
        expect_kills_to_be_survived(kind, 100);
        expect_damage_to_be_told(kind, 100);
    }
}

}  // namespace
}  // namespace zermelo::cli
