// SPDX-License-Identifier: GPL-3.0-or-later
// When tables are made in memory, and that what a limit ends half way goes on.
#include "zermelo/oracle/tables_on_demand.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <variant>

#include <gtest/gtest.h>

#include "zermelo/engine/setup.hpp"
#include "zermelo/tell/variants.hpp"

#include "support/shipped.hpp"

namespace zermelo::oracle {
namespace {

using Bits = std::uint64_t;
using Demand = TablesOnDemand<Bits>;

constexpr std::size_t memory = std::size_t{64} << 20;

engine::GameAt<Bits> chess(const std::string& fen) {
    static const auto start = library::position_of(testing::shipped("chess"), std::nullopt).value();
    const auto& game = std::get<engine::GameAt<Bits>>(start).game;
    return {game, game.position(engine::parse_fen(fen, game.rules()).value()).value()};
}

const char* const rook = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";

TEST(TablesOnDemand, AreDueWhenSearchesHaveDoneAsMuchWork) {
    const auto at = chess(rook);
    Demand demand{at.game, at.position, memory, 1};
    const search::Budget budget;
    const std::uint64_t first = demand.nodes_left(budget, 0);
    EXPECT_GT(first, 0U);
    EXPECT_FALSE(demand.work());
    const std::uint64_t later = demand.nodes_left(budget, first);
    ASSERT_TRUE(demand.work());
    EXPECT_EQ(later, *demand.work() > first ? *demand.work() - first : 0);
    // Searches for the positions before count, too.
    demand.count(first);
    EXPECT_EQ(demand.nodes_left(budget, 0), later);
    demand.count(*demand.work());
    EXPECT_EQ(demand.nodes_left(budget, 0), 0U);
    // A search of few nodes is over before.
    EXPECT_EQ(demand.nodes_left(search::Budget{{std::nullopt, 100, {}}}, 0), Demand::never);
}

TEST(TablesOnDemand, ServePositionsOfTheirMenUntilTheyAreMade) {
    const auto at = chess(rook);
    Demand demand{at.game, at.position, memory, 1};
    search::Budget budget;
    demand.count(1'000'000);
    ASSERT_EQ(demand.nodes_left(budget, 0), 0U);
    EXPECT_TRUE(demand.go_on_for(chess("8/8/8/3k4/8/8/1R6/K7 b - - 0 1")));
    EXPECT_TRUE(demand.go_on_for(chess("8/8/8/3k4/8/8/8/K7 w - - 0 1")));
    EXPECT_FALSE(demand.go_on_for(chess("8/8/8/3k4/8/8/1R5n/K7 w - - 0 1")));
    EXPECT_EQ(demand.nodes_left(budget, 0), 0U);
    ASSERT_TRUE(demand.make(budget, {}));
    EXPECT_FALSE(demand.go_on_for(chess(rook)));
    EXPECT_EQ(demand.nodes_left(budget, 0), Demand::never);
}

TEST(TablesOnDemand, GoOnWhereALimitHasEndedTheMaking) {
    const auto at = chess("8/8/8/4k3/8/8/8/KBN5 w - - 0 1");
    Demand demand{at.game, at.position, memory, 2};
    demand.count(10'000'000);
    ASSERT_EQ(demand.nodes_left({}, 0), 0U);
    unsigned waits = 0;
    std::unique_ptr<tablebase::Prober<Bits>> prober;
    while (!prober) {
        search::Budget budget{{std::chrono::milliseconds{1}, std::nullopt, {}}};
        auto made = demand.make(budget, {});
        if (made) {
            prober = *std::move(made);
            break;
        }
        ASSERT_EQ(made.error().kind, ErrorKind::stopped);
        ASSERT_EQ(budget.stopped(), search::Stop::time);
        ++waits;
    }
    EXPECT_GT(waits, 0U);
    EXPECT_EQ(prober->value(at.position).value().outcome, game::Outcome::win);
    // Who lets go of them half way has no more of them.
    const auto begin = [&](const std::stop_token& stop) {
        Demand other{at.game, at.position, memory, 1};
        other.count(10'000'000);
        EXPECT_EQ(other.nodes_left({}, 0), 0U);
        search::Budget budget{{std::nullopt, std::nullopt, stop}};
        EXPECT_FALSE(other.make(budget, {}));
        EXPECT_EQ(budget.stopped(), search::Stop::request);
    };
    std::stop_source stop;
    stop.request_stop();
    begin(stop.get_token());
}

TEST(TablesOnDemand, OfManyMenAreNone) {
    const auto at = chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    Demand demand{at.game, at.position, memory, 1};
    EXPECT_EQ(demand.nodes_left({}, 1'000'000), Demand::never);
}

}  // namespace
}  // namespace zermelo::oracle
