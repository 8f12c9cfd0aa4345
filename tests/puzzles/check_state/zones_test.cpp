// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/zones.hpp"

#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::check_state {
namespace {

TEST(Zones, EveryZoneHasOneColumnOfEachGroupAndNumbersThemWithoutGaps) {
    Random random(11);
    for (unsigned bits = 0; bits <= Zones::most_bits; ++bits) {
        const Zones zones(bits, random());
        ASSERT_EQ(zones.count(), 1U << bits);
        for (const std::uint64_t start : {std::uint64_t{0}, std::uint64_t{12345}, largest_board >> 6}) {
            const std::uint64_t first = start << bits;
            std::set<std::pair<unsigned, std::uint64_t>> places;
            for (std::uint64_t column = first; column < first + 64 * zones.count(); ++column) {
                ASSERT_LT(zones.of(column), zones.count());
                ASSERT_LT(zones.number(column) - zones.number(first), 64U);
                places.emplace(zones.of(column), zones.number(column));
            }
            EXPECT_EQ(places.size(), 64 * zones.count());
        }
    }
}

TEST(Zones, ColumnsEvenlyApartAreSpread) {
    Random random(12);
    const Zones zones(Zones::most_bits, random());
    for (const std::uint64_t apart :
         {std::uint64_t{16}, std::uint64_t{4096}, std::uint64_t{999'998'000'003U}}) {
        std::vector<unsigned> counts(zones.count());
        for (std::uint64_t i = 0; i < 16000; ++i) ++counts[zones.of(i * apart)];
        for (const unsigned count : counts) EXPECT_LT(count, 4000U) << apart;
    }
}

TEST(Zones, TheBucketsOfAZoneHoldItsPieces) {
    const Tiles tiles{Zones(3, 0x9E37'79B9'7F4A'7C15U), Zones(2, 0xD1B5'4A32'D192'ED03U)};
    Random random(13);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t x = random.below(largest_board);
        const std::uint64_t y = random.below(largest_board);
        const auto holds = [&](Axis axis, unsigned zone) {
            bool found = false;
            tiles.for_each_bucket(axis, zone,
                                  [&](unsigned bucket) { found |= bucket == tiles.bucket_of(x, y); });
            return found;
        };
        ASSERT_LT(tiles.bucket_of(x, y), tiles.buckets());
        for (unsigned zone = 0; zone < tiles.columns.count(); ++zone)
            EXPECT_EQ(holds(Axis::column, zone), zone == tiles.columns.of(x));
        for (unsigned zone = 0; zone < tiles.rows.count(); ++zone)
            EXPECT_EQ(holds(Axis::row, zone), zone == tiles.rows.of(y));
    }
}

}  // namespace
}  // namespace zermelo::check_state
