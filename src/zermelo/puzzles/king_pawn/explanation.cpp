// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/king_pawn/explanation.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "zermelo/puzzles/king_pawn/diagram.hpp"

namespace zermelo::king_pawn {

namespace {

using puzzles::count_text;
using puzzles::Explanation;
using puzzles::listed;

constexpr unsigned max_squares_listed = 8;

std::string place(Square square) {
    return fmt::format("({},{})", square.file().index() + 1, square.rank().index() + 1);
}

std::vector<std::string> places(Squares squares) {
    std::vector<std::string> names;
    while (squares.any()) names.push_back(place(Square{squares.take_first()}));
    return names;
}

/// The pawn's square after `steps` of its steps. Precondition: there is one.
Square pawn_after(const Position& position, std::size_t steps) {
    return Square{position.pawn().file(),
                  Rank{position.pawn().rank().index() - static_cast<unsigned>(steps)}};
}

/// How often the pawn stepped before White's move of this number, from 1.
std::size_t pawn_steps_before(std::size_t move) { return move - 1; }

/// The boards in rows of three, each below its title.
std::string in_rows(const std::vector<std::string>& boards) {
    constexpr std::size_t a_row = 3;
    constexpr std::size_t width = 22;
    std::string text;
    for (std::size_t first = 0; first < boards.size(); first += a_row) {
        if (first > 0) text += '\n';
        std::vector<std::string_view> rest;
        for (std::size_t i = first; i < std::min(first + a_row, boards.size()); ++i)
            rest.emplace_back(boards[i]);
        while (!rest.front().empty()) {
            std::string line;
            for (std::size_t i = 0; i < rest.size(); ++i) {
                line.resize(i * width, ' ');
                const std::size_t end = rest[i].find('\n');
                line += rest[i].substr(0, end);
                rest[i].remove_prefix(end + 1);
            }
            text += line + '\n';
        }
    }
    return text;
}

/// Why no king may enter a square while the pawn stands on `pawn`.
std::string bars_of(const Marks& marks, Square pawn, Squares reach) {
    const Squares guarded = guarded_by(pawn.set()) & ~(marks.forbidden | marks.dangerous);
    std::vector<std::string> parts;
    const auto add = [&](std::string_view why, Squares squares) {
        if (squares.any()) parts.push_back(fmt::format("{} {}", listed(places(squares)), why));
    };
    const auto verb = [](Squares squares, std::string_view what) {
        return fmt::format("{} {}", squares.size() == 1 ? "is" : "are", what);
    };
    const Squares forbidden = reach & marks.forbidden;
    const Squares dangerous = reach & marks.dangerous & ~pawn.set();
    const Squares by_pawn = reach & guarded;
    add(verb(forbidden, "forbidden"), forbidden);
    add(verb(dangerous, "dangerous"), dangerous);
    add(verb(by_pawn, "guarded by the pawn"), by_pawn);
    add("holds the pawn, which cannot be captured on a dangerous square",
        reach & marks.dangerous & pawn.set());
    return listed(parts);
}

/// The step of the pawn after White's move, in words; empty if the game ends before it.
std::string pawn_step(const Position& position, std::size_t move, bool last) {
    return last ? std::string{} : fmt::format("; the pawn steps to {}", place(pawn_after(position, move)));
}

void explain_walk(const Position& position, const BestGame& best, Explanation& out) {
    for (std::size_t move = 1; move < best.walk.size(); ++move) {
        const bool last = move + 1 == best.walk.size();
        const bool takes = last && best.end == End::pawn_captured;
        out.details.push_back(fmt::format(
            "{}. The king goes from {} to {}{}{}.", move, place(best.walk[move - 1]), place(best.walk[move]),
            takes ? " and captures the pawn" : "", pawn_step(position, move, last)));
    }
    const Square pawn = pawn_after(position, pawn_steps_before(best.walk.size() - 1));
    if (best.end == End::pawn_obstructed)
        out.details.push_back(
            fmt::format("The king stands on the square below the pawn on {}, which cannot "
                        "move: White wins.",
                        place(pawn)));
    if (best.end == End::pawn_at_forbidden)
        out.details.push_back(
            fmt::format("The pawn on {} cannot move, for the square below it is forbidden: "
                        "White wins.",
                        place(pawn)));
}

void explain_failure(const Position& position, const BestGame& best, Explanation& out) {
    const std::vector<Squares>& reachable = best.reachable;
    for (std::size_t move = 1; move < reachable.size(); ++move) {
        const Square pawn = pawn_after(position, pawn_steps_before(move));
        const Squares squares = reachable[move];
        const std::string where = squares.size() <= max_squares_listed
                                      ? listed(places(squares))
                                      : fmt::format("one of {} squares", squares.size());
        out.details.push_back(
            fmt::format("{}. With the pawn on {} the king can go to {}.", move, place(pawn), where));
    }
    const std::size_t moves = reachable.size() - 1;
    if (best.end == End::king_without_move) {
        const Square pawn = pawn_after(position, moves);
        const Squares reach = king_steps_from(reachable.back());
        const unsigned squares = reachable.back().size();
        out.details.push_back(fmt::format(
            "{}. With the pawn on {} the king has no move from {}: {}. Black wins.", moves + 1, place(pawn),
            squares == 1                    ? listed(places(reachable.back()))
            : squares <= max_squares_listed ? fmt::format("any of {}", listed(places(reachable.back())))
                                            : fmt::format("any of those {} squares", squares),
            bars_of(position.marks(), pawn, reach)));
        return;
    }
    out.details.push_back(fmt::format(
        "{} The pawn on {} is on the bottom line and has to move: Black wins.",
        moves == 1 ? "The king cannot capture the pawn at once."
                   : "No walk takes the king onto the pawn, or onto the square below it, in time.",
        place(pawn_after(position, moves - 1))));
}

/// Where the king stood next to the pawn and could not capture it.
void explain_protected(const Position& position, const BestGame& best, Explanation& out) {
    // After a capture the pawn goes no further.
    const std::size_t pawn_moves = best.reachable.size() - (best.end == End::pawn_captured ? 1 : 0);
    for (std::size_t moves = 0; moves < pawn_moves; ++moves) {
        if (moves > position.pawn().rank().index()) return;
        const Square pawn = pawn_after(position, moves);
        const bool near = king_steps_from(best.reachable[moves]).contains(pawn);
        if (near && position.marks().dangerous.contains(pawn))
            out.details.push_back(
                fmt::format("On {}, a dangerous square, the pawn cannot be captured, though the "
                            "king could stand next to it.",
                            place(pawn)));
    }
}

/// A board for each move of White, before the pawn's answer, as text and as a diagram.
void draw_boards(const Position& position, const BestGame& best, Explanation& out) {
    std::vector<std::string> boards;
    const bool white = best.winner == Color::white;
    for (std::size_t move = 1; move < best.walk.size(); ++move) {
        const bool takes = best.end == End::pawn_captured && move + 1 == best.walk.size();
        const Square pawn = pawn_after(position, pawn_steps_before(move));
        const Squares kings = white ? best.walk[move].set() : best.reachable[move];
        const auto shown = takes ? std::nullopt : std::optional{pawn};
        boards.push_back(fmt::format("move {}\n{}", move, board_text(position.marks(), kings, shown)));
        out.boards.push_back(diagram_of(position.marks(), kings, shown));
        out.boards.back().caption.push_back(fmt::format("after move {} of the king", move));
    }
    if (boards.empty()) return;
    std::string marks = mark_words(position.marks());
    if (!marks.empty()) marks.replace(0, 2, ",\n");  // or the line would be too long
    out.pictures.push_back(
        fmt::format("After each move of the king: K {}, p the pawn, x squares that the pawn guards{}.\n",
                    white ? "the king" : "every square where he can be", marks));
    out.pictures.push_back(in_rows(boards));
}

}  // namespace

Explanation explanation_of(const Position& position, const BestGame& best) {
    Explanation out;
    out.verdict = name(best.winner);
    // Where Black wins no single walk is the reason.
    const std::vector<Square> walk = best.winner == Color::white ? best.walk : std::vector<Square>{};
    out.picture = board_text(position, walk);
    out.legend = board_words(position, walk);
    const std::uint64_t moves = best.walk.size() - 1;
    const std::string plies = count_text(best.length.count(), "ply", "plies");
    if (best.winner == Color::white) {
        out.summary.push_back(fmt::format("White wins after {}: {}.", plies, describe(best.end)));
        explain_walk(position, best, out);
    } else {
        out.summary.push_back(moves == 0
                                  ? fmt::format("Black wins at once: {}.", describe(best.end))
                                  : fmt::format("Black wins after {} at most, whatever White does: {}.",
                                                plies, describe(best.end)));
        explain_failure(position, best, out);
    }
    explain_protected(position, best, out);
    draw_boards(position, best, out);
    out.members = explanation_members(position, best);
    out.diagram = diagram_of(position, walk);
    out.diagram.caption.push_back(fmt::format("{}: {}", name(best.winner), describe(best.end)));
    return out;
}

}  // namespace zermelo::king_pawn
