// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/board/geometry.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/color.hpp"

namespace zermelo {
namespace {

using Board = Geometry<5, 4, std::uint32_t>;
using BoardSquare = Board::Square;

std::pair<int, int> place(Square square) {
    return {static_cast<int>(square.index() % Board::width), static_cast<int>(square.index() / Board::width)};
}

TEST(Geometry, SquaresAreCountedFromTheFirstRank) {
    EXPECT_EQ((BoardSquare{File{0}, Rank{0}}.index()), 0U);
    EXPECT_EQ((BoardSquare{File{4}, Rank{0}}.index()), 4U);
    EXPECT_EQ((BoardSquare{File{0}, Rank{1}}.index()), 5U);
    for (unsigned index = 0; index < Board::square_count; ++index) {
        const BoardSquare square = BoardSquare::from_index(index);
        EXPECT_EQ(square.index(), index);
        EXPECT_EQ((BoardSquare{square.file(), square.rank()}), square);
        EXPECT_EQ(square.set(), Board::Set::of(square));
        EXPECT_EQ(square.set().first(), square);
        EXPECT_EQ(BoardSquare{square.set().first()}, square);
    }
}

TEST(Geometry, ThereIsNoSquareOffTheBoard) {
    for (int file = -2; file < 8; ++file)
        for (int rank = -2; rank < 8; ++rank)
            EXPECT_EQ(BoardSquare::at(file, rank).has_value(),
                      file >= 0 && file < 5 && rank >= 0 && rank < 4);
}

TEST(Geometry, FilesAndRanksPartTheBoard) {
    Board::Set by_file;
    for (unsigned f = 0; f < Board::width; ++f) {
        EXPECT_EQ(Board::file_set(File{f}).size(), Board::height);
        EXPECT_EQ(by_file & Board::file_set(File{f}), Board::Set{});
        by_file |= Board::file_set(File{f});
    }
    EXPECT_EQ(by_file, Board::all());
    for (unsigned f = 0; f < Board::width; ++f)
        for (unsigned r = 0; r < Board::height; ++r)
            EXPECT_EQ(Board::file_set(File{f}) & Board::rank_set(Rank{r}),
                      (BoardSquare{File{f}, Rank{r}}.set()));
}

TEST(Geometry, LeapsAreTheStepsThatStayOnTheBoard) {
    for (const Square from : BoardSquares{Board::square_count}) {
        const auto knight = Board::leaps(BoardSquare{from}, knight_steps);
        const auto king = Board::leaps(BoardSquare{from}, king_steps);
        for (const Square to : BoardSquares{Board::square_count}) {
            const int files = std::abs(place(from).first - place(to).first);
            const int ranks = std::abs(place(from).second - place(to).second);
            EXPECT_EQ(knight.contains(to), files * ranks == 2);
            EXPECT_EQ(king.contains(to), from != to && files <= 1 && ranks <= 1);
        }
    }
}

TEST(Geometry, RidesEndAtTheFirstOccupiedSquare) {
    Random random{3};
    for (int i = 0; i < 300; ++i) {
        const Board::Set occupied{static_cast<std::uint32_t>(random() & random()) & Board::all().bits()};
        for (const Square from : BoardSquares{Board::square_count}) {
            const auto rook = Board::rides(BoardSquare{from}, occupied, orthogonal_steps);
            const auto bishop = Board::rides(BoardSquare{from}, occupied, diagonal_steps);
            for (const Square to : BoardSquares{Board::square_count}) {
                const int files = place(to).first - place(from).first;
                const int ranks = place(to).second - place(from).second;
                const int steps = std::max(std::abs(files), std::abs(ranks));
                const bool straight = steps > 0 && files * ranks == 0;
                const bool diagonal = steps > 0 && std::abs(files) == std::abs(ranks);
                bool open = straight || diagonal;
                for (int k = 1; open && k < steps; ++k)
                    open = !occupied.contains(*BoardSquare::at(place(from).first + files / steps * k,
                                                               place(from).second + ranks / steps * k));
                EXPECT_EQ(rook.contains(to), straight && open);
                EXPECT_EQ(bishop.contains(to), diagonal && open);
            }
        }
    }
}

TEST(Color, TheOtherSideMovesNext) {
    EXPECT_EQ(!Color::white, Color::black);
    EXPECT_EQ(!Color::black, Color::white);
    EXPECT_EQ(index(Color::white), 0U);
    EXPECT_EQ(index(Color::black), 1U);
}

}  // namespace
}  // namespace zermelo
