// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/piece_moves.hpp"

#include <gtest/gtest.h>

#include "zermelo/draw/diagram_text.hpp"
#include "zermelo/rules/reader.hpp"

namespace zermelo::draw {
namespace {

using Shape = Sign::Shape;
using Need = Sign::Need;
using Signs = std::vector<Sign>;

Sheet sheet(const std::string& keys) {
    return sheet_of(rules::read_rules("[own]\n" + keys, {}).value().front());
}

Signs at(const Diagram& diagram, unsigned file, unsigned rank) {
    return diagram.at({File{file}, Rank{rank}}).signs;
}

TEST(PieceMoves, SquaresOfEachMovement) {
    const Sheet all = sheet(
        "pawn = p\nrook = r\nhorse = h\ncustomPiece1 = c:mRcpR\ncustomPiece2 = w:ifmWfcW\nmaxRank = 7\n"
        "startFen = 8/8/8/8/8/8/8 w\npromotionRegionWhite = *7\n");
    ASSERT_EQ(all.small.size(), 5U);
    const auto find = [&](char letter) {
        for (const Diagram& diagram : all.small)
            if (diagram.at({File{3}, Rank{3}}).piece->letter == letter) return diagram;
        ADD_FAILURE() << letter;
        return all.small.front();
    };
    EXPECT_EQ(text(find('R')),
              "7 . . . o . . . .\n6 . . . o . . . .\n5 . . . o . . . .\n4 o o o R o o o o\n"
              "3 . . . o . . . .\n2 . . . o . . . .\n1 . . . o . . . .\n  a b c d e f g h\n"
              "o may go or capture there\nrook (R)\n");
    const Diagram pawn = find('P');
    EXPECT_EQ(at(pawn, 3, 4), Signs{{Shape::move}});
    EXPECT_EQ(at(pawn, 3, 5), (Signs{{Shape::move, Need::initial}}));
    EXPECT_EQ(at(pawn, 2, 4), Signs{{Shape::capture}});
    EXPECT_EQ(at(pawn, 3, 2), Signs{});
    EXPECT_EQ(at(find('H'), 4, 5), (Signs{{Shape::both, Need::free_way}}));
    const Diagram cannon = find('C');
    EXPECT_EQ(at(cannon, 3, 4), Signs{{Shape::move}});  // nobody fits between
    EXPECT_EQ(at(cannon, 3, 5), (Signs{{Shape::move}, {Shape::capture, Need::hurdle}}));
    // An initial move never captures.
    EXPECT_EQ(at(find('W'), 3, 4), (Signs{{Shape::capture}, {Shape::move, Need::initial}}));
}

TEST(PieceMoves, NoInitialMovesWithoutSquaresForThem) {
    const Sheet all =
        sheet("pawn = p\ncustomPiece1 = w:ifmWfcW\ndoubleStep = false\nstartFen = 8/8/8/8/8/8/8/8 w\n");
    for (const Diagram& diagram : all.small)
        for (const Cell& cell : diagram.cells)
            for (const Sign sign : cell.signs) EXPECT_NE(sign.need, Need::initial);
}

TEST(PieceMoves, OnBoardsOfEverySize) {
    for (const std::string size : {"1", "2", "16"}) {
        const Sheet all =
            sheet("king = k\ncustomPiece1 = c:NNgQ\ndoubleStep = false\ncastling = false\nmaxFile = " + size +
                  "\nmaxRank = 2\nstartFen = " + size + "/" + size + " w\n");
        for (const Diagram& diagram : all.small) EXPECT_TRUE(errors(diagram).empty());
        EXPECT_FALSE(svg(all).empty());
    }
}

}  // namespace
}  // namespace zermelo::draw
