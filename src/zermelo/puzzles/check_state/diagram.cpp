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

constexpr std::uint64_t margin = 7;  // squares on each side of the centre of a larger board

/// The least number that is shown. Precondition: `side` of `n` numbers are.
std::uint64_t first_shown(std::uint64_t centre, std::uint64_t n, std::uint64_t side) {
    return std::min(centre > margin ? centre - margin : 1, n - side + 1);
}

constexpr std::uint64_t widest = 20;
constexpr std::uint64_t beside_king = 8;  // squares on each side of the king on larger boards

/// The numbers that are shown of a larger board.
struct Range {
    std::uint64_t first = 1;
    std::uint64_t last = 1;
    bool contains(std::uint64_t number) const { return number >= first && number <= last; }
    std::size_t size() const { return static_cast<std::size_t>(last - first + 1); }
};

Range range_of(std::uint64_t king, std::uint64_t n) {
    if (n <= widest) return {1, n};
    return {king > beside_king ? king - beside_king : 1, std::min(n, king + beside_king)};
}

Point end_of(const Move& move) {
    return {static_cast<Number>(move.column.number()), static_cast<Number>(move.row.number())};
}

/// Adds what is to be said of a position to its diagram.
class ReasonsDrawing {
  public:
    ReasonsDrawing(const PlainBoard& board, const CheckState& state, draw::Diagram& diagram)
        : board_(board), state_(state), reasons_(*state.reasons), diagram_(diagram) {}

    void draw() {
        draw::Legend& legend = diagram_.legend;
        legend.arrows[static_cast<std::size_t>(ArrowKind::check)] = "threatens the king";
        legend.arrows[static_cast<std::size_t>(ArrowKind::pin)] =
            "pin: would threaten the king, were the piece between gone";
        legend.arrows[static_cast<std::size_t>(ArrowKind::choice)] = "a plausible move of another piece";
        legend.signs = {{{Shape::move}, "a plausible move of the king"},
                        {{Shape::capture}, "a plausible capture by the king"},
                        {{Shape::cross}, "the king would be threatened here"}};
        const auto king = [&](Color color) { return point_of(king_of(board_, color)); };
        for (const Color color : both_colors)
            for (const Pin& pin : reasons_.pins[index(color)])
                add_arrow(point_of(pin.pinner), king(color), ArrowKind::pin);
        add_moves();
        for (const Color color : both_colors)
            for (const Piece& checker : reasons_.checkers[index(color)])
                add_arrow(point_of(checker), king(color), ArrowKind::check);
        if (cut_) diagram_.caption.emplace_back("Arrows from the edge begin beyond it.");
        if (left_out_ > 0)
            diagram_.caption.push_back(
                puzzles::counted(left_out_, "plausible move is", "plausible moves are") + " not drawn.");
    }

  private:
    using ArrowKind = draw::ArrowKind;
    using Shape = draw::Sign::Shape;
    static constexpr std::size_t most_moves = 24;  // that can be told apart

    const PlainBoard& board_;
    const CheckState& state_;
    const Reasons& reasons_;
    draw::Diagram& diagram_;
    std::uint64_t left_out_ = 0;
    bool cut_ = false;

    /// The place of a square; nothing if it is not shown.
    std::optional<draw::Place> place_of(Point square) const {
        const Number column = square.x - static_cast<Number>(diagram_.numbers->x);
        const Number row = square.y - static_cast<Number>(diagram_.numbers->y);
        const auto side = static_cast<Number>(diagram_.width);
        if (column < 0 || row < 0 || column >= side || row >= side) return std::nullopt;
        return draw::Place{File{static_cast<unsigned>(column)}, Rank{static_cast<unsigned>(side - 1 - row)}};
    }

    /// Adds an arrow, cut off at the edge of what is shown; false if its end is not shown, or none of it.
    bool add_arrow(Point from, Point to, ArrowKind kind) {
        const auto end = place_of(to);
        if (!end) return false;
        auto begin = place_of(from);
        if (!begin) {
            const auto step = direction(to, from);
            if (!step) return false;
            for (Number i = 1; const auto next = place_of(along(to, *step, i)); ++i) begin = next;
            if (!begin) return false;
            cut_ = true;
        }
        diagram_.arrows.push_back({*begin, *end, kind});
        return true;
    }

    void add_moves() {
        for (const KingStep& step : reasons_.king_steps) {
            if (step.taken) continue;
            diagram_.at(*place_of(end_of(step.move))).signs = {{!step.is_evasion()   ? Shape::cross
                                                                : step.move.captured ? Shape::capture
                                                                                     : Shape::move}};
        }
        std::uint64_t drawn = 0;
        const auto add = [&](const Move& move) {
            const bool fits =
                drawn < most_moves && add_arrow(point_of(move.piece), end_of(move), ArrowKind::choice);
            ++(fits ? drawn : left_out_);
        };
        for (const Move& move : reasons_.captures) add(move);
        for (const Move& move : reasons_.interpositions) add(move);
        left_out_ += state_.evasions.interpositions - reasons_.interpositions.size();
    }
};

}  // namespace

draw::Diagram diagram_of(const PlainBoard& board, const CheckState& state, const std::string& verdict) {
    const Piece& king = king_of(board, state.threatened);
    draw::Diagram diagram = diagram_of(board, king.column, king.row);
    diagram.caption.insert(diagram.caption.begin(), verdict);
    ReasonsDrawing{board, state, diagram}.draw();
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
    const Range columns = range_of(king.column.number(), board.n);
    const Range rows = range_of(king.row.number(), board.n);
    draw::TextBoard picture{columns.size(), rows.size()};
    for (std::size_t i = 0; i < rows.size(); ++i) picture.row_names[i] = std::to_string(rows.first + i);
    for (std::size_t i = 0; i < columns.size(); ++i)
        picture.column_names[i] = static_cast<char>('0' + (columns.first + i) % 10);
    for (const Piece& piece : board.pieces) {
        const std::uint64_t x = piece.column.number();
        const std::uint64_t y = piece.row.number();
        if (columns.contains(x) && rows.contains(y))
            picture.at(x - columns.first, y - rows.first).symbol = letter_of(piece.color, piece.kind);
    }
    std::string result = draw::text(picture);
    if (columns.size() < board.n)
        result += fmt::format("x from {} to {} of {}\n", columns.first, columns.last, board.n);
    return result;
}

}  // namespace zermelo::check_state
