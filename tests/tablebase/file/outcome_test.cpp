// SPDX-License-Identifier: GPL-3.0-or-later
// Files of outcomes alone: given back as they were written, and damage to them is found.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "zermelo/tablebase/file/file.hpp"

#include "support/table_damage.hpp"
#include "support/table_files.hpp"

namespace {

using namespace zermelo;
using namespace zermelo::testing;

const tablebase::file::Header outcome_header{.rules = {5, 6},
                                             .variant = "tiny",
                                             .tier = "KRvK",
                                             .encoding = tablebase::file::Encoding::alone,
                                             .record = "won"};

Entries outcomes_of(Entries entries) {
    for (auto& entry : entries) entry = static_cast<std::uint8_t>(entry == 0 ? 0 : 2 - entry % 2);
    return entries;
}

TEST(OutcomeFile, GivesBackWhatWasWritten) {
    const Folder folder;
    const std::string path = folder / "t";
    Random random{7};
    for (const std::size_t size :
         {0U, 1U, 2U, 3U, 4U, 5U, 255U, 256U, 257U, 8192U, 8195U, 70'000U, 2'500'000U}) {
        for (unsigned kind = 0; kind < 3; ++kind) {
            const std::vector<Entries> sides{outcomes_of(kind == 0   ? typical_entries(size, random)
                                                         : kind == 1 ? random_entries(size, random)
                                                                     : Entries(size, 2)),
                                             outcomes_of(typical_entries(301, random))};
            const tablebase::file::Packing packing{.block_size = 256U << random.below(8), .level = 1};
            const auto written = write_table(path, outcome_header, sides, packing);
            ASSERT_TRUE(written) << written.error().message;
            const auto file = tablebase::file::File::open(path);
            ASSERT_TRUE(file) << file.error().message;
            EXPECT_TRUE(file->outcomes_alone());
            EXPECT_FALSE(file->wide());
            EXPECT_EQ(file->header(), outcome_header);
            for (unsigned side = 0; side < 2; ++side) {
                ASSERT_EQ(file->entries(side), sides[side].size());
                const std::string entries{sides[side].begin(), sides[side].end()};
                EXPECT_EQ(file->checksum(side), checksum_of(entries, 0, entries.size()));
                const auto read = file->read(side);
                ASSERT_TRUE(read) << read.error().message;
                EXPECT_TRUE(*read == sides[side]);
                for (std::size_t i = 0; i < 200 && !sides[side].empty(); ++i) {
                    const std::size_t index = random.below(sides[side].size());
                    ASSERT_EQ(file->entry(side, index).value(), sides[side][index]) << index;
                }
                EXPECT_FALSE(file->read_wide(side));
            }
            EXPECT_TRUE(file->check());
            const auto verified = file->verify();
            EXPECT_TRUE(verified) << verified.error().message;
        }
    }
}

TEST(OutcomeFile, IsOfVersionThreeWithFourEntriesAByte) {
    const Folder folder;
    Random random{8};
    const auto noise = outcomes_of(random_entries(1000, random));
    ASSERT_TRUE(write_table(folder / "t", outcome_header, {noise}, {.block_size = 256}));
    const std::string bytes = bytes_of(folder / "t");
    EXPECT_EQ(number_at<std::uint32_t>(bytes, at::version), 3U);
    EXPECT_EQ(bytes[at::scale], 2);
    const std::size_t header = number_at<std::uint32_t>(bytes, at::header_length);
    EXPECT_LE(bytes.size() - header, 4U * 64 + 4 * 10);
    const auto refused = write_table(folder / "t", outcome_header, {{0, 1, 2, 3}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_usage);
    EXPECT_EQ(refused.error().message, "an entry that is no outcome, expected 0, 1 or 2 in a byte");
    EXPECT_EQ(bytes_of(folder / "t"), bytes);
}

TEST(OutcomeFile, ChecksumSaysWhatTheEntriesMean) {
    const Folder folder;
    ASSERT_TRUE(write_table(folder / "t", outcome_header, {{}}));
    const std::string text =
        "rules 00000000000000050000000000000006\nvariant tiny\ntier KRvK\nscale 2\n"
        "entries 0 2d06800538d394c2\n";
    EXPECT_EQ(tablebase::file::File::open(folder / "t")->checksum(), checksum_of(text, 0, text.size()));
}

// The bytes of version 3 stay readable: this file is never written anew. (It is K+R v K on 4×4.)
TEST(OutcomeFile, ReadsTheGoldenTable) {
    const auto file = tablebase::file::File::open(ZERMELO_SOURCE_DIR "/tests/data/table/golden-3.table");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_TRUE(file->outcomes_alone());
    EXPECT_EQ(file->header().variant, "small4x4");
    EXPECT_EQ(file->header().tier, "KRvK");
    ASSERT_EQ(file->sides(), 2U);
    const auto verified = file->verify();
    EXPECT_TRUE(verified) << verified.error().message;
    EXPECT_EQ(file->checksum(), 0x0ADC16AD2A430F73U);
    const Entries white = file->read(0).value();
    EXPECT_TRUE(std::all_of(white.begin(), white.end(), [](std::uint8_t entry) { return entry == 2; }));
    const Entries black = file->read(1).value();
    EXPECT_EQ(std::set<int>(black.begin(), black.end()), (std::set<int>{0, 1}));
}

class OutcomeDamage : public DamagedTable<Entries> {
  protected:
    /// Packed blocks, noise, a constant block and short last ones; the last of a side ends within a byte.
    void SetUp() override {
        Random random{19};
        Entries first = typical_entries(2 * 256, random);
        const Entries noise = random_entries(256, random);
        first.insert(first.end(), noise.begin(), noise.end());
        first.resize(first.size() + 256 + 21, 4);
        write(outcome_header, {outcomes_of(first), outcomes_of(random_entries(301, random))});
    }
};

TEST_F(OutcomeDamage, EveryFlippedBitIsFound) { expect_flipped_bits_found(); }

TEST_F(OutcomeDamage, EveryOtherLengthIsFound) { expect_missing_bytes_found(); }

TEST_F(OutcomeDamage, ChangedAndResealedIsStillRefused) {
    const std::size_t header = number_at<std::uint32_t>(bytes_, at::header_length);
    const std::size_t index = bytes_.size() - number_at<std::uint64_t>(bytes_, at::index_length);
    // Where the bytes of the block begin that lies in the file as it is, and its item in the index.
    std::size_t item = index;
    std::size_t plain = header;
    while (number_at<std::uint16_t>(bytes_, item) != 64) {
        plain += number_at<std::uint16_t>(bytes_, item);
        item += number_at<std::uint16_t>(bytes_, item) == 0 ? 3 : 10;
        ASSERT_LT(item, bytes_.size());
    }
    std::size_t constant = index;
    while (number_at<std::uint16_t>(bytes_, constant) != 0) constant += 10;

    EXPECT_EQ(hostile([](std::string&) {}), "taken");
    EXPECT_EQ(hostile(with(at::block_size, std::uint32_t{65'536})), ": damaged: blocks of 65536 entries");
    EXPECT_EQ(hostile(with(at::scale, std::uint8_t{0})), ": damaged: scale 0, expected 2");
    EXPECT_EQ(hostile(with(at::scale, std::uint8_t{3})), ": damaged: scale 3, expected 2");
    EXPECT_EQ(hostile(with(index, std::uint16_t{65})), ": damaged: block 0 is longer packed than plain");
    EXPECT_EQ(hostile(with(constant + 2, std::uint8_t{3})).substr(0, 16), ": damaged: block");
    EXPECT_TRUE(hostile(with(constant + 2, std::uint8_t{3})).ends_with(" holds what is no outcome"));
    EXPECT_TRUE(hostile(with(plain, std::uint8_t{0x03})).ends_with(" holds what is no outcome"));
    EXPECT_TRUE(hostile(with(plain, std::uint8_t{0xC1})).ends_with(" holds what is no outcome"));
    // The last block of the second side has 45 entries in 12 bytes, and nothing after them.
    ASSERT_EQ(number_at<std::uint16_t>(bytes_, bytes_.size() - 10), 12);
    EXPECT_EQ(hostile(with(index - 1, std::uint8_t{0x04})), ": damaged: block 6 holds what is no outcome");
    EXPECT_EQ(hostile(with(index - 1, std::uint8_t{bytes_[index - 1] == 0})),
              ": damaged: the entries of side 1 do not match their checksum");
    EXPECT_EQ(hostile(with(at::version, std::uint32_t{1})), ": damaged: scale 2, expected 0 or 1");
    EXPECT_EQ(hostile(with(at::version, std::uint32_t{2})), ": damaged: scale 2, expected 0 or 1");
    EXPECT_EQ(hostile(with(at::version, std::uint32_t{4})),
              " is a table of version 4, expected version 1 to 3: a newer program has made it");
}

TEST_F(OutcomeDamage, OneProbeFindsIt) {
    const std::size_t header = number_at<std::uint32_t>(bytes_, at::header_length);
    std::string bytes = bytes_;
    bytes[header] = static_cast<char>(bytes[header] ^ 1);
    put_bytes(path_, bytes);
    const auto file = tablebase::file::File::open(path_);
    ASSERT_TRUE(file);
    const auto entry = file->entry(0, 3);
    ASSERT_FALSE(entry);
    EXPECT_EQ(entry.error().message, path_ + ": damaged: block 0 of 7 does not match its checksum");
}

}  // namespace
