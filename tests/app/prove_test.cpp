// SPDX-License-Identifier: GPL-3.0-or-later
// `prove` on every shipped variant against the slow minimax over the reference, which shares no line with
// the engine or the prover: verdict, least length, every first move with its length, refutations, best play.
#include "zermelo/app/prove.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "zermelo/app/solve.hpp"
#include "zermelo/engine/notation.hpp"

#include "reference/minimax.hpp"
#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/scratch.hpp"
#include "support/shipped.hpp"
#include "support/slow_game.hpp"

namespace zermelo::app {
namespace {

using engine::Setup;
using testing::SlowGame;

std::optional<Plies> least_win(const SlowGame& slow, const Setup& setup, Plies bound) {
    for (Plies n; n <= bound; n = n + Plies{1})
        if (reference::wins_within(slow, setup, n)) return n;
    return std::nullopt;
}

std::optional<Plies> least_loss(const SlowGame& slow, const Setup& setup, Plies bound) {
    for (Plies n; n <= bound; n = n + Plies{1})
        if (reference::loses_within(slow, setup, n)) return n;
    return std::nullopt;
}

std::optional<engine::Move> named(const SlowGame& slow, const rules::Rules& rules, const Setup& setup,
                                  const std::string& text) {
    std::optional<engine::Move> found;
    for (const engine::Move& move : slow.moves(setup))
        if (uci(move, rules) == text) {
            EXPECT_FALSE(found) << "two moves are called " << text;
            found = move;
        }
    return found;
}

/// The largest bound up to 7 within which the slow search costs about so much.
Plies affordable(const SlowGame& slow, const Setup& setup, double cost) {
    const auto& moves = slow.moves(setup);
    double replies = 1;
    for (const engine::Move& move : moves)
        replies += static_cast<double>(slow.moves(slow.play(setup, move)).size()) /
                   static_cast<double>(moves.size());
    const auto men = static_cast<double>(
        std::count_if(setup.men.begin(), setup.men.end(), [](const auto& man) { return man.has_value(); }));
    const auto own = 1 + static_cast<double>(moves.size());
    double all = own * replies * men;  // within one ply every reply to every move is made
    std::uint64_t bound = 1;
    while (bound < 7 && (all *= bound % 2 == 1 ? 1.5 : own) <= cost) ++bound;
    return Plies{bound};
}

/// A position that the slow search can look at for about so much a ply, if one is drawn soon; otherwise the
/// one of those drawn that has the fewest moves.
template <typename Draw>
Setup affordable_one(const SlowGame& slow, double cost, const Draw& draw) {
    std::optional<Setup> best;
    for (int tries = 0; tries < 30; ++tries) {
        Setup setup = draw();
        const auto moves = static_cast<double>(slow.moves(setup).size());
        if (moves * moves <= cost) return setup;
        if (!best || slow.moves(setup).size() < slow.moves(*best).size()) best = std::move(setup);
    }
    return *std::move(best);
}

/// Every word of a proof is as the slow search has it.
void expect_agreement(const SlowGame& slow, const rules::Rules& rules, const Setup& setup,
                      const Proof& proof) {
    const Plies bound = *proof.limit;
    const auto least = least_win(slow, setup, bound);
    ASSERT_EQ(proof.verdict, least ? Verdict::win : Verdict::no_win);
    ASSERT_EQ(proof.plies, least);
    if (!least) {
        ASSERT_EQ(proof.none_within, bound);
    } else if (*least > Plies{0}) {
        ASSERT_EQ(proof.none_within, *least - Plies{1});
    }
    ASSERT_TRUE(proof.complete);

    std::set<std::string> shown;
    for (const FirstMove& first : proof.winning) ASSERT_TRUE(shown.insert(first.move).second);
    for (const FirstMove& first : proof.tries) ASSERT_TRUE(shown.insert(first.move).second);
    ASSERT_EQ(shown.size(), slow.moves(setup).size());
    const auto shorter = [](const FirstMove& a, const FirstMove& b) { return a.plies < b.plies; };
    ASSERT_TRUE(std::is_sorted(proof.winning.begin(), proof.winning.end(), shorter));
    for (const FirstMove& first : proof.winning) {
        const auto move = named(slow, rules, setup, first.move);
        ASSERT_TRUE(move) << first.move;
        const auto lost = least_loss(slow, slow.play(setup, *move), bound - Plies{1});
        ASSERT_TRUE(lost) << first.move;
        ASSERT_EQ(first.plies, *lost + Plies{1}) << first.move;
    }
    for (const FirstMove& first : proof.tries) {
        const auto move = named(slow, rules, setup, first.move);
        ASSERT_TRUE(move) << first.move;
        const Setup child = slow.play(setup, *move);
        ASSERT_FALSE(reference::loses_within(slow, child, bound - Plies{1})) << first.move;
        ASSERT_EQ(first.refutation.has_value(), !slow.moves(child).empty()) << first.move;
        if (!first.refutation) continue;
        const auto reply = named(slow, rules, child, *first.refutation);
        ASSERT_TRUE(reply) << first.move << ' ' << *first.refutation;
        if (bound < Plies{2}) continue;
        ASSERT_FALSE(reference::wins_within(slow, slow.play(child, *reply), bound - Plies{2}))
            << first.move << ' ' << *first.refutation;
    }

    ASSERT_EQ(proof.line.size(), least ? least->count() : 0);
    Setup at = setup;
    Plies left = least.value_or(Plies{0});
    bool attacks = true;
    for (const std::string& text : proof.line) {
        const auto move = named(slow, rules, at, text);
        ASSERT_TRUE(move) << text;
        at = slow.play(at, *move);
        left = left - Plies{1};
        attacks = !attacks;
        ASSERT_EQ((attacks ? least_win : least_loss)(slow, at, left), left) << "after " << text;
    }
}

/// What was met.
struct Met {
    std::uint64_t positions = 0;
    std::uint64_t wins = 0;      ///< in one ply and more
    std::uint64_t refusals = 0;  ///< no win, within two plies and more
};

/// So many different positions of one variant, within as many plies as the slow search can do at a price.
Met expect_agreement_of(const rules::Rules& rules, std::uint64_t seed, std::uint64_t count, double price) {
    SCOPED_TRACE(rules.name);
    testing::NearEnds positions{rules, seed};
    Random random{seed};
    std::set<std::string> seen;  // the positions are different ones
    Met met;
    while (met.positions < count) {
        const bool near_win = random.one_in(4);
        const SlowGame slow{rules};
        const Setup setup = affordable_one(slow, 30 * price,
                                           [&] { return near_win ? positions.near_win() : positions.any(); });
        const std::string fen = print_fen(setup);
        if (!seen.insert(fen).second) continue;
        ++met.positions;
        const double here = rules.drops ? price / 20 : price;  // the slow search is slow there
        const Plies most = affordable(slow, setup, near_win ? 30 * here : here);
        const Plies bound = random.one_in(4) ? Plies{1 + random.below(most.count())} : most;
        SCOPED_TRACE(fen + " within " + std::to_string(bound.count()));
        ProveOptions options;
        options.ideal = true;  // the slow search knows no history
        options.memory = std::size_t{1} << (random.one_in(2) ? 10U : 20U);  // one that forgets, too
        const auto proof = prove(testing::shipped(), {rules.name, fen}, bound, options);
        if (!proof) {
            ADD_FAILURE() << proof.error().message;
        } else {
            expect_agreement(slow, rules, setup, *proof);
        }
        if (::testing::Test::HasFailure()) break;
        met.wins += proof->plies > Plies{0} ? 1 : 0;
        met.refusals += !proof->plies && bound > Plies{1} ? 1 : 0;
    }
    return met;
}

/// Eight times as many in the slow run: more than twenty thousand of all shipped variants together.
constexpr std::uint64_t positions_of_each = 30;

/// Fewer where every move is there with many a wall, or men are placed first.
std::uint64_t positions_of(const rules::Rules& rules) {
    return rules.has_walls() || rules.must_drop ? positions_of_each / 6 : positions_of_each;
}

/// Without a limit of plies, under one of nodes: what is said of wins within a length that the slow search
/// can do is what it says. A win has a certificate, which is checked before it is given away.
void expect_any_length(const rules::Rules& rules, std::uint64_t seed, std::uint64_t count, double price) {
    SCOPED_TRACE(rules.name);
    testing::NearEnds positions{rules, seed};
    Random random{seed};
    for (; count > 0; --count) {
        const Setup setup = random.one_in(2) ? positions.near_win() : positions.any();
        const std::string fen = print_fen(setup);
        const SlowGame slow{rules};
        const Plies bound = affordable(slow, setup, rules.drops ? price / 20 : price);
        SCOPED_TRACE(fen + " within " + std::to_string(bound.count()));
        ProveOptions options;
        options.ideal = true;
        options.memory = std::size_t{1} << (random.one_in(2) ? 12U : 20U);
        options.nodes = random.below(2'000);
        options.certificate = random.one_in(2);
        const auto proof = prove(testing::shipped(), {rules.name, fen}, std::nullopt, options);
        if (!proof) {  // the certificate's own limit was reached
            ASSERT_NE(proof.error().message.find("before its certificate"), std::string::npos)
                << proof.error().message;
            continue;
        }
        ASSERT_FALSE(proof->limit);
        const auto least = least_win(slow, setup, bound);
        if (least) {
            ASSERT_NE(proof->verdict, Verdict::no_win);
            if (*least > Plies{0}) {
                ASSERT_LT(proof->none_within, least);
            }
            if (proof->verdict == Verdict::win) {
                ASSERT_GE(proof->plies, least);
            }
            if (proof->exact()) {
                ASSERT_EQ(proof->plies, least);
            }
        } else if (proof->verdict == Verdict::win) {
            ASSERT_GT(*proof->plies, bound);
        }
        if (proof->verdict == Verdict::win) {
            ASSERT_EQ(proof->certificate.empty(), !options.certificate);
            if (proof->complete) {
                ASSERT_EQ(proof->line.empty(), *proof->plies == Plies{0});
                ASSERT_LE(Plies{proof->line.size()}, *proof->plies);
            }
        }
    }
}

class Prove : public ::testing::TestWithParam<std::string> {};

// The count says that wins and their absence were not rare.
TEST_P(Prove, IsTheSlowReference) {
    if (testing::shipped(GetParam()).sittuyin_promotion)
        GTEST_SKIP() << "the slow search does not come to an end while men are placed";
    const std::uint64_t count = testing::scaled(positions_of(testing::shipped(GetParam())));
    const Met met =
        expect_agreement_of(testing::shipped(GetParam()), testing::seed_of(GetParam()) + 5, count, 800);
    RecordProperty("positions", std::to_string(met.positions));
    RecordProperty("wins", std::to_string(met.wins));
    // Gates give so many moves that most positions are searched one ply deep.
    if (HasFailure() || count < positions_of_each || testing::shipped(GetParam()).gating) return;
    EXPECT_GE(met.wins + met.refusals, count / 20);
}

TEST_P(Prove, OfAnyLengthIsNeverWrong) {
    if (testing::shipped(GetParam()).sittuyin_promotion)
        GTEST_SKIP() << "the slow search does not come to an end while men are placed";
    expect_any_length(testing::shipped(GetParam()), testing::seed_of(GetParam()) + 9,
                      testing::scaled(positions_of(testing::shipped(GetParam())) / 3), 400);
}

// Other positions, searched more deeply.
TEST_P(Prove, SlowIsTheSlowReference) {
    if (testing::shipped(GetParam()).sittuyin_promotion)
        GTEST_SKIP() << "the slow search does not come to an end while men are placed";
    expect_agreement_of(testing::shipped(GetParam()), testing::seed_of(GetParam()) + 1, testing::scaled(300),
                        50'000);
}

std::uint64_t men_of(const Setup& setup) {
    return static_cast<std::uint64_t>(
        std::count_if(setup.men.begin(), setup.men.end(), [](const auto& man) { return man.has_value(); }));
}

/// Tables of all positions of three men, or of two on large boards; none where the game has no tables.
std::optional<std::string> small_tables(const rules::Rules& rules, const testing::ScratchFolder& folder) {
    SolveOptions options;
    options.tables = folder.file("tables");
    options.men = rules.files * rules.ranks <= 64 ? 3 : 2;
    if (!solve(testing::shipped(), rules.name, options, [](const SolveEvent&) {})) return std::nullopt;
    return options.tables;
}

/// The slow search, deepening within a bound, the search without one, and tables say the same of a position,
/// with tables of proved positions that hardly hold anything, too. Whether tables had it.
bool expect_all_agree(const rules::Rules& rules, const Setup& setup, const std::optional<std::string>& tables,
                      Random& random) {
    const std::string fen = print_fen(setup);
    const SlowGame slow{rules};
    const Plies bound = affordable(slow, setup, rules.drops ? 20 : 400);
    SCOPED_TRACE(rules.name + ' ' + fen + " within " + std::to_string(bound.count()));
    const auto least = least_win(slow, setup, bound);
    ProveOptions options;
    options.ideal = true;
    options.memory = std::size_t{1} << (random.one_in(2) ? 1U : 14U);
    const auto deepened = prove(testing::shipped(), {rules.name, fen}, bound, options);
    EXPECT_TRUE(deepened) << deepened.error().message;
    if (!deepened) return false;
    EXPECT_EQ(deepened->plies, least);

    options.nodes = random.below(random.one_in(4) ? 20'000 : 1'000);
    options.memory = std::size_t{1} << (random.one_in(2) ? 1U : 14U);
    const auto any = prove(testing::shipped(), {rules.name, fen}, std::nullopt, options);
    EXPECT_TRUE(any) << any.error().message;
    if (!any) return false;
    EXPECT_FALSE(any->verdict == Verdict::no_win && least);
    const bool wins = any->verdict == Verdict::win;
    EXPECT_FALSE(wins && (least ? *any->plies < *least : *any->plies <= bound));
    if (any->exact() && least) {
        EXPECT_EQ(any->plies, least);
    }

    if (!tables) return false;
    ProveOptions looked_up;
    looked_up.ideal = true;
    looked_up.tables = tables;
    looked_up.nodes = 0;
    const auto value = prove(testing::shipped(), {rules.name, fen}, std::nullopt, looked_up);
    if (!value || value->verdict == Verdict::unknown || !value->value) return false;
    const bool won = value->verdict == Verdict::win;
    EXPECT_FALSE(least && !won);
    EXPECT_FALSE(wins && !won);
    EXPECT_FALSE(any->verdict == Verdict::no_win && won);
    if (least || (won && *value->plies <= bound)) {
        EXPECT_EQ(value->plies, least);
    }
    if (wins) {
        EXPECT_GE(any->plies, value->plies);
    }
    if (any->exact()) {
        EXPECT_EQ(any->plies, value->plies);
    }
    return true;
}

// A hundred thousand positions of all shipped variants together; ZERMELO_TEST_SCALE makes them fewer.
TEST_P(Prove, SlowAllSearchesAgree) {
    const rules::Rules& rules = testing::shipped(GetParam());
    if (rules.sittuyin_promotion)
        GTEST_SKIP() << "the slow search does not come to an end while men are placed";
    const testing::ScratchFolder folder;
    const auto tables = small_tables(rules, folder);
    testing::NearEnds positions{rules, testing::seed_of(GetParam()) + 20};
    Random random{testing::seed_of(GetParam()) + 20};
    const SlowGame slow{rules};
    std::uint64_t met = 0;
    std::uint64_t in_tables = 0;
    for (; met < testing::scaled(700) && !HasFailure(); ++met) {
        const bool few = tables && random.one_in(4);
        const auto draw = [&] { return random.one_in(2) ? positions.near_win() : positions.any(); };
        engine::Setup setup = affordable_one(slow, 30'000, draw);
        for (int tries = 0; few && tries < 30 && men_of(setup) > 3; ++tries) setup = positions.any();
        in_tables += expect_all_agree(rules, setup, tables, random) ? 1 : 0;
    }
    RecordProperty("positions", std::to_string(met));
    RecordProperty("in_tables", std::to_string(in_tables));
}

INSTANTIATE_TEST_SUITE_P(Shipped, Prove, ::testing::ValuesIn(testing::shipped_names()),
                         testing::name_of_shipped);

// A mate in sixteen, far deeper than anything that deepens by plies comes; its certificate is checked by
// `prove`.
TEST(ProveAll, LongWinsAreFoundAndBounded) {
    ProveOptions options;
    options.nodes = 100'000;
    options.certificate = true;
    const auto proof = prove(testing::shipped(), {"chess", "8/pp5p/qrp4p/rkP4p/b6R/Bp1P3P/1P5K/8 w - - 0 1"},
                             std::nullopt, options);
    ASSERT_TRUE(proof) << proof.error().message;
    EXPECT_EQ(proof->verdict, Verdict::win);
    EXPECT_FALSE(proof->exact());
    EXPECT_EQ(proof->stopped_by, "nodes");
    EXPECT_GE(proof->plies, Plies{31});
    EXPECT_GE(proof->none_within, Plies{7});
    EXPECT_LT(proof->none_within, Plies{31});
    EXPECT_EQ(Plies{proof->line.size()}, proof->plies);
    EXPECT_FALSE(proof->certificate.empty());
    ASSERT_EQ(proof->winning.size(), 1U);
    EXPECT_EQ(proof->winning[0].move, proof->line[0]);
}

// Nobody can force a win in tic-tac-toe, and the first to move loses hexapawn.
TEST(ProveAll, NoWinAtAnyLength) {
    for (const char* name : {"tictactoe", "hexapawn"}) {
        const auto proof = prove(testing::shipped(), {name, std::nullopt}, std::nullopt, {});
        ASSERT_TRUE(proof) << proof.error().message;
        EXPECT_EQ(proof->verdict, Verdict::no_win) << name;
        EXPECT_FALSE(proof->none_within) << name;
        EXPECT_EQ(verdict_text(*proof), "no win at any length");
    }
}

TEST(ProveAll, ComparesTwentyThousandPositions) {
    std::uint64_t positions = 0;
    for (const rules::Rules* rules : testing::shipped().all())
        if (!rules->sittuyin_promotion) positions += 8 * positions_of(*rules);
    EXPECT_GE(positions, 20'000U);
}

}  // namespace
}  // namespace zermelo::app
