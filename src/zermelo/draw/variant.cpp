// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/variant.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "zermelo/draw/pieces.hpp"
#include "zermelo/rules/way_names.hpp"

namespace zermelo::draw {

namespace {

/// The drawing for a kind of piece, by the name that it has in the rules; of a piece that moves otherwise
/// than its name says, none.
std::string glyph_of(const rules::Rules& rules, const rules::Kind& kind) {
    const auto moves = [&](const char* betza) {
        const auto expected = rules::parse_betza(betza);
        return expected && *expected == kind.movements;
    };
    if (kind.royal) return moves("K") ? "king" : moves("W") ? "general" : "";
    if (rules.name_of(kind) == "king" && moves("K")) return "king";
    if (moves("gQ")) return "grasshopper";
    if (moves("NN")) return "nightrider";
    return art(kind.name) ? kind.name : "";
}

/// The men of a look, as their drawings' names begin.
std::string_view prefix_of(rules::Look look) {
    using enum rules::Look;
    return look == shogi     ? "shogi-"
           : look == dobutsu ? "dobutsu-"
           : look == xiangqi ? "xiangqi-"
           : look == janggi  ? "janggi-"
                             : "makruk-";
}

Make make_of(rules::Look look) {
    using enum rules::Look;
    return look == shogi     ? Make::wedge
           : look == xiangqi ? Make::red
           : look == janggi  ? Make::green
                             : Make::figure;
}

/// The first of these drawings that there is for a side, or else for both.
std::string first_drawing(rules::Look look, Color color, std::initializer_list<std::string> names) {
    for (std::string name : names) {
        std::replace(name.begin(), name.end(), ' ', '-');
        name.insert(0, prefix_of(look));
        if (color == Color::black && art(name + "-black")) return name + "-black";
        if (art(name)) return name;
    }
    return {};
}

/// What a kind turns into, or null.
const rules::Kind* turned_kind(const rules::Rules& rules, const rules::Kind& kind) {
    const auto turned = rules.promoted_kind.find(kind.letter);
    return turned == rules.promoted_kind.end() ? nullptr : rules.kind(turned->second);
}

Piece man_piece(engine::Man man, const rules::Rules& rules, rules::Look look) {
    // It is shown as its FEN is written: what it was, and a '+'.
    const rules::Letter letter = man.turned_from.value_or(man.letter);
    const rules::Kind* const kind = rules.kind(letter);
    if (kind != nullptr && man.turned_from) return turned_piece_of(rules, *kind, man.color, look);
    Piece piece = kind == nullptr ? Piece{man.color, letter, ""} : piece_of(rules, *kind, man.color, look);
    piece.mark = man.turned_from ? '+' : man.promoted_pawn ? '~' : '\0';
    return piece;
}

/// In the order in which the rules have the kinds.
std::vector<InHand> in_hand(const engine::Hand& hand, Color color, const rules::Rules& rules,
                            rules::Look look) {
    std::vector<InHand> all;
    for (const rules::Kind& kind : rules.kinds)
        if (const auto found = hand.find(kind.letter); found != hand.end())
            all.push_back({man_piece({color, kind.letter}, rules, look), found->second});
    return all;
}

Place place_of(Square square, unsigned files) {
    const engine::Place place = engine::place_of(square, files);
    return {File{place.file}, Rank{place.rank}};
}

}  // namespace

Piece piece_of(const rules::Rules& rules, const rules::Kind& kind, Color color, rules::Look look) {
    const std::string& name = rules.name_of(kind);
    const auto piece = [&](std::string glyph, Make make) {
        return Piece{color, kind.letter, std::move(glyph), name, '\0', make};
    };
    if (look == rules::Look::western) return piece(glyph_of(rules, kind), Make::figure);
    std::string own = first_drawing(look, color, {name, kind.name});
    // Figures of other sets stand beside figures; beside men of wood stands a letter.
    const Make make = make_of(look);
    if (own.empty() && make == Make::figure) own = glyph_of(rules, kind);
    return piece(std::move(own), make);
}

Piece turned_piece_of(const rules::Rules& rules, const rules::Kind& kind, Color color, rules::Look look) {
    Piece piece = piece_of(rules, kind, color, look);
    piece.mark = '+';
    const rules::Kind* const turned = turned_kind(rules, kind);
    if (look == rules::Look::western || turned == nullptr) return piece;
    // What becomes a gold general is written in a way of its own, where there is one.
    const std::string& name = rules.name_of(*turned);
    const std::string own = name == "gold" ? "promoted " + rules.name_of(kind) : name;
    const std::string glyph = first_drawing(look, color, {own, name, turned->name});
    if (glyph.empty()) return piece;
    piece.glyph = glyph;
    if (make_of(look) == Make::figure) piece.mark = '\0';
    return piece;
}

Ground ground_of(rules::Look look) {
    using enum rules::Look;
    return look == xiangqi || look == janggi ? Ground::points
           : look == western                 ? Ground::checkered
                                             : Ground::wood;
}

PointLines lines_of(const rules::Rules& rules, rules::Look look) {
    PointLines lines;
    if (ground_of(look) != Ground::points) return lines;
    for (const Color side : {Color::white, Color::black})
        for (const auto& [letter, region] : rules.side(side).mobility) {
            if (!rules.kind(letter)->royal) continue;
            Place least{File{rules::max_files}, Rank{rules::max_ranks}};
            Place most{File{0}, Rank{0}};
            for (unsigned r = 0; r < rules.ranks; ++r)
                for (unsigned f = 0; f < rules.files; ++f) {
                    if (!region.test(rules::region_bit(f, r))) continue;
                    least = {std::min(least.file, File{f}), std::min(least.rank, Rank{r})};
                    most = {std::max(most.file, File{f}), std::max(most.rank, Rank{r})};
                }
            if (least.file < most.file) lines.palaces.emplace_back(least, most);
        }
    if (look == rules::Look::xiangqi && rules.ranks % 2 == 0) lines.river = Rank{rules.ranks / 2 - 1};
    return lines;
}

std::string wall_words(const rules::Rules& rules) {
    if (!rules.has_walls()) return "";
    const bool petrifies = !rules.petrifying.empty() || rules.petrify_blast;
    if (rules.walling == rules::Walling::none) return "a man that has turned to stone";
    return rules.walling == rules::Walling::duck && !petrifies ? "the duck" : "a wall";
}

Diagram diagram_of(const engine::Setup& setup, const rules::Rules& rules,
                   const std::vector<engine::Move>& line, std::optional<rules::Look> asked) {
    const rules::Look look = asked.value_or(rules::look_of(rules));
    Diagram diagram = Diagram::blank(setup.files, setup.ranks);
    diagram.ground = ground_of(look);
    diagram.lines = lines_of(rules, look);
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
            if (const auto& man = setup.men[bit]) cell.piece = man_piece(*man, rules, look);
        }
    }
    if (const std::string words = wall_words(rules); !words.empty()) diagram.legend.wall = words;
    for (std::size_t i = 0; i < line.size(); ++i)
        diagram.arrows.push_back({place_of(line[i].from, setup.files), place_of(line[i].to, setup.files),
                                  ArrowKind::main_line, std::to_string(i + 1)});
    if (setup.hands)
        diagram.hands = {{in_hand((*setup.hands)[Color::white], Color::white, rules, look),
                          in_hand((*setup.hands)[Color::black], Color::black, rules, look)}};
    diagram.to_move = setup.to_move;
    diagram.fen = engine::print_fen(setup);
    return diagram;
}

}  // namespace zermelo::draw
