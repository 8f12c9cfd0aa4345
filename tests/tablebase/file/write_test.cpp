// SPDX-License-Identifier: GPL-3.0-or-later
// A table is there as a whole or not at all.
#include "zermelo/tablebase/file/write.hpp"

#include <algorithm>
#include <csignal>
#include <span>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "zermelo/tablebase/file/file.hpp"
#include "zermelo/tablebase/file/temporary_file.hpp"

#include "support/table_files.hpp"

namespace {

using namespace zermelo;
using namespace zermelo::testing;

const tablebase::file::Header tiny_header{.rules = {3, 4}, .variant = "tiny", .tier = "KQk", .record = {}};

/// As on a full disk: no file of this process grows beyond `most` bytes.
class FileLimit {
  public:
    explicit FileLimit(rlim_t most) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = most;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;
    ~FileLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

  private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST(TableWrite, AFullDiskLeavesNothingBehind) {
    const Folder folder;
    Random random{1};
    const std::vector<Entries> sides{random_entries(500'000, random)};
    for (const rlim_t most : {0U, 1U, 100U, 120U, 5'000U, 499'999U, 500'300U, 502'000U}) {
        const FileLimit limit{most};
        const auto written = write_table(folder / "t", tiny_header, sides);
        ASSERT_FALSE(written) << most;
        EXPECT_EQ(written.error().kind, ErrorKind::io);
        EXPECT_EQ(written.error().message, "cannot write " + (folder / "t") + ": File too large");
        EXPECT_TRUE(folder.names().empty());
    }
    ASSERT_TRUE(write_table(folder / "t", tiny_header, sides));
    EXPECT_GT(std::filesystem::file_size(folder / "t"), 502'000U);
}

TEST(TableWrite, AFullDiskLeavesTheOldTable) {
    const Folder folder;
    Random random{2};
    ASSERT_TRUE(write_table(folder / "t", tiny_header, {{1, 2, 3}}));
    const std::string old = bytes_of(folder / "t");
    const FileLimit limit{10'000};
    EXPECT_FALSE(write_table(folder / "t", tiny_header, {random_entries(100'000, random)}));
    EXPECT_EQ(folder.names(), std::vector<std::string>{"t"});
    EXPECT_EQ(bytes_of(folder / "t"), old);
}

TEST(TableWrite, WhatAKilledRunLeftIsOverwritten) {
    const Folder folder;
    Random random{3};
    const Entries entries = typical_entries(10'000, random);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        const auto unfinished = tablebase::file::TemporaryFile::create(folder / "t");
        if (!unfinished || ::write(unfinished->descriptor(), "half of a table", 15) != 15) ::_exit(1);
        ::raise(SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(folder.names(), std::vector<std::string>{"t.unfinished"});
    EXPECT_FALSE(tablebase::file::File::open(folder / "t"));
    EXPECT_FALSE(tablebase::file::File::open(folder / "t.unfinished"));
    // Longer than what comes: nothing of it may stay.
    put_bytes(folder / "t.unfinished", std::string(1'000'000, 'x'));
    ASSERT_TRUE(write_table(folder / "t", tiny_header, {entries}));
    EXPECT_EQ(folder.names(), std::vector<std::string>{"t"});
    EXPECT_TRUE(tablebase::file::File::open(folder / "t")->read(0).value() == entries);
}

TEST(TableWrite, TwoRunsDoNotWriteTheSameTable) {
    const Folder folder;
    {
        const auto other = tablebase::file::TemporaryFile::create(folder / "t");
        ASSERT_TRUE(other);
        const auto written = write_table(folder / "t", tiny_header, {{1}});
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().kind, ErrorKind::io);
        EXPECT_EQ(written.error().message,
                  "cannot write " + (folder / "t.unfinished") + ": another run is writing it");
        EXPECT_EQ(folder.names(), std::vector<std::string>{"t.unfinished"});
    }
    EXPECT_TRUE(folder.names().empty());
    EXPECT_TRUE(write_table(folder / "t", tiny_header, {{1}}));
}

TEST(TableWrite, ManyAreFinishedTogether) {
    const Folder folder;
    Random random{4};
    std::vector<tablebase::file::TemporaryFile> files;
    std::vector<Entries> entries;
    for (unsigned i = 0; i < 20; ++i) {
        entries.push_back(random_entries(1 + random.below(5'000), random));
        const std::vector<std::span<const std::uint8_t>> sides{entries.back()};
        auto file = tablebase::file::write_temporary(folder / std::to_string(i), tiny_header, sides);
        ASSERT_TRUE(file);
        files.push_back(*std::move(file));
    }
    for (const std::string& name : folder.names()) EXPECT_NE(name.find(".unfinished"), std::string::npos);
    ASSERT_TRUE(tablebase::file::TemporaryFile::finish_all(files));
    files.clear();
    EXPECT_EQ(folder.names().size(), 20U);
    for (unsigned i = 0; i < 20; ++i) {
        const auto file = tablebase::file::File::open(folder / std::to_string(i));
        ASSERT_TRUE(file);
        EXPECT_EQ(file->read(0).value(), entries[i]);
    }
    EXPECT_TRUE(tablebase::file::TemporaryFile::finish_all({}));
}

TEST(TableWrite, WhatNobodyIsAtIsSwept) {
    const Folder folder;
    put_bytes(folder / "left.unfinished", "half");
    put_bytes(folder / "t", "whole");
    std::filesystem::create_directory(folder / "d.unfinished");
    {
        const auto working = tablebase::file::TemporaryFile::create(folder / "at work");
        ASSERT_TRUE(working);
        tablebase::file::TemporaryFile::sweep(folder / ".");
        auto names = folder.names();
        std::sort(names.begin(), names.end());
        EXPECT_EQ(names, (std::vector<std::string>{"at work.unfinished", "d.unfinished", "t"}));
    }
    tablebase::file::TemporaryFile::sweep(folder / "none");  // nothing to sweep
}

TEST(TableWrite, PlacesThatTakeNoTable) {
    const Folder folder;
    const auto error = [](const std::string& path) { return write_table(path, tiny_header, {{1}}).error(); };
    EXPECT_EQ(error(folder / "none/t").kind, ErrorKind::io);
    EXPECT_EQ(error(folder / "none/t").message,
              "cannot write " + (folder / "none/t.unfinished") + ": No such file or directory");
    EXPECT_EQ(error("/dev/full").message, "cannot write /dev/full: it is there and is no regular file");
    std::filesystem::create_directory(folder / "d");
    EXPECT_EQ(error(folder / "d").kind, ErrorKind::io);
    std::filesystem::create_symlink(folder / "d", folder / "t.unfinished");
    EXPECT_EQ(error(folder / "t").kind, ErrorKind::io);
    EXPECT_EQ(folder.names().size(), 2U);
}

TEST(TableWrite, RefusesWhatNoFileCanHold) {
    const Folder folder;
    const auto refused = [&](const tablebase::file::Header& header, const std::vector<Entries>& sides,
                             const tablebase::file::Packing& packing = {}) {
        const auto written = write_table(folder / "t", header, sides, packing);
        return !written && written.error().kind == ErrorKind::bad_usage && folder.names().empty();
    };
    EXPECT_TRUE(refused(tiny_header, {}));
    EXPECT_TRUE(refused(tiny_header, {{1}, {2}, {3}}));
    for (const std::uint32_t size : {0U, 128U, 2047U, 65536U})
        EXPECT_TRUE(refused(tiny_header, {{1}}, {.block_size = size}));
    tablebase::file::Header header = tiny_header;
    header.variant.assign(tablebase::file::max_name + 1, 'x');
    EXPECT_TRUE(refused(header, {{1}}));
    header = tiny_header;
    header.tier.assign(tablebase::file::max_name + 1, 'x');
    EXPECT_TRUE(refused(header, {{1}}));
    header = tiny_header;
    header.record.assign(tablebase::file::max_record + 1, 'x');
    EXPECT_TRUE(refused(header, {{1}}));
}

}  // namespace
