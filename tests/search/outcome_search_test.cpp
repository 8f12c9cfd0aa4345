// SPDX-License-Identifier: GPL-3.0-or-later
// Who wins: random graphs, full of cycles, against their values by the definition; with what is known from
// elsewhere, under limits, and gone on with by another search that has only what the first one remembered.
#include "zermelo/search/outcome_search.hpp"

#include <chrono>
#include <optional>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

#include "support/graph_game.hpp"
#include "support/scale.hpp"

namespace zermelo::search {
namespace {

using namespace testing;

using game::Bounds;

/// What is told of the side to move holds: `n` is the least length of its win, nothing if there is none.
void expect_win_holds(const Bounds& bounds, std::optional<unsigned> n) {
    if (bounds.won()) {
        ASSERT_TRUE(n);
        ASSERT_LE(*n, bounds.at_most()->count());
    }
    if (n) {
        ASSERT_TRUE(bounds.no_win_within());
        ASSERT_LT(bounds.no_win_within()->count(), std::max(*n, 1U));
    }
}

void expect_holds(const Bounds& bounds, std::optional<unsigned> won, std::optional<unsigned> lost) {
    expect_win_holds(bounds, won);
    expect_win_holds(bounds.of_the_other(), lost);
}

void expect_exact(const Bounds& bounds, const GraphValues& values, std::uint32_t p) {
    const auto won = values.won_in(p);
    const auto lost = values.lost_in(p);
    expect_holds(bounds, won, lost);
    ASSERT_EQ(bounds.value(), (won    ? game::Value{game::Outcome::win, Plies{*won}}
                               : lost ? game::Value{game::Outcome::loss, Plies{*lost}}
                                      : game::Value{}));
}

/// What moves are known to be holds for who makes them. Returns the nodes that it took to know it.
template <typename G>
std::uint64_t expect_moves_hold(OutcomeSearch<G>& search, const Graph& graph, const GraphValues& values,
                                std::uint64_t nodes) {
    std::vector<Bounds> moves;
    Budget budget;
    for (const std::uint32_t to : graph.nodes[search.root()].to) {
        moves.push_back(search.after(to, nodes, budget));
        const auto later = [](std::optional<unsigned> n) { return n ? std::optional{*n + 1} : n; };
        expect_holds(moves.back(), later(values.lost_in(to)), later(values.won_in(to)));
    }
    if (!moves.empty()) search.add(Bounds::from_moves(moves));
    expect_holds(search.bounds(), values.won_in(search.root()), values.lost_in(search.root()));
    return budget.nodes_used();
}

/// The line of an exact value is best play.
template <typename G>
void expect_line(OutcomeSearch<G>& search, const GraphValues& values) {
    const Bounds bounds = search.bounds();
    if (!bounds.at_most()) return;
    Budget budget;
    const auto line = search.line(budget);
    ASSERT_TRUE(line.complete);
    std::size_t left = bounds.at_most()->count();
    ASSERT_EQ(line.moves.size(), left);
    bool wins = bounds.won();
    for (const std::uint32_t to : line.moves) {
        --left;
        wins = !wins;
        ASSERT_EQ(wins ? values.won_in(to) : values.lost_in(to), left);
    }
}

/// A random graph of at most `most` positions and one, with its values.
struct GraphWithValues {
    GraphWithValues(Random& random, std::uint32_t most)
        : shape(random_shape(random, most)),
          graph(random_graph(shape, random)),
          values(graph, 2 * shape.size) {}
    static GraphShape random_shape(Random& random, std::uint32_t most) {
        const auto size = static_cast<std::uint32_t>(2 + random.below(most));
        const bool cycles = !random.one_in(4);
        return {size, cycles, random.one_in(2)};
    }

