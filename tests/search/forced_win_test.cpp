// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/search/forced_win.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"

#include "reference/minimax.hpp"
#include "support/mailbox.hpp"
#include "support/scale.hpp"

namespace zermelo::search {
namespace {

using queen_hunt::Position;
using HuntProver = ForcedWin<queen_hunt::Rules>;
const queen_hunt::Rules rules;

queen_hunt::Square at(unsigned file, unsigned rank) { return {File{file}, Rank{rank}}; }

TEST(ForcedWin, DecidesThePublishedSample) {
    const auto position = Position::from({Color::white,
                                          {{Color::white, queen_hunt::Kind::knight, at(1, 1)},
                                           {Color::white, queen_hunt::Kind::queen, at(1, 0)},
                                           {Color::black, queen_hunt::Kind::queen, at(0, 3)}}});
    ASSERT_TRUE(position.has_value());
    HuntProver prover;
    EXPECT_TRUE(prover.wins_within(*position, Plies{1}));
    EXPECT_FALSE(prover.wins_within(*position, Plies{0}));
    const auto proof = prover.prove(*position, Plies{~std::uint64_t{0}});
    EXPECT_EQ(proof.length, Plies{1});
    EXPECT_EQ(queen_hunt::text(*proof.first), "b2a4");
}

// The main promise. The plain recursion is slow where there are many men and plies, so that few of the games
// are full and deep, and most are not; the counts at the end say that every length of win was met often.
TEST(ForcedWin, AgreesWithPlainRecursionOnRandomGames) {
    Random random{31};
    HuntProver prover;
    std::array<std::uint64_t, 7> least{};
    std::uint64_t none = 0;
    const std::uint64_t games = testing::scaled(30'000);
    for (std::uint64_t i = 0; i < games; ++i) {
        const unsigned m = 1 + static_cast<unsigned>(random.below(6));
        const unsigned most = m <= 4 || i % 64 == 0 ? 5 : 3;
        const auto army = [&] {
            return queen_hunt::random_army(1 + static_cast<unsigned>(random.below(most)), random);
        };
        Position position = queen_hunt::random_position(army(), army(), random);
        // Three games in four are taken where nothing can be captured at once: there the questions begin.
        while (i % 4 != 0 && queen_hunt::wins_at_once(position))
            position = queen_hunt::random_position(random);
        const bool wins = prover.wins_within(position, Plies{m});
        ASSERT_EQ(wins, reference::wins_within(rules, position, Plies{m}))
            << position.own() << ' ' << position.other() << " within " << m;
        if (wins) {
            ++least[prover.prove(position, Plies{m}).length->count()];
        } else if (m >= 5) {
            ++none;
        }
    }
    EXPECT_GT(least[1], games / 20);
    EXPECT_GT(least[3], games / 40);
    EXPECT_GT(least[5], games / 200);
    EXPECT_GT(none, games / 20);
    EXPECT_EQ(least[2] + least[4] + least[6], 0U);
    RecordProperty("won_in_1", static_cast<int>(least[1]));
    RecordProperty("won_in_3", static_cast<int>(least[3]));
    RecordProperty("won_in_5", static_cast<int>(least[5]));
}

TEST(ForcedWin, ProvesTheLeastLengthAndAMoveThatAchievesIt) {
    Random random{32};
    HuntProver prover;
    std::array<std::uint64_t, 8> lengths{};
    const std::uint64_t games = testing::scaled(20'000);
    for (std::uint64_t i = 0; i < games; ++i) {
        const Position position = queen_hunt::random_position(random);
        const Plies bound{i % 4 == 0 ? 7U : 5U};
        const auto proof = prover.prove(position, bound);
        ASSERT_EQ(proof.length.has_value(), proof.first.has_value());
        ASSERT_EQ(proof.length.has_value(), prover.wins_within(position, bound));
        if (!proof.length) continue;
        const std::uint64_t n = proof.length->count();
        ++lengths[n];
        ASSERT_EQ(n % 2, 1U);
        if (n > 1) {
            ASSERT_FALSE(prover.wins_within(position, Plies{n - 1}));
        }
        const Position child = rules.play(position, *proof.first);
        if (n == 1) {
            ASSERT_TRUE(rules.lost(child));
            continue;
        }
        ASSERT_FALSE(rules.lost(child));
        queen_hunt::MoveList replies;
        rules.moves(child, replies);
        for (const queen_hunt::Move& reply : replies) {
            const Position next = rules.play(child, reply);
            ASSERT_FALSE(rules.lost(next));
            ASSERT_TRUE(prover.wins_within(next, Plies{n - 2}));
        }
    }
    EXPECT_GT(lengths[3], games / 100);
    EXPECT_GT(lengths[5], games / 200);
    EXPECT_GE(lengths[7], games / 2000);
}

TEST(ForcedWin, AnEvenBoundIsWorthOneLess) {
    Random random{33};
    HuntProver prover;
    for (std::uint64_t i = testing::scaled(20'000); i > 0; --i) {
        const Position position = queen_hunt::random_position(random);
        for (const std::uint64_t m : {2U, 4U, 6U})
            ASSERT_EQ(prover.wins_within(position, Plies{m}), prover.wins_within(position, Plies{m - 1}));
    }
}

TEST(ForcedWin, AllEightSymmetriesAgree) {
    Random random{34};
    HuntProver prover;
    for (std::uint64_t i = testing::scaled(20'000); i > 0; --i) {
        const Position position = queen_hunt::random_position(random);
        const Plies bound{i % 4 == 0 ? 7U : 5U};
        const auto length = prover.prove(position, bound).length;
        for (unsigned which = 1; which < 8; ++which)
            ASSERT_EQ(prover.prove(testing::seen_through(position, which), bound).length, length);
    }
}

/// The rules of the hunt without any of the shortcuts that a game may offer.
struct Bare {
    using Position = queen_hunt::Position;
    using Move = queen_hunt::Move;
    using MoveList = queen_hunt::MoveList;
    void moves(const Position& p, MoveList& list) const { rules.moves(p, list); }
    Position play(const Position& p, const Move& m) const { return rules.play(p, m); }
    bool lost(const Position& p) const { return rules.lost(p); }
    std::uint64_t key(const Position& p) const { return rules.key(p); }
};
static_assert(game::Game<Bare> && !game::SeesWins<Bare> && !game::SkipsBlunders<Bare> &&
              !game::KnowsLegality<Bare>);
static_assert(game::SeesMates<queen_hunt::Rules> && game::SkipsBlunders<queen_hunt::Rules> &&
              game::KnowsLegality<queen_hunt::Rules>);

TEST(ForcedWin, ShortcutsChangeNoAnswer) {
    Random random{36};
    ForcedWin<Bare> slow;
    HuntProver fast;
    for (std::uint64_t i = testing::scaled(4'000); i > 0; --i) {
        const Position position = queen_hunt::random_position(random);
        const Plies bound{i % 16 == 0 ? 9U : 6U};
        ASSERT_EQ(slow.prove(position, bound).length, fast.prove(position, bound).length);
    }
}

/// One forced line: the side that stands on 0 has lost, and every other number has one move, down. Who stands
/// on the wall cannot move, and nobody has won.
template <std::uint64_t Wall>
struct Line {
    using Position = std::uint64_t;
    using Move = int;
    using MoveList = std::vector<int>;
    void moves(const Position& p, MoveList& list) const {
        if (p != 0 && p != Wall) list.push_back(0);
    }
    Position play(const Position& p, const Move&) const { return p - 1; }
    bool lost(const Position& p) const { return p == 0; }
    std::uint64_t key(const Position& p) const { return p; }
};

TEST(ForcedWin, ServesOtherGamesAndNobodyWinsWhereNobodyCanMove) {
    ForcedWin<Line<1000>> open;
    for (std::uint64_t n = 1; n < 100; ++n) {
        const auto proof = open.prove(n, Plies{200});
        if (n % 2 == 1) {
            EXPECT_EQ(proof.length, Plies{n});
            EXPECT_FALSE(open.wins_within(n, Plies{n - 1}));
        } else {
            EXPECT_FALSE(proof.length.has_value());
        }
    }
    for (const std::uint64_t n : {2U, 3U, 5U, 7U}) {
        EXPECT_FALSE(ForcedWin<Line<2>>{}.wins_within(n, Plies{30}));
        EXPECT_FALSE(reference::wins_within(Line<2>{}, n, Plies{30}));
    }
}

// What is remembered must not change what is answered: a table of one bucket against a large one.
TEST(ForcedWin, TheTablesSizeChangesNoAnswer) {
    Random random{35};
    HuntProver small{{}, 64};
    HuntProver large;
    for (std::uint64_t i = testing::scaled(1'500); i > 0; --i) {
        const Position position = queen_hunt::random_position(random);
        const auto a = small.prove(position, Plies{9});
        const auto b = large.prove(position, Plies{9});
        ASSERT_EQ(a.length, b.length);
        ASSERT_EQ(large.prove(position, Plies{9}).length, b.length);
    }
}

}  // namespace
}  // namespace zermelo::search
