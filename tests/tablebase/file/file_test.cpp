// SPDX-License-Identifier: GPL-3.0-or-later
// What was written is read again, whatever it is and however it was packed.
#include "zermelo/tablebase/file/file.hpp"

#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "support/scale.hpp"
#include "support/table_files.hpp"

namespace {

using namespace zermelo;
using namespace zermelo::testing;

const tablebase::file::Header chess_header{.rules = {0x0123456789ABCDEF, 0xFEDCBA9876543210},
                                           .variant = "chess",
                                           .tier = "KRK",
                                           .encoding = tablebase::file::Encoding::parity,
                                           .record = "longest 32\n"};

/// Every way to ask a file gives these sides.
void expect_sides(const tablebase::file::File& file, const std::vector<Entries>& sides, Random& random) {
    ASSERT_EQ(file.sides(), sides.size());
    for (unsigned side = 0; side < sides.size(); ++side) {
        const Entries& entries = sides[side];
        ASSERT_EQ(file.entries(side), entries.size());
        EXPECT_EQ(file.checksum(side), tablebase::file::checksum_of(entries));
        const auto read = file.read(side);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_TRUE(*read == entries);
        const auto check = [&](std::size_t index) {
            const auto byte = file.entry(side, index);
            ASSERT_TRUE(byte) << byte.error().message;
            ASSERT_EQ(*byte, entries[index]) << index;
        };
        for (std::size_t i = 0; i < 200 && !entries.empty(); ++i) check(random.below(entries.size()));
        if (!entries.empty()) check(0), check(entries.size() - 1);
        const auto beyond = file.entry(side, entries.size());
        ASSERT_FALSE(beyond);
        EXPECT_EQ(beyond.error().kind, ErrorKind::bad_usage);
    }
    const auto verified = file.verify();
    EXPECT_TRUE(verified) << verified.error().message;
}

TEST(TableFile, GivesBackWhatWasWritten) {
    const Folder folder;
    Random random{1};
    const std::vector<std::size_t> sizes{0,    1,    2,    255,  256,  257,   2047,
                                         2048, 2049, 4096, 6143, 6144, 70000, 2'200'000};
    for (const std::size_t size : sizes) {
        for (unsigned kind = 0; kind < 4; ++kind) {
            Entries entries = kind == 0   ? typical_entries(size, random)
                              : kind == 1 ? random_entries(size, random)
                                          : Entries(size, kind == 2 ? 0 : 77);
            std::vector<Entries> sides{std::move(entries)};
            if (random.one_in(2)) sides.push_back(typical_entries(sizes[random.below(9)], random));
            if (random.one_in(4)) std::swap(sides.front(), sides.back());
            tablebase::file::Packing packing;
            packing.block_size = random.one_in(2) ? 2048 : 256U << random.below(8);
            packing.level = random.one_in(2) ? 6 : 1;
            const std::string path = folder / "some.table";
            const auto written = write_table(path, chess_header, sides, packing);
            ASSERT_TRUE(written) << written.error().message;
            const auto file = tablebase::file::File::open(path);
            ASSERT_TRUE(file) << file.error().message;
            EXPECT_EQ(file->header(), chess_header);
            EXPECT_EQ(file->path(), path);
            EXPECT_EQ(file->length(), std::filesystem::file_size(path));
            expect_sides(*file, sides, random);
        }
    }
    EXPECT_EQ(folder.names().size(), 1U);
}

TEST(TableFile, TakesAnyHeader) {
    const Folder folder;
    for (const std::size_t length : {std::size_t{0}, std::size_t{1}, tablebase::file::max_name}) {
        const tablebase::file::Header header{.rules = {~std::uint64_t{0}, 0},
                                             .variant = std::string(length, '\0'),
                                             .tier = std::string(length, '\xFF'),
                                             .encoding = tablebase::file::Encoding::outcome,
                                             .record = std::string(length * 16, 'r')};
        ASSERT_TRUE(write_table(folder / "t", header, {{1, 2, 3}, {}}));
        const auto file = tablebase::file::File::open(folder / "t");
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->header(), header);
    }
}

TEST(TableFile, ConstantBlocksCostThreeBytes) {
    const Folder folder;
    ASSERT_TRUE(write_table(folder / "t", chess_header, {Entries(1024 * 1000, 9), Entries(5, 0)}));
    EXPECT_EQ(std::filesystem::file_size(folder / "t"), 80U + 2 * 16 + 5 + 3 + 11 + 8 + 3 * 1001);
}

