// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/hash_partition.hpp"

#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::check_state {
namespace {

const HashPartition partitions[] = {HashPartition(0, false), HashPartition(20'000, true),
                                    HashPartition(500'000, false), HashPartition(5'000'000, false),
                                    HashPartition(5'000'000, true)};

std::int64_t coordinate(Random& random) {
    const std::uint64_t edge = random.one_in(4) ? random.below(100) : random.below(largest_board);
    return static_cast<std::int64_t>(random.one_in(2) ? edge : largest_board - 1 - edge);
}

TEST(HashPartition, ABucketIsToldByRemainders) {
    Random random(11);
    for (const HashPartition& partition : partitions) {
        for (int i = 0; i < 20000; ++i) {
            const std::int64_t x = coordinate(random);
            const std::int64_t y = coordinate(random);
            const std::int64_t parts = partition.parts();
            ASSERT_EQ(partition.bucket_of(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)),
                      static_cast<unsigned>(x % parts * parts + y % parts))
                << x << ' ' << y;
            const std::uint64_t low = random.below(std::uint64_t{1} << 30);
            ASSERT_EQ(partition.narrow_bucket_of(low, 7), partition.bucket_of(low, 7)) << low;
        }
    }
}

// What threads take in turn is everything, and each piece once.
TEST(HashPartition, EveryBucketBelongsToOnePartOfAForm) {
    for (const HashPartition& partition : partitions) {
        for (int x = -1; x <= 1; ++x)
            for (int y = -1; y <= 1; ++y) {
                if (x == 0 && y == 0) continue;
                std::vector<int> visits(partition.buckets());
                for (unsigned part = 0; part < partition.parts(); ++part)
                    partition.for_each_bucket({x, y}, part, [&](unsigned bucket) {
                        ++visits[bucket];
                        const auto column = static_cast<std::int64_t>(bucket / partition.parts());
                        const auto row = static_cast<std::int64_t>(bucket % partition.parts());
                        ASSERT_EQ(partition.part_of(LinearForm{x, y}(column, row)), part);
                    });
                for (const int count : visits) ASSERT_EQ(count, 1);
            }
    }
}

TEST(HashPartition, RoundNumbersAreSpread) {
    for (const HashPartition& partition : std::span{partitions}.last(3)) {
        for (const std::uint64_t apart : {std::uint64_t{16}, std::uint64_t{4096}, std::uint64_t{1'000'000},
                                          std::uint64_t{99'999'980'000}}) {
            std::vector<unsigned> counts(partition.parts());
            for (std::uint64_t i = 0; i < 100U * partition.parts(); ++i)
                ++counts[partition.bucket_of(i * apart, 0) / partition.parts()];
            for (const unsigned count : counts) EXPECT_EQ(count, 100U) << apart;
        }
    }
}

}  // namespace
}  // namespace zermelo::check_state
