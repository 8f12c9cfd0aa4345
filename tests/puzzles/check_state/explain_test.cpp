// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_set>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/random.hpp"

#include "puzzles/check_state/boards.hpp"
#include "reference/check_state.hpp"
#include "support/scale.hpp"

namespace zermelo::check_state {
namespace {

using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, char>;

Key key(const Move& move) {
    return {move.piece.column.number(), move.piece.row.number(), move.column.number(), move.row.number(),
            move.captured ? letter_of(move.captured->color, move.captured->kind) : '-'};
}
Key key(const Piece& piece) {
    return {piece.column.number(), piece.row.number(), 0, 0, letter_of(piece.color, piece.kind)};
}

std::multiset<Key> keys(const std::vector<Piece>& pieces) {
    std::multiset<Key> result;
    for (const Piece& piece : pieces) result.insert(key(piece));
    return result;
}

std::multiset<Key> listed_moves(const Reasons& reasons) {
    std::multiset<Key> result;
    for (const KingStep& step : reasons.king_steps)
        if (step.is_evasion()) result.insert(key(step.move));
    for (const Move& move : reasons.captures) result.insert(key(move));
    for (const Move& move : reasons.interpositions) result.insert(key(move));
    return result;
}

/// The enemies that could capture the king of a colour, each asked alone: all others are of his colour then.
std::multiset<Key> checkers_slowly(const PlainBoard& board, Color color) {
    std::multiset<Key> found;
    for (std::size_t i = 0; i < board.pieces.size(); ++i) {
        if (board.pieces[i].color == color) continue;
        PlainBoard alone = board;
        for (std::size_t j = 0; j < alone.pieces.size(); ++j) {
            Piece& other = alone.pieces[j];
            if (other.color == color || j == i) continue;
            other.color = color;
            if (other.kind == Kind::king) other.kind = Kind::pawn;
        }
        const CheckState state = decide_by_playing(alone);
        if (state.verdict == CheckState::Verdict::impossible ||
            (state.verdict == CheckState::Verdict::check && state.threatened == color))
            found.insert(key(board.pieces[i]));
    }
    return found;
}

PlainBoard without(const PlainBoard& board, const Piece& piece) {
    PlainBoard rest = board;
    std::erase(rest.pieces, piece);
    return rest;
}

PlainBoard after(const PlainBoard& board, const Move& move) {
    PlainBoard next = without(board, move.piece);
    if (move.captured) std::erase(next.pieces, *move.captured);
    Piece moved = move.piece;
    moved.column = move.column;
    moved.row = move.row;
    next.pieces.push_back(moved);
    return next;
}

CheckState decided(const PlainBoard& board) { return decide_all_ways(list_of(board)); }

void expect_threats(const PlainBoard& board, const Reasons& reasons) {
    for (const Color color : both_colors) {
        const auto i = static_cast<std::size_t>(color);
        const auto checkers = checkers_slowly(board, color);
        EXPECT_EQ(keys(reasons.checkers[i]), checkers) << board;
        for (const Piece& piece : board.pieces) {
            if (piece.color != color || piece.kind == Kind::king) continue;
            std::multiset<Key> opened;
            for (const Key& each : checkers_slowly(without(board, piece), color))
                if (checkers.count(each) == 0) opened.insert(each);
            std::multiset<Key> pinners;
            for (const Pin& pin : reasons.pins[i])
                if (pin.pinned == piece) pinners.insert(key(pin.pinner));
            EXPECT_EQ(pinners, opened) << board;
        }
    }
}

void expect_misses(const PlainBoard& board, const Reasons& reasons, Color own) {
    for (const KingStep& step : reasons.king_steps) {
        if (step.taken) continue;
        EXPECT_EQ(keys(step.attackers), checkers_slowly(after(board, step.move), own)) << board;
    }
    for (const PinnedMove& pinned : reasons.pinned_moves)
        EXPECT_EQ(checkers_slowly(after(board, pinned.move), own), std::multiset<Key>{key(pinned.pinner)})
            << board;
}

TEST(Moves, AreThoseOfTheReference) {
    Random random{1};
    std::size_t checks = 0;
    std::size_t pinned = 0;
    const auto games = testing::scaled(40'000);
    for (std::uint64_t i = 0; i < games; ++i) {
        const PlainBoard board = random_board(random, 2 + random.below(11), 2 + random.below(24));
        const CheckState state = decide_by_playing(board);
        if (state.verdict != CheckState::Verdict::check) continue;
        ++checks;
        const CheckState explained = explain(board, 1'000);
        std::multiset<Key> expected;
        for (const Move& move : evasions_by_playing(board)) expected.insert(key(move));
        ASSERT_EQ(listed_moves(*explained.reasons), expected) << board;
        ASSERT_EQ(explained, state) << board;
        pinned += explained.reasons->pinned_moves.size();
    }
    if (games < 40'000) return;
    EXPECT_GT(checks, 5'000U);
    EXPECT_GT(pinned, 300U);
}

TEST(Moves, ThreatsAndNearMissesAreThoseOfTheReference) {
    Random random{2};
    const auto games = testing::scaled(6'000);
    for (std::uint64_t i = 0; i < games && !::testing::Test::HasFailure(); ++i) {
        const PlainBoard board = random_board(random, 2 + random.below(8), 2 + random.below(12));
        const CheckState state = explain(board, 1'000);
        ASSERT_EQ(state, decide_by_playing(board));
        expect_threats(board, *state.reasons);
        if (state.verdict == CheckState::Verdict::check)
            expect_misses(board, *state.reasons, state.threatened);
    }
}

TEST(Moves, AreAsManyAsTheKernelCountsOnBoardsOfAnySize) {
    Random random{3};
    const auto games = testing::scaled(6'000);
    for (std::uint64_t i = 0; i < games; ++i) {
        const std::uint64_t n = random.one_in(2) ? largest_board - random.below(9) : 17 + random.below(5'000);
        const PlainBoard board = random_board(random, n, 60);
        const CheckState state = decided(board);
        if (state.verdict != CheckState::Verdict::check) continue;
        const CheckState all = explain(board, 1'000);
        ASSERT_EQ(all, state) << board;
        ASSERT_EQ(listed_moves(*all.reasons).size(), state.evasions.count());
        const CheckState some = explain(board, 2);
        ASSERT_EQ(some, state);
        const std::vector<Move>& first = some.reasons->interpositions;
        ASSERT_EQ(first.size(), std::min<std::uint64_t>(2, state.evasions.interpositions));
        ASSERT_TRUE(std::equal(first.begin(), first.end(), all.reasons->interpositions.begin()));
    }
}

TEST(Moves, ThoroughOfAMillionPiecesAreListedInTime) {
    Random random{4};
    PlainBoard board{3'000'001,
                     {{Color::white, Kind::king, Column{1}, Row{1}},
                      {Color::black, Kind::queen, Column{3'000'001}, Row{1}},
                      {Color::black, Kind::king, Column{2'999'999}, Row{3'000'001}}}};
    std::unordered_set<std::uint64_t> squares;
    while (board.pieces.size() < 1'000'000) {
        const std::uint64_t x = 5 + random.below(2'999'900);
        const std::uint64_t y = random.one_in(2) ? 2 + random.below(3) : 2 + random.below(2'999'900);
        if (x == y || !squares.insert(x << 32U | y).second) continue;
        const Kind kind = random.one_in(3)   ? Kind::rook
                          : random.one_in(2) ? Kind::bishop
                          : random.one_in(2) ? Kind::knight
                                             : Kind::pawn;
        const bool enemy = kind == Kind::pawn;
        board.pieces.push_back({enemy ? Color::black : Color::white, kind, Column{x}, Row{y}});
    }
    const CheckState state = decided(board);
    ASSERT_EQ(state.verdict, CheckState::Verdict::check);
    ASSERT_GT(state.evasions.count(), 100'000U);
    const CheckState explained = explain(board, 100);
    EXPECT_EQ(explained, state);
    EXPECT_EQ(explained.reasons->interpositions.size(), 100U);
}

}  // namespace
}  // namespace zermelo::check_state
