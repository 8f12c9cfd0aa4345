// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/variant.hpp"

#include <algorithm>

#include "zermelo/draw/pieces.hpp"

namespace zermelo::draw {

namespace {

/// The drawing for a kind of piece, by the name that it has in the rules; of a piece that moves otherwise
/// than its name says, none.
std::string glyph_of(const rules::Kind& kind) {
    const auto moves = [&](const char* betza) {
        const auto expected = rules::parse_betza(betza);
        return expected && *expected == kind.movements;
    };
    if (kind.royal) return moves("K") ? "king" : moves("W") ? "general" : "";
    if (moves("gQ")) return "grasshopper";
    if (moves("NN")) return "nightrider";
    return art(kind.name) ? kind.name : "";
}

Piece man_piece(engine::Man man, const rules::Rules& rules) {
    // It is shown as its FEN is written: what it was, and a '+'.
    const rules::Letter letter = man.turned_from.value_or(man.letter);
    const rules::Kind* const kind = rules.kind(letter);
    Piece piece = kind == nullptr ? Piece{man.color, letter, ""} : piece_of(*kind, man.color);
    piece.mark = man.turned_from ? '+' : man.promoted_pawn ? '~' : '\0';
    return piece;
}

/// In the order in which the rules have the kinds.
std::vector<InHand> in_hand(const engine::Hand& hand, Color color, const rules::Rules& rules) {
    std::vector<InHand> all;
    for (const rules::Kind& kind : rules.kinds)
        if (const auto found = hand.find(kind.letter); found != hand.end())
            all.push_back({man_piece({color, kind.letter}, rules), found->second});
    return all;
}

Place place_of(Square square, unsigned files) {
    const engine::Place place = engine::place_of(square, files);
    return {File{place.file}, Rank{place.rank}};
}

}  // namespace

Piece piece_of(const rules::Kind& kind, Color color) {
    return {color, kind.letter, glyph_of(kind), kind.name};
}

std::string wall_words(const rules::Rules& rules) {
    if (!rules.has_walls()) return "";
    const bool petrifies = !rules.petrifying.empty() || rules.petrify_blast;
    if (rules.walling == rules::Walling::none) return "a man that has turned to stone";
    return rules.walling == rules::Walling::duck && !petrifies ? "the duck" : "a wall";
}

Diagram diagram_of(const engine::Setup& setup, const rules::Rules& rules,
                   const std::vector<engine::Move>& line) {
    Diagram diagram = Diagram::blank(setup.files, setup.ranks);
    for (unsigned r = 0; r < setup.ranks; ++r) {
        for (unsigned f = 0; f < setup.files; ++f) {
            const unsigned bit = rules::region_bit(f, r);
            Cell& cell = diagram.at({File{f}, Rank{r}});
            if (setup.holes.test(bit)) cell.mark = Mark::hole;
            if (setup.walls.test(bit)) cell.mark = Mark::wall;
            for (const engine::Barred& barred : setup.barred) {
                if (!barred.squares.test(bit) || setup.holes.test(bit) || setup.walls.test(bit)) continue;
                if (barred.men == "*") {
                    cell.mark = Mark::forbidden;
                } else if (cell.mark == Mark::none || cell.mark == Mark::restricted) {
                    cell.mark = Mark::restricted;
                    cell.note += barred.men;
                }
            }
            if (cell.mark == Mark::forbidden) cell.note.clear();
            if (const auto& man = setup.men[bit]) cell.piece = man_piece(*man, rules);
        }
    }
    if (const std::string words = wall_words(rules); !words.empty()) diagram.legend.wall = words;
    for (std::size_t i = 0; i < line.size(); ++i)
        diagram.arrows.push_back({place_of(line[i].from, setup.files), place_of(line[i].to, setup.files),
                                  ArrowKind::main_line, std::to_string(i + 1)});
    if (setup.hands)
        diagram.hands = {{in_hand((*setup.hands)[Color::white], Color::white, rules),
                          in_hand((*setup.hands)[Color::black], Color::black, rules)}};
    diagram.to_move = setup.to_move;
    diagram.fen = engine::print_fen(setup);
    return diagram;
}

}  // namespace zermelo::draw
