// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/diagram_text.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/draw/text.hpp"

namespace zermelo::draw {

namespace {

std::optional<Arrow> last_move(const Diagram& diagram) {
    std::optional<Arrow> last;
    for (const Arrow& arrow : diagram.arrows)
        if (arrow.kind == ArrowKind::main_line) last = arrow;
    return last;
}

char symbol_of(Mark mark) {
    switch (mark) {
        case Mark::none:
            return '.';
        case Mark::hole:
            return '*';
        case Mark::wall:
            return '%';
        case Mark::forbidden:
            return '#';
        case Mark::restricted:
            return '~';
    }
    return '.';
}

char symbol_of(Sign sign) { return sign.shape == Sign::Shape::cross ? 'x' : 'o'; }

char letter_of(const Piece& piece) {
    return piece.color == Color::white ? piece.letter : lower(piece.letter);
}

TextBoard::Cell drawn(const Cell& cell, bool moved) {
    TextBoard::Cell result;
    result.symbol = symbol_of(cell.mark);
    if (cell.piece) {
        if (cell.mark != Mark::none) result.after = result.symbol;
        result.symbol = letter_of(*cell.piece);
        if (cell.piece->mark == '+') result.before = '+';
        if (cell.piece->mark == '~') result.after += '~';
    }
    if (!cell.signs.empty()) {
        const char symbol = symbol_of(cell.signs.front());
        if (result.symbol == '.') {
            result.symbol = symbol;
        } else {
            result.after += symbol;
        }
    }
    if (moved || cell.highlighted) {
        if (result.before == '+') result.after += '+';  // a bracket takes its place
        result.before = moved ? '[' : '(';
        result.after += moved ? ']' : ')';
    }
    return result;
}

/// What the symbols on this board mean, a line each; restricted squares differ by their notes.
std::string key(const Diagram& diagram) {
    bool holes = false;
    bool walls = false;
    bool forbidden = false;
    bool highlighted = false;
    std::map<std::string, std::vector<std::string>> restricted;
    for (unsigned r = diagram.height; r-- > 0;)
        for (unsigned f = 0; f < diagram.width; ++f) {
            const Place place{File{f}, Rank{r}};
            const Cell& cell = diagram.at(place);
            holes = holes || cell.mark == Mark::hole;
            walls = walls || cell.mark == Mark::wall;
            forbidden = forbidden || cell.mark == Mark::forbidden;
            highlighted = highlighted || cell.highlighted;
            if (cell.mark == Mark::restricted) restricted[cell.note].push_back(diagram.name(place));
        }
    std::string result;
    if (holes) result += "* no square\n";
    if (walls) result += fmt::format("% {}\n", diagram.legend.wall);
    if (forbidden) result += "# forbidden\n";
    for (const auto& [note, places] : restricted)
        result += fmt::format("~ restricted{}: {}\n", note.empty() ? "" : fmt::format(" ({})", note),
                              fmt::join(places, " "));
    if (last_move(diagram)) result += "[ ] the last move\n";
    if (highlighted) result += fmt::format("( ) {}\n", diagram.legend.highlighted);
    const Diagram* const only = &diagram;
    for (const Explained& line : legend_of({&only, 1}))
        for (const Sign sign : line.cell.signs) result += fmt::format("{} {}\n", symbol_of(sign), line.words);
    return result;
}

/// "White's hand: R P×2", a line.
std::string hand(const Diagram& diagram, Color color) {
    if (!diagram.hands) return {};
    std::string line = fmt::format("{}'s hand:", name(color));
    const std::vector<InHand>& held = (*diagram.hands)[color];
    for (const InHand& one : held)
        line +=
            fmt::format(" {}{}", letter_of(one.piece), one.count == 1 ? "" : fmt::format("×{}", one.count));
    return line + (held.empty() ? " -\n" : "\n");
}

}  // namespace

std::string text(const Diagram& diagram) {
    assert(errors(diagram).empty());
    const auto last = last_move(diagram);
    TextBoard board{diagram.width, diagram.height};
    const auto file_at = [&](unsigned column) {
        return File{diagram.flipped ? diagram.width - 1 - column : column};
    };
    for (unsigned column = 0; column < diagram.width; ++column)
        board.column_names[column] = diagram.name(file_at(column)).back();
    for (unsigned row = 0; row < diagram.height; ++row) {
        const Rank rank{diagram.flipped ? row : diagram.height - 1 - row};
        board.row_names[row] = diagram.name(rank);
        for (unsigned column = 0; column < diagram.width; ++column) {
            const Place place{file_at(column), rank};
            board.at(column, row) =
                drawn(diagram.at(place), last && (place == last->from || place == last->to));
        }
    }
    const Color below = diagram.flipped ? Color::black : Color::white;
    std::string result = hand(diagram, !below) + text(board) + hand(diagram, below) + key(diagram);
    if (diagram.to_move) result += fmt::format("{} to move\n", name(*diagram.to_move));
    for (const std::string& line : diagram.caption) result += line + '\n';
    if (!diagram.fen.empty()) result += diagram.fen + '\n';
    return result;
}

}  // namespace zermelo::draw
