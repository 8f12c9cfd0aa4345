// SPDX-License-Identifier: GPL-3.0-or-later
// Files whose entries have 16 bits: given back as they were written, and damage to them is found.
#include <algorithm>

#include <gtest/gtest.h>

#include "zermelo/tablebase/file/file.hpp"

#include "support/table_damage.hpp"
#include "support/table_files.hpp"

namespace {

using namespace zermelo;
using namespace zermelo::testing;

const tablebase::file::Header wide_header{.rules = {3, 4},
                                          .variant = "corridor",
                                          .tier = "WvW",
                                          .encoding = tablebase::file::Encoding::parity,
                                          .record = "longest 266"};

std::uint64_t checksum_of_entries(const WideEntries& entries) {
    std::string bytes;
    for (const std::uint16_t entry : entries) {
        bytes += static_cast<char>(entry & 0xFF);
        bytes += static_cast<char>(entry >> 8);
    }
    return checksum_of(bytes, 0, bytes.size());
}

TEST(WideTableFile, GivesBackWhatWasWritten) {
    const Folder folder;
    const std::string path = folder / "t";
    Random random{5};
    for (const std::size_t size : {0U, 1U, 2U, 255U, 256U, 257U, 1024U, 1025U, 70'000U, 1'100'000U}) {
        for (unsigned kind = 0; kind < 4; ++kind) {
            WideEntries entries = kind == 0   ? wide_entries(typical_entries(size, random), random)
                                  : kind == 1 ? WideEntries(size, 0)
                                              : WideEntries(size, 777);
            if (kind == 3)
                for (auto& entry : entries) entry = static_cast<std::uint16_t>(random());
            const std::vector<WideEntries> sides{entries, wide_entries(typical_entries(300, random), random)};
            const tablebase::file::Packing packing{.block_size = 256U << random.below(7), .level = 1};
            const auto written = write_wide_table(path, wide_header, sides, packing);
            ASSERT_TRUE(written) << written.error().message;
            const auto file = tablebase::file::File::open(path);
            ASSERT_TRUE(file) << file.error().message;
            EXPECT_TRUE(file->wide());
            EXPECT_EQ(file->header(), wide_header);
            for (unsigned side = 0; side < 2; ++side) {
                ASSERT_EQ(file->entries(side), sides[side].size());
                EXPECT_EQ(file->checksum(side), checksum_of_entries(sides[side]));
                const auto read = file->read_wide(side);
                ASSERT_TRUE(read) << read.error().message;
                EXPECT_TRUE(*read == sides[side]);
                for (std::size_t i = 0; i < 200 && !sides[side].empty(); ++i) {
                    const std::size_t index = random.below(sides[side].size());
                    ASSERT_EQ(file->entry(side, index).value(), sides[side][index]) << index;
                }
                const auto bytes = file->read(side);
                ASSERT_FALSE(bytes);
                EXPECT_EQ(bytes.error().kind, ErrorKind::bad_usage);
                EXPECT_TRUE(bytes.error().message.ends_with("entries of 16 bits, expected 8"))
                    << bytes.error().message;
            }
            EXPECT_TRUE(file->check());
            const auto verified = file->verify();
            EXPECT_TRUE(verified) << verified.error().message;
        }
    }
    EXPECT_EQ(folder.names().size(), 1U);
}

TEST(WideTableFile, BytesAreRefusedAsWideOnes) {
    const Folder folder;
    ASSERT_TRUE(write_table(folder / "t", wide_header, std::vector<Entries>{{1, 2, 3}}));
    const auto file = tablebase::file::File::open(folder / "t");
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->wide());
    const auto read = file->read_wide(0);
    ASSERT_FALSE(read);
    EXPECT_TRUE(read.error().message.ends_with("entries of 8 bits, expected 16")) << read.error().message;
}

TEST(WideTableFile, IsOfVersionTwoWithBlocksOfThirtyTwoKilobytesAtMost) {
    const Folder folder;
    ASSERT_TRUE(
        write_wide_table(folder / "t", wide_header, std::vector<WideEntries>{WideEntries(1024 * 10, 900)}));
    const std::string bytes = bytes_of(folder / "t");
    EXPECT_EQ(number_at<std::uint32_t>(bytes, at::version), 2U);
    EXPECT_EQ(bytes.size(), 80U + 16 + 8 + 3 + 11 + 8 + 4 * 10);
    const auto refused =
        write_wide_table(folder / "t", wide_header, std::vector<WideEntries>{{1}}, {.block_size = 32'768});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "blocks of 32768 entries, expected a power of two from 256 to 16384");
}

TEST(WideTableFile, ChecksumTellsItFromTheSameNumbersInBytes) {
    const Folder folder;
    ASSERT_TRUE(write_wide_table(folder / "a", wide_header, std::vector<WideEntries>{{}}));
    ASSERT_TRUE(write_table(folder / "b", wide_header, std::vector<Entries>{{}}));
    EXPECT_NE(tablebase::file::File::open(folder / "a")->checksum(),
              tablebase::file::File::open(folder / "b")->checksum());
    const std::string text =
        "rules 00000000000000030000000000000004\nvariant corridor\ntier WvW\nscale 0\nbits 16\n"
        "entries 0 2d06800538d394c2\n";
    EXPECT_EQ(tablebase::file::File::open(folder / "a")->checksum(), checksum_of(text, 0, text.size()));
}

// The bytes of version 2 stay readable: this file is never written anew. (It is the tier of two men in the
// corridor of wide_tiers_test.cpp.)
TEST(WideTableFile, ReadsTheGoldenTable) {
    const auto file = tablebase::file::File::open(ZERMELO_SOURCE_DIR "/tests/data/table/golden-2.table");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_TRUE(file->wide());
    EXPECT_EQ(file->header().variant, "corridor");
    ASSERT_EQ(file->sides(), 1U);
    EXPECT_EQ(file->entries(0), 9180U);
    const auto verified = file->verify();
    EXPECT_TRUE(verified) << verified.error().message;
    const auto read = file->read_wide(0);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*std::max_element(read->begin(), read->end()), 267U);  // lost in 266 plies
    EXPECT_EQ(file->checksum(), 0x4B6118FDAFB39C80U);
}

class WideTableDamage : public DamagedTable<WideEntries> {
  protected:
    void SetUp() override {
        Random random{17};
        WideEntries first = wide_entries(typical_entries(2 * 256, random), random);
        for (int i = 0; i < 256; ++i) first.push_back(static_cast<std::uint16_t>(random()));
        first.resize(first.size() + 256 + 20, 700);
        write(wide_header, {first, wide_entries(typical_entries(300, random), random)});
    }
};

TEST_F(WideTableDamage, EveryFlippedBitIsFound) { expect_flipped_bits_found(); }

TEST_F(WideTableDamage, EveryOtherLengthIsFound) { expect_missing_bytes_found(); }

TEST_F(WideTableDamage, ChangedAndResealedIsStillRefused) {
    const std::size_t index = bytes_.size() - number_at<std::uint64_t>(bytes_, at::index_length);
    EXPECT_EQ(hostile(with(at::block_size, std::uint32_t{256})), "taken");
    EXPECT_EQ(hostile(with(at::block_size, std::uint32_t{32'768})), ": damaged: blocks of 32768 entries");
    EXPECT_EQ(hostile(with(at::reserved, std::uint16_t{1})), ": damaged: a reserved field that is not zero");
    EXPECT_EQ(hostile(with(index, std::uint16_t{513})), ": damaged: block 0 is longer packed than plain");
    EXPECT_EQ(hostile(with(at::version, std::uint32_t{4})),
              " is a table of version 4, expected version 1 to 3: a newer program has made it");
    EXPECT_TRUE(hostile(with(at::version, std::uint32_t{1})).starts_with(": damaged: "));
}

}  // namespace