TEST(TableFile, ChecksumTellsContentAndNothingElse) {
    const Folder folder;
    Random random{3};
    const std::vector<Entries> sides{typical_entries(9000, random), typical_entries(800, random)};
    std::set<std::uint64_t> seen;
    const auto checksum = [&](const tablebase::file::Header& header, const std::vector<Entries>& content,
                              const tablebase::file::Packing& packing = {}) {
        EXPECT_TRUE(write_table(folder / "t", header, content, packing));
        return tablebase::file::File::open(folder / "t")->checksum();
    };
    const std::uint64_t own = checksum(chess_header, sides);
    EXPECT_EQ(checksum(chess_header, sides, {.block_size = 512, .level = 1}), own);
    tablebase::file::Header header = chess_header;
    header.record = "made elsewhere";
    EXPECT_EQ(checksum(header, sides), own);

    seen.insert(own);
    const auto is_new = [&](std::uint64_t number) { return seen.insert(number).second; };
    EXPECT_TRUE(is_new(checksum(chess_header, {sides[1], sides[0]})));
    EXPECT_TRUE(is_new(checksum(chess_header, {sides[0]})));
    std::vector<Entries> changed = sides;
    changed[1].back() ^= 1;
    EXPECT_TRUE(is_new(checksum(chess_header, changed)));
    for (const auto change : std::vector<void (*)(tablebase::file::Header&)>{
             [](tablebase::file::Header& h) { h.rules.high ^= 1; },
             [](tablebase::file::Header& h) { h.rules.low ^= 1; },
             [](tablebase::file::Header& h) { h.variant += 'x'; },
             [](tablebase::file::Header& h) { h.tier += 'x'; },
             [](tablebase::file::Header& h) { h.encoding = tablebase::file::Encoding::outcome; }}) {
        header = chess_header;
        change(header);
        EXPECT_TRUE(is_new(checksum(header, sides)));
    }
}

TEST(TableFile, SaysWhoseItIs) {
    const Folder folder;
    ASSERT_TRUE(write_table(folder / "t", chess_header, {{0}}));
    const auto file = tablebase::file::File::open(folder / "t");
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->expect(chess_header.rules, "KRK"));
    const auto rules = file->expect({1, 2}, "KRK");
    ASSERT_FALSE(rules);
    EXPECT_EQ(rules.error().message,
              file->path() +
                  " is a table of other rules: of chess with hash 0123456789abcdeffedcba9876543210, "
                  "expected hash 00000000000000010000000000000002");
    const auto tier = file->expect(chess_header.rules, "KQK");
    ASSERT_FALSE(tier);
    EXPECT_EQ(tier.error().message, file->path() + " is a table of another tier: of KRK, expected KQK");
    EXPECT_EQ(file->entry(1, 0).error().kind, ErrorKind::bad_usage);
    EXPECT_EQ(file->read(1).error().kind, ErrorKind::bad_usage);
}

TEST(TableFile, ManyThreadsProbeAtOnce) {
    const Folder folder;
    Random random{5};
    // More blocks than the cache has places, so that threads displace each other's.
    const std::vector<Entries> sides{typical_entries(256 * 600, random), random_entries(256 * 300, random)};
    {
        // No thread of oneTBB's comes in: the thread sanitizer does not understand its hand-overs.
        const tbb::global_control alone{tbb::global_control::max_allowed_parallelism, 1};
        ASSERT_TRUE(write_table(folder / "t", chess_header, sides, {.block_size = 256}));
    }
    const auto file = tablebase::file::File::open(folder / "t");
    ASSERT_TRUE(file);
    std::vector<std::thread> threads;
    std::vector<std::uint64_t> wrong(8, 0);
    for (std::size_t number = 0; number < wrong.size(); ++number)
        threads.emplace_back([&, number] {
            Random own{number};
            for (std::uint64_t i = scaled(50'000); i-- > 0;) {
                const auto side = static_cast<unsigned>(own.below(2));
                const std::uint64_t index = own.below(sides[side].size());
                const auto byte = file->entry(side, index);
                if (!byte || *byte != sides[side][index]) ++wrong[number];
            }
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(wrong, std::vector<std::uint64_t>(8, 0));
}

TEST(TableFile, AnOpenOneOutlivesItsReplacement) {
    const Folder folder;
    Random random{7};
    const Entries old = typical_entries(100'000, random);
    ASSERT_TRUE(write_table(folder / "t", chess_header, {old}));
    const auto file = tablebase::file::File::open(folder / "t");
    ASSERT_TRUE(file);
    ASSERT_TRUE(write_table(folder / "t", chess_header, {typical_entries(100'000, random)}));
    EXPECT_TRUE(file->read(0).value() == old);
}

// The bytes of version 1 stay readable: this file is never written anew. (It holds what the two generators
// make of seed 9.)
TEST(TableFile, ReadsTheGoldenTable) {
    const auto file = tablebase::file::File::open(ZERMELO_SOURCE_DIR "/tests/data/table/golden-1.table");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->header(), chess_header);
    Random random{9};
    const Entries first = typical_entries(5000, random);
    Entries second = random_entries(300, random);
    second.resize(4096, 6);
    Random probes{10};
    expect_sides(*file, {first, second}, probes);
    EXPECT_EQ(file->checksum(), 0xAA28A6AB91D89524U);
}

}  // namespace
