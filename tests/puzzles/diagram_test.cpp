// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/diagram.hpp"

#include <gtest/gtest.h>

#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/draw/diagram_text.hpp"
#include "zermelo/puzzles/check_state/diagram.hpp"
#include "zermelo/puzzles/king_pawn/diagram.hpp"

namespace zermelo::puzzles {
namespace {

using check_state::Column;
using check_state::Row;
using draw::Diagram;
using draw::errors;
using draw::Place;

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(GameDiagram, OfAHunt) {
    const auto square = [](unsigned file, unsigned rank) {
        return queen_hunt::Square{File{file}, Rank{rank}};
    };
    queen_hunt::Placement placement;
    placement.add(Color::white, queen_hunt::Kind::queen, square(1, 0));
    placement.add(Color::white, queen_hunt::Kind::knight, square(1, 1));
    placement.add(Color::black, queen_hunt::Kind::queen, square(0, 3));
    const Diagram diagram = diagram_of(*placement.position(), Color::white,
                                       {{square(1, 1), square(0, 3), queen_hunt::Kind::knight}});
    ASSERT_TRUE(errors(diagram).empty());
    EXPECT_EQ(text(diagram),
              "4[q] .  .  .\n"
              "3 .  .  .  .\n"
              "2 . [N] .  .\n"
              "1 .  Q  .  .\n"
              "  a  b  c  d\n"
              "[ ] the last move\n"
              "White to move\n");
}

TEST(GameDiagram, OfAPursuit) {
    const auto square = [](unsigned x, unsigned y) { return king_pawn::Square{File{x - 1}, Rank{y - 1}}; };
    king_pawn::Marks marks;
    marks.forbidden = square(1, 8).set();
    marks.dangerous = square(8, 1).set();
    const Diagram diagram = diagram_of(king_pawn::Position::from_checked({marks, square(3, 1), square(6, 3)}),
                                       {square(3, 1), square(4, 1)});
    ASSERT_TRUE(errors(diagram).empty());
    EXPECT_EQ(text(diagram),
              "8 #  .  .  .  .  .  .  .\n"
              "7 .  .  .  .  .  .  .  .\n"
              "6 .  .  .  .  .  .  .  .\n"
              "5 .  .  .  .  .  .  .  .\n"
              "4 .  .  .  .  .  .  .  .\n"
              "3 .  .  .  .  .  p  .  .\n"
              "2 .  .  .  .  .  .  .  .\n"
              "1 .  . [K][.] .  .  .  ~\n"
              "  1  2  3  4  5  6  7  8\n"
              "# forbidden\n"
              "~ restricted (D): (8,1)\n"
              "[ ] the last move\n"
              "White to move\n");
    EXPECT_TRUE(has(in_words(diagram), "White: king (3,1). Black: pawn (6,3)."));
    EXPECT_TRUE(has(in_words(diagram), "1: (3,1) to (4,1)"));
    // The statement's letters, and what they mean.
    const std::string drawn = svg(diagram);
    for (const char* part : {">F</text>", ">D</text>", ">forbidden: nobody may enter</text>",
                             ">dangerous: the pawn may enter, the king may not</text>"})
        EXPECT_TRUE(has(drawn, part)) << part;
    EXPECT_FALSE(has(drawn, ">K</text>"));
}

TEST(GameDiagram, OfEachMoveOfAPursuit) {
    const auto square = [](unsigned x, unsigned y) { return king_pawn::Square{File{x - 1}, Rank{y - 1}}; };
    king_pawn::Marks marks;
    marks.dangerous = square(5, 2).set();
    const Diagram several = diagram_of(marks, square(3, 1).set() | square(4, 2).set(), square(6, 3));
    EXPECT_EQ(in_words(several),
              "A board of 8 files and 8 ranks. Black: pawn (6,3). Guarded by the pawn: (7,2). "
              "Restricted (D): (5,2). Where the king can be: (4,2) (3,1).");
    const Diagram one = diagram_of(marks, square(6, 3).set(), std::nullopt);
    EXPECT_EQ(in_words(one), "A board of 8 files and 8 ranks. White: king (6,3). Restricted (D): (5,2).");
}

check_state::Piece piece(Color color, check_state::Kind kind, std::uint64_t x, std::uint64_t y) {
    return {color, kind, Column{x}, Row{y}};
}

TEST(GameDiagram, OfASmallBoard) {
    const check_state::PlainBoard board{3,
                                        {piece(Color::white, check_state::Kind::king, 1, 1),
                                         piece(Color::black, check_state::Kind::knight, 3, 2),
                                         piece(Color::black, check_state::Kind::king, 2, 3)}};
    const Diagram diagram = diagram_of(board, Column{1}, Row{1});
    ASSERT_TRUE(errors(diagram).empty());
    EXPECT_EQ(text(diagram),
              "1 K . .\n"
              "2 . . h\n"
              "3 . k .\n"
              "  1 2 3\n");
    EXPECT_TRUE(has(in_words(diagram), "Black: king (2,3), knight (3,2)."));
    EXPECT_TRUE(diagram.caption.empty());
    EXPECT_EQ(diagram_of(check_state::PlainBoard{16, {}}, Column{1}, Row{1}).width, 16U);
    EXPECT_EQ(diagram_of(check_state::PlainBoard{17, {}}, Column{1}, Row{1}).width, 15U);
}

TEST(GameDiagram, OfACheckShowsWhatExplainTells) {
    using check_state::Kind;
    // White's king is in check from a rook beyond the edge of the picture, and a rook of his is pinned.
    const check_state::PlainBoard board{
        100,
        {piece(Color::white, Kind::king, 50, 50), piece(Color::black, Kind::rook, 90, 50),
         piece(Color::white, Kind::rook, 50, 52), piece(Color::black, Kind::queen, 50, 54),
         piece(Color::white, Kind::rook, 55, 55), piece(Color::white, Kind::bishop, 72, 70),
         piece(Color::black, Kind::knight, 51, 49), piece(Color::black, Kind::king, 1, 1)}};
    const check_state::CheckState state = check_state::explain(board, 100);
    ASSERT_EQ(state.verdict, check_state::CheckState::Verdict::check);
    const Diagram diagram = diagram_of(board, state, "the verdict");
    ASSERT_TRUE(errors(diagram).empty());
    std::vector<std::string> arrows;
    for (const draw::Arrow& arrow : diagram.arrows)
        arrows.push_back(std::to_string(static_cast<int>(arrow.kind)) + " " + diagram.name(arrow.from) + " " +
                         diagram.name(arrow.to));
    EXPECT_EQ(arrows, (std::vector<std::string>{"4 (50,54) (50,50)", "5 (57,55) (52,50)", "5 (55,55) (55,50)",
                                                "3 (57,50) (50,50)"}));
    std::size_t steps = 0;
    for (const draw::Cell& cell : diagram.cells) steps += cell.signs.size();
    EXPECT_EQ(steps, state.reasons->king_steps.size());
    EXPECT_TRUE(has(in_words(diagram), "The king would be threatened here: "));
    EXPECT_EQ(diagram.caption.front(), "the verdict");
    EXPECT_EQ(diagram.caption.back(), "Arrows from the edge begin beyond it.");
    // What has no room is counted.
    const Diagram corner = diagram_of(board, check_state::explain(board, 1), "");
    EXPECT_EQ(corner.caption.back(), "1 plausible move is not drawn.");
}

TEST(GameDiagram, OfAPartOfALargeBoard) {
    constexpr std::uint64_t n = check_state::largest_board;
    const check_state::PlainBoard board{n,
                                        {piece(Color::white, check_state::Kind::king, n, 500),
                                         piece(Color::black, check_state::Kind::king, 1, 1),
                                         piece(Color::black, check_state::Kind::queen, n - 14, 507),
                                         piece(Color::black, check_state::Kind::rook, n - 15, 500),
                                         piece(Color::black, check_state::Kind::rook, n, 492)}};
    const Diagram right = diagram_of(board, Column{n}, Row{500});
    ASSERT_TRUE(errors(right).empty());
    EXPECT_EQ(right.numbers->x, n - 14);
    EXPECT_EQ(right.numbers->y, 493U);
    EXPECT_EQ(in_words(right),
              "A board of 15 files and 15 ranks. White: king (1000000000000000000,500). "
              "Black: queen (999999999999999986,507).");
    EXPECT_EQ(right.caption,
              std::vector<std::string>{"x from 999999999999999986 to 1000000000000000000 and y from 493 to "
                                       "507 of 1000000000000000000"});
    EXPECT_TRUE(has(svg(right), ">493</text>"));
    EXPECT_TRUE(has(svg(right), ">986</text>"));
    const Diagram corner = diagram_of(board, Column{1}, Row{1});
    EXPECT_EQ(corner.numbers->x, 1U);
    EXPECT_EQ(corner.name(Place{File{0}, Rank{14}}), "(1,1)");
    EXPECT_TRUE(corner.at({File{0}, Rank{14}}).piece);
}

}  // namespace
}  // namespace zermelo::puzzles
