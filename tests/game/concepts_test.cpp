// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/game/game.hpp"

namespace zermelo::game {
namespace {

/// A heap: who takes the last stone but one has won. The smallest game that there is.
struct Heap {
    using Position = unsigned;
    using Move = unsigned;
    using MoveList = std::vector<unsigned>;
    void moves(unsigned stones, MoveList& list) const {
        for (unsigned taken = 1; taken <= 2 && taken < stones; ++taken) list.push_back(taken);
    }
    unsigned play(unsigned stones, unsigned taken) const { return stones - taken; }
    bool lost(unsigned stones) const { return stones == 1; }
    std::uint64_t key(unsigned stones) const { return stones; }
};
static_assert(Game<Heap>);
static_assert(!Ends<Heap> && !OrdersMoves<Heap> && !SeesWins<Heap> && !KnowsLegality<Heap>);

// What lacks a part of the core, or has it in another form, is no game.
struct WithoutKey {
    using Position = unsigned;
    using Move = unsigned;
    using MoveList = std::vector<unsigned>;
    void moves(unsigned, MoveList&) const {}
    unsigned play(unsigned stones, unsigned) const { return stones; }
    bool lost(unsigned) const { return false; }
};
struct WithNarrowKey : WithoutKey {
    std::uint32_t key(unsigned) const { return 0; }
};
struct WithWideKey : WithoutKey {
    Hash128 key(unsigned) const { return {}; }
};
static_assert(!Game<WithoutKey> && !Game<WithNarrowKey>);
static_assert(Game<WithWideKey>);
static_assert(std::same_as<KeyOf<Heap>, std::uint64_t> && std::same_as<KeyOf<WithWideKey>, Hash128>);

struct HeapWithEnds : Heap {
    std::optional<Outcome> end(unsigned stones) const {
        return stones == 1 ? std::optional{Outcome::loss} : std::nullopt;
    }
};
static_assert(Ends<HeapWithEnds> && !KnowsUnmovedWins<HeapWithEnds>);

struct HeapWithCheapEnds : HeapWithEnds {
    std::optional<Outcome> end_unmoved(unsigned) const { return Outcome::draw; }
};

// A capability stands on those that it needs: who is to see losses must see wins.
struct SeesLossesAlone : Heap {
    bool lost_in_two(unsigned) const { return false; }
};
struct SeesBoth : SeesLossesAlone {
    bool wins_at_once(unsigned stones) const { return stones == 2 || stones == 3; }
};
static_assert(!SeesLosses<SeesLossesAlone> && SeesLosses<SeesBoth> && !SeesMates<SeesBoth>);

TEST(EndUnmoved, IsTheEndWhereTheGameKnowsNoShorterWay) {
    EXPECT_EQ(end_unmoved(HeapWithEnds{}, 1), Outcome::loss);
    EXPECT_EQ(end_unmoved(HeapWithEnds{}, 2), std::nullopt);
    EXPECT_EQ(end_unmoved(HeapWithCheapEnds{}, 1), Outcome::draw);
}

TEST(Value, EqualOutcomesOfOtherDistancesAreOtherValues) {
    EXPECT_EQ((Value{Outcome::win, Plies{3}}), (Value{Outcome::win, Plies{3}}));
    EXPECT_NE((Value{Outcome::win, Plies{3}}), (Value{Outcome::win, Plies{5}}));
    EXPECT_EQ(Value{}, (Value{Outcome::draw, std::nullopt}));
}

}  // namespace
}  // namespace zermelo::game
