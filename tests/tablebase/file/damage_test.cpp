// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is not as it was written gives an error, never another value.
#include <functional>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zermelo/tablebase/file/file.hpp"

#include "support/table_damage.hpp"
#include "support/table_files.hpp"

namespace {

using namespace zermelo;
using namespace zermelo::testing;

const tablebase::file::Header damaged_header{.rules = {1, 2},
                                             .variant = "tiny",
                                             .tier = "KRk",
                                             .encoding = tablebase::file::Encoding::outcome,
                                             .record = "longest 7"};

/// Two sides with packed, plain and constant blocks and short last ones.
std::vector<Entries> some_sides() {
    Random random{11};
    Entries first = typical_entries(2 * 256, random);
    const Entries noise = random_entries(256, random);
    first.insert(first.end(), noise.begin(), noise.end());
    first.resize(first.size() + 256 + 20, 4);
    return {first, typical_entries(300, random)};
}

class TableDamage : public DamagedTable<Entries> {
  protected:
    void SetUp() override { write(damaged_header, some_sides()); }
};

TEST_F(TableDamage, EveryFlippedBitIsFound) { expect_flipped_bits_found(); }

TEST_F(TableDamage, WhatRepairsItIsSaidOfDamageAlone) {
    const auto says = [&](const std::string& bytes) {
        put_bytes(path_, bytes);
        const auto file = tablebase::file::File::open(path_, "call the smith");
        const auto checked = file ? file->check() : Result<void>{tl::make_unexpected(Error{file.error()})};
        return checked ? "good" : checked.error().message.substr(path_.size());
    };
    std::string bad = bytes_;
    const std::size_t header = number_at<std::uint32_t>(bytes_, at::header_length);
    bad[header] ^= 1;
    EXPECT_EQ(says(bad), ": damaged: block 0 of 7 does not match its checksum: call the smith");
    EXPECT_EQ(says(bytes_.substr(0, 40)),
              ": damaged: it ends after 40 bytes, within the header: call the smith");
    EXPECT_EQ(says(""), ": damaged: it is empty: call the smith");
    EXPECT_EQ(says(std::string(1000, '\0')), ": damaged: it begins with zeros: call the smith");
    EXPECT_EQ(says("a text, not a table\n"), " is not a table: it does not begin as every table does");
    EXPECT_EQ(says("\x89PNG\r\n\x1a\n" + bytes_.substr(8)),
              " is not a table: it does not begin as every table does");
    EXPECT_EQ(says(bytes_), "good");
}

TEST_F(TableDamage, EveryOtherLengthIsFound) {
    expect_missing_bytes_found();
    EXPECT_EQ(refusal(bytes_ + 'x'), ": damaged: " + std::to_string(bytes_.size() + 1) + " bytes, expected " +
                                         std::to_string(bytes_.size()));
    EXPECT_TRUE(refusal(bytes_ + bytes_).starts_with(": damaged: "));
}

TEST_F(TableDamage, EveryReasonHasItsOwnWords) {
    const auto error = [](const std::string& path) { return tablebase::file::File::open(path).error(); };
    const auto missing = error(folder_ / "none");
    EXPECT_EQ(missing.kind, ErrorKind::io);
    EXPECT_EQ(missing.message, "cannot read " + (folder_ / "none") + ": No such file or directory");

    const auto folder = error(folder_ / "");
    EXPECT_EQ(folder.kind, ErrorKind::io);
    EXPECT_TRUE(folder.message.ends_with("it is no regular file")) << folder.message;
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(error(folder_ / "pipe").kind, ErrorKind::io);

    EXPECT_EQ(refusal("a text, not a table\n"), " is not a table: it does not begin as every table does");
    EXPECT_EQ(refusal(std::string(bytes_.size(), '\0')), ": damaged: it begins with zeros");

    std::string bytes = bytes_;
    put_number(bytes, at::version, std::uint32_t{4});
    EXPECT_EQ(refusal(bytes), ": damaged: its version is not the one with which it was written");
    put_number(bytes, at::version, std::uint32_t{2});
    EXPECT_EQ(refusal(bytes), ": damaged: the header does not match its checksum");
    EXPECT_EQ(hostile(with(at::version, std::uint32_t{4})),
              " is a table of version 4, expected version 1 to 3: a newer program has made it");
    EXPECT_EQ(hostile(with(at::version, std::uint32_t{0})),
              " is a table of version 0, expected version 1 to 3");

    bytes = bytes_;
    bytes[at::first_side] ^= 1;
    EXPECT_EQ(refusal(bytes), ": damaged: the header does not match its checksum");
    bytes = bytes_;
    bytes.back() ^= 1;
    EXPECT_EQ(refusal(bytes), ": damaged: the block index does not match its checksum");
    bytes = bytes_;
    bytes[number_at<std::uint32_t>(bytes, at::header_length)] ^= 1;
    EXPECT_EQ(refusal(bytes), ": damaged: block 0 of 7 does not match its checksum");
}

TEST_F(TableDamage, ChangedAndResealedIsStillRefused) {
    EXPECT_EQ(hostile([](std::string&) {}), "taken");
    const std::size_t header = number_at<std::uint32_t>(bytes_, at::header_length);
    const std::size_t index = bytes_.size() - number_at<std::uint64_t>(bytes_, at::index_length);
    const std::vector<std::pair<std::string, std::function<void(std::string&)>>> cases{
        {"a header of 0 bytes", with(at::header_length, std::uint32_t{0})},
        {"a header of 4294967295 bytes", with(at::header_length, ~std::uint32_t{0})},
        {"blocks of 0 entries", with(at::block_size, std::uint32_t{0})},
        {"blocks of 128 entries", with(at::block_size, std::uint32_t{128})},
        {"blocks of 300 entries", with(at::block_size, std::uint32_t{300})},
        {"blocks of 65536 entries", with(at::block_size, std::uint32_t{65536})},
        {"7 blocks, expected 4", with(at::block_size, std::uint32_t{512})},
        {"scale 2, expected 0 or 1", with(at::scale, std::uint8_t{2})},
        {"0 sides, expected 1 or 2", with(at::sides, std::uint8_t{0})},
        {"3 sides, expected 1 or 2", with(at::sides, std::uint8_t{3})},
        {"the lengths of the header's texts", with(at::sides, std::uint8_t{1})},
        {"the lengths of the header's texts", with(at::variant_length, std::uint16_t{60000})},
        {"the lengths of the header's texts", with(at::record_length, ~std::uint32_t{0})},
        {"a reserved field", with(at::reserved, std::uint16_t{1})},
        {"the lengths of header, index and file", with(at::index_length, ~std::uint64_t{0})},
        {"an index of 0 bytes", with(at::index_length, std::uint64_t{0})},
        {"the lengths of header, index and file", with(at::file_length, ~std::uint64_t{0})},
        {"the lengths of header, index and file", with(at::file_length, std::uint64_t{1})},
        {std::to_string(bytes_.size()) + " bytes, expected", with(at::file_length, bytes_.size() + 1)},
        {"8 blocks", with(at::blocks, std::uint64_t{8})},
        {"expected 72057594037927938", with(at::first_side, ~std::uint64_t{0})},
        {"an index of",
         [](std::string& bytes) {
             put_number(bytes, at::first_side, std::uint64_t{256} << 40U);
             put_number(bytes, at::blocks, (std::uint64_t{1} << 40U) + 2);
         }},
        {"the entries of side 1 do not match", with(at::first_side + 24, std::uint64_t{5})},
        {"cannot be unpacked", [=](std::string& bytes) { bytes[header] ^= 1; }},
        {"the block index goes on",
         [](std::string& bytes) {
             bytes += std::string(3, '\0');
             put_number(bytes, at::index_length, number_at<std::uint64_t>(bytes, at::index_length) + 3);
             put_number(bytes, at::file_length, std::uint64_t{bytes.size()});
         }},
        {"the block index ends too early",
         [](std::string& bytes) {
             bytes.pop_back();
             put_number(bytes, at::index_length, number_at<std::uint64_t>(bytes, at::index_length) - 1);
             put_number(bytes, at::file_length, std::uint64_t{bytes.size()});
         }},
        {"the blocks do not fill the file",
         [=](std::string& bytes) {
             bytes.insert(index, 1, 'x');
             put_number(bytes, at::file_length, std::uint64_t{bytes.size()});
         }},
        {"block 0 is longer packed", with(index, std::uint16_t{257})},
        {"block", with(index, std::uint16_t{0})},
        {"the entries of side 0 do not match", with(at::first_side, std::uint64_t{4 * 256 + 1})},
    };
    for (const auto& [expected, change] : cases) {
        const std::string message = hostile(change);
        EXPECT_TRUE(message.starts_with(": damaged: ") && message.find(expected) != std::string::npos)
            << "expected " << expected << ", found" << message;
    }
}

TEST_F(TableDamage, SwappedBlocksAreFound) {
    // Two blocks of noise lie in the file as they are, so they are of one length.
    Random random{13};
    ASSERT_TRUE(write_table(path_, damaged_header, {random_entries(512, random)}, {.block_size = 256}));
    std::string bytes = bytes_of(path_);
    const std::size_t header = number_at<std::uint32_t>(bytes, at::header_length);
    const std::string first = bytes.substr(header, 256);
    bytes.replace(header, 256, bytes, header + 256, 256);
    bytes.replace(header + 256, 256, first);
    EXPECT_EQ(refusal(bytes), ": damaged: block 0 of 2 does not match its checksum");
    // Not even with their checksums: those know the number.
    const std::size_t index = bytes.size() - 20;
    const std::string checksum = bytes.substr(index + 2, 8);
    bytes.replace(index + 2, 8, bytes, index + 12, 8);
    bytes.replace(index + 12, 8, checksum);
    put_number(bytes, at::index_checksum, checksum_of(bytes, index, 20));
    put_number(bytes, header - 8, checksum_of(bytes, 0, header - 8));
    EXPECT_EQ(refusal(bytes), ": damaged: block 0 of 2 does not match its checksum");
}

TEST_F(TableDamage, CutOffWhileOpenIsAnErrorAndNoSignal) {
    const auto file = tablebase::file::File::open(path_);
    ASSERT_TRUE(file);
    ASSERT_EQ(::truncate(path_.c_str(), number_at<std::uint32_t>(bytes_, at::header_length) + 10), 0);
    for (const auto& error : {file->entry(0, 3).error(), file->read(0).error(), file->verify().error()}) {
        EXPECT_EQ(error.kind, ErrorKind::bad_input);
        EXPECT_TRUE(error.message.starts_with(path_ + ": damaged: it ends after")) << error.message;
    }
    EXPECT_EQ(file->entry(0, 800).value(), 4);  // a constant block needs no bytes

    Random random{3};
    ASSERT_TRUE(write_table(path_, damaged_header, {random_entries(100'000, random)}, {.block_size = 256}));
    const auto large = tablebase::file::File::open(path_);
    ASSERT_TRUE(large);
    ASSERT_EQ(::truncate(path_.c_str(), 50'000), 0);
    EXPECT_TRUE(large->entry(0, 3));
    for (const auto& error :
         {large->entry(0, 99'000).error(), large->read(0).error(), large->verify().error()}) {
        EXPECT_EQ(error.kind, ErrorKind::bad_input);
        EXPECT_TRUE(error.message.starts_with(path_ + ": damaged: it ends after")) << error.message;
    }
}

}  // namespace
