// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/board/geometry.hpp"
#include "zermelo/color.hpp"

namespace zermelo::draw {

/// A square of a board of any size.
struct Place {
    File file;
    Rank rank;
    friend constexpr auto operator<=>(const Place&, const Place&) = default;
};

/// "a1" … "p16".
std::string name(Place place);

/// How sides are told apart in the drawing of a piece, and what stands for a piece without one.
enum class Make : std::uint8_t {
    figure,  ///< white and black; a letter on a disc
    wedge,   ///< a wooden wedge that points at the opponent, and is red once it has turned
    red,     ///< wooden: White's writing is red, Black's black
    green,   ///< wooden: White's writing is green, Black's red
};

/// A piece as pictures show it.
struct Piece {
    Color color = Color::white;
    char letter = 'P';    ///< 'A' to 'Z' for both sides
    std::string glyph;    ///< one of `glyphs()`; anything else, and the letter is drawn on a disc
    std::string words{};  ///< what a screen reader says; if empty the glyph, or "piece P"
    /// Beside it where it is no longer what it was: '+' a piece that has turned into another one, '~' a
    /// promoted pawn; 0: nothing.
    char mark = 0;
    Make make = Make::figure;
    friend bool operator==(const Piece&, const Piece&) = default;
};

/// Pieces of a kind in a hand.
struct InHand {
    Piece piece;
    unsigned count = 1;
    friend bool operator==(const InHand&, const InHand&) = default;
};

enum class Mark : std::uint8_t {
    none,
    hole,        ///< there is no square here at all
    wall,        ///< play has taken the square away
    forbidden,   ///< no piece may enter
    restricted,  ///< some pieces may not enter: `Cell::note` can say which
};

/// A small sign that says what may be done to a square.
struct Sign {
    enum class Shape : std::uint8_t {
        move,     ///< a dot: a piece may go there
        capture,  ///< a ring: a piece may capture there
        both,     ///< a dot in a ring
        cross,    ///< a piece may not go there
    };
    /// What a move or a capture needs; shapes other than round ones.
    enum class Need : std::uint8_t {
        nothing,
        initial,   ///< an initial move, from some ranks alone: triangles
        free_way,  ///< nothing stands between, though the piece leaps: with a bar
        hurdle,    ///< a piece stands between: below an arch
    };
    Shape shape = Shape::move;
    Need need = Need::nothing;
    friend constexpr auto operator<=>(const Sign&, const Sign&) = default;
};

/// What one square shows.
struct Cell {
    std::optional<Piece> piece{};
    Mark mark = Mark::none;
    std::string note{};  ///< a very short text for a forbidden or restricted square, such as "K"
    bool highlighted = false;
    std::vector<Sign> signs{};  ///< a move and a capture with other needs can be read together
    friend bool operator==(const Cell&, const Cell&) = default;
};

enum class ArrowKind : std::uint8_t {
    main_line,
    attempt,     ///< a try: it nearly works
    refutation,  ///< why the try fails
    check,       ///< from a piece that threatens a king to that king
    pin,         ///< from a piece to the king that it would threaten but for the piece between
    choice,      ///< one of several moves that will do
};
inline constexpr std::size_t arrow_kinds = 6;

/// What a board looks like below its pieces.
enum class Ground : std::uint8_t {
    checkered,
    wood,    ///< squares of one colour, with lines between them
    points,  ///< wooden; lines lead from the middle of each square to those of its neighbours
};

/// Lines on points: from corner to corner of a palace, and none across a river, but at the edges.
struct PointLines {
    std::vector<std::pair<Place, Place>> palaces{};  ///< two opposite corners of each
    std::optional<Rank> river{};                     ///< the rank below it
};

struct Arrow {
    Place from;
    Place to;  ///< may be `from`: a ring is drawn
    ArrowKind kind = ArrowKind::main_line;
    std::string label{};  ///< shown in a small disc, such as "1"; up to three characters fit
};

/// Squares that are called by two numbers, x from the left and y, instead of a letter and a number.
struct Numbers {
    std::uint64_t x = 1;  ///< the x of file 0
    std::uint64_t y = 1;  ///< the least of the diagram: that of rank 0, or of the highest rank if `down`
    bool down = false;    ///< y is counted from above
};

/// What marks, signs and arrows mean on a diagram. Those that there are of them are explained below the
/// board; a kind of arrow with an empty text is not.
struct Legend {
    std::string wall = "a wall";
    std::string forbidden = "no piece may enter";
    std::string restricted = "these pieces may not enter (White's in capitals)";  ///< told after the note
    std::string highlighted = "highlighted";
    std::map<Sign, std::string> signs{};  ///< those without a text here have one of their own
    std::array<std::string, arrow_kinds> arrows{
        "the moves, in order", "a try", "why a try fails", "check", "a pin", "a move that will do"};
};

/// A picture of a position before anyone chose how to draw it. Plain data that knows no rules.
///
/// Square (file, rank) is `cells[rank × width + file]`; rank 0 is White's side, at the bottom unless
/// `flipped`.
struct Diagram {
    static constexpr unsigned most = 16;  ///< squares on a side

