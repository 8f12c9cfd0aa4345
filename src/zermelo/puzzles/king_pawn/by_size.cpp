// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/king_pawn/puzzle.hpp"
#include "zermelo/puzzles/placements.hpp"

namespace zermelo::king_pawn {

namespace {

using puzzles::Game;

Squares set_of(std::span<const zermelo::Square> squares) {
    Squares set;
    for (const zermelo::Square square : squares) set |= Squares::of(square);
    return set;
}

/// Forbidden squares before dangerous ones, each kind by itself.
std::vector<bool> marks_alike(std::size_t marks, std::size_t dangerous) {
    std::vector<bool> twins(marks, true);
    for (const std::size_t first : {std::size_t{0}, marks - dangerous})
        if (first < marks) twins[first] = false;
    return twins;
}

}  // namespace

bool each_by_size(const std::function<bool(Game)>& visit) {
    const puzzles::Placements board{puzzles::distances_from_corner<Board>};
    // The numbers of `size_of`, from the first to the last.
    for (std::size_t marks = 0; marks < Board::square_count; ++marks)
        for (std::uint64_t players_sum = 0; players_sum <= board.max_sum(2); ++players_sum)
            for (std::uint64_t marks_sum = 0; marks_sum <= board.max_sum(marks); ++marks_sum)
                for (std::size_t dangerous = 0; dangerous <= marks; ++dangerous) {
                    const std::vector<bool> twins = marks_alike(marks, dangerous);
                    const auto with_players = [&](std::span<const zermelo::Square> players) {
                        return board.each(twins, marks_sum, [&](std::span<const zermelo::Square> squares) {
                            const auto position = Position::from(
                                {{set_of(squares.first(marks - dangerous)), set_of(squares.last(dangerous))},
                                 Square{players[0]},
                                 Square{players[1]}});
                            return !position || visit(Game{*position});
                        });
                    };
                    if (!board.each({false, false}, players_sum, with_players)) return false;
                }
    return true;
}

}  // namespace zermelo::king_pawn
