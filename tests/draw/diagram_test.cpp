// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/diagram.hpp"

#include <gtest/gtest.h>

#include "zermelo/draw/diagram_text.hpp"

#include "draw/pictures.hpp"
#include "support/golden.hpp"

namespace zermelo::draw {
namespace {

TEST(Diagram, SquaresHaveNames) {
    EXPECT_EQ(name(place("a1")), "a1");
    EXPECT_EQ(name(place("p16")), "p16");
}

TEST(Diagram, NamesEveryError) {
    for (const auto& [title, diagram] : gallery()) EXPECT_TRUE(errors(diagram).empty()) << title;
    EXPECT_TRUE(errors(Diagram::blank(1, 16)).empty());
    EXPECT_EQ(errors(Diagram::blank(0, 17)).at(0),
              "the board is 0 by 17, expected 1 to 16 squares on a side");
    EXPECT_EQ(errors(Diagram{}), std::vector<std::string>{"there are 0 cells, expected 64"});
    Diagram bad = Diagram::blank(3, 3);
    bad.at(place("b2")) = Cell{Piece{Color::white, 'k', "king"}, Mark::hole};
    bad.arrows = {{place("a1"), place("a3")}, {place("a1"), place("a4")}, {place("b2"), place("a1")}};
    EXPECT_EQ(errors(bad), (std::vector<std::string>{"the letter of the piece on b2 is not one of A to Z",
                                                     "a piece stands on b2, a hole",
                                                     "arrow 2 has an end where there is no square",
                                                     "arrow 3 has an end where there is no square"}));
}

TEST(Diagram, InWords) {
    EXPECT_EQ(in_words(Diagram::blank(1, 2)), "A board of 1 file and 2 ranks. No pieces.");
    Diagram diagram = from_fen(4, 3, "k*1p/1X2/PP1K");
    diagram.to_move = Color::black;
    diagram.at(place("c2")).mark = Mark::forbidden;
    diagram.at(place("d2")).mark = Mark::restricted;
    diagram.at(place("d2")).note = "K";
    diagram.at(place("c3")).mark = Mark::restricted;
    diagram.at(place("a3")).piece->words = "prince";
    diagram.arrows = {{place("d1"), place("d2"), ArrowKind::attempt, "1"}, {place("a3"), place("a2")}};
    EXPECT_EQ(
        in_words(diagram),
        "A board of 4 files and 3 ranks. White: king d1, pawn a1 b1, piece X b2. Black: pawn d3, prince a3. "
        "Forbidden: c2. No square at: b3. Restricted: c3. Restricted (K): d2. "
        "Arrows: 1: d1 to d2 (try), a3 to a2. Black to move.");
}

std::vector<std::string> words_of(const std::vector<Explained>& legend) {
    std::vector<std::string> words;
    for (const Explained& line : legend) words.push_back(line.words);
    return words;
}

/// Walls are squares that are there, drawn and told otherwise than holes.
TEST(Diagram, WallsAreNoHoles) {
    Diagram diagram = from_fen(3, 3, "k2/1*1/2K");
    diagram.at(place("a1")).mark = Mark::wall;
    EXPECT_TRUE(diagram.has_square(place("a1")));
    EXPECT_EQ(
        in_words(diagram),
        "A board of 3 files and 3 ranks. White: king c1. Black: king a3. A wall: a1. No square at: b2.");
    const Diagram* const only = &diagram;
    ASSERT_EQ(legend_of({&only, 1}).size(), 1U);
    EXPECT_EQ(legend_of({&only, 1}).front().words, "a wall");
    diagram.at(place("a1")).piece = Piece{Color::white, 'R', "rook"};
    EXPECT_EQ(errors(diagram), std::vector<std::string>{"a piece stands on a1, a wall"});
}

TEST(Legend, ExplainsEachMarkThatThereIs) {
    EXPECT_TRUE(legend_of({}).empty());
    Diagram diagram = from_fen(3, 3, "k2/1*1/2K");
    const Diagram* const only = &diagram;
    EXPECT_TRUE(legend_of({&only, 1}).empty());  // nothing needs to be said of a hole
    diagram.arrows = {{place("a1"), place("a2"), ArrowKind::main_line, "1"},
                      {place("a2"), place("a3"), ArrowKind::main_line, "2"}};
    ASSERT_EQ(legend_of({&only, 1}).size(), 1U);
    EXPECT_EQ(legend_of({&only, 1}).front().label, "1");
    diagram.at(place("a1")).mark = Mark::restricted;
    diagram.at(place("a1")).note = "K";
    diagram.at(place("b1")).mark = Mark::restricted;
    diagram.at(place("b3")).mark = diagram.at(place("c3")).mark = Mark::forbidden;
    diagram.at(place("c1")).highlighted = true;
    diagram.at(place("a2")).signs = {{Sign::Shape::cross}, {Sign::Shape::move, Sign::Need::hurdle}};
    diagram.arrows.push_back({place("a1"), place("a2"), ArrowKind::check});
    EXPECT_EQ(words_of(legend_of({&only, 1})),
              (std::vector<std::string>{"no piece may enter", "some pieces may not enter",
                                        "these pieces may not enter (White's in capitals)", "highlighted",
                                        "may go there, over a piece", "may not go there",
                                        "the moves, in order", "check"}));
    // Its own words, once for all boards of a page.
    diagram.legend.signs[{Sign::Shape::cross}] = "guarded";
    diagram.legend.arrows[static_cast<std::size_t>(ArrowKind::check)].clear();
    const std::vector<const Diagram*> both{&diagram, &diagram};
    EXPECT_EQ(words_of(legend_of(both)).back(), "the moves, in order");
    EXPECT_EQ(words_of(legend_of(both))[5], "guarded");
    EXPECT_EQ(legend_of(both).size(), 7U);
}

TEST(DiagramText, SignsHaveAKey) {
    Diagram diagram = from_fen(3, 1, "k2");
    for (const auto* at : {"a1", "b1"}) diagram.at(place(at)).signs = {{Sign::Shape::both}};
    diagram.at(place("c1")).signs = {{Sign::Shape::cross}};
    diagram.fen = "k2 w";
    EXPECT_EQ(text(diagram), "1 ko o  x\n  a  b  c\no may go or capture there\nx may not go there\nk2 w\n");
}

TEST(DiagramText, Gallery) {
    for (const auto& [title, diagram] : gallery())
        testing::expect_golden("draw/" + std::string(title) + ".txt", text(diagram));
}

TEST(DiagramText, PlainBoardsLookLikeTheOtherPictures) {
    EXPECT_EQ(text(from_fen(4, 4, "q3/4/1N2/1Q2")),
              "4 q . . .\n"
              "3 . . . .\n"
              "2 . N . .\n"
              "1 . Q . .\n"
              "  a b c d\n");
    EXPECT_EQ(text(Diagram::blank(1, 1)), "1 .\n  a\n");
}

TEST(DiagramText, RanksOfTwoDigitsAreAligned) {
    Diagram tall = Diagram::blank(16, 16);
    tall.flipped = true;
    const std::string drawn = text(tall);
    EXPECT_EQ(drawn.substr(0, drawn.find('\n')), " 1 . . . . . . . . . . . . . . . .");
    EXPECT_NE(drawn.find("\n16 . . . . . . . . . . . . . . . .\n   p o n m l k j i h g f e d c b a\n"),
              std::string::npos);
}

TEST(DiagramText, OnlyTheLastMoveOfTheMainLineIsShown) {
    Diagram diagram = from_fen(3, 2, "1k1/K1R");
    diagram.arrows = {{place("a1"), place("a2")},
                      {place("b2"), place("c1")},
                      {place("c1"), place("c2"), ArrowKind::attempt}};
    diagram.at(place("b1")).highlighted = true;
    EXPECT_EQ(text(diagram), "2 . [k] .\n1 K (.)[R]\n  a  b  c\n[ ] the last move\n( ) highlighted\n");
}

}  // namespace
}  // namespace zermelo::draw
