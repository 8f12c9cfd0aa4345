// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/base/saturating.hpp"
#include "zermelo/plies.hpp"

namespace zermelo {
namespace {

constexpr std::uint64_t largest = ~std::uint64_t{0};

TEST(Saturating, StopsAtTheLargestNumber) {
    EXPECT_EQ(saturating_add(2, 3), 5U);
    EXPECT_EQ(saturating_add(largest, 0), largest);
    EXPECT_EQ(saturating_add(largest - 1, 2), largest);
    EXPECT_EQ(saturating_multiply(6, 7), 42U);
    EXPECT_EQ(saturating_multiply(largest, 0), 0U);
    EXPECT_EQ(saturating_multiply(std::uint64_t{1} << 32U, std::uint64_t{1} << 32U), largest);
}

// The first numbers of SplitMix64 from the seed 1234567, as its authors' program prints them.
TEST(Random, GivesTheNumbersOfItsAuthors) {
    Random random{1234567};
    EXPECT_EQ(random(), 6457827717110365317U);
    EXPECT_EQ(random(), 3203168211198807973U);
    EXPECT_EQ(random(), 9817491932198370423U);
}

TEST(Random, KeepsBelowItsBound) {
    Random random{1};
    std::vector<int> seen(7);
    for (int i = 0; i < 700; ++i) ++seen.at(random.below(7));
    EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 50);
    EXPECT_EQ(random.below(1), 0U);
}

TEST(Random, ShufflesIntoEveryOrder) {
    Random random{1};
    std::vector<int> seen(6);
    for (int i = 0; i < 600; ++i) {
        std::vector<int> order{0, 1, 2};
        random.shuffle(order);
        ++seen.at(static_cast<std::size_t>(order[0] * 2 + (order[1] > order[2] ? 1 : 0)));
    }
    EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 60);
}

TEST(Plies, AreCountedAndCompared) {
    EXPECT_EQ(Plies{2} + Plies{3}, Plies{5});
    EXPECT_EQ(Plies{3} - Plies{3}, Plies{});
    EXPECT_LT(Plies{2}, Plies{3});
}

}  // namespace
}  // namespace zermelo
