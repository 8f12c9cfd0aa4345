// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/retrograde.hpp"

#include <algorithm>
#include <array>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/puzzles/queen_hunt/decide.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"
#include "zermelo/puzzles/queen_hunt/tiers.hpp"
#include "zermelo/tablebase/tier_cache.hpp"
#include "zermelo/tablebase/tier_verify.hpp"

#include "reference/minimax.hpp"
#include "support/scale.hpp"

namespace zermelo::tablebase {
namespace {

using Cache = TierCache<queen_hunt::Tiers>;
using queen_hunt::Position;
const queen_hunt::Rules rules;

/// One cache for all the tests: what one has solved the next need not.
Cache& cache() {
    static Cache shared;
    return shared;
}

/// A random position of exactly, or at most, some men.
Position random_men(unsigned men, Random& random) {
    const unsigned own = 1 + static_cast<unsigned>(random.below(men - 1));
    return queen_hunt::random_position(queen_hunt::random_army(own, random),
                                       queen_hunt::random_army(men - own, random), random);
}

/// What the values of the children say about a position: nothing but the definition.
game::Value from_children(const Position& position) {
    queen_hunt::MoveList moves;
    rules.moves(position, moves);
    std::optional<Plies> win;
    std::optional<Plies> loss{Plies{0}};
    for (const queen_hunt::Move& move : moves) {
        const Position child = rules.play(position, move);
        const game::Value value =
            rules.lost(child) ? game::Value{game::Outcome::loss, Plies{0}} : cache().value(child).value();
        if (value.outcome == game::Outcome::loss && (!win || *value.distance + Plies{1} < *win))
            win = *value.distance + Plies{1};
        if (value.outcome != game::Outcome::win) loss.reset();
        if (loss) loss = std::max(*loss, *value.distance + Plies{1});
    }
    if (win) return {game::Outcome::win, win};
    if (loss) return {game::Outcome::loss, loss};
    return {};
}

void expect_consistent(unsigned men) {
    for (const queen_hunt::ArmyCounts& a : queen_hunt::all_armies)
        for (const queen_hunt::ArmyCounts& b : queen_hunt::all_armies) {
            if (a.men() + b.men() != men) continue;
            const queen_hunt::Tier tier{a, b};
            for (std::uint64_t i = 0; i < tier.table_size(0); ++i)
                if (const auto position = tier.position({0, i})) {
                    ASSERT_EQ(cache().value(*position).value(), from_children(*position));
                }
        }
}

TEST(Retrograde, EveryValueUpToFourMenFollowsFromItsChildren) {
    for (unsigned men = 2; men <= 4; ++men) expect_consistent(men);
}

TEST(Retrograde, SlowEveryValueOfFiveMenFollowsFromItsChildren) { expect_consistent(5); }

TEST(Retrograde, AgreesWithTheProverAndPlainRecursion) {
    Random random{41};
    search::ForcedWin<queen_hunt::Rules> prover;
    std::array<std::uint64_t, 10> lengths{};
    const std::uint64_t games = testing::scaled(20'000);
    for (std::uint64_t i = 0; i < games; ++i) {
        const Position position = random_men(2 + static_cast<unsigned>(i % 4), random);
        const game::Value value = cache().value(position).value();
        const Plies bound{i / 4 % 2 == 0 ? 9U : 7U};
        const auto proof = prover.prove(position, bound);
        const bool wins = value.outcome == game::Outcome::win && *value.distance <= bound;
        ASSERT_EQ(proof.length.has_value(), wins);
        if (wins) {
            ASSERT_EQ(proof.length, value.distance);
            ++lengths[value.distance->count()];
        }
        const Plies shallow{i / 4 % 2 == 0 ? 4U : 3U};
        ASSERT_EQ(reference::wins_within(rules, position, shallow),
                  value.outcome == game::Outcome::win && *value.distance <= shallow);
        ASSERT_EQ(reference::loses_within(rules, position, shallow),
                  value.outcome == game::Outcome::loss && *value.distance <= shallow);
    }
    for (const unsigned n : {1U, 3U, 5U, 7U, 9U}) EXPECT_GT(lengths[n], 0U) << n;
}

TEST(Retrograde, TheLongestWinOfFiveMenTakes57Plies) {
    std::array<Plies, 6> longest{};
    std::vector<Position> record;
    for (const queen_hunt::ArmyCounts& a : queen_hunt::all_armies)
        for (const queen_hunt::ArmyCounts& b : queen_hunt::all_armies) {
            const unsigned men = a.men() + b.men();
            if (men > 5) continue;
            const queen_hunt::Tier tier{a, b};
            Random random{0};
            const auto table = cache().table(queen_hunt::random_position(a, b, random)).value();
            longest[men] = std::max(longest[men], table->longest());
            if (table->longest() < Plies{57}) continue;
            for (std::uint64_t i = 0; i < tier.table_size(0); ++i)
                if (const auto position = tier.position({0, i});
                    position && table->value(*position).distance == Plies{57})
                    record.push_back(*position);
        }
    EXPECT_EQ(longest[2], Plies{1});
    EXPECT_EQ(longest[3], Plies{22});
    EXPECT_EQ(longest[4], Plies{31});
    EXPECT_EQ(longest[5], Plies{57});
    ASSERT_FALSE(record.empty());

    queen_hunt::Prover<queen_hunt::Tiers> prover{cache()};
    for (const Position& position : record) {
        ASSERT_FALSE(prover.wins_within(position, Plies{56}).value());
        ASSERT_TRUE(prover.wins_within(position, Plies{57}).value());
        ASSERT_TRUE(prover.wins_within(position, Plies{60}).value());
        ASSERT_TRUE(prover.wins_within(position, Plies{~std::uint64_t{0}}).value());
        const auto proof = prover.prove(position, Plies{60}).value();
        ASSERT_EQ(proof.length, Plies{57});
        const game::Value child = cache().value(rules.play(position, *proof.first)).value();
        ASSERT_EQ(child, (game::Value{game::Outcome::loss, Plies{56}}));
    }
}

TEST(Prover, GivesTheSameAnswersOnBothSidesOfTheJoint) {
    Random random{42};
    queen_hunt::Prover<queen_hunt::Tiers> prover{cache()};
    for (std::uint64_t i = testing::scaled(10'000); i > 0; --i) {
        const Position position = random_men(2 + static_cast<unsigned>(i % 4), random);
        const game::Value value = cache().value(position).value();
        const Plies bound{random.below(40)};
        const bool wins = value.outcome == game::Outcome::win && *value.distance <= bound;
        ASSERT_EQ(prover.wins_within(position, bound).value(), wins);
        const auto proof = prover.prove(position, bound).value();
        ASSERT_EQ(proof.length.has_value(), wins);
        if (wins) {
            ASSERT_EQ(proof.length, value.distance);
        }
    }
}

// What decides hunts of more men than tables are made of, on those that have tables: wins of any length, and
// that there is none, which a search of a bounded depth could not say.
TEST(LongHunts, ProverAgreesWithTables) {
    Random random{93};
    search::Prover<queen_hunt::FoldedRules> prover{queen_hunt::FoldedRules{}, 1U << 22U};
    std::uint64_t long_wins = 0;
    std::uint64_t refusals = 0;
    for (std::uint64_t i = testing::scaled(400); i > 0; --i) {
        const Position position = random_men(5, random);
        const game::Value value = cache().value(position).value();
        const bool wins = value.outcome == game::Outcome::win;
        // So that a long win is not missed for a short budget: a right answer within it, or none.
        search::Limits limits;
        limits.nodes = 400'000;
        search::Budget budget{limits};
        const auto answer = prover.prove(position, std::nullopt, &budget);
        ASSERT_LT(*answer.none_within,
                  value.distance && wins ? *value.distance : Plies{search::never} + Plies{1});
        if (answer.verdict == search::Verdict::win) {
            ASSERT_TRUE(wins);
            ASSERT_GE(*answer.length, *value.distance);
            if (!answer.stop) {
                ASSERT_EQ(answer.length, value.distance);
            }
            long_wins += *value.distance > Plies{11} ? 1 : 0;
        } else if (answer.verdict == search::Verdict::no_win) {
            ASSERT_FALSE(wins);
            ++refusals;
        }
    }
    if (testing::scaled_down()) return;
    EXPECT_GT(long_wins, 5U);
    EXPECT_GT(refusals, 50U);
}

TEST(TierCache, ForgetsLargeTablesAndSolvesThemAgain) {
    // Four men count as large here: a budget for one tier of them, or two small ones.
    Cache small{{}, 1 << 12, 1 << 14};
    Random random{43};
    std::vector<Position> positions;
    for (int i = 0; i < 60; ++i) positions.push_back(random_men(4, random));
    for (const Position& position : positions) {
        ASSERT_EQ(small.value(position).value(), cache().value(position).value());
        ASSERT_LE(small.budget_used(), std::size_t{1} << 14);
    }
}

TEST(TierCache, ServesManyThreads) {
    Cache fresh;
    std::vector<std::thread> threads;
    std::array<std::uint64_t, 4> wrong{};
    for (std::size_t t = 0; t < wrong.size(); ++t)
        threads.emplace_back([&, t] {
            Random random{100 + t};
            for (int i = 0; i < 200; ++i) {
                const Position position = random_men(4, random);
                if (fresh.value(position).value() != cache().value(position).value()) ++wrong[t];
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (const std::uint64_t n : wrong) EXPECT_EQ(n, 0U);
}

/// A made-up game of one long forced line: who stands on 0 has lost, and every other number has one move,
/// down. Even numbers are lost, odd ones won, number n in n plies.
template <std::uint64_t Length>
struct Countdown {
    using Position = std::uint64_t;
    using Move = int;
    using MoveList = std::vector<int>;
    void moves(const Position& p, MoveList& list) const {
        if (p != 0) list.push_back(0);
    }
    Position play(const Position& p, const Move&) const { return p - 1; }
    bool lost(const Position& p) const { return p == 0; }
    std::uint64_t key(const Position& p) const { return p; }
    bool wins_at_once(const Position& p) const { return p == 1; }
    std::uint32_t tables() const { return 1; }
    std::uint64_t table_size(std::uint32_t) const { return Length + 1; }
    tablebase::Slot slot(const Position& p) const { return {0, p}; }
    template <typename F>
    void each_slot(const Position& p, F&& f) const {
        f(slot(p));
    }
    struct Place {
        static unsigned weight() { return 1; }
        static bool is_least(std::uint64_t) { return true; }
    };
    template <typename F>
    void each_position(std::uint32_t, std::uint64_t first, std::uint64_t end, F&& f) const {
        for (; first < end; ++first)
            if (first != 0) f(first, first, Place{});
    }
    std::optional<Position> position(tablebase::Slot slot) const {
        return slot.index == 0 ? std::nullopt : std::optional{slot.index};
    }
    tablebase::LeadsTo leads_to(const Position&, const Move&, const Position&) const {
        return tablebase::LeadsTo::tier;
    }
    template <typename F>
    void each_parent(const Position& p, F&& f) const {
        if (p < Length) f(p + 1, tablebase::Slot{0, p + 1});
    }
};

TEST(Retrograde, ServesOtherGamesAndRefusesWhatDoesNotFitIntoAByte) {
    const auto none = [](std::uint64_t) { return std::uint8_t{0}; };
    const ValueEncoding encoding{true};
    const Countdown<252> fits;
    const auto table = Retrograde<Countdown<252>, decltype(none)>{fits, encoding, none}.run();
    ASSERT_TRUE(table.has_value());
    for (std::uint64_t n = 1; n <= 252; ++n) ASSERT_EQ(table->value(n).distance, Plies{n});
    EXPECT_EQ(table->longest(), Plies{252});
    const Countdown<253> too_long;
    const auto refused = Retrograde<Countdown<253>, decltype(none)>{too_long, encoding, none}.run();
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().message, "a forced win of over 252 plies, expected at most that many");
}

template <std::uint64_t Length>
void expect_wider(bool wide) {
    const auto none = [](std::uint64_t) { return std::uint8_t{0}; };
    const Countdown<Length> tier;
    std::uint64_t asked = 0;
    const auto may = [&](std::uint64_t bytes) -> Result<void> {
        asked = bytes;
        return {};
    };
    const auto values =
        Retrograde<Countdown<Length>, decltype(none)>{tier, ValueEncoding{true}, none}.run_wider(may);
    ASSERT_TRUE(values.has_value()) << values.error().message;
    EXPECT_EQ(values->wide(), wide) << Length;
    for (std::uint64_t n = 2; n <= Length; ++n)
        ASSERT_EQ(ValueEncoding{true}.value((*values)[{0, n}]).distance, Plies{n}) << Length;
    const auto refuse = [](std::uint64_t) -> Result<void> {
        return failure(ErrorKind::bad_usage, "no room");
    };
    const auto refused =
        Retrograde<Countdown<Length>, decltype(none)>{tier, ValueEncoding{true}, none}.run_wider(refuse);
    // Who asks for room does so just before bytes end.
    EXPECT_EQ(refused.has_value(), asked == 0);
    EXPECT_EQ(asked, Length < 252 ? 0 : 3 * (Length + 1)) << Length;
    if (!refused) {
        EXPECT_EQ(refused.error().message, "no room");
    }
}

TEST(Retrograde, GoesOnWithSixteenBitsWhereBytesEnd) {
    expect_wider<250>(false);
    expect_wider<252>(false);
    expect_wider<253>(true);
    expect_wider<254>(true);
    expect_wider<1000>(true);
    expect_wider<32'764>(true);
}

TEST(Retrograde, RefusesWhatDoesNotFitIntoSixteenBits) {
    const auto none = [](std::uint64_t) { return std::uint8_t{0}; };
    const Countdown<32'765> tier;
    const auto values =
        Retrograde<Countdown<32'765>, decltype(none)>{tier, ValueEncoding{true}, none}.run_wider(
            [](std::uint64_t) -> Result<void> { return {}; });
    ASSERT_FALSE(values.has_value());
    EXPECT_EQ(values.error().message, "a forced win of over 32764 plies, expected at most that many");
}

/// Three positions above a sub-tier whose one position is lost in 252 plies: all that a byte holds.
struct AboveALongLoss : Countdown<3> {
    bool lost(const Position&) const { return false; }
    bool wins_at_once(const Position&) const { return false; }
    tablebase::LeadsTo leads_to(const Position&, const Move&, const Position& child) const {
        return child == 0 ? tablebase::LeadsTo::sub_tier : tablebase::LeadsTo::tier;
    }
};

TEST(Retrograde, BeginsAgainWhereASubTierIsWorthTooMuchForBytes) {
    const ValueEncoding encoding{true};
    const AboveALongLoss tier;
    const auto below = [&](std::uint64_t) { return *encoding.loss(252); };
    const auto values = Retrograde<AboveALongLoss, decltype(below)>{tier, encoding, below}.run_wider(
        [](std::uint64_t) -> Result<void> { return {}; });
    ASSERT_TRUE(values.has_value()) << values.error().message;
    EXPECT_TRUE(values->wide());
    for (unsigned n = 1; n <= 3; ++n) {
        const game::Value expected{n == 2 ? game::Outcome::loss : game::Outcome::win, Plies{252 + n}};
        EXPECT_EQ(encoding.value((*values)[{0, n}]), expected) << n;
    }
}

TEST(TierValues, AreBytesWhereAllFit) {
    EXPECT_FALSE(narrowed({{0, 253, 65'534, 65'535}}).wide());
    EXPECT_EQ(narrowed({{0, 253, 65'534}}), (TierValues{TierBytes{{0, 253, 254}}}));
    EXPECT_EQ(narrowed({{0, 254}, {1}}), (TierValues{TierNumbers{{0, 254}, {1}}}));
}

TEST(Retrograde, StopsBetweenLevels) {
    const auto none = [](std::uint64_t) { return std::uint8_t{0}; };
    const Countdown<252> tier;
    std::stop_source source;
    unsigned levels = 0;
    const auto stop_at_the_third = [&](Plies level) {
        ++levels;
        if (level == Plies{2}) source.request_stop();
    };
    using Solver = Retrograde<Countdown<252>, decltype(none)>;
    const auto stopped =
        Solver{
            tier, ValueEncoding{true}, none, stop_at_the_third, Solver::usual_first_count, source.get_token()}
            .run();
    ASSERT_FALSE(stopped.has_value());
    EXPECT_EQ(stopped.error().kind, ErrorKind::stopped);
    EXPECT_EQ(levels, 3U);
}

// Every entry that is made wrong is found: nothing is taken on trust.
TEST(TierVerifier, FindsEveryWrongByte) {
    const queen_hunt::Tier tier{{1, 0, 0}, {0, 0, 1}};
    Random random{44};
    const auto table = cache().table(queen_hunt::random_position({1, 0, 0}, {0, 0, 1}, random)).value();
    const auto below = [](const Position& p) { return cache().table(p).value()->byte(p); };
    TierBytes bytes = table->raw();
    const auto audit = [&] {
        const auto byte = [&](tablebase::Slot slot) { return bytes[slot.table][slot.index]; };
        return TierVerifier<queen_hunt::Tier, decltype(byte), decltype(below)>{tier, ValueEncoding{true},
                                                                               byte, below}
            .run();
    };
    const TierAudit right = audit();
    ASSERT_FALSE(right.fault);
    std::uint64_t all = 0;
    for (const std::uint64_t n : right.tables[0].placements) all += n;
    EXPECT_EQ(all, 16U * 15 * 14 * 13);
    for (int i = 0; i < 200; ++i) {
        const auto t = static_cast<std::uint32_t>(random.below(tier.tables()));
        const std::uint64_t index = random.below(tier.table_size(t));
        if (bytes[t][index] == dont_care) continue;
        const std::uint8_t was = bytes[t][index];
        do bytes[t][index] = static_cast<std::uint8_t>(random.below(64));
        while (bytes[t][index] == was);
        ASSERT_TRUE(audit().fault.has_value()) << t << ' ' << index;
        bytes[t][index] = was;
    }
}

}  // namespace
}  // namespace zermelo::tablebase
