// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/piece_list.hpp"

#include <type_traits>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"

#include "puzzles/check_state/boards.hpp"

namespace zermelo::check_state {

static_assert(!std::is_convertible_v<Column, Row> && !std::is_convertible_v<std::uint64_t, Column> &&
              !std::is_constructible_v<Row, Column>);
static_assert(code_of_letter['h'] == code_of(Color::white, Kind::knight));
static_assert(code_of_letter['P'] == code_of(Color::black, Kind::pawn));
static_assert(code_of_letter['.'] == Code::invalid && code_of_letter[0xFF] == Code::invalid);

namespace {

Piece piece(Color color, Kind kind, std::uint64_t x, std::uint64_t y) {
    return {color, kind, Column{x}, Row{y}};
}

/// Kings and pawns, no two on a square.
PlainBoard pawns(std::uint64_t n, std::size_t count) {
    PlainBoard board{n, {piece(Color::white, Kind::king, 1, 1), piece(Color::black, Kind::king, n, n)}};
    const std::uint64_t side = std::min<std::uint64_t>(n, 2000);
    const std::uint64_t apart = n / side;
    for (std::uint64_t i = 1; board.pieces.size() < count && i < side * side - 1; ++i)
        board.pieces.push_back(piece(Color::white, Kind::pawn, 1 + i % side * apart, 1 + i / side * apart));
    return board;
}

struct Shape {
    std::uint64_t n;
    std::size_t count;
};
const Shape shapes[] = {{2, 3},
                        {8, 30},
                        {16, 200},
                        {17, 40},
                        {40, 1000},
                        {1000, 40},
                        {1000, 300000},
                        {100000, 50},
                        {1000000, 60000},
                        {1U << 30, 300000},
                        {largest_board, 2},
                        {largest_board, 50},
                        {largest_board, 300000}};

}  // namespace

TEST(PieceList, GoodBoardsHaveNoDefect) {
    PieceList list;  // one for all: nothing of an earlier board may stay
    for (const unsigned buffers : {1U, 2U, 5U})
        for (const Shape& shape : shapes) {
            const PlainBoard board = pawns(shape.n, shape.count);
            fill(list, board, buffers);
            EXPECT_FALSE(list.has_defect()) << shape.n << ' ' << shape.count;
            EXPECT_EQ(list.size(), board.pieces.size());
            EXPECT_EQ(list.n(), shape.n);
        }
}

TEST(PieceList, TheHintMayBeWrong) {
    const PlainBoard board = pawns(1U << 20, 100000);
    for (const std::size_t hint :
         {std::size_t{0}, std::size_t{1'000'000'000'000'000'000U}, ~std::size_t{0}}) {
        PieceList list;
        list.begin(board.n, hint);
        for (const Piece& p : board.pieces) list.buffer(0).add(p.column, p.row, code_of(p.color, p.kind));
        EXPECT_FALSE(list.has_defect());
        EXPECT_EQ(list.size(), board.pieces.size());
        list.buffer(0).add(Column{board.n}, Row{board.n}, code_of(Color::white, Kind::rook));
        EXPECT_TRUE(list.has_defect());
    }
}

TEST(PieceList, FindsTwoPiecesOnOneSquareWhereverTheyAre) {
    Random random(1);
    PieceList list;
    for (const unsigned buffers : {1U, 2U, 5U})
        for (const Shape& shape : shapes)
            for (int round = 0; round < (shape.count > 1000 ? 5 : 100); ++round) {
                PlainBoard board = pawns(shape.n, shape.count);
                Piece twin = board.pieces[random.below(board.pieces.size())];
                twin.color = random.one_in(2) ? Color::white : Color::black;
                twin.kind = Kind::rook;
                const auto at = static_cast<std::ptrdiff_t>(random.below(board.pieces.size() + 1));
                board.pieces.insert(board.pieces.begin() + at, twin);
                fill(list, board, buffers);
                ASSERT_TRUE(list.has_defect()) << shape.n << ' ' << shape.count;
            }
}

TEST(PieceList, ManyPiecesOnOneSquareAreFoundAtOnce) {
    for (const unsigned buffers : {1U, 3U}) {
        PieceList list;
        list.begin(largest_board, 1000000, buffers);
        for (unsigned i = 0; i < 1000000; ++i)
            list.buffer(i % buffers).add(Column{7}, Row{9}, code_of(Color::white, Kind::pawn));
        EXPECT_TRUE(list.has_defect());
    }
}

TEST(PieceList, FindsWrongKings) {
    PieceList list;
    for (const std::uint64_t n : {std::uint64_t{10}, std::uint64_t{1000}, largest_board})
        for (const unsigned buffers : {1U, 3U})
            for (const Color color : both_colors) {
                const bool white = color == Color::white;
                PlainBoard board = pawns(n, 8);
                board.pieces.push_back(piece(color, Kind::king, n, 1));
                fill(list, board, buffers);
                EXPECT_TRUE(list.has_defect());
                board = pawns(n, 8);
                board.pieces[white ? 0 : 1].kind = Kind::rook;
                fill(list, board, buffers);
                EXPECT_TRUE(list.has_defect());
            }
    list.begin(8, 0);
    EXPECT_TRUE(list.has_defect());
}

}  // namespace zermelo::check_state
