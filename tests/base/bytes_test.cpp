// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zermelo/base/files.hpp"
#include "zermelo/base/new_file.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/base/source.hpp"

#include "support/full_sink.hpp"
#include "support/shell.hpp"

namespace zermelo {
namespace {

TEST(Source, AFileIsMapped) {
    const testing::Scratch file{"seven b"};
    const auto source = Source::open(file.path());
    ASSERT_TRUE(source);
    EXPECT_EQ(source->mapped(), "seven b");
    EXPECT_EQ(source->name(), file.path());
    EXPECT_FALSE(source->loss());
}

TEST(Source, WhatIsNoFileIsRefusedWithItsName) {
    const auto missing = Source::open("/nowhere/at all");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().kind, ErrorKind::io);
    EXPECT_EQ(missing.error().message, "cannot read /nowhere/at all: No such file or directory");
    const auto folder = Source::open("/");
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().message, "cannot read /: Is a directory");
}

TEST(Source, APipeIsReadPieceByPiece) {
    const testing::ScratchFolder folder;
    const std::string path = folder.file("pipe");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const int writer = ::open(path.c_str(), O_RDWR | O_CLOEXEC);  // both ways: it waits for nobody
    auto source = Source::open(path);
    ASSERT_TRUE(source);
    EXPECT_FALSE(source->mapped());
    EXPECT_FALSE(source->ready());
    ASSERT_EQ(::write(writer, "abc", 3), 3);
    EXPECT_TRUE(source->ready());
    ::close(writer);
    std::array<char, 2> buffer{};
    EXPECT_EQ(source->read(buffer.data(), 2), std::size_t{2});
    EXPECT_EQ(buffer, (std::array{'a', 'b'}));
    EXPECT_EQ(source->read(buffer.data(), 2), std::size_t{1});
    EXPECT_EQ(source->read(buffer.data(), 2), std::size_t{0});
}

TEST(ReadFile, StopsAtTheMostThatIsWanted) {
    const testing::Scratch file{"twelve bytes"};
    EXPECT_EQ(read_file(file.path(), 12), "twelve bytes");
    const auto longer = read_file(file.path(), 11);
    ASSERT_FALSE(longer);
    EXPECT_EQ(longer.error().kind, ErrorKind::bad_input);
    EXPECT_EQ(longer.error().message, file.path() + " is longer than 11 bytes, expected at most that");
}

// Pieces of a mapped file and of a stream; nothing is read after what the sink does not take.
TEST(Copy, HandsOnAllOrAsMuchAsIsTaken) {
    const testing::Scratch file{std::string(1'000'000, 'x')};
    for (const std::string& path : {file.path(), std::string{"/dev/zero"}}) {
        auto source = Source::open(path);
        ASSERT_TRUE(source);
        testing::FullSink few{200'000};
        EXPECT_EQ(copy(*source, few).error().message, "enough");
        EXPECT_LT(few.taken(), 500'000U);
    }
    auto source = Source::open(file.path());
    StringSink all;
    ASSERT_TRUE(copy(*source, all));
    EXPECT_EQ(all.text().size(), 1'000'000U);
}

TEST(NewFile, TakesItsPlaceWhenItIsFinishedAndLeavesNothingElse) {
    const testing::ScratchFolder folder;
    const std::string path = folder.file("there", "as it was");
    {
        NewFile file{path};
        EXPECT_EQ(folder.names(), "there\n");
        ASSERT_TRUE(file.write("half"));
        EXPECT_EQ(read_file(path, 100), "as it was");
    }
    EXPECT_EQ(folder.names(), "there\n");
    NewFile file{path};
    ASSERT_TRUE(file.write("one "));
    ASSERT_TRUE(file.write("two"));
    ASSERT_TRUE(file.finish());
    EXPECT_EQ(read_file(path, 100), "one two");
    EXPECT_EQ(folder.names(), "there\n");
}

TEST(ReadFile, StandardInputHasAName) {
    EXPECT_EQ(input_name("-"), "<stdin>");
    EXPECT_EQ(input_name("a.in"), "a.in");
}

TEST(WriteFile, ReplacesAFileAtOnceAndKeepsItsMode) {
    const testing::Scratch file{"before"};
    ASSERT_EQ(::chmod(file.path().c_str(), 0640), 0);
    const auto open_before = Source::open(file.path());
    ASSERT_TRUE(write_file(file.path(), "after"));
    EXPECT_EQ(read_file(file.path(), 100), "after");
    EXPECT_EQ(open_before->mapped(), "before");
    struct stat status {};
    ASSERT_EQ(::stat(file.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0640U);
}

TEST(WriteFile, LeavesNothingBehindWhereItFails) {
    const auto failed = write_file("/nowhere/a.txt", "text");
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().kind, ErrorKind::io);
    EXPECT_EQ(failed.error().message, "cannot write /nowhere/a.txt: No such file or directory");
}

TEST(WriteFile, WritesToWhatIsNoFile) {
    EXPECT_TRUE(write_file("/dev/null", "text"));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(DescriptorSink, SaysWhatCannotBeWritten) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    DescriptorSink sink{ends[1], "the pipe"};
    EXPECT_TRUE(sink.write("text"));
    std::array<char, 8> buffer{};
    EXPECT_EQ(::read(ends[0], buffer.data(), buffer.size()), 4);
    ::close(ends[0]);
    ::close(ends[1]);
    const auto failed = sink.write("more");
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message, "cannot write the pipe: Bad file descriptor");
    EXPECT_TRUE(sink.write(""));
}

TEST(DescriptorSink, GoesOnAfterAShortWrite) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const std::string much(1U << 20U, 'x');  // more than a pipe holds
    std::string got;
    std::jthread reader{[&] {
        std::array<char, 4096> buffer{};
        for (ssize_t n = 0; (n = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
            got.append(buffer.data(), static_cast<std::size_t>(n));
    }};
    EXPECT_TRUE((DescriptorSink{ends[1], "the pipe"}.write(much)));
    ::close(ends[1]);
    reader.join();
    EXPECT_EQ(got, much);
    ::close(ends[0]);
}

}  // namespace
}  // namespace zermelo
