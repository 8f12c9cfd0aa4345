// SPDX-License-Identifier: GPL-3.0-or-later
// Wins of any length, and that there is none: random graphs, full of cycles and of positions that several
// ways lead to, against their values by the definition; with tables that hold all or nearly nothing, and
// under limits.
#include "zermelo/search/prover.hpp"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/search/best_play.hpp"
#include "zermelo/search/closed_set.hpp"
#include "zermelo/search/strategy.hpp"

#include "support/graph_game.hpp"
#include "support/scale.hpp"

namespace zermelo::search {
namespace {

using namespace testing;

std::optional<Plies> plies(std::optional<unsigned> n) { return n ? std::optional{Plies{*n}} : std::nullopt; }

/// What must be said of a position that is won in n plies, or not at all, when a search by proof numbers
/// alone was asked for a win within a bound.
void expect_guided(const Answer<std::uint32_t>& answer, std::optional<Plies> n, ShortPlies bound) {
    if (n && *n <= Plies{bound}) {
        ASSERT_EQ(answer.verdict, Verdict::win);
        ASSERT_GE(answer.length, n);
        ASSERT_LE(*answer.length, Plies{bound});
    } else {
        ASSERT_EQ(answer.verdict, Verdict::no_win);
        ASSERT_GE(*answer.none_within, Plies{bound});
    }
    if (n) {
        ASSERT_LT(*answer.none_within, std::max(*n, Plies{1}));
    }
}

template <typename G>
void expect_guided(const G& game, const Graph& graph, const GraphValues& values, std::size_t bytes,
                   Random& random) {
    ProofTable<game::KeyOf<G>> table{bytes};
    table.allocate();
    ProofNumberSearch<G> search{game, table};
    for (std::uint32_t p = 0; p < graph.nodes.size(); ++p) {
        const auto bound = random.one_in(2) ? never : static_cast<ShortPlies>(random.below(20));
        expect_guided(search.prove(p, Role::attacker, bound), plies(values.won_in(p)), bound);
        expect_guided(search.prove(p, Role::defender, bound), plies(values.lost_in(p)), bound);
    }
}

/// Precondition: no cycles. In parts of a few nodes, each of which goes on where the last one was stopped.
template <typename G>
void expect_depth_first(const G& game, const Graph& graph, const GraphValues& values, std::size_t bytes,
                        Random& random) {
    ProofTable<game::KeyOf<G>> table{bytes};
    table.allocate();
    ProofNumberSearch<G> search{game, table, Order::depth_first};
    for (std::uint32_t p = 0; p < graph.nodes.size(); ++p) {
        const auto bound = random.one_in(2) ? never : static_cast<ShortPlies>(random.below(20));
        for (const Role role : {Role::attacker, Role::defender}) {
            if (random.one_in(4)) {  // something else in between, which is not finished
                Budget all;
                all.part(1 + random.below(3), [&](Budget& little) {
                    const auto other = static_cast<std::uint32_t>(random.below(graph.nodes.size()));
                    (void)search.prove(random.one_in(2) ? p : other,
                                       role == Role::attacker ? Role::defender : Role::attacker, never,
                                       &little);
                });
            }
            Budget budget;
            Answer<std::uint32_t> answer;
            std::size_t parts = 0;
            do {
                answer = budget.part(1 + random.below(3),
                                     [&](Budget& part) { return search.prove(p, role, bound, &part); });
                ASSERT_LT(++parts, 1U << 16U);
            } while (answer.verdict == Verdict::unknown);
            expect_guided(answer, plies(role == Role::attacker ? values.won_in(p) : values.lost_in(p)),
                          bound);
        }
    }
}

/// Each position of a closed set is as the definition has it. Precondition: the set is closed, and whole.
template <typename G>
void expect_whole_set(ClosedSetSearch<G>& closed, const Graph& graph, std::uint32_t root, Role role) {
    struct Seen {
        std::uint32_t position;
        Role role;
        std::vector<typename ClosedSetSearch<G>::Edge> edges;
    };
    std::vector<Seen> set;
    closed.for_each([&](std::uint32_t position, Role to_move, const auto& edges) {
        set.push_back({position, to_move, edges});
        return true;
    });
    ASSERT_EQ(set.size(), closed.size());
    ASSERT_EQ(set[0].position, root);
    ASSERT_EQ(set[0].role, role);
    for (const Seen& node : set) {
        const auto& moves = graph.nodes[node.position].to;
        const bool attacks = node.role == Role::attacker;
        ASSERT_EQ(node.edges.size(), moves.empty() ? 0 : attacks ? moves.size() : 1);
        if (moves.empty()) {
            ASSERT_NE(graph.nodes[node.position].end, attacks ? game::Outcome::win : game::Outcome::loss);
        }
        for (const auto& edge : node.edges) {
            ASSERT_EQ(set.at(edge.node).position, edge.move);
            ASSERT_NE(set.at(edge.node).role, node.role);
        }
    }
}

/// Every position and role: whether the attacker wins at any length, and of no win the closed set. What is
/// proved already may be known, or nothing; what is known from elsewhere may be believed, and moves that lose
/// at once left out, and then no set is made.
template <typename G>
void expect_closed(const G& game, const Graph& graph, const GraphValues& values, Random& random) {
    ProofTable<game::KeyOf<G>> table{1U << 16U};
    table.allocate();
    ProofNumberSearch<G> search{game, table};
    const bool knows = random.one_in(2);
    ClosedSetSearch<G> closed{game, 1U << 16U, knows ? &table : nullptr,
                              random.one_in(2) ? &search : nullptr};
    for (std::uint32_t p = 0; p < graph.nodes.size(); ++p) {
        for (const Role role : {Role::attacker, Role::defender}) {
            if (knows && random.one_in(2)) (void)search.prove(p, role, never);
            const auto value = plies(role == Role::attacker ? values.won_in(p) : values.lost_in(p));
            const bool whole = !(game::KnowsValues<G> || game::SkipsBlunders<G>) || random.one_in(2);
            closed.begin(p, role, random.below(2) * random.below(40), whole);
            Budget budget;
            const bool in_part = random.one_in(2);
            auto verdict = in_part ? budget.part(0, [&](Budget& nothing) { return closed.run(nothing); })
                                   : closed.run(budget);
            if (verdict == Verdict::unknown) verdict = closed.run(budget);
            ASSERT_EQ(verdict, value ? Verdict::win : Verdict::no_win);
            // What it tells the others of a win is a length that the least does not exceed.
            const auto told = table.find(game.key(p), role);
            if (told && told->facts.won_in != never) {
                ASSERT_TRUE(value && *value <= Plies{told->facts.won_in});
            } else {
                ASSERT_FALSE(value && knows && graph.nodes.size() < 30);
            }
            if (value || game::RestrictsAttacks<G>) continue;  // no set is made of these
            ASSERT_TRUE(closed.closed(p, role) || !whole);
            if (closed.closed(p, role)) expect_whole_set(closed, graph, p, role);
        }
    }
}

/// What the searches together say when nothing stops them. Of what is never won they may say that, whatever
/// was asked.
void expect_answer(const Answer<std::uint32_t>& answer, std::optional<Plies> n, std::optional<Plies> bound) {
    if (!n && answer.none_within == Plies{never}) bound.reset();
    if (bound && n > bound) n.reset();
    ASSERT_EQ(answer.verdict, n ? Verdict::win : Verdict::no_win);
    ASSERT_EQ(answer.length, n);
    ASSERT_FALSE(answer.stop.has_value());
    if (!n) {
        ASSERT_EQ(answer.none_within, bound.value_or(Plies{never}));
    } else if (*n > Plies{0}) {
        ASSERT_EQ(answer.none_within, *n - Plies{1});
    }
}

template <typename G>
void expect_exact(Prover<G>& prover, const Graph& graph, const GraphValues& values, Random& random) {
    for (std::uint32_t p = 0; p < graph.nodes.size(); ++p) {
        std::optional<Plies> bound;
        if (random.one_in(2)) bound = Plies{random.below(20)};
        const auto won = prover.prove(p, bound);
        expect_answer(won, plies(values.won_in(p)), bound);
        if (won.length > Plies{0}) {
            ASSERT_EQ(plies(values.lost_in(*won.first)), *won.length - Plies{1});
            const auto& barred = graph.nodes[p].barred;
            ASSERT_EQ(std::find(barred.begin(), barred.end(), *won.first), barred.end());
        }
        const auto lost = prover.prove_loss(p, bound);
        expect_answer(lost, plies(values.lost_in(p)), bound);
        if (lost.length > Plies{0}) {
            ASSERT_EQ(plies(values.won_in(*lost.first)), *lost.length - Plies{1});
        } else if (lost.verdict == Verdict::no_win && lost.first && bound > Plies{0}) {
            const auto still = plies(values.won_in(*lost.first));
            ASSERT_FALSE(still && *still < bound);
        }
    }
}

/// A strategy of any win within `length`: each position's plies are those that follow from its moves.
template <typename G>
void expect_strategy(Prover<G>& prover, const Graph& graph, std::uint32_t root, Plies length) {
    const auto strategy = StrategyBuilder<G, Prover<G>>{prover}.build(root, Role::attacker, length);
    ASSERT_TRUE(strategy.has_value());
    ASSERT_EQ(strategy->nodes[0].position, root);
    ASSERT_LE(strategy->nodes[0].plies, length);
    for (const auto& node : strategy->nodes) {
        const bool attacks = node.to_move == Role::attacker;
        const auto& moves = graph.nodes[node.position].to;
        ASSERT_EQ(node.edges.size(), moves.empty() ? 0 : attacks ? 1 : moves.size());
        if (moves.empty()) {
            ASSERT_EQ(graph.nodes[node.position].end, attacks ? game::Outcome::win : game::Outcome::loss);
        }
        Plies longest{0};
        for (const auto& edge : node.edges) {
            const auto& child = strategy->nodes.at(edge.node);
            ASSERT_EQ(child.position, edge.move);
            ASSERT_NE(child.to_move, node.to_move);
            longest = std::max(longest, child.plies + Plies{1});
        }
        ASSERT_EQ(node.plies, longest);
    }
}

struct Met {
    std::uint64_t wins = 0;
    std::uint64_t refusals = 0;
    Plies longest;
};

void expect_exact(const GraphShape& shape, Random& random, Met& met) {
    const Graph graph = random_graph(shape, random);
    const GraphValues values{graph, 2 * shape.size};
    // One bucket, a few, and a table that holds everything.
    const std::size_t bytes = std::array<std::size_t, 3>{1, 1U << 10U, 1U << 16U}[random.below(3)];
    const GraphGame plain{graph};
    const AbleGraphGame able{graph, shape.unmoved};
    expect_guided(plain, graph, values, bytes, random);
    expect_guided(able, graph, values, bytes, random);
    expect_closed(plain, graph, values, random);
    expect_closed(able, graph, values, random);
    const CarefulGraphGame careful{graph, shape.unmoved};
    expect_closed(careful, graph, values, random);
    Prover<CarefulGraphGame> of_careful{careful, bytes};
    expect_exact(of_careful, graph, values, random);
    const KnownGraph known{able, values, random()};
    expect_guided(known, graph, values, bytes, random);
    expect_closed(known, graph, values, random);
    expect_closed(KnownGraph{careful, values, random()}, graph, values, random);
    Prover<GraphGame> of_plain{plain, bytes};
    Prover<AbleGraphGame> of_able{able, bytes};
    expect_exact(of_plain, graph, values, random);
    expect_exact(of_able, graph, values, random);
    for (std::uint32_t p = 0; p < graph.nodes.size(); p += 5) {
        const auto n = plies(values.won_in(p));
        ++(n ? met.wins : met.refusals);
        if (!n) continue;
        met.longest = std::max(met.longest, *n);
        expect_strategy(of_plain, graph, p, *n + Plies{random.below(4)});
        expect_strategy(of_able, graph, p, *n);
        const auto line = principal_line(of_able, p, *n);
        ASSERT_TRUE(line.complete);
        for (std::size_t i = 0; i < line.moves.size(); ++i)
            ASSERT_EQ(plies(i % 2 == 0 ? values.lost_in(line.moves[i]) : values.won_in(line.moves[i])),
                      *n - Plies{i + 1});
    }
}

TEST(Prover, IsExactOnRandomGraphsWithCycles) {
    Random random{64};
    Met met;
    for (std::uint64_t i = scaled(250); i > 0; --i) {
        const GraphShape shape{static_cast<std::uint32_t>(2 + random.below(40)), !random.one_in(4),
                               random.one_in(2)};
        expect_exact(shape, random, met);
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
    if (scaled_down()) return;
    EXPECT_GT(met.wins, 250U);
    EXPECT_GT(met.refusals, 250U);
    EXPECT_GT(met.longest, Plies{12});
}

// Where no position comes twice one search goes to the end of a move before it looks at the next.
TEST(Prover, IsExactDepthFirstOnRandomGraphsWithoutCycles) {
    Random random{67};
    std::uint64_t wins = 0;
    for (std::uint64_t i = scaled(600); i > 0; --i) {
        const GraphShape shape{static_cast<std::uint32_t>(2 + random.below(40)), false, random.one_in(2)};
        const Graph graph = random_graph(shape, random);
        const GraphValues values{graph, 2 * shape.size};
        const std::size_t bytes = std::array<std::size_t, 3>{1, 1U << 10U, 1U << 16U}[random.below(3)];
        const OnceGraphGame once{graph, shape.unmoved};
        expect_depth_first(GraphGame{graph}, graph, values, bytes, random);
        expect_depth_first(once, graph, values, bytes, random);
        expect_depth_first(KnownGraph{once, values, random()}, graph, values, bytes, random);
        Prover<OnceGraphGame> prover{once, bytes, 1 + static_cast<unsigned>(random.below(2))};
        expect_exact(prover, graph, values, random);
        for (std::uint32_t p = 0; p < graph.nodes.size(); p += 5) {
            const auto n = plies(values.won_in(p));
            if (!n) continue;
            ++wins;
            expect_strategy(prover, graph, p, *n + Plies{random.below(4)});
        }
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
    if (!scaled_down()) {
        EXPECT_GT(wins, 600U);
    }
}

// Where it is known how long play can last, what is not won within that length is not won, and a bound
// beyond that asks for all wins.
TEST(Prover, IsExactWherePlayIsBounded) {
    Random random{68};
    std::uint64_t never_won = 0;
    for (std::uint64_t i = scaled(400); i > 0; --i) {
        const GraphShape shape{static_cast<std::uint32_t>(2 + random.below(40)), false, random.one_in(2)};
        const Graph graph = random_graph(shape, random);
        const GraphValues values{graph, 2 * shape.size};
        const std::size_t bytes = std::array<std::size_t, 3>{1, 1U << 10U, 1U << 16U}[random.below(3)];
        const BoundedGraphGame game{graph, shape.unmoved, random.below(3)};
        Prover<BoundedGraphGame> prover{game, bytes, 1 + static_cast<unsigned>(random.below(2))};
        expect_exact(prover, graph, values, random);
        for (std::uint32_t p = 0; p < graph.nodes.size(); ++p) {
            const auto expect = [&](const auto& answer, std::optional<Plies> length) {
                ASSERT_EQ(answer.length, length);
                if (length) return;
                ++never_won;
                ASSERT_EQ(answer.verdict, Verdict::no_win);
                ASSERT_EQ(answer.none_within, Plies{never});
            };
            const Plies beyond = *game.plies_left(p) + Plies{random.below(2)};
            if (beyond == Plies{0}) continue;
            expect(prover.prove(p, beyond), plies(values.won_in(p)));
            expect(prover.prove_loss(p, beyond), plies(values.lost_in(p)));
            // By depth alone, of a prover that has room for nothing.
            Prover<BoundedGraphGame> forgetful{game, 1};
            expect(forgetful.prove(p, std::nullopt), plies(values.won_in(p)));
            for (const Role role : {Role::attacker, Role::defender}) {
                const auto facts = prover.remembered(p, role);
                const auto won = role == Role::attacker ? values.won_in(p) : values.lost_in(p);
                ASSERT_TRUE(!won || facts.not_won_in < std::max(*won, 1U));
            }
        }
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
    if (!scaled_down()) {
        EXPECT_GT(never_won, 1'000U);
    }
}

// The attacker makes no barred move, the defender any: the answers are those of the definition, and a win is
// one of the whole game.
TEST(Prover, IsExactUnderARestriction) {
    Random random{66};
    std::uint64_t wins = 0;
    std::uint64_t longer = 0;
    for (std::uint64_t i = testing::scaled(400); i > 0; --i) {
        const GraphShape shape{static_cast<std::uint32_t>(2 + random.below(40)), !random.one_in(4),
                               random.one_in(2)};
        Graph graph = testing::random_graph(shape, random);
        const GraphValues of_all{graph, 2 * shape.size};
        testing::bar_moves(graph, random);
        const GraphValues values{graph, 2 * shape.size};
        const std::size_t bytes = std::array<std::size_t, 3>{1, 1U << 10U, 1U << 16U}[random.below(3)];
        const RestrictedGraphGame game{graph, shape.unmoved};
        expect_guided(game, graph, values, bytes, random);
        expect_closed(game, graph, values, random);
        const KnownGraph known{game, of_all, random()};
        expect_guided(known, graph, values, bytes, random);
        expect_closed(known, graph, values, random);
        ForcedWin<RestrictedGraphGame> deepening{game, bytes};
        Prover<RestrictedGraphGame> prover{game, bytes};
        expect_exact(prover, graph, values, random);
        for (std::uint32_t p = 0; p < graph.nodes.size(); ++p) {
            const auto n = plies(values.won_in(p));
            const Plies bound{random.below(30)};
            ASSERT_EQ(deepening.prove(p, bound).length, n <= bound ? n : std::nullopt);
            ASSERT_EQ(deepening.wins_within(p, bound), n && n <= bound);
            if (!n) continue;
            ++wins;
            ASSERT_TRUE(of_all.won_in(p));
            ASSERT_LE(plies(of_all.won_in(p)), n);
            longer += plies(of_all.won_in(p)) < n ? 1 : 0;
            if (p % 5 == 0) expect_strategy(prover, graph, p, *n + Plies{random.below(4)});
        }
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
    if (testing::scaled_down()) return;
    EXPECT_GT(wins, 600U);
    EXPECT_GT(longer, 10U);
}

/// The attacker walks about between `places` places, from each of which it can go to some others; the
/// defender has one reply. Proof numbers lose their way in it.
Graph walk(std::uint32_t places, Random& random) {
    Graph graph;
    graph.nodes.resize(2 * std::size_t{places});
    const auto join = [&](std::uint32_t a, std::uint32_t b) {
        auto& to = graph.nodes[a].to;
        if (a != b && std::find(to.begin(), to.end(), places + b) == to.end()) to.push_back(places + b);
    };
    for (std::uint32_t place = 0; place < places; ++place) {
        graph.nodes[places + place].to = {place};
        for (const std::uint64_t other :
             {std::uint64_t{(place + 1) % places}, random.below(places), random.below(places)}) {
            join(place, static_cast<std::uint32_t>(other));
            join(static_cast<std::uint32_t>(other), place);
        }
    }
    return graph;
}

// What is known from elsewhere ends the search, and what is shown for a proof does without.
TEST(Prover, ShowsAWholeSetWhateverIsKnown) {
    Random random{68};
    const Graph graph = walk(500, random);
    const GraphValues values{graph, 1};
    const KnownGraph game{AbleGraphGame{graph, false}, values, 1};
    Prover prover{game, std::size_t{1} << 20U};
    ASSERT_FALSE(game.known_value(0));
    ASSERT_EQ(prover.prove(0, std::nullopt).verdict, Verdict::no_win);
    Budget budget;
    const auto closed = prover.closed_set(0, Role::attacker, &budget);
    ASSERT_TRUE(closed);
    EXPECT_GE(budget.nodes_used(), 500U);  // for which it was looked for anew
    expect_whole_set(**closed, graph, 0, Role::attacker);
}

/// Without an end: from each position two moves lead to others. From the hundredth on a value is known, the
/// same of all.
class EndlessTree {
  public:
    using Position = std::uint64_t;
    using Move = std::uint64_t;
    using MoveList = std::vector<Move>;
    explicit EndlessTree(game::Value value) : value_(value) {}
    void moves(const Position& p, MoveList& list) const { list = {2 * p, 2 * p + 1}; }
    Position play(const Position&, const Move& m) const { return m; }
    bool lost(const Position&) const { return false; }
    std::uint64_t key(const Position& p) const { return p; }
    std::optional<game::Value> known_value(const Position& p) const {
        return p < 100 ? std::nullopt : std::optional{value_};
    }

  private:
    game::Value value_;
};

TEST(ClosedSet, EndsAtWhatIsKnownFromElsewhere) {
    const auto verdict = [](game::Value value, bool whole) {
        ClosedSetSearch<EndlessTree> closed{EndlessTree{value}, 1U << 16U, nullptr};
        Budget budget;
        closed.begin(1, Role::attacker, 0, whole);
        const Verdict found = closed.run(budget);
        EXPECT_FALSE(closed.closed(1, Role::attacker));
        return found;
    };
    EXPECT_EQ(verdict({}, false), Verdict::no_win);
    EXPECT_EQ(verdict({game::Outcome::loss, Plies{4}}, false), Verdict::win);
    EXPECT_EQ(verdict({game::Outcome::win, Plies{5}}, false), Verdict::win);
    EXPECT_EQ(verdict({}, true), Verdict::unknown);  // the memory is full
}

struct LargeGraph {
    GraphShape shape;
    Graph graph;
    GraphValues values;
};

/// With cycles, and too many positions for a small table.
LargeGraph large_graph(Random& random) {
    const GraphShape shape{static_cast<std::uint32_t>(20 + random.below(180)), true, random.one_in(2)};
    const Graph graph = random_graph(shape, random);
    return {shape, graph, {graph, 2 * shape.size}};
}

// A limit leaves a win with bounds of its length, or nothing but a length within which there is none; both
// hold.
TEST(Prover, LimitsLeaveBoundsThatHold) {
    Random random{65};
    std::uint64_t unknown = 0;
    for (std::uint64_t i = scaled(1'500); i > 0; --i) {
        const auto [shape, graph, values] = large_graph(random);
        Prover<AbleGraphGame> prover{AbleGraphGame{graph, shape.unmoved}, 1U << 12U};
        for (std::uint32_t p = 0; p < graph.nodes.size(); p += 17) {
            Limits limits;
            limits.nodes = random.below(random.one_in(2) ? 100 : 5'000);
            Budget budget{limits};
            const auto answer = prover.prove(p, std::nullopt, &budget);
            ASSERT_LE(budget.nodes_used(), *limits.nodes);
            const auto n = plies(values.won_in(p));
            if (!answer.stop) {
                expect_answer(answer, n, std::nullopt);
                continue;
            }
            ASSERT_EQ(answer.stop, Stop::nodes);
            if (n) {
                ASSERT_LT(*answer.none_within, *n);
            }
            if (answer.verdict == Verdict::win) {
                ASSERT_TRUE(n);
                ASSERT_GE(*answer.length, *n);
                ASSERT_TRUE(values.lost_in(*answer.first));
            } else {
                ++unknown;
                ASSERT_EQ(answer.verdict, Verdict::unknown);
            }
        }
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
    if (scaled_down()) return;
    EXPECT_GT(unknown, 100U);
}

// Threads that follow proof numbers with one table: each comes to what is so, whatever the others do.
TEST(Prover, ThreadsThatShareATableAreExact) {
    Random random{66};
    for (std::uint64_t i = testing::scaled(200); i > 0; --i) {
        const auto [shape, graph, values] = large_graph(random);
        const AbleGraphGame game{graph, shape.unmoved};
        ProofTable<game::KeyOf<AbleGraphGame>> table{std::array<std::size_t, 2>{1, 1U << 16U}[i % 2]};
        ASSERT_TRUE(table.allocate());
        table.share();
        std::vector<std::jthread> threads;
        for (unsigned t = 0; t < 3; ++t) {
            threads.emplace_back([&, t] {
                ProofNumberSearch<AbleGraphGame> search{game, table};
                Random own{t};
                for (std::uint32_t p = 0; p < graph.nodes.size(); p += 1 + t) {
                    const auto bound = own.one_in(2) ? never : static_cast<ShortPlies>(own.below(20));
                    expect_guided(search.prove(p, Role::attacker, bound), plies(values.won_in(p)), bound);
                    expect_guided(search.prove(p, Role::defender, bound), plies(values.lost_in(p)), bound);
                }
            });
        }
        threads.clear();
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
}

// A prover with several threads says what one with a single thread says, and keeps to a limit.
TEST(Prover, IsAsExactWithSeveralThreads) {
    Random random{67};
    for (std::uint64_t i = testing::scaled(6); i > 0; --i) {
        const auto [shape, graph, values] = large_graph(random);
        Prover<AbleGraphGame> prover{AbleGraphGame{graph, shape.unmoved}, 1U << (4 + random.below(14)),
                                     static_cast<unsigned>(2 + random.below(2))};
        expect_exact(prover, graph, values, random);
        prover.forget();
        Limits limits;
        limits.nodes = 100'000;
        Budget budget{limits};
        const auto answer = prover.prove(0, std::nullopt, &budget);
        ASSERT_LE(budget.nodes_used(), *limits.nodes);
        if (!answer.stop) expect_answer(answer, plies(values.won_in(0)), std::nullopt);
        if (HasFatalFailure()) FAIL() << "graph " << i;
    }
}

// Where a closed set shows that there is no win, its first reply is what refutes the move before: here one
// that leads into a maze without an end, for which the other searches take longer, while the first reply in
// the list loses in more plies than they look at meanwhile.
TEST(Prover, ClosedSetsTellTheirFirstReply) {
    constexpr std::uint32_t slow_loss = 2;
    constexpr std::uint32_t plies_of_loss = 101;
    constexpr std::uint32_t maze = slow_loss + plies_of_loss + 1;
    constexpr std::uint32_t positions = 4'000;  // on each side
    Graph graph;
    graph.nodes.resize(maze + 2 * positions);
    graph.nodes[0].to = {1};
    graph.nodes[1].to = {slow_loss, maze};
    for (std::uint32_t p = slow_loss; p < slow_loss + plies_of_loss; ++p) graph.nodes[p].to = {p + 1};
    graph.nodes[slow_loss + plies_of_loss].end = game::Outcome::loss;
    Random random{68};
    const auto lead = [&](std::uint32_t from, std::uint32_t to, std::size_t moves) {
        auto& list = graph.nodes[from].to;
        while (list.size() < moves) {
            const auto other = to + static_cast<std::uint32_t>(random.below(positions));
            if (std::find(list.begin(), list.end(), other) == list.end()) list.push_back(other);
        }
    };
    for (std::uint32_t p = maze; p < maze + positions; ++p) {
        lead(p, maze + positions, 5);
        lead(p + positions, maze, 3);
    }
    Prover<GraphGame> prover{GraphGame{graph}};
    const auto answer = prover.prove_loss(1, Plies{250});
    EXPECT_EQ(answer.verdict, Verdict::no_win);
    EXPECT_EQ(answer.first, maze);
}

// While several threads use a budget up, its watch waits until the round is over.
TEST(Budget, IsUsedUpByThreadsTogether) {
    Limits limits;
    limits.nodes = 1'000;
    Budget budget{limits};
    unsigned calls = 0;
    budget.watch({}, [&] { ++calls; });
    std::uint64_t granted = 0;
    while (!budget.stopped()) {
        budget.share([&](SharedBudget& round) {
            round.part(30, [&](Budget& one) {
                round.part(1'000, [&](Budget& other) {
                    const unsigned before = calls;
                    for (std::uint64_t nodes = 1; nodes > 0; granted += nodes) {
                        nodes = one.take(7);
                        if (nodes == 7) {
                            one.give_back(2);
                            granted -= 2;
                        }
                        granted += other.take(1);
                    }
                    ASSERT_EQ(other.take(1), 0U);
                    ASSERT_EQ(calls, before);
                });
            });
        });
    }
    EXPECT_EQ(granted, 1'000U);
    EXPECT_EQ(budget.nodes_used(), 1'000U);
    EXPECT_EQ(budget.stopped(), Stop::nodes);
    EXPECT_GT(calls, 0U);
}

}  // namespace
}  // namespace zermelo::search
