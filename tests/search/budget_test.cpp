// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/search/budget.hpp"

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo::search {
namespace {

TEST(Budget, IsOverWhenItIsStoppedWithoutANodeTaken) {
    std::stop_source source;
    Budget asked{{{}, {}, source.get_token()}};
    EXPECT_FALSE(asked.over());
    source.request_stop();
    EXPECT_TRUE(asked.over());
    EXPECT_EQ(asked.stopped(), Stop::request);
    Budget late{{std::chrono::nanoseconds{1}, {}, {}}};
    while (!late.over()) {
    }
    EXPECT_EQ(late.stopped(), Stop::time);
    EXPECT_EQ(late.nodes_used(), 0U);
}

TEST(Budget, APartEndsAndTheNextGoesOn) {
    Budget budget{{{}, 100, {}}};
    budget.part(30, [&](Budget& first) {
        EXPECT_EQ(first.take(20), 20U);
        EXPECT_EQ(first.take(20), 10U);
        EXPECT_FALSE(first.ended());
        EXPECT_EQ(first.take(20), 0U);
        EXPECT_TRUE(first.ended());
        EXPECT_EQ(first.stopped(), Stop::nodes);
        EXPECT_FALSE(budget.stopped());
        first.give_back(5);
        EXPECT_EQ(first.take(5), 0U);  // ended is ended,
    });
    budget.part(1'000, [&](Budget& second) {
        EXPECT_EQ(second.take(200), 75U);  // and what it gave back is the next one's
        EXPECT_EQ(second.take(1), 0U);
        EXPECT_EQ(second.stopped(), Stop::nodes);
        EXPECT_FALSE(second.ended());  // it is the limit itself,
    });
    EXPECT_EQ(budget.stopped(), Stop::nodes);
    // which no part lifts.
    EXPECT_EQ(budget.part(1'000, [](Budget& third) { return third.take(1); }), 0U);
    EXPECT_EQ(budget.nodes_used(), 100U);
}

TEST(Budget, APartOfAPartEndsWithIt) {
    Budget budget;
    budget.part(10, [&](Budget& part) {
        part.part(100, [&](Budget& inner) {
            EXPECT_EQ(inner.take(50), 10U);
            EXPECT_EQ(inner.take(1), 0U);
            EXPECT_EQ(inner.stopped(), Stop::nodes);
            EXPECT_FALSE(inner.ended());  // it is not its own end
            EXPECT_TRUE(part.ended());
            EXPECT_TRUE(inner.over());
            EXPECT_FALSE(budget.over());
        });
    });
    EXPECT_EQ(budget.nodes_used(), 10U);
}

TEST(Budget, APartAsksHowManyMoreThereAre) {
    Budget budget;
    std::vector<std::uint64_t> more{5, 7, 0, 100};
    std::size_t asked = 0;
    const auto take_all = [&](Budget& part) {
        std::uint64_t all = 0;
        while (const std::uint64_t nodes = part.take(4)) all += nodes;
        EXPECT_EQ(all, 22U);
        EXPECT_EQ(part.take(4), 0U);
        EXPECT_EQ(asked, 3U);  // none is the last answer
        EXPECT_TRUE(part.ended());
    };
    budget.part(10, take_all, [&] { return more[asked++]; });
}

TEST(Budget, WhatStopsTheWholeStopsItsParts) {
    std::stop_source source;
    Budget budget{{std::chrono::hours{1}, {}, source.get_token()}};
    budget.part(1'000, [&](Budget& part) {
        part.part(1'000, [&](Budget& inner) {
            EXPECT_EQ(inner.deadline(), budget.deadline());
            EXPECT_EQ(inner.take(1), 1U);
            source.request_stop();
            EXPECT_EQ(inner.take(1), 0U);
            EXPECT_EQ(inner.stopped(), Stop::request);
            EXPECT_FALSE(inner.ended());
            EXPECT_FALSE(part.ended());
            Budget beside{inner.beside(1'000)};
            EXPECT_EQ(beside.take(1), 0U);  // and what is done beside them
            EXPECT_EQ(beside.stopped(), Stop::request);
        });
    });
}

TEST(Budget, WhatStopsOneThreadStopsAll) {
    std::stop_source source;
    Budget budget{{{}, {}, source.get_token()}};
    budget.share([&](SharedBudget& round) {
        round.part(1'000, [&](Budget& one) {
            round.part(1'000, [&](Budget& other) {
                EXPECT_FALSE(one.over());
                source.request_stop();
                EXPECT_TRUE(one.over());
                EXPECT_EQ(other.take(1), 0U);
            });
        });
    });
    EXPECT_EQ(budget.stopped(), Stop::request);
}

}  // namespace
}  // namespace zermelo::search