    unsigned width = 8;
    unsigned height = 8;
    std::vector<Cell> cells{};
    Ground ground = Ground::checkered;
    PointLines lines{};                ///< where the ground has points
    std::vector<Arrow> arrows{};       ///< in the order in which they are played
    std::vector<std::string> above{};  ///< lines of UTF-8 above the board, the first one in bold letters
    /// Short words directly below the board, at its left edge and at its right one.
    std::string left{}, right{};
    std::vector<std::string> caption{};  ///< lines of UTF-8 below the board
    std::string fen{};                   ///< below them; a long one is smaller, and broken between its fields
    std::optional<Color> to_move{};
    /// White's hand and Black's, which are shown at the sides of the board that are theirs; nothing in games
    /// without hands.
    std::optional<ByColor<std::vector<InHand>>> hands{};
    bool flipped = false;              ///< Black's side at the bottom
    std::optional<Numbers> numbers{};  ///< if squares are not called "a1" to "p16"
    Legend legend{};

    /// A board without pieces or marks.
    static Diagram blank(unsigned width, unsigned height);

    /// Precondition: the place is on the board.
    Cell& at(Place p) { return cells[std::size_t{p.rank.index()} * width + p.file.index()]; }
    const Cell& at(Place p) const { return cells[std::size_t{p.rank.index()} * width + p.file.index()]; }
    bool contains(Place p) const { return p.file.index() < width && p.rank.index() < height; }
    /// Whether there is a square: on the board, and not a hole.
    bool has_square(Place p) const { return contains(p) && at(p).mark != Mark::hole; }
    /// What a file or a rank is called: "a" or "1", or its number.
    std::string name(File file) const;
    std::string name(Rank rank) const;
    /// What a square is called: "a1", or "(1,1)" if there are `numbers`.
    std::string name(Place place) const;
};

/// A line of the legend: what is explained, as a square or as an arrow, and the words.
struct Explained {
    Cell cell{};
    std::optional<ArrowKind> arrow{};
    std::string words;
    std::string label{};  ///< the label of the first such arrow
    friend bool operator==(const Explained&, const Explained&) = default;
};

/// What there is on any of the diagrams, each with its words, always in the same order. The words are those
/// of the first diagram that has it.
std::vector<Explained> legend_of(std::span<const Diagram* const> diagrams);

/// Everything that keeps a diagram from being drawn, in words; empty if nothing does. `text` and `svg` ask
/// for a diagram without errors.
std::vector<std::string> errors(const Diagram& diagram);

/// The whole diagram in English sentences, for those who hear it instead of seeing it.
/// Precondition: no errors.
std::string in_words(const Diagram& diagram);

}  // namespace zermelo::draw
