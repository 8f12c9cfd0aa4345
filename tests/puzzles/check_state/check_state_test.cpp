// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/check_state.hpp"

#include <gtest/gtest.h>

#include "zermelo/puzzles/check_state/random.hpp"

#include "puzzles/check_state/boards.hpp"
#include "support/scale.hpp"

namespace zermelo::check_state {

namespace {

struct Tally {
    std::uint64_t safe = 0, impossible = 0, check = 0, mate = 0, doubled = 0, pinned = 0, captures = 0,
                  interpositions = 0, king_moves = 0;
    void take(const Details& details) {
        const CheckState& state = details.state;
        safe += state.verdict == CheckState::Verdict::safe;
        impossible += state.verdict == CheckState::Verdict::impossible;
        if (state.verdict != CheckState::Verdict::check) return;
        const std::size_t own = state.threatened == Color::white ? 0 : 1;
        ++(state.is_mate() ? mate : check);
        doubled += details.checkers[own].size() > 1;
        pinned += details.checkers[own].size() == 1 && !details.pinned[own].empty();
        captures += details.captures != 0;
        interpositions += details.interpositions != 0;
        king_moves += details.king_moves != 0;
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

}  // namespace

TEST(CheckState, AgreesWithPlayingEveryMove) {
    Random random(1);
    PieceList list;
    Tally tally;
    const std::uint64_t rounds = zermelo::testing::scaled(50'000);
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const std::uint64_t n = small_side(random);
        const PlainBoard board = random_board(random, n, 2 + random.below(random.one_in(8) ? 3 * n : n + 12));
        fill(list, board);
        ASSERT_EQ(list.find_defect(), std::nullopt) << board;
        ASSERT_EQ(decide_both(list), decide_by_playing(board)) << board;
        const Details details = explain_both(list);
        ASSERT_EQ(details.state, decide_both(list)) << board;
        ASSERT_EQ(details.state.moves, details.king_moves + details.captures + details.interpositions)
            << board;
        tally.take(details);
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
        fill(list, board);
        ASSERT_EQ(list.find_defect(), std::nullopt) << board;
        ASSERT_EQ(decide_both(list), decide_by_formula(board)) << board;
        tally.take(explain_both(list));
    }
    tally.expect_all_above(rounds / 500);
}

TEST(CheckState, TheTwoWitnessesAgree) {
    Random random(3);
    const std::uint64_t rounds = zermelo::testing::scaled(20000);
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const PlainBoard board = random_board(random, small_side(random), 2 + random.below(30));
        ASSERT_EQ(decide_by_formula(board), decide_by_playing(board)) << board;
    }
}

}  // namespace zermelo::check_state
