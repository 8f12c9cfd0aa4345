// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/diagram.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "zermelo/draw/text.hpp"
#include "zermelo/puzzles/check_state/rays.hpp"
#include "zermelo/puzzles/explanation.hpp"

namespace zermelo::check_state {

namespace {

constexpr std::uint64_t margin = 7;       // squares on each side of the centre of a larger diagram
constexpr std::uint64_t widest = 20;      // the widest board that is shown whole as text
constexpr std::uint64_t beside_king = 8;  // squares on each side of the king on larger ones

/// The least number that is shown. Precondition: `side` of `n` numbers are.
std::uint64_t first_shown(std::uint64_t centre, std::uint64_t n, std::uint64_t side) {
    return std::min(centre > margin ? centre - margin : 1, n - side + 1);
}

using ArrowKind = draw::ArrowKind;
using Shape = draw::Sign::Shape;

draw::Legend legend() {
    draw::Legend legend;
    legend.arrows[static_cast<std::size_t>(ArrowKind::check)] = "threatens the king";
    legend.arrows[static_cast<std::size_t>(ArrowKind::pin)] =
        "pin: would threaten the king, were the piece between gone";
    legend.arrows[static_cast<std::size_t>(ArrowKind::choice)] = "a plausible move of another piece";
    legend.signs = {{{Shape::move}, "a plausible move of the king"},
                    {{Shape::capture}, "a plausible capture by the king"},
                    {{Shape::cross}, "the king would be threatened here"}};
    return legend;
}

Point end_of(const Move& move) {
    return {static_cast<Number>(move.column.number()), static_cast<Number>(move.row.number())};
}

/// The place of a square; nothing if it is not shown.
std::optional<draw::Place> place_of(Point square, const draw::Diagram& diagram) {
    const Number column = square.x - static_cast<Number>(diagram.numbers->x);
    const Number row = square.y - static_cast<Number>(diagram.numbers->y);
    const auto side = static_cast<Number>(diagram.width);
    if (column < 0 || row < 0 || column >= side || row >= side) return std::nullopt;
    return draw::Place{File{static_cast<unsigned>(column)}, Rank{static_cast<unsigned>(side - 1 - row)}};
}

/// Adds an arrow, cut off at the edge of what is shown, which is noted; false if its end is not shown, or
/// none of it.
bool add_arrow(Point from, Point to, ArrowKind kind, draw::Diagram& diagram, bool& cut) {
    const auto end = place_of(to, diagram);
    if (!end) return false;
    auto begin = place_of(from, diagram);
    if (!begin) {
        const auto step = direction(to, from);
        if (!step) return false;
        for (Number i = 1; const auto next = place_of(along(to, *step, i), diagram); ++i) begin = next;
        if (!begin) return false;
        cut = true;
    }
    diagram.arrows.push_back({*begin, *end, kind});
    return true;
}

}  // namespace

draw::Diagram diagram_of(const PlainBoard& board, const CheckState& state, const std::string& verdict) {
    const Piece& king = king_of(board, state.threatened);
    draw::Diagram diagram = diagram_of(board, king.column, king.row);
    diagram.caption.insert(diagram.caption.begin(), verdict);
    diagram.legend = legend();
    const Reasons& reasons = *state.reasons;
    bool cut = false;
    for (const Color color : both_colors)
        for (const Pin& pin : reasons.pins[index(color)])
            add_arrow(point_of(pin.pinner), point_of(king_of(board, color)), ArrowKind::pin, diagram, cut);
    for (const KingStep& step : reasons.king_steps) {
        if (step.taken) continue;
        diagram.at(*place_of(end_of(step.move), diagram)).signs = {{!step.is_evasion()   ? Shape::cross
                                                                    : step.move.captured ? Shape::capture
                                                                                         : Shape::move}};
    }
    constexpr std::size_t max_moves = 24;  // that can be told apart
    std::uint64_t drawn = 0;
    for (const auto* moves : {&reasons.captures, &reasons.interpositions})
        for (const Move& move : *moves)
            if (drawn < max_moves &&
                add_arrow(point_of(move.piece), end_of(move), ArrowKind::choice, diagram, cut))
                ++drawn;
    for (const Color color : both_colors)
        for (const Piece& checker : reasons.checkers[index(color)])
            add_arrow(point_of(checker), point_of(king_of(board, color)), ArrowKind::check, diagram, cut);
    if (cut) diagram.caption.emplace_back("Arrows from the edge begin beyond it.");
    if (const std::uint64_t moves = state.evasions.captures + state.evasions.interpositions; moves > drawn)
        diagram.caption.push_back(
            puzzles::count_text(moves - drawn, "plausible move is", "plausible moves are") + " not drawn.");
    return diagram;
}

draw::Diagram diagram_of(const PlainBoard& board, Column column, Row row) {
    const std::uint64_t side = board.n <= draw::Diagram::most ? board.n : 2 * margin + 1;
    draw::Numbers numbers;
    numbers.down = true;
    numbers.x = first_shown(column.number(), board.n, side);
    numbers.y = first_shown(row.number(), board.n, side);
    draw::Diagram diagram = draw::Diagram::blank(static_cast<unsigned>(side), static_cast<unsigned>(side));
    for (const Piece& piece : board.pieces) {
        const std::uint64_t x = piece.column.number() - numbers.x;  // wraps around left of what is shown
        const std::uint64_t y = piece.row.number() - numbers.y;
        if (x >= side || y >= side) continue;
        const draw::Place place{File{static_cast<unsigned>(x)}, Rank{static_cast<unsigned>(side - 1 - y)}};
        diagram.at(place).piece =
            draw::Piece{piece.color, letter_of(Color::black, piece.kind), std::string{name(piece.kind)}};
    }
    if (side != board.n)
        diagram.caption.push_back(fmt::format("x from {} to {} and y from {} to {} of {}", numbers.x,
                                              numbers.x + side - 1, numbers.y, numbers.y + side - 1,
                                              board.n));
    diagram.numbers = numbers;
    return diagram;
}

std::string board_text(const PlainBoard& board, const CheckState& state) {
    const Piece& king = king_of(board, state.threatened);
    const bool whole = board.n <= widest;
    const auto first = [&](std::uint64_t at) { return whole || at <= beside_king ? 1 : at - beside_king; };
    const auto last = [&](std::uint64_t at) { return whole ? board.n : std::min(board.n, at + beside_king); };
    const draw::Numbers corner{first(king.column.number()), first(king.row.number())};
    const std::uint64_t columns = last(king.column.number()) - corner.x + 1;
    const std::uint64_t rows = last(king.row.number()) - corner.y + 1;
    draw::TextBoard picture{static_cast<std::size_t>(columns), static_cast<std::size_t>(rows)};
    for (std::size_t i = 0; i < rows; ++i) picture.row_names[i] = std::to_string(corner.y + i);
    for (std::size_t i = 0; i < columns; ++i)
        picture.column_names[i] = static_cast<char>('0' + (corner.x + i) % 10);
    for (const Piece& piece : board.pieces) {
        const std::uint64_t x = piece.column.number() - corner.x;  // wraps around left of what is shown
        const std::uint64_t y = piece.row.number() - corner.y;
        if (x < columns && y < rows) picture.at(x, y).symbol = letter_of(piece.color, piece.kind);
    }
    std::string result = draw::text(picture);
    if (columns < board.n)
        result += fmt::format("x from {} to {} of {}\n", corner.x, corner.x + columns - 1, board.n);
    return result;
}

}  // namespace zermelo::check_state
