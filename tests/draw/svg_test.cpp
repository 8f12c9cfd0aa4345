// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/draw/diagram_text.hpp"
#include "zermelo/draw/markup.hpp"
#include "zermelo/draw/pieces.hpp"

#include "draw/pictures.hpp"
#include "support/golden.hpp"

namespace zermelo::draw {
namespace {

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + part.size()))
        ++found;
    return found;
}

/// A slow and small check of what a random diagram might break: every element is closed, quotes come in
/// pairs, entities are known. The golden files are also read by a real parser (tests/pictures.py).
bool well_formed(std::string_view document) {
    std::vector<std::string> open;
    std::size_t at = document.find('\n') + 1;  // after the declaration
    while (at < document.size()) {
        if (document[at] == '&') {
            const std::string_view rest = document.substr(at);
            if (!rest.starts_with("&amp;") && !rest.starts_with("&lt;") && !rest.starts_with("&gt;") &&
                !rest.starts_with("&quot;") && !rest.starts_with("&#39;"))
                return false;
        }
        if (document[at] == '>' || static_cast<unsigned char>(document[at]) < '\n') return false;
        if (document[at++] != '<') continue;
        const std::size_t end = document.find('>', at);
        if (end == std::string_view::npos) return false;
        const std::string_view tag = document.substr(at, end - at);
        if (tag.find('<') != std::string_view::npos || count(tag, "\"") % 2 != 0) return false;
        const bool closes = tag.front() == '/';
        const std::string name(tag.substr(closes ? 1 : 0, tag.find_first_of(" /\n", 1) - (closes ? 1 : 0)));
        if (closes) {
            if (open.empty() || open.back() != tag.substr(1)) return false;
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
        at = end + 1;
    }
    return open.empty();
}

TEST(Svg, Gallery) {
    for (const auto& [title, diagram] : gallery()) {
        const std::string drawn = svg(diagram);
        EXPECT_TRUE(well_formed(drawn)) << title;
        testing::expect_golden("draw/" + std::string(title) + ".svg", drawn);
    }
}

TEST(Svg, EveryPieceIsDrawnOnceAndUsedOften) {
    const std::string drawn = svg(gallery()[0].second);
    EXPECT_EQ(count(drawn, "xlink:href=\"#zermelo-piece-pawn\""), 16U);
    EXPECT_EQ(count(drawn, "id=\"zermelo-piece-pawn\""), 1U);
    EXPECT_EQ(count(drawn, "<g class=\"arrow main\""), 4U);  // one of them in the legend
    EXPECT_EQ(count(drawn, "<g class=\"arrow try\""), 2U);
    EXPECT_EQ(count(drawn, "<g class=\"arrow refutation\""), 2U);
    EXPECT_EQ(count(drawn, "<g class=\"label "), 8U);
    EXPECT_NE(drawn.find(">1 &lt;&amp;&quot;&#39;&gt; 2</text>"), std::string::npos);
}

TEST(Svg, UnknownDrawingsAreLettersOnDiscs) {
    Diagram diagram = Diagram::blank(2, 1);
    diagram.at(place("a1")).piece = Piece{Color::white, 'Z', ""};
    diagram.at(place("b1")).piece = Piece{Color::black, 'Y', "no such drawing"};
    const std::string drawn = svg(diagram);
    EXPECT_EQ(count(drawn, "<g class=\"disc\">"), 2U);
    EXPECT_NE(drawn.find(">Z</text>"), std::string::npos);
    EXPECT_NE(drawn.find(">Y</text>"), std::string::npos);
    EXPECT_EQ(count(drawn, "<use"), 0U);
}

TEST(Svg, HolesAreNoSquares) {
    Diagram diagram = Diagram::blank(3, 3);
    EXPECT_EQ(count(svg(diagram), "h100v100h-100z"), 9U);
    diagram.at(place("b2")).mark = Mark::hole;
    EXPECT_EQ(count(svg(diagram), "h100v100h-100z"), 8U);
    for (Cell& cell : diagram.cells) cell.mark = Mark::hole;
    EXPECT_EQ(count(svg(diagram), "h100v100h-100z"), 0U);
    EXPECT_TRUE(well_formed(svg(diagram)));
}

TEST(Svg, FlippingTurnsTheBoardAround) {
    Diagram diagram = from_fen(2, 3, "2/2/K1");
    const auto king_at = [](const Diagram& d, std::string_view where) {
        SvgOptions bare;
        bare.coordinates = false;
        return svg(d, bare).find("#zermelo-piece-king\" " + std::string(where)) != std::string::npos;
    };
    EXPECT_TRUE(king_at(diagram, "x=\"16\" y=\"216\""));
    diagram.flipped = true;
    EXPECT_TRUE(king_at(diagram, "x=\"116\" y=\"16\""));
}

TEST(Svg, Options) {
    const Diagram diagram = from_fen(2, 1, "KQ");
    SvgOptions options;
    options.id = "9 <a>\"&_-b";
    options.title = "a < b";
    options.square_pixels = 0;
    options.coordinates = false;
    const std::string drawn = svg(diagram, options);
    EXPECT_NE(drawn.find("version=\"1.1\" viewBox=\"0 0 232 132\""), std::string::npos);
    EXPECT_NE(drawn.find("id=\"z9a_-b-piece-king\""), std::string::npos);
    EXPECT_NE(drawn.find(">a &lt; b</title>"), std::string::npos);
    EXPECT_EQ(drawn.find("class=\"coordinates\""), std::string::npos);
    EXPECT_NE(svg(diagram).find(" width=\"144\" height=\"80\""), std::string::npos);
}

TEST(Svg, ArrowsOfOnePairLieSideBySide) {
    Diagram diagram = Diagram::blank(2, 1);
    diagram.arrows = {{place("a1"), place("b1")}};
    SvgOptions bare;
    bare.coordinates = false;
    EXPECT_NE(svg(diagram, bare).find("<path d=\"M88 66L126 66\""), std::string::npos);
    diagram.arrows.push_back({place("b1"), place("a1")});
    EXPECT_NE(svg(diagram, bare).find("<path d=\"M88 53L126 53\""), std::string::npos);
    EXPECT_NE(svg(diagram, bare).find("<path d=\"M144 79L106 79\""), std::string::npos);
}

TEST(Svg, EveryMarkHasALineInTheLegend) {
    for (const auto& [title, diagram] : gallery()) {
        const Diagram* const only = &diagram;
        const std::string drawn = svg(diagram);
        for (const Explained& line : legend_of({&only, 1})) {
            const std::string_view first = std::string_view{line.words}.substr(0, line.words.find(' '));
            EXPECT_NE(drawn.find(">" + std::string{first}), std::string::npos) << title << ": " << line.words;
        }
        EXPECT_EQ(count(drawn, "<g class=\"legend\""), legend_of({&only, 1}).empty() ? 0U : 1U) << title;
    }
}

TEST(Svg, ASheetHasItsBoardsInTwoColumns) {
    Diagram board = from_fen(8, 8, "8/8/8/8/8/8/8/K7");
    board.caption = {"one & all"};
    board.at(place("b2")).signs = {{Sign::Shape::cross}};
    const Sheet sheet{{board}, {board, board, board}, {"the end"}};
    const std::string drawn = svg(sheet);
    EXPECT_TRUE(well_formed(drawn));
    EXPECT_EQ(count(drawn, "<g class=\"pieces\""), 4U);
    EXPECT_EQ(count(drawn, "id=\"zermelo-piece-king\""), 1U);
    EXPECT_EQ(count(drawn, ">one &amp; all</text>"), 4U);
    EXPECT_EQ(count(drawn, ">may not go there</text>"), 1U);
    EXPECT_LT(drawn.find(">may not go there</text>"), drawn.find(">the end</text>"));
    EXPECT_NE(drawn.find("viewBox=\"0 0 900 "), std::string::npos);  // as wide as the large board
    EXPECT_EQ(count(drawn, "<g class=\"board\" transform=\"translate(0 "), 2U);
    EXPECT_EQ(count(drawn, "<g class=\"board\" transform=\"translate(462 "), 1U);
    EXPECT_EQ(count(drawn, "one &amp; all: A board of 8 files"), 4U);
    EXPECT_TRUE(well_formed(svg(Sheet{{}, {board}})));
}

TEST(Svg, RandomDiagramsAreWellFormed) {
    Random random{7};
    const std::string_view dust = "<>&\"'\x01\xFF\xC3\xA9 ]]>-a";
    const auto words = [&] {
        std::string made;
        for (auto left = random.below(30); left > 0; --left) made += dust[random.below(dust.size())];
        return made;
    };
    for (int round = 0; round < 300; ++round) {
        const unsigned side = static_cast<unsigned>(Diagram::most);
        Diagram diagram = Diagram::blank(1 + static_cast<unsigned>(random.below(side)),
                                         1 + static_cast<unsigned>(random.below(side)));
        const auto drawings = glyphs();
        for (Cell& cell : diagram.cells) {
            cell.mark = static_cast<Mark>(random.below(5));
            cell.highlighted = random.below(4) == 0;
            cell.note = words();
            for (auto left = random.below(3); left > 0; --left)
                cell.signs.push_back(
                    {static_cast<Sign::Shape>(random.below(4)), static_cast<Sign::Need>(random.below(4))});
            if (cell.mark == Mark::hole || cell.mark == Mark::wall || random.below(2) == 0) continue;
            const std::size_t drawing = random.below(drawings.size() + 1);
            cell.piece = Piece{random.below(2) == 0 ? Color::white : Color::black,
                               static_cast<char>('A' + random.below(26)),
                               drawing < drawings.size() ? std::string(drawings[drawing]) : words(), words()};
        }
        const auto some_place = [&] {
            return Place{File{static_cast<unsigned>(random.below(diagram.width))},
                         Rank{static_cast<unsigned>(random.below(diagram.height))}};
        };
        for (int i = 0; i < 12; ++i) {
            const Arrow arrow{some_place(), some_place(), static_cast<ArrowKind>(random.below(arrow_kinds)),
                              words()};
            if (diagram.has_square(arrow.from) && diagram.has_square(arrow.to))
                diagram.arrows.push_back(arrow);
        }
        diagram.above = {words(), words()};
        diagram.left = words();
        diagram.right = words();
        diagram.caption = {words(), words()};
        diagram.fen = words();
        diagram.flipped = random.below(2) == 0;
        if (random.below(2) == 0) diagram.to_move = Color::black;
        ASSERT_TRUE(errors(diagram).empty());
        SvgOptions options;
        options.title = words();
        const std::string drawn = svg(diagram, options);
        ASSERT_TRUE(well_formed(drawn)) << drawn;
        ASSERT_EQ(drawn, svg(diagram, options));
        ASSERT_EQ(drawn.find("nan"), std::string::npos);
    }
}

TEST(Pieces, AreShipped) {
    for (const auto* glyph :
         {"king", "queen", "rook", "bishop", "knight", "pawn", "grasshopper", "nightrider", "general"})
        EXPECT_TRUE(art(glyph)) << glyph;
    EXPECT_EQ(glyphs().size(), 97U);
    for (const std::string_view glyph : glyphs()) {
        Diagram one = Diagram::blank(1, 1);
        one.at(place("a1")).piece = Piece{Color::black, 'P', std::string{glyph}};
        EXPECT_TRUE(well_formed(svg(one))) << glyph;
    }
    EXPECT_FALSE(art(""));
    EXPECT_FALSE(art("kin"));
    EXPECT_FALSE(art("king.svg"));
}

/// How often `part` stands in `text`.
std::size_t count_of(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(Svg, WedgesPointAtTheOpponentAndAreRedOnceTurned) {
    Diagram diagram = Diagram::blank(3, 3);
    diagram.ground = Ground::wood;
    diagram.at(place("a1")).piece = Piece{Color::white, 'S', "shogi-silver", "silver", 0, Make::wedge};
    diagram.at(place("c3")).piece = Piece{Color::black, 'S', "shogi-silver", "silver", 0, Make::wedge};
    diagram.at(place("b2")).piece = Piece{Color::white, 'P', "shogi-promoted-pawn", "pawn", '+', Make::wedge};
    diagram.at(place("b3")).piece = Piece{Color::white, 'X', "", "piece X", 0, Make::wedge};
    const std::string drawn = svg(diagram);
    EXPECT_TRUE(well_formed(drawn));
    EXPECT_EQ(count_of(drawn, "rotate(180"), 1U);
    EXPECT_EQ(count_of(drawn, "#A3201A"), 1U);
    EXPECT_EQ(count_of(drawn, ">+</text>"), 0U);  // the character says it
    EXPECT_EQ(count_of(drawn, ">X</text>"), 1U);
    EXPECT_EQ(count_of(drawn, "#B3C3CE"), 0U);
    diagram.flipped = true;
    EXPECT_EQ(count_of(svg(diagram), "rotate(180"), 3U);
}

TEST(Svg, PointsHaveLinesPalacesAndARiver) {
    Diagram diagram = Diagram::blank(3, 4);
    diagram.ground = Ground::points;
    const auto segments = [&] {
        const std::string drawn = svg(diagram);
        EXPECT_TRUE(well_formed(drawn));
        const std::size_t begin = drawn.find("stroke-linecap=\"round\" d=\"");
        return count_of(drawn.substr(begin, drawn.find("/>", begin) - begin), "L");
    };
    EXPECT_EQ(segments(), 4U * 2 + 3 * 3);
    diagram.lines.river = Rank{1};
    EXPECT_EQ(segments(), 4U * 2 + 3 * 3 - 1);  // the edges lead across
    diagram.lines.palaces = {{place("a1"), place("c2")}};
    EXPECT_EQ(segments(), 4U * 2 + 3 * 3 - 1 + 2);
    diagram.at(place("a4")).mark = Mark::hole;
    EXPECT_EQ(segments(), 4U * 2 + 3 * 3 - 1);
}

TEST(Svg, HandsStandAtTheSidesThatAreTheirs) {
    Diagram diagram = from_fen(4, 4, "k3/4/4/3K");
    diagram.at(place("b2")).piece = Piece{Color::white, 'S', "silver", "silver", '+'};
    diagram.hands.emplace();
    (*diagram.hands)[Color::white] = {{Piece{Color::white, 'P', "pawn"}, 2},
                                      {Piece{Color::white, 'R', "rook"}, 1}};
    ASSERT_TRUE(errors(diagram).empty());
    const std::string drawn = svg(diagram);
    EXPECT_TRUE(well_formed(drawn));
    const std::size_t board = drawn.find("class=\"squares\"");
    EXPECT_GT(drawn.find("×2</text>"), board);
    EXPECT_LT(drawn.find(">–</text>"), board);
    EXPECT_NE(drawn.find(">+</text>"), std::string::npos);
    EXPECT_NE(drawn.find("id=\"zermelo-piece-rook\""), std::string::npos);
    EXPECT_EQ(text(diagram),
              "Black's hand: -\n4 k . . .\n3 . . . .\n2 .+S . .\n1 . . . K\n  a b c d\n"
              "White's hand: P×2 R\n");
    EXPECT_EQ(in_words(diagram),
              "A board of 4 files and 4 ranks. White: king d1, promoted silver b2. Black: king a4. White has "
              "in hand: "
              "pawn ×2, rook. Black has in hand: nothing.");
    diagram.flipped = true;
    EXPECT_LT(svg(diagram).find("×2</text>"), svg(diagram).find("class=\"squares\""));
    EXPECT_TRUE(text(diagram).starts_with("White's hand: P×2 R\n"));
    (*diagram.hands)[Color::black].push_back({Piece{Color::black, 'p', "pawn"}, 1});
    EXPECT_FALSE(errors(diagram).empty());
    // Many of them take more rows than one.
    (*diagram.hands)[Color::black].assign(12, {Piece{Color::black, 'X', ""}, 18});
    EXPECT_TRUE(well_formed(svg(diagram)));
}

TEST(Markup, Escapes) {
    EXPECT_EQ(escaped("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
    EXPECT_EQ(escaped("é–𝄞\t"), "é–𝄞\t");
    const std::string bad = "\xEF\xBF\xBD";
    EXPECT_EQ(escaped(std::string_view("\0", 1)), bad);
    EXPECT_EQ(escaped("\x1B["), bad + "[");
    EXPECT_EQ(escaped("\xC3"), bad);                                // cut off
    EXPECT_EQ(escaped("\xC3<"), bad + "&lt;");                      // the rest is still read
    EXPECT_EQ(escaped("\xC0\xBC"), bad + bad);                      // '<' in two bytes
    EXPECT_EQ(escaped("\xE0\x80\xBC"), bad + bad + bad);            // in three
    EXPECT_EQ(escaped("\xED\xA0\x80"), bad + bad + bad);            // a surrogate
    EXPECT_EQ(escaped("\xEF\xBF\xBF"), bad + bad + bad);            // U+FFFF is no character of XML
    EXPECT_EQ(escaped("\xF4\x90\x80\x80"), bad + bad + bad + bad);  // beyond Unicode
}

TEST(Markup, Wraps) {
    using Lines = std::vector<std::string>;
    EXPECT_EQ(wrapped("", 5), Lines{""});
    EXPECT_EQ(wrapped("  one  two three ", 7), (Lines{"one two", "three"}));
    EXPECT_EQ(wrapped("ééé éé", 6), (Lines{"ééé éé"}));
    EXPECT_EQ(wrapped("ab ééééééé c", 3), (Lines{"ab", "ééé", "ééé", "é c"}));
}

TEST(Markup, WrapsFensBetweenFields) {
    using Lines = std::vector<std::string>;
    EXPECT_EQ(wrapped_fen("K1/2 w - - 0 1", 14), (Lines{"K1/2 w - - 0 1"}));
    EXPECT_EQ(wrapped_fen("K1/2 w - - 0 1", 13), (Lines{"K1/2", "w - - 0 1"}));
    EXPECT_EQ(wrapped_fen("K1/2 w - - 0 1", 6), (Lines{"K1/2", "w - -", "0 1"}));
    EXPECT_EQ(wrapped_fen("K1/2/QR/pp w", 7), (Lines{"K1/2/", "QR/pp", "w"}));
    EXPECT_EQ(wrapped_fen("KQRBNP/2 w", 4), (Lines{"KQRB", "NP/2", "w"}));
    EXPECT_EQ(wrapped_fen("K1/2", 3), (Lines{"K1/", "2"}));
    EXPECT_EQ(wrapped_fen("", 3), Lines{""});
}

TEST(Markup, Numbers) {
    EXPECT_EQ(number(0), "0");
    EXPECT_EQ(number(-0.04), "0");
    EXPECT_EQ(number(-0.5), "-0.5");
    EXPECT_EQ(number(12.34), "12.3");
    EXPECT_EQ(number(99.96), "100");
}

}  // namespace
}  // namespace zermelo::draw