    GraphShape shape;
    Graph graph;
    GraphValues values;
};

struct Outcomes {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;
    std::uint64_t nodes_after_moves = 0;  ///< beyond what was remembered
    void note(const Bounds& bounds) { ++(bounds.won() ? wins : bounds.lost() ? losses : draws); }
};

template <typename G>
void expect_exact(const G& game, const Graph& graph, const GraphValues& values, std::size_t bytes,
                  Outcomes& seen) {
    for (std::uint32_t p = 0; p < graph.nodes.size(); p += 3) {
        OutcomeSearch<G> search{game, p, bytes};
        Budget budget;
        ASSERT_FALSE(search.run(budget));
        expect_exact(search.bounds(), values, p);
        seen.note(search.bounds());
        expect_moves_hold(search, graph, values, 0);
        seen.nodes_after_moves += expect_moves_hold(search, graph, values, 100);
        expect_line(search, values);
    }
}

TEST(OutcomeSearch, IsExactOnRandomGraphsWithCycles) {
    Random random{164};
    Outcomes seen;
    for (std::uint64_t i = scaled(60); i > 0; --i) {
        const auto [shape, graph, values] = GraphWithValues{random, 40};
        const std::size_t bytes = random.one_in(2) ? 1 : 1U << 16U;
        expect_exact(GraphGame{graph}, graph, values, bytes, seen);
        expect_exact(AbleGraphGame{graph, shape.unmoved}, graph, values, bytes, seen);
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
    EXPECT_GT(seen.nodes_after_moves, 0U);
    if (scaled_down()) return;
    EXPECT_GT(seen.wins, 150U);
    EXPECT_GT(seen.losses, 75U);
    EXPECT_GT(seen.draws, 75U);
}

TEST(OutcomeSearch, LengthsAddUpBehindKnownValues) {
    Random random{165};
    Outcomes seen;
    for (std::uint64_t i = scaled(300); i > 0; --i) {
        const auto [shape, graph, values] = GraphWithValues{random, 60};
        const KnownGraph game{AbleGraphGame{graph, shape.unmoved}, values, random()};
        expect_exact(game, graph, values, 1U << 14U, seen);
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
    if (scaled_down()) return;
    EXPECT_GT(seen.wins, 300U);
    EXPECT_GT(seen.losses, 300U);
    EXPECT_GT(seen.draws, 300U);
}

// Ten moves lead to positions that go round for ever, and are lost in 40 plies by what is known of them.
TEST(OutcomeSearch, WhatIsKnownIsBelievedAndNotSearched) {
    Graph graph;
    graph.nodes.resize(12);
    for (std::uint32_t p = 0; p < 11; ++p) graph.nodes[p].to = {p + 1};
    graph.nodes[11].to = {10};
    class EndlessGame : public AbleGraphGame {
      public:
        explicit EndlessGame(const Graph& endless) : AbleGraphGame(endless, false) {}
        std::optional<game::Value> known_value(const Position& p) const {
            if (p < 10) return std::nullopt;
            return p == 10 ? game::Value{game::Outcome::loss, Plies{40}}
                           : game::Value{game::Outcome::win, Plies{41}};
        }
    };
    OutcomeSearch<EndlessGame> search{EndlessGame{graph}, 0, 1U << 14U};
    Budget budget;
    ASSERT_FALSE(search.run(budget));
    EXPECT_EQ(search.bounds(), Bounds(game::Value{game::Outcome::loss, Plies{50}}));
    EXPECT_TRUE(search.after(1).lost());
    EXPECT_EQ(search.after(1).at_most(), Plies{50});
    OutcomeSearch<AbleGraphGame> plain{AbleGraphGame{graph, false}, 0, 1U << 14U};
    ASSERT_FALSE(plain.run(budget));
    EXPECT_EQ(plain.bounds().outcome(), game::Outcome::draw);
}

// Where all values after the root are known, those of its moves give its own.
TEST(OutcomeSearch, TheRootFollowsFromItsMoves) {
    Random random{167};
    for (std::uint64_t i = scaled(300); i > 0; --i) {
        const auto [shape, graph, values] = GraphWithValues{random, 30};
        if (graph.nodes[0].end) continue;
        OutcomeSearch<AbleGraphGame> search{AbleGraphGame{graph, shape.unmoved}, 0, 1U << 12U};
        std::vector<Bounds> moves;
        for (const std::uint32_t to : graph.nodes[0].to) {
            const auto won = values.won_in(to);
            const auto lost = values.lost_in(to);
            moves.push_back(Bounds(won    ? game::Value{game::Outcome::win, Plies{*won}}
                                   : lost ? game::Value{game::Outcome::loss, Plies{*lost}}
                                          : game::Value{})
                                .of_the_move());
        }
        if (!moves.empty()) search.add(Bounds::from_moves(moves));
        expect_exact(search.bounds(), values, 0);
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
}

// Where the budget is stopped, nothing is searched after a move.
TEST(OutcomeSearch, AStopReachesWhatIsSearchedAfterAMove) {
    Random random{167};
    std::stop_source source;
    source.request_stop();
    std::uint64_t nodes = 0;
    for (std::uint64_t i = scaled(20); i > 0; --i) {
        const auto [shape, graph, values] = GraphWithValues{random, 40};
        OutcomeSearch<GraphGame> search{GraphGame{graph}, 0, 1U << 16U};
        for (const std::uint32_t to : graph.nodes[0].to) {
            Budget stopped{{{}, {}, source.get_token()}};
            (void)search.after(to, 1'000'000, stopped);
            ASSERT_EQ(stopped.nodes_used(), 0U);
            Budget unlimited;
            (void)search.after(to, 1'000'000, unlimited);
            nodes += unlimited.nodes_used();
        }
    }
    EXPECT_GT(nodes, 0U);
}

// A search that is stopped knows only what holds; another one that gets what it remembered, goes on, and ends
// where one that was never stopped does.
TEST(OutcomeSearch, StoppedAndGoneOnWithItEndsTheSame) {
    Random random{166};
    std::uint64_t stops = 0;
    for (std::uint64_t i = scaled(200); i > 0; --i) {
        const auto [shape, graph, values] = GraphWithValues{random, 150};
        const AbleGraphGame game{graph, shape.unmoved};
        const auto root = static_cast<std::uint32_t>(random.below(shape.size));
        std::optional<OutcomeSearch<AbleGraphGame>> search{std::in_place, game, root, 1U << 14U};
        for (bool stopped = true; stopped;) {
            Budget budget{{{}, 1 + random.below(300), {}}};
            const auto stop = search->run(budget);
            ASSERT_LE(budget.nodes_used(), 300U);
            stopped = stop.has_value();
            if (stopped) {
                ASSERT_EQ(stop, Stop::nodes);
            }
            stops += stopped ? 1 : 0;
            expect_holds(search->bounds(), values.won_in(root), values.lost_in(root));
            expect_moves_hold(*search, graph, values, 0);
            if (!stopped) break;
            std::optional<OutcomeSearch<AbleGraphGame>> next{std::in_place, game, root, 1U << 14U};
            search->prover().for_each_remembered(
                [&](const Hash128& key, Role role, const Known& known) {
                    next->prover().remember(key, role, known);
                },
                [&](const auto& entry) { next->prover().remember(entry); });
            next->add(search->bounds());
            next->set_stretch(search->stretch());
            search.emplace(game, root, 1U << 14U);
            next->prover().for_each_remembered(
                [&](const Hash128& key, Role role, const Known& known) {
                    search->prover().remember(key, role, known);
                },
                [&](const auto& entry) { search->prover().remember(entry); });
            search->add(next->bounds());
            search->set_stretch(next->stretch());
        }
        expect_exact(search->bounds(), values, root);
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
    if (scaled_down()) return;
    EXPECT_GT(stops, 50U);
}

TEST(Budget, IsWatchedBetweenNodes) {
    Budget budget;
    unsigned calls = 0;
    budget.watch({}, [&] { ++calls; });
    for (int i = 0; i < 10; ++i) (void)budget.take(1);
    EXPECT_EQ(calls, 10U);
    Budget unhurried;
    unhurried.watch(std::chrono::hours{1}, [&] { ++calls; });
    for (int i = 0; i < 10; ++i) (void)unhurried.take(1);
    EXPECT_EQ(calls, 10U);
}

}  // namespace
}  // namespace zermelo::search
