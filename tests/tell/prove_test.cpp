// SPDX-License-Identifier: GPL-3.0-or-later
// `prove` on every shipped variant against the slow minimax over the reference, which shares no line with
// the engine or the prover: verdict, least length, every first move with its length, refutations, best play.
#include "zermelo/tell/prove.hpp"

#include <algorithm>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/notation.hpp"
#include "zermelo/tell/solve.hpp"
#include "zermelo/tell/value.hpp"

#include "reference/minimax.hpp"
#include "reference/restriction.hpp"
#include "support/json_reader.hpp"
#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/scratch.hpp"
#include "support/shipped.hpp"
#include "support/slow_game.hpp"
#include "tell/small_tables.hpp"

namespace zermelo::tell {
namespace {

using testing::ReadJson;

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
        if (engine::uci(move, rules) == text) {
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

/// Whether every play ends within `plies`.
bool ends_within(const SlowGame& slow, const Setup& setup, Plies plies) {
    const auto moves = slow.moves(setup);
    return moves.empty() ||
           (plies > Plies{0} && std::all_of(moves.begin(), moves.end(), [&](const auto& move) {
                return ends_within(slow, slow.play(setup, move), plies - Plies{1});
            }));
}

/// A proof of no win is one within the bound, or at any length where no play goes beyond it.
void expect_none_within(const std::optional<Plies>& none_within, Plies bound, const SlowGame& slow,
                        const Setup& setup) {
    if (none_within) {
        EXPECT_EQ(none_within, bound);
    } else {
        EXPECT_TRUE(ends_within(slow, setup, bound));
    }
}

/// Every word of a proof is as the slow search has it.
void expect_agreement(const SlowGame& slow, const rules::Rules& rules, const Setup& setup,
                      const Proof& proof) {
    const Plies bound = *proof.limit;
    const auto least = least_win(slow, setup, bound);
    ASSERT_EQ(proof.verdict, least ? Verdict::win : Verdict::no_win);
    ASSERT_EQ(proof.plies, least);
    if (!least) {
        expect_none_within(proof.none_within, bound, slow, setup);
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

/// Compares `count` different positions of one variant with the slow search, within at most as many plies as
/// that can do at a price.
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

/// In the quick run; and others in the slow one: more than forty thousand of all shipped variants together.
constexpr std::uint64_t positions_of_each = 12;
constexpr std::uint64_t slow_positions_of_each = 300;

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
        ASSERT_TRUE(proof) << proof.error().message;
        if (proof->uncertified) {  // its own limit was reached
            ASSERT_NE(proof->uncertified->message.find("before its certificate"), std::string::npos)
                << proof->uncertified->message;
            ASSERT_TRUE(proof->certificate.empty());
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
            ASSERT_EQ(proof->certificate.empty(), !options.certificate || proof->uncertified);
            if (proof->complete) {
                ASSERT_EQ(proof->line.empty(), *proof->plies == Plies{0});
                ASSERT_LE(Plies{proof->line.size()}, *proof->plies);
            }
        }
    }
}

class Prove : public ::testing::TestWithParam<std::string> {};

// The two agree. A run that is scaled up also checks that wins, and proofs that there is none, were not rare.
TEST_P(Prove, IsTheSlowReference) {
    if (testing::shipped(GetParam()).sittuyin_promotion)
        GTEST_SKIP() << "the slow search does not come to an end while men are placed";
    const std::uint64_t count = testing::scaled(positions_of(testing::shipped(GetParam())));
    const Met met =
        expect_agreement_of(testing::shipped(GetParam()), testing::seed_of(GetParam()) + 5, count, 800);
    RecordProperty("positions", std::to_string(met.positions));
    RecordProperty("wins", std::to_string(met.wins));
    // Gates give so many moves that most positions are searched one ply deep.
    if (HasFailure() || !testing::scaled_up() || testing::shipped(GetParam()).gating) return;
    EXPECT_GE(met.wins + met.refusals, count / 20);
}

TEST_P(Prove, OfAnyLengthIsNeverWrong) {
    if (testing::shipped(GetParam()).sittuyin_promotion)
        GTEST_SKIP() << "the slow search does not come to an end while men are placed";
    expect_any_length(testing::shipped(GetParam()), testing::seed_of(GetParam()) + 9,
                      testing::scaled(positions_of(testing::shipped(GetParam())) / 3), 400);
}

Restriction random_restriction(Random& random) {
    Restriction restriction;
    while (!restriction.any()) {
        restriction.checks = random.one_in(3);
        if (random.one_in(3)) restriction.replies = static_cast<std::uint32_t>(random.below(12));
        restriction.no_captures = random.one_in(4);
        restriction.no_quiet_captures = random.one_in(4);
    }
    return restriction;
}

/// Under random restrictions: the least length is that of the slow search, which makes those moves alone, and
/// nothing is claimed of the game but wins. Their certificates are checked before they are given away. How
/// many wins.
std::uint64_t expect_restricted(const rules::Rules& rules, std::uint64_t seed, std::uint64_t count,
                                double price) {
    SCOPED_TRACE(rules.name);
    testing::NearEnds positions{rules, seed};
    Random random{seed};
    std::uint64_t wins = 0;
    for (; count > 0 && !::testing::Test::HasFailure(); --count) {
        const SlowGame slow{rules};
        const bool near_win = random.one_in(2);
        const Setup setup = affordable_one(slow, 30 * price,
                                           [&] { return near_win ? positions.near_win() : positions.any(); });
        const std::string fen = print_fen(setup);
        const Plies bound = affordable(slow, setup, rules.drops ? price / 20 : price);
        ProveOptions options;
        options.ideal = true;
        options.memory = std::size_t{1} << (random.one_in(2) ? 10U : 20U);
        options.certificate = random.one_in(2);
        options.restriction = random_restriction(random);
        SCOPED_TRACE(fen + " within " + std::to_string(bound.count()) + " with " +
                     restriction_text(options.restriction));
        std::optional<Plies> least;
        for (Plies n; n <= bound && !least; n = n + Plies{1})
            if (reference::wins_within(slow, setup, n, [&](const Setup& before, const Setup& after) {
                    return reference::leaves_move(options.restriction, rules, before, after);
                }))
                least = n;
        const auto proof = prove(testing::shipped(), {rules.name, fen}, bound, options);
        EXPECT_TRUE(proof) << proof.error().message;
        if (!proof) break;
        EXPECT_EQ(proof->plies, least);
        EXPECT_TRUE(proof->tries.empty() || !proof->restricted);
        if (least) {
            wins += *least > Plies{0} ? 1 : 0;
            EXPECT_EQ(proof->verdict, Verdict::win);
            EXPECT_EQ(proof->certificate.empty(), !options.certificate);
            EXPECT_EQ(Plies{proof->line.size()}, least);
            EXPECT_EQ(proof->exact(), *least <= Plies{1});
            EXPECT_TRUE(proof->least_restricted() || *least == Plies{0});
        } else if (slow.moves(setup).empty() || bound == Plies{0}) {
            EXPECT_EQ(proof->verdict, Verdict::no_win);
        } else {
            EXPECT_EQ(proof->verdict, Verdict::unknown);
            EXPECT_EQ(proof->restricted->verdict, Verdict::no_win);
            expect_none_within(proof->restricted->none_within, bound, slow, setup);
            EXPECT_EQ(proof->none_within, Plies{0});
        }
        options.nodes = random.below(2'000);
        const auto any = prove(testing::shipped(), {rules.name, fen}, std::nullopt, options);
        if (!any) continue;  // the certificate's own limit was reached
        if (least) {
            EXPECT_FALSE(any->restricted && any->restricted->verdict == Verdict::no_win);
            EXPECT_TRUE(!any->plies || *any->plies >= *least);
        } else {
            EXPECT_TRUE(!any->plies || *any->plies > bound);
        }
        EXPECT_TRUE(!any->least_restricted() || any->plies == least || !least);
    }
    return wins;
}

TEST_P(Prove, UnderARestrictionIsTheSlowReference) {
    if (testing::shipped(GetParam()).sittuyin_promotion)
        GTEST_SKIP() << "the slow search does not come to an end while men are placed";
    expect_restricted(testing::shipped(GetParam()), testing::seed_of(GetParam()) + 30,
                      testing::scaled(positions_of(testing::shipped(GetParam())) / 3), 200);
}

// Other positions, searched more deeply.
TEST_P(Prove, SlowUnderARestrictionIsTheSlowReference) {
    if (testing::shipped(GetParam()).sittuyin_promotion)
        GTEST_SKIP() << "the slow search does not come to an end while men are placed";
    expect_restricted(testing::shipped(GetParam()), testing::seed_of(GetParam()) + 31, testing::scaled(100),
                      4'000);
}

// Other positions, searched more deeply.
TEST_P(Prove, SlowIsTheSlowReference) {
    if (testing::shipped(GetParam()).sittuyin_promotion)
        GTEST_SKIP() << "the slow search does not come to an end while men are placed";
    expect_agreement_of(testing::shipped(GetParam()), testing::seed_of(GetParam()) + 1,
                        testing::scaled(slow_positions_of_each), 50'000);
}

ZERMELO_TEST_EACH_SHIPPED(Prove);

/// Up to `count` random positions of at most `men` men.
std::vector<std::string> few_men(const rules::Rules& rules, std::uint64_t men, std::uint64_t count) {
    testing::NearEnds positions{rules, 31};
    std::vector<std::string> fens;
    for (int tries = 0; tries < 3'000 && fens.size() < count; ++tries) {
        const Setup setup = positions.any();
        if (testing::men_of(setup) <= men) fens.push_back(print_fen(setup));
    }
    return fens;
}

// What is made in memory says what a folder of tables says, whatever of it is asked.
TEST(ProveOnDemand, TablesSayWhatAFolderSays) {
    std::uint64_t made = 0;
    for (const char* const variant : {"small3x4", "small5x5"}) {
        const rules::Rules& rules = testing::shipped(variant);
        const testing::ScratchFolder folder;
        const auto tables = testing::small_tables(rules, folder);
        ASSERT_TRUE(tables);
        for (const std::string& fen : few_men(rules, 3, testing::scaled(20))) {
            SCOPED_TRACE(std::string{variant} + ' ' + fen);
            ProveOptions options;
            options.ideal = true;
            for (const auto limit : {std::optional<Plies>{}, std::optional{Plies{9}}}) {
                ProveOptions looked_up = options;
                looked_up.tables = tables;
                const auto expected = prove(testing::shipped(), {variant, fen}, limit, looked_up);
                const auto found = prove(testing::shipped(), {variant, fen}, limit, options);
                ASSERT_TRUE(expected) << expected.error().message;
                ASSERT_TRUE(found) << found.error().message;
                EXPECT_EQ(found->verdict, expected->verdict);
                EXPECT_EQ(found->plies, expected->plies);
                EXPECT_EQ(found->line.size(), expected->line.size());
                if (!found->value) continue;
                ++made;
                EXPECT_EQ(json_text(json_of(*found, true)), json_text(json_of(*expected, true)));
            }
        }
    }
    EXPECT_GT(made, 0U);
}

/// `prove` and `value` say the same of a position with tables made in memory, which is where the search has
/// not found all before, as with those of a folder. The nodes may differ: they count the search alone.
void expect_as_of_a_folder(const rules::Rules& rules, const std::string& tables, const std::string& fen,
                           std::uint64_t& made) {
    SCOPED_TRACE(rules.name + ' ' + fen);
    const PositionRequest request{rules.name, fen};
    for (const auto limit : {std::optional<Plies>{}, std::optional{Plies{11}}}) {
        ProveOptions options;
        options.ideal = true;
        const auto found = prove(testing::shipped(), request, limit, options);
        options.tables = tables;
        const auto expected = prove(testing::shipped(), request, limit, options);
        ASSERT_TRUE(found) << found.error().message;
        ASSERT_TRUE(expected) << expected.error().message;
        EXPECT_EQ(found->verdict, expected->verdict);
        EXPECT_EQ(found->plies, expected->plies);
        if (!found->value) continue;
        ++made;
        EXPECT_EQ(json_text(json_of(*found, true)), json_text(json_of(*expected, true)));
    }
    ValueOptions options;
    options.ideal = true;
    auto found = value(testing::shipped(), request, options);
    options.tables = tables;
    auto expected = value(testing::shipped(), request, options);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_TRUE(expected) << expected.error().message;
    EXPECT_EQ(found->bounds.outcome(), expected->bounds.outcome());
    EXPECT_EQ(found->bounds.at_most(), expected->bounds.at_most());
    if (found->source != ValueSource::tables) return;
    ++made;
    found->nodes = expected->nodes = 0;
    EXPECT_EQ(json_text(json_of(*found)), json_text(json_of(*expected)));
}

TEST_P(Prove, SlowTablesMadeSayWhatAFolderSays) {
    const rules::Rules& rules = testing::shipped(GetParam());
    const testing::ScratchFolder folder;
    const auto tables = testing::small_tables(rules, folder);
    if (!tables) GTEST_SKIP() << "no tables";
    std::uint64_t made = 0;
    for (const std::string& fen : few_men(rules, 3, testing::scaled(8)))
        expect_as_of_a_folder(rules, *tables, fen, made);
    RecordProperty("made", std::to_string(made));
}

// Limits hold while tables are made, too; a memory or a number of nodes that is too small for them changes no
// answer but to unknown.
TEST(ProveOnDemand, TablesKeepLimits) {
    const PositionRequest long_win{"chess", "8/8/8/4k3/8/8/8/K6R w - - 0 1"};
    const auto verdict = [&](const ProveOptions& options) {
        const auto proof = prove(testing::shipped(), long_win, std::nullopt, options);
        EXPECT_TRUE(proof) << proof.error().message;
        return proof ? std::pair{proof->verdict, proof->stopped_by}
                     : std::pair{Verdict::no_win, std::string{}};
    };
    ProveOptions options;
    options.nodes = 50'100;  // fewer than the tables would take are left
    EXPECT_EQ(verdict(options), (std::pair{Verdict::unknown, std::string{"nodes"}}));
    options.nodes = 200'000;
    EXPECT_EQ(verdict(options), (std::pair{Verdict::win, std::string{}}));
    options.memory = 1'000;
    EXPECT_EQ(verdict(options), (std::pair{Verdict::unknown, std::string{"nodes"}}));
    options = {};
    std::stop_source stop;
    stop.request_stop();
    options.stop = stop.get_token();
    EXPECT_EQ(verdict(options), (std::pair{Verdict::unknown, std::string{"request"}}));
}

// Certificates of what was found so are checked before they are given away.
TEST(ProveOnDemand, TablesHaveCertificates) {
    ProveOptions options;
    options.certificate = true;
    const auto win =
        prove(testing::shipped(), {"chess", "8/8/8/4k3/8/8/8/K6R w - - 0 1"}, std::nullopt, options);
    ASSERT_TRUE(win) << win.error().message;
    EXPECT_EQ(win->plies, Plies{29});
    EXPECT_TRUE(win->exact());
    EXPECT_FALSE(win->certificate.empty());
    // A restricted attacker is searched for.
    options.restriction.replies = 3;
    options.nodes = 200'000;
    options.certificate = false;
    const auto restricted =
        prove(testing::shipped(), {"chess", "8/8/8/4k3/8/8/8/K6R w - - 0 1"}, std::nullopt, options);
    ASSERT_TRUE(restricted) << restricted.error().message;
    EXPECT_FALSE(restricted->value);
}

// A win is in hand when the tables are begun. Where they are finished its length is the least; where they are
// not, it is told with its certificate.
TEST(ProveOnDemand, AWinInHandIsKept) {
    const PositionRequest request{"small5x5", "k4/1n3/5/1RP2/K4 w - - 0 1"};
    const auto run = [&](bool stopped, std::uint64_t& told) {
        std::stop_source stop;
        ProveOptions options;
        options.certificate = true;
        options.stop = stop.get_token();
        auto proof = prove(testing::shipped(), request, std::nullopt, options, nullptr,
                           [&](const oracle::Progress& progress) {
                               if (!progress.making) return;
                               ++told;
                               EXPECT_FALSE(progress.making->tier.empty());
                               if (stopped) stop.request_stop();
                           });
        EXPECT_TRUE(proof) << proof.error().message;
        EXPECT_TRUE(proof->certified);
        const auto checked = certified(testing::shipped(), proof->certificate);
        EXPECT_TRUE(checked) << checked.error().message;
        EXPECT_TRUE(!checked || checked->bounds ==
                                    (proof->plies ? Bounds::won_within(*proof->plies) : Bounds::never_won()));
        return *proof;
    };
    std::uint64_t told = 0;
    const Proof kept = run(true, told);
    EXPECT_EQ(told, 1U);
    EXPECT_EQ(kept.verdict, Verdict::win);
    EXPECT_FALSE(kept.exact());
    EXPECT_EQ(kept.stopped_by, "request");
    const Proof least = run(false, told);
    EXPECT_GT(told, 2U);
    EXPECT_TRUE(least.exact());
    EXPECT_LT(least.plies, kept.plies);
}

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

Proof restricted(const std::string& variant, const std::string& fen, std::optional<Plies> limit,
                 const std::string& restriction, ProveOptions options = {}) {
    options.restriction = parse_restriction(restriction).value();
    return prove(testing::shipped(), {variant, fen}, limit, options).value();
}

// What is said of the game is what a restricted search can know of it.
TEST(ProveAll, RestrictionsAreToldInWords) {
    const std::string quiet_key = "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1";  // mate in three, by quiet moves
    EXPECT_EQ(verdict_text(restricted("chess", quiet_key, Plies{5}, "checks")),
              "unknown: no win with checks alone within 5 plies");
    EXPECT_EQ(verdict_text(restricted("chess", quiet_key, std::nullopt, "checks")),
              "win in at most 17 plies, the least with checks alone");
    EXPECT_EQ(verdict_text(restricted("chess", quiet_key, Plies{5}, "no-captures")),
              "win in at most 5 plies, the least with no captures");
    EXPECT_EQ(verdict_text(restricted("chess", "k7/8/K7/8/8/8/8/7R w - - 0 1", std::nullopt, "checks")),
              "win in 1 ply");
    // The mate takes a man.
    EXPECT_EQ(verdict_text(restricted("chess", "k1r5/8/K7/8/8/8/8/2R5 w - - 0 1", Plies{1}, "checks")),
              "win in 1 ply");
    EXPECT_EQ(verdict_text(restricted("chess", "k1r5/8/K7/8/8/8/8/2R5 w - - 0 1", Plies{1}, "no-captures")),
              "unknown: no win with no captures within 1 ply");
    EXPECT_EQ(
        verdict_text(restricted("chess", "k1r5/8/K7/8/8/8/8/2R5 w - - 0 1", Plies{1}, "no-quiet-captures")),
        "win in 1 ply");
    // Checks end, and are all looked at.
    EXPECT_EQ(verdict_text(restricted("chess", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", std::nullopt,
                                      "checks,no-quiet-captures")),
              "unknown: no win with checks alone and no quiet captures at any length");
    // A bare king cannot win, and the game that is over is no matter of restrictions.
    EXPECT_EQ(verdict_text(restricted("chess", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", std::nullopt, "checks")),
              "no win at any length: the game is over");
    // Without checks in the rules a win at once is all that is left.
    EXPECT_EQ(verdict_text(restricted("hexapawn", "3/P2/3 w - - 0 1", std::nullopt, "checks")),
              "win in 1 ply");
    // Nor is there a certificate that there is none.
    ProveOptions certified;
    certified.certificate = true;
    const auto none =
        restricted("chess", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", std::nullopt, "checks", certified);
    EXPECT_EQ(none.restricted->verdict, Verdict::no_win);
    EXPECT_TRUE(none.certificate.empty());
    ProveOptions few;
    few.nodes = 10;
    EXPECT_EQ(verdict_text(restricted("chess", "8/pp5p/qrp4p/rkP4p/b6R/Bp1P3P/1P5K/8 w - - 0 1", std::nullopt,
                                      "replies=1", few))
                  .substr(0, 76),
              "unknown: the limit of nodes was reached; no win with at most 1 reply within ");
}

TEST(ProveAll, RestrictionsAreReadAndWritten) {
    for (const char* text : {"checks", "replies=0", "no-captures", "no-quiet-captures",
                             "checks,replies=12,no-captures,no-quiet-captures"})
        EXPECT_EQ(restriction_text(parse_restriction(text).value()), text);
    EXPECT_EQ(restriction_text(parse_restriction("no-captures,checks").value()), "checks,no-captures");
    for (const char* text :
         {"", "check", "checks,", ",checks", "checks,checks", "replies", "replies=", "replies=-1",
          "replies=1x", "replies=4294967296", "replies=1,replies=2", "checks no-captures"}) {
        const auto restriction = parse_restriction(text);
        ASSERT_FALSE(restriction) << text;
        EXPECT_EQ(restriction.error().kind, ErrorKind::bad_usage);
        EXPECT_NE(restriction.error().message.find("expected checks, replies=K"), std::string::npos) << text;
    }
}

/// A new folder with the tables of a tier of chess, if it could be solved.
std::optional<std::string> solved_chess(const testing::ScratchFolder& folder, const std::string& tier) {
    SolveOptions options;
    options.tables = folder.file("tables");
    options.tiers = {tier};
    if (!solve(testing::shipped(), "chess", options, [](const SolveEvent&) {})) return std::nullopt;
    return options.tables;
}

// Tables tell the outcome of the game: they refute, but a win of theirs may need moves that are not allowed.
TEST(ProveAll, TablesOnlyRefuteUnderARestriction) {
    const testing::ScratchFolder folder;
    ProveOptions options;
    ASSERT_TRUE(options.tables = solved_chess(folder, "KRvK"));
    // The capture enters the tables with check, and there they have a win; with checks alone there is none.
    const std::string fen = "8/8/k7/8/8/p7/8/R2K4 w - - 0 1";
    const auto behind =
        prove(testing::shipped(), {"chess", "8/8/k7/8/8/R7/8/3K4 b - - 0 1"}, std::nullopt, options);
    ASSERT_TRUE(behind) << behind.error().message;
    EXPECT_EQ(behind->value->outcome, game::Outcome::loss);
    EXPECT_EQ(verdict_text(restricted("chess", fen, std::nullopt, "checks", options)),
              "unknown: no win with checks alone at any length");
    EXPECT_EQ(verdict_text(restricted("chess", fen, std::nullopt, "checks")),
              "unknown: no win with checks alone at any length");
    // What the tables have is looked up: no move is restricted for that.
    const auto had = restricted("chess", "8/8/k7/8/8/8/8/1R1K4 w - - 0 1", std::nullopt, "checks", options);
    EXPECT_TRUE(had.exact());
    EXPECT_FALSE(had.restricted);
}

// What tables have is no reason that a certificate could give: the set is shown whole. In the second position
// the rook may be lost, and in the third there are too few men on either side.
TEST(ProveAll, CertificatesOfNoWinLeanOnNoTables) {
    const testing::ScratchFolder folder;
    ProveOptions options;
    ASSERT_TRUE(options.tables = solved_chess(folder, "KRvK"));
    options.certificate = true;
    options.ideal = true;
    for (const char* const fen : {"8/8/8/8/8/2k5/1R6/K7 b - - 0 1", "8/8/8/8/8/1k6/1R6/K7 b - - 0 1",
                                  "8/8/8/8/8/2k5/8/K7 w - - 0 1"}) {
        SCOPED_TRACE(fen);
        const auto proof = prove(testing::shipped(), {"chess", fen}, std::nullopt, options);
        ASSERT_TRUE(proof) << proof.error().message;
        EXPECT_EQ(proof->verdict, Verdict::no_win);
        const auto checked = certified(testing::shipped(), proof->certificate);
        ASSERT_TRUE(checked) << checked.error().message;
        EXPECT_EQ(checked->bounds, Bounds::never_won());
        EXPECT_EQ(checked->fen, fen);
        EXPECT_GT(checked->positions, 10U);
    }
}

// What a FEN does not tell stands after it: a series of checks that makes a mate of Shatar one, and a pass
// by which Janggi's kings end the game, in check or not; castling that wins does so, too.
TEST(ProveAll, CertificatesTellWhatAFenDoesNot) {
    ProveOptions options;
    options.certificate = true;
    options.ideal = true;
    const auto text = [&](const std::string& variant, const std::string& fen, Plies limit) {
        const auto proof = prove(testing::shipped(), {variant, fen}, limit, options);
        if (!proof) return proof.error().message;
        const auto checked = certified(testing::shipped(), proof->certificate);
        EXPECT_TRUE(checked) << checked.error().message;
        return proof->certificate;
    };
    const std::string shatar = text("shatar", "7k/8/7K/1p6/4P3/8/J7/8 w - - 0 1", Plies{6});
    EXPECT_NE(shatar.find(" strong=w |"), std::string::npos) << shatar;
    const std::string janggi = text("janggi", "9/9/2R2k3/9/9/9/2r6/5K3/9/9 b - - 0 1", Plies{6});
    EXPECT_NE(janggi.find(" passes=1 |"), std::string::npos) << janggi;
    // A series of checks that ends is none.
    ASSERT_NE(shatar.find("strong=w"), std::string::npos);
    std::string weak = shatar;
    weak.replace(weak.find(" strong=w"), std::string{" strong=w"}.size(), "");
    EXPECT_FALSE(certified(testing::shipped(), weak));
}

// The second has a wall of pawns; the third ends in tables.
TEST(ProveAll, ThoroughSeveralThreadsProveTheSame) {
    const testing::ScratchFolder folder;
    const auto solved = solved_chess(folder, "KQvK");
    ASSERT_TRUE(solved);
    const auto verdict = [&](const std::string& fen, unsigned threads, bool tables) {
        ProveOptions options;
        options.threads = threads;
        options.ideal = true;
        options.certificate = true;
        if (tables) options.tables = solved;
        const auto proof = prove(testing::shipped(), {"chess", fen}, std::nullopt, options);
        if (!proof) return proof.error().message;
        EXPECT_TRUE(certified(testing::shipped(), proof->certificate)) << fen;
        return verdict_text(*proof);
    };
    for (const unsigned threads : {1U, 2U, 3U}) {
        EXPECT_EQ(verdict("1r2B3/k1P5/8/K2R4/6r1/1P3P2/7P/8 w - - 0 1", threads, false), "win in 11 plies");
        EXPECT_EQ(verdict("8/8/8/1p1p1p1k/1P1P1P2/8/8/K7 w - - 0 1", threads, false), "no win at any length");
        EXPECT_EQ(verdict("8/2P5/8/8/8/k7/8/K7 w - - 0 1", threads, true),
                  verdict("8/2P5/8/8/8/k7/8/K7 w - - 0 1", 1, true));
    }
    EXPECT_EQ(verdict("8/8/8/8/8/8/8/K1k5 w - - 0 1", 1'025, false), "1025 threads, expected at most 1024");
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

// Who asks for more plies than the game can last is told of every win.
TEST(ProveAll, NoWinBeforeTheGameMustEnd) {
    const auto said = [](Plies limit, const ProveOptions& options = {}) {
        const auto proof = prove(testing::shipped(), {"hexapawn", std::nullopt}, limit, options);
        EXPECT_TRUE(proof) << proof.error().message;
        EXPECT_FALSE(proof->none_within && *proof->none_within > limit);
        return verdict_text(*proof);
    };
    EXPECT_EQ(said(Plies{11}), "no win within 11 plies");
    EXPECT_EQ(said(Plies{12}), "no win at any length");
    EXPECT_EQ(said(Plies{40}), "no win at any length");
    ProveOptions restricted;
    restricted.restriction.no_captures = true;
    EXPECT_EQ(said(Plies{40}, restricted), "unknown: no win with no captures at any length");
    const auto proof = prove(testing::shipped(), {"hexapawn", std::nullopt}, Plies{40}, {});
    const ReadJson told = testing::read(json_of(*proof, false));
    EXPECT_EQ(told["limit"], 40);
    EXPECT_EQ(told["category"], "no_win");
    EXPECT_TRUE(told["no_win_within"].is_null());
}

// A win of nine plies stands under rules of history by which a shorter one may come: what keeps the least
// length from being known is told.
TEST(ProveAll, HistoryIsADoubtOfTheLeastLength) {
    const auto proof =
        prove(testing::shipped(), {"armageddon", "8/3Q4/1k6/8/8/8/1K6/8 w - - 0 1"}, Plies{9}, {});
    ASSERT_TRUE(proof) << proof.error().message;
    EXPECT_EQ(proof->verdict, Verdict::win);
    EXPECT_EQ(proof->plies, Plies{9});
    EXPECT_FALSE(proof->exact());
    EXPECT_EQ(proof->doubt, "a repetition may win before");
    EXPECT_EQ(verdict_text(*proof),
              "win in at most 9 plies, at least 1: a repetition may win before (--ideal leaves such rules "
              "out)");
}

TEST(ProveAll, ComparesTwentyThousandPositions) {
    std::uint64_t positions = 0;
    for (const rules::Rules* rules : testing::shipped().all())
        if (!rules->sittuyin_promotion) positions += slow_positions_of_each;
    EXPECT_GE(positions, 20'000U);
}

}  // namespace
}  // namespace zermelo::tell
