// SPDX-License-Identifier: GPL-3.0-or-later
// The prover on games that end in more ways than by a loss, with wins of even length and with limits: random
// graphs against plain recursion and against values by the definition.
#include <array>
#include <chrono>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

#include "zermelo/search/best_play.hpp"
#include "zermelo/search/forced_win.hpp"
#include "zermelo/search/strategy.hpp"

#include "reference/minimax.hpp"
#include "support/graph_game.hpp"
#include "support/scale.hpp"

namespace zermelo::search {
namespace {

using namespace testing;

std::optional<Plies> within(std::optional<unsigned> n, unsigned bound) {
    if (!n || *n > bound) return std::nullopt;
    return Plies{*n};
}

/// What an answer must say if the least distance is `n`, or nothing within the bound.
void expect_answer(const Answer<std::uint32_t>& answer, std::optional<Plies> n, unsigned bound) {
    ASSERT_EQ(answer.verdict, n ? Verdict::win : Verdict::no_win);
    ASSERT_EQ(answer.length, n);
    ASSERT_FALSE(answer.stop.has_value());
    if (!n) {
        ASSERT_EQ(answer.none_within, Plies{bound});
    } else if (*n > Plies{0}) {
        ASSERT_EQ(answer.none_within, *n - Plies{1});
    }
}

template <typename G>
void expect_exact(ForcedWin<G>& prover, const Graph& graph, const GraphValues& values, unsigned bound) {
    for (std::uint32_t p = 0; p < graph.nodes.size(); ++p) {
        const auto& node = graph.nodes[p];
        const auto won = within(values.won_in(p), bound);
        const auto answer = prover.prove(p, Plies{bound});
        expect_answer(answer, won, bound);
        ASSERT_EQ(prover.wins_within(p, Plies{bound}), won.has_value());
        ASSERT_EQ(answer.first.has_value(), won && !node.end);
        if (answer.first) {
            ASSERT_EQ(values.lost_in(*answer.first), answer.length->count() - 1);
        }

        const auto lost = within(values.lost_in(p), bound);
        const auto loss = prover.prove_loss(p, Plies{bound});
        expect_answer(loss, lost, bound);
        ASSERT_EQ(loss.first.has_value(), !node.end);
        if (loss.first && lost) {
            ASSERT_EQ(values.won_in(*loss.first), loss.length->count() - 1);
        } else if (loss.first && bound > 0) {
            ASSERT_FALSE(within(values.won_in(*loss.first), bound - 1).has_value());
        }
    }
}

template <typename G>
void expect_line(ForcedWin<G>& prover, const GraphValues& values, std::uint32_t root, Plies length) {
    const auto line = principal_line(prover, root, length);
    ASSERT_TRUE(line.complete);
    ASSERT_EQ(line.moves.size(), length.count());
    std::uint32_t p = root;
    for (std::size_t i = 0; i < line.moves.size(); ++i) {
        p = prover.game().play(p, line.moves[i]);
        ASSERT_EQ(i % 2 == 0 ? values.lost_in(p) : values.won_in(p), length.count() - i - 1);
    }
}

template <typename G>
void expect_tries(ForcedWin<G>& prover, const Graph& graph, const GraphValues& values, std::uint32_t root,
                  unsigned bound) {
    const auto tries = first_moves(prover, root, Plies{bound});
    ASSERT_EQ(tries.size(), graph.nodes[root].to.size());
    for (const auto& tried : tries) {
        const auto lost = within(values.lost_in(tried.move), bound - 1);
        ASSERT_EQ(tried.verdict, lost ? Verdict::win : Verdict::no_win);
        if (lost) {
            ASSERT_EQ(tried.length, *lost + Plies{1});
            ASSERT_FALSE(tried.refutation.has_value());
            continue;
        }
        ASSERT_EQ(tried.refutation.has_value(), !graph.nodes[tried.move].end);
        if (!tried.refutation || bound < 2) continue;
        const auto& replies = graph.nodes[tried.move].to;
        ASSERT_NE(std::find(replies.begin(), replies.end(), *tried.refutation), replies.end());
        ASSERT_FALSE(within(values.won_in(*tried.refutation), bound - 2).has_value());
    }
}

template <typename G>
void expect_strategy(ForcedWin<G>& prover, const Graph& graph, const GraphValues& values, std::uint32_t root,
                     Plies length) {
    const auto strategy = StrategyBuilder<G>{prover}.build(root, Role::attacker, length);
    ASSERT_TRUE(strategy.has_value());
    ASSERT_EQ(strategy->nodes[0].position, root);
    for (const auto& node : strategy->nodes) {
        const bool attacks = node.to_move == Role::attacker;
        ASSERT_EQ(attacks ? values.won_in(node.position) : values.lost_in(node.position), node.plies.count());
        const auto& moves = graph.nodes[node.position].to;
        ASSERT_EQ(node.edges.size(), moves.empty() ? 0 : attacks ? 1 : moves.size());
        for (const auto& edge : node.edges) {
            const auto& child = strategy->nodes.at(edge.node);
            ASSERT_EQ(child.position, edge.move);
            ASSERT_NE(child.to_move, node.to_move);
            ASSERT_LT(child.plies, node.plies);
        }
    }
    if (strategy->nodes.size() > 1) {
        const auto small =
            StrategyBuilder<G>{prover, strategy->nodes.size() - 1}.build(root, Role::attacker, length);
        ASSERT_FALSE(small.has_value());
        ASSERT_EQ(small.error(), Stop::size);
    }
}

GraphShape random_shape(Random& random) {
    return {static_cast<std::uint32_t>(2 + random.below(40)), random.one_in(2), random.one_in(2)};
}

TEST(Ends, AgreesWithTheDefinitionOnRandomGraphs) {
    Random random{61};
    constexpr unsigned deepest = 14;
    std::array<std::uint64_t, deepest + 1> lengths{};
    for (std::uint64_t i = scaled(3'000); i > 0; --i) {
        const GraphShape shape = random_shape(random);
        const Graph graph = random_graph(shape, random);
        const GraphValues values{graph, deepest};
        const auto bound = static_cast<unsigned>(random.below(deepest + 1));
        // One bucket, and tables that hold everything.
        const std::size_t bytes = random.one_in(2) ? 1 : 1U << 14U;
        ForcedWin<GraphGame> plain{GraphGame{graph}, bytes};
        ForcedWin<AbleGraphGame> able{AbleGraphGame{graph, shape.unmoved}, bytes};
        expect_exact(plain, graph, values, bound);
        expect_exact(able, graph, values, bound);
        for (std::uint32_t p = 0; p < graph.nodes.size(); p += 3) {
            if (bound > 0) {
                expect_tries(plain, graph, values, p, bound);
                expect_tries(able, graph, values, p, bound);
            }
            const auto n = within(values.won_in(p), bound);
            if (!n) continue;
            ++lengths[n->count()];
            expect_line(plain, values, p, *n);
            expect_line(able, values, p, *n);
            expect_strategy(plain, graph, values, p, *n);
            expect_strategy(able, graph, values, p, *n);
        }
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
    for (unsigned n = 0; n <= 6; ++n) EXPECT_GT(lengths[n], 0U) << n;
}

TEST(Ends, AgreesWithPlainRecursionOnRandomGraphs) {
    Random random{62};
    for (std::uint64_t i = scaled(6'000); i > 0; --i) {
        const GraphShape shape = random_shape(random);
        const Graph graph = random_graph(shape, random);
        const GraphGame game{graph};
        ForcedWin<GraphGame> prover{game, 1U << 12U};
        const Plies bound{random.below(7)};
        for (std::uint32_t p = 0; p < graph.nodes.size(); p += 2) {
            ASSERT_EQ(prover.wins_within(p, bound), reference::wins_within(game, p, bound));
            ASSERT_EQ(prover.prove_loss(p, bound).verdict == Verdict::win,
                      reference::loses_within(game, p, bound));
        }
    }
}

// A limit may make an answer unknown, and what an unknown answer says must hold; it never makes one wrong,
// and what was remembered on the way to it must not spoil the next.
TEST(Ends, LimitsMakeAnswersUnknownAndNeverWrong) {
    Random random{63};
    constexpr unsigned bound = 12;
    std::uint64_t unknown = 0;
    for (std::uint64_t i = scaled(6'000); i > 0; --i) {
        const GraphShape shape = random_shape(random);
        const Graph graph = random_graph(shape, random);
        const GraphValues values{graph, bound};
        ForcedWin<GraphGame> prover{GraphGame{graph}, 1U << 12U};
        for (std::uint32_t p = 0; p < graph.nodes.size(); p += 2) {
            Limits limits;
            limits.nodes = random.below(60);
            Budget budget{limits};
            const auto answer = prover.prove(p, Plies{bound}, &budget);
            ASSERT_LE(budget.nodes_used(), *limits.nodes);
            const auto won = within(values.won_in(p), bound);
            if (answer.verdict != Verdict::unknown) {
                expect_answer(answer, won, bound);
                continue;
            }
            ++unknown;
            ASSERT_EQ(answer.stop, Stop::nodes);
            ASSERT_FALSE(answer.length.has_value());
            ASSERT_FALSE(answer.first.has_value());
            if (won) {
                ASSERT_LT(*answer.none_within, *won);
            }
            const auto again = prover.prove_loss(p, Plies{bound}, &budget);
            ASSERT_TRUE(again.verdict == Verdict::unknown || again.length || graph.nodes[p].end);
            for (const auto& tried : first_moves(prover, p, Plies{bound}, &budget))
                if (tried.verdict == Verdict::win) {
                    ASSERT_EQ(values.lost_in(tried.move), tried.length->count() - 1);
                }
        }
        expect_exact(prover, graph, values, bound);
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
    EXPECT_GT(unknown, 1000U);
}

/// Two chains that never meet an end: nothing can be proved, and the search never ends by itself.
Graph endless() {
    Graph graph;
    for (std::uint32_t i = 0; i < 64; ++i)
        graph.nodes.push_back({{}, {(i + 1) % 64, (i * 7 + 3) % 64, (i * 13 + 5) % 64}});
    return graph;
}

TEST(Ends, TimeAndRequestsEndASearch) {
    const Graph graph = endless();
    ForcedWin<GraphGame> prover{GraphGame{graph}, 1};
    Limits limits;
    Plies none_within{0};
    // The time may pass without a processor to work on: then longer.
    for (auto time = std::chrono::milliseconds{20}; none_within <= Plies{3}; time *= 2) {
        limits.time = time;
        Budget budget{limits};
        const auto answer = prover.prove(0, Plies{60'000}, &budget);
        EXPECT_EQ(answer.verdict, Verdict::unknown);
        EXPECT_EQ(answer.stop, Stop::time);
        none_within = *answer.none_within;
        EXPECT_EQ(prover.prove(0, Plies{60'000}, &budget).stop, Stop::time);
        ASSERT_LT(time, std::chrono::minutes{1});
    }

    std::stop_source source;
    source.request_stop();
    limits = {};
    limits.stop = source.get_token();
    Budget stopped{limits};
    EXPECT_EQ(prover.prove(0, Plies{60'000}, &stopped).stop, Stop::request);

    limits = {};
    limits.time = std::chrono::steady_clock::duration::max();
    Budget generous{limits};
    EXPECT_EQ(prover.prove(0, Plies{6}, &generous).verdict, Verdict::no_win);
}

// Where nodes are dear the clock is looked at again after a few.
TEST(Ends, ABudgetOfTimeIsGrantedInShares) {
    Limits limits;
    limits.time = std::chrono::hours{1};
    Budget budget{limits};
    std::uint64_t granted = budget.take(256);
    EXPECT_LE(granted, 2U);
    for (int i = 0; i < 1'000'000 && granted < 256; ++i) granted = budget.take(256);
    EXPECT_EQ(granted, 256U);
    for (int i = 0; i < 20 && granted > 1; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
        granted = budget.take(256);
    }
    EXPECT_EQ(granted, 1U);
    Budget untimed{Limits{}};
    EXPECT_EQ(untimed.take(256), 256U);
}

TEST(Ends, StrategiesAndLinesHonourLimits) {
    // 0 … 40 in one line, the last one lost.
    Graph graph;
    for (std::uint32_t i = 0; i < 41; ++i) graph.nodes.push_back({{}, {i + 1}});
    graph.nodes.push_back({game::Outcome::loss, {}});
    ForcedWin<GraphGame> prover{GraphGame{graph}, 1};
    Limits limits;
    limits.nodes = 30;
    Budget little{limits};
    const auto stopped = StrategyBuilder<GraphGame>{prover}.build(0, Role::attacker, Plies{41}, &little);
    ASSERT_FALSE(stopped.has_value());
    EXPECT_EQ(stopped.error(), Stop::nodes);
    const auto line = principal_line(prover, 0, Plies{41}, &little);
    EXPECT_FALSE(line.complete);
    EXPECT_TRUE(principal_line(prover, 0, Plies{41}).complete);
    EXPECT_EQ(StrategyBuilder<GraphGame>{prover}.build(0, Role::attacker, Plies{41})->nodes.size(), 42U);
}

}  // namespace
}  // namespace zermelo::search
