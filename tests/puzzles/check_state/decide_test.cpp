// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "zermelo/puzzles/check_state/random.hpp"

#include "puzzles/check_state/boards.hpp"
#include "reference/check_state.hpp"
#include "support/scale.hpp"

namespace zermelo::check_state {

namespace {

struct Tally {
    std::uint64_t safe = 0, impossible = 0, check = 0, mate = 0, doubled = 0, pinned = 0, captures = 0,
                  interpositions = 0, king_moves = 0;
    void take(const CheckState& state) {
        safe += state.verdict == CheckState::Verdict::safe;
        impossible += state.verdict == CheckState::Verdict::impossible;
        if (state.verdict != CheckState::Verdict::check) return;
        const std::size_t own = index(state.threatened);
        ++(state.is_mate() ? mate : check);
        doubled += state.reasons->checkers[own].size() > 1;
        pinned += state.reasons->checkers[own].size() == 1 && !state.reasons->pins[own].empty();
        captures += state.evasions.captures != 0;
        interpositions += state.evasions.interpositions != 0;
        king_moves += state.evasions.king_moves != 0;
    }
    void expect_all_above(std::uint64_t least) const {
        for (const std::uint64_t count :
             {safe, impossible, check, mate, doubled, pinned, captures, interpositions, king_moves})
            EXPECT_GT(count, least);
        std::cout << "safe " << safe << ", impossible " << impossible << ", check " << check << ", mate "
                  << mate << ", double " << doubled << ", pinned " << pinned << ", captures " << captures
                  << ", interpositions " << interpositions << ", king moves " << king_moves << '\n';
    }
};

std::uint64_t small_side(Random& random) { return 2 + random.below(random.one_in(3) ? 39 : 15); }

/// Every way to decide the board says what is expected, evasions by kind.
void expect_agreement(PieceList& list, const PlainBoard& board, const CheckState& expected, Tally& tally) {
    fill(list, board);
    ASSERT_FALSE(list.has_defect()) << board;
    const CheckState state = explain(board, 0);
    ASSERT_EQ(state, expected) << board;
    ASSERT_EQ(decide_all_ways(list), state) << board;
    tally.take(state);
}

}  // namespace

TEST(CheckState, AgreesWithPlayingEveryMove) {
    Random random(1);
    PieceList list;
    Tally tally;
    const std::uint64_t rounds = zermelo::testing::scaled(50'000);
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const std::uint64_t n = small_side(random);
        const PlainBoard board = random_board(random, n, 2 + random.below(random.one_in(8) ? 3 * n : n + 12));
        expect_agreement(list, board, decide_by_playing(board), tally);
        if (::testing::Test::HasFatalFailure()) return;
    }
    tally.expect_all_above(rounds / 100);
}

TEST(CheckState, AgreesWithFormulaOnHugeBoards) {
    Random random(2);
    PieceList list;
    Tally tally;
    const std::uint64_t rounds = zermelo::testing::scaled(20000);
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const std::uint64_t sizes[] = {
            largest_board, largest_board - 1, Narrow::largest_n, Narrow::largest_n + 1, 200, 3000};
        const PlainBoard board = random_board(random, sizes[random.below(6)], 2 + random.below(40));
        expect_agreement(list, board, decide_by_formula(board), tally);
        if (::testing::Test::HasFatalFailure()) return;
    }
    tally.expect_all_above(rounds / 500);
}

TEST(CheckState, TheTwoReferencesAgree) {
    Random random(3);
    const std::uint64_t rounds = zermelo::testing::scaled(20000);
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const PlainBoard board = random_board(random, small_side(random), 2 + random.below(30));
        ASSERT_EQ(decide_by_formula(board), decide_by_playing(board)) << board;
    }
}

}  // namespace zermelo::check_state
