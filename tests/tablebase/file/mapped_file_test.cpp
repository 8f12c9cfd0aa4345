// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/file/mapped_file.hpp"

#include <csignal>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/table_files.hpp"

namespace zermelo::tablebase::file {
namespace {

using testing::Folder;
using testing::put_bytes;

TEST(MappedFile, GivesWhatIsThere) {
    const Folder folder;
    put_bytes(folder / "t", "0123456789");
    const auto file = MappedFile::open(folder / "t");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->size(), 10U);
    EXPECT_EQ(file->text(2, 3).value(), "234");
    EXPECT_EQ(file->text(0, 10).value(), "0123456789");
    EXPECT_EQ(file->text(10, 0).value(), "");
    EXPECT_TRUE(file->read(3, {}));
    for (const auto& [offset, length] :
         {std::pair{5, 6}, std::pair{10, 1}, std::pair{11, 1}, std::pair{9999, 9}})
        EXPECT_NE(file->text(offset, length).error().message.find(": damaged: it ends after"),
                  std::string::npos);
}

TEST(MappedFile, WhatIsNoFileIsRefused) {
    const Folder folder;
    EXPECT_EQ(MappedFile::open(folder / "none").error().message,
              "cannot read " + folder / "none" + ": No such file or directory");
    EXPECT_EQ(MappedFile::open("/").error().message, "cannot read /: it is no regular file");
    EXPECT_EQ(MappedFile::open("/dev/null").error().message, "cannot read /dev/null: it is no regular file");
    put_bytes(folder / "empty", "");
    EXPECT_EQ(MappedFile::open(folder / "empty").value().size(), 0U);
}

TEST(MappedFile, CutOffOnEveryThread) {
    const Folder folder;
    put_bytes(folder / "t", std::string(1U << 20U, 'x'));
    const auto file = MappedFile::open(folder / "t");
    ASSERT_TRUE(file);
    ASSERT_EQ(::truncate((folder / "t").c_str(), 5000), 0);
    const auto look = [&] {
        for (std::uint64_t offset = 8192; offset < 1U << 20U; offset += 4096)
            EXPECT_NE(file->text(offset, 4096).error().message.find("it ends after"), std::string::npos);
        EXPECT_EQ(file->text(1, 4000).value(), std::string(4000, 'x'));
    };
    std::jthread other{look};
    look();
}

/// Reads after the end of a mapped file, as somebody else's code may.
void meet_bus_error(const std::string& path) {
    put_bytes(path, std::string(10'000, 'x'));
    const int descriptor = ::open(path.c_str(), O_RDONLY);
    const void* const mapping = ::mmap(nullptr, 10'000, PROT_READ, MAP_PRIVATE, descriptor, 0);
    ::truncate(path.c_str(), 0);
    static_cast<void>(*static_cast<const volatile char*>(mapping));
}

TEST(MappedFileDeathTest, OtherSignalsAreWhoseTheyWere) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // in a process where nothing was mapped yet
    const Folder folder;
    put_bytes(folder / "t", "0123456789");
    EXPECT_EXIT(
        {
            std::signal(SIGBUS, [](int) { ::_exit(7); });
            EXPECT_TRUE(MappedFile::open(folder / "t"));
            meet_bus_error(folder / "other");
        },
        ::testing::ExitedWithCode(7), "");
    EXPECT_DEATH(
        {
            EXPECT_TRUE(MappedFile::open(folder / "t"));
            meet_bus_error(folder / "other");
        },
        "");
}

}  // namespace
}  // namespace zermelo::tablebase::file
