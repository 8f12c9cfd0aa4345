// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/draw/diagram.hpp"

namespace zermelo::draw {

inline Place place(std::string_view name) {
    unsigned rank = 0;
    for (const char c : name.substr(1)) rank = rank * 10 + static_cast<unsigned>(c - '0');
    return {File{static_cast<unsigned>(name[0] - 'a')}, Rank{rank - 1}};
}

/// A diagram from the board field of a FEN; `*` is a hole. Letters other than KQRBNPG have no drawing.
inline Diagram from_fen(unsigned width, unsigned height, std::string_view board) {
    Diagram diagram = Diagram::blank(width, height);
    unsigned file = 0;
    unsigned rank = height - 1;
    for (const char c : board) {
        if (c == '/') {
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '9') {
            file += static_cast<unsigned>(c - '0');
        } else {
            Cell& cell = diagram.at({File{file++}, Rank{rank}});
            if (c == '*') {
                cell.mark = Mark::hole;
                continue;
            }
            const bool white = c < 'a';
            const char letter = white ? c : static_cast<char>(c - 'a' + 'A');
            std::string_view glyph;
            for (const std::string_view g : {"king", "queen", "rook", "bishop", "pawn", "grasshopper"})
                if (letter == g[0] - 'a' + 'A') glyph = g;
            if (letter == 'N') glyph = "knight";
            cell.piece = Piece{white ? Color::white : Color::black, letter, std::string(glyph)};
        }
    }
    return diagram;
}

/// The diagrams that have golden files in tests/data/draw/.
inline std::vector<std::pair<std::string_view, Diagram>> gallery() {
    Diagram chess = from_fen(8, 8, "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R");
    chess.to_move = Color::white;
    chess.arrows = {{place("f3"), place("e5"), ArrowKind::main_line, "1"},
                    {place("c6"), place("e5"), ArrowKind::main_line, "2"},
                    {place("d2"), place("d4"), ArrowKind::main_line, "3"},
                    {place("c4"), place("f7"), ArrowKind::attempt, "1"},
                    {place("e8"), place("f7"), ArrowKind::refutation, "2"}};
    chess.caption = {"White regains the piece: 3 d2–d4 forks", "1 <&\"'> 2"};

    Diagram marks = from_fen(6, 6, "*2k1*/2A1c1/1p2P1/2G3/N2g2/*1K2*");
    for (const auto* at : {"c3", "b4", "b1"}) marks.at(place(at)).mark = Mark::forbidden;
    for (const auto* at : {"d4", "e5", "f3"}) marks.at(place(at)).mark = Mark::restricted;
    marks.at(place("d4")).note = "K";
    marks.at(place("e5")).note = "K";
    marks.at(place("e3")).highlighted = true;
    marks.to_move = Color::black;
    marks.arrows = {{place("a2"), place("b4")},
                    {place("e4"), place("e5"), ArrowKind::main_line, "1"},
                    {place("e5"), place("e4"), ArrowKind::main_line, "2"},
                    {place("d6"), place("d6"), ArrowKind::attempt, "a"}};
    Diagram flipped = marks;
    flipped.flipped = true;

    Diagram one = from_fen(1, 1, "K");
    one.to_move = Color::white;
    one.caption = {"Nothing moves here, and the words are wider than the board"};

    Diagram signs = from_fen(5, 5, "2k2/1p3/1*N2/2P2/5");
    signs.at(place("b5")).signs = {{Sign::Shape::move}};
    signs.at(place("d5")).signs = {{Sign::Shape::capture}};
    signs.at(place("b4")).signs = {{Sign::Shape::both}};
    signs.at(place("d4")).signs = {{Sign::Shape::cross}};
    signs.at(place("e5")).signs = {{Sign::Shape::both, Sign::Need::initial}};
    signs.at(place("e4")).signs = {{Sign::Shape::capture, Sign::Need::initial}};
    signs.at(place("e3")).signs = {{Sign::Shape::move, Sign::Need::free_way}};
    signs.at(place("e2")).signs = {{Sign::Shape::move}, {Sign::Shape::capture, Sign::Need::hurdle}};
    signs.at(place("a1")).mark = Mark::forbidden;
    signs.at(place("a1")).note = "F";
    signs.arrows = {{place("c2"), place("c5"), ArrowKind::check},
                    {place("a4"), place("d1"), ArrowKind::pin},
                    {place("c3"), place("d1"), ArrowKind::choice}};
    signs.fen = "2k2/1p3/1*N2/2P2/5 b - - 0 1";
    Diagram walls = from_fen(4, 4, "k2*/4/1K2/4");
    for (const auto* at : {"a1", "b3", "d2"}) walls.at(place(at)).mark = Mark::wall;
    walls.to_move = Color::white;
    return {{"chess", chess},           {"marks", marks}, {"walls", walls},
            {"marks_flipped", flipped}, {"one", one},     {"signs", signs}};
}

}  // namespace zermelo::draw
