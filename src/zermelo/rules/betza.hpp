// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"

/// Chess-like games as data: what a rules file says, compiled once, and the positions of such a game.
namespace zermelo::rules {

/// One direction in which a piece moves, seen by White (ranks count away from White's side; Black's pieces
/// have `ranks` negated, and `files` too: the board rotated by half).
struct Movement {
    enum class Kind : std::uint8_t {
        leap,  ///< one step; what stands between does not matter
        lame,  ///< one step that a piece on the way blocks (see `lame_path`)
        ride,  ///< steps while the squares are empty, the last one may capture
        hop,   ///< a ride that must pass over exactly one piece, of any colour, and lands behind it
    };

    int files = 0;  ///< the files of one step
    int ranks = 0;
    Kind kind = Kind::leap;
    /// The greatest number of steps of a ride, or of a hop from its start to where it lands; but 1 of a hop
    /// is the grasshopper, which lands right behind the piece that it passes over. 0: any number.
    unsigned limit = 0;
    bool moves = true;     ///< may go to empty squares
    bool captures = true;  ///< may go to squares of enemy pieces
    bool initial = false;  ///< only from the side's double-step region, and never a capture

    friend auto operator<=>(const Movement&, const Movement&) = default;
};

/// What a piece's Betza notation says.
///
/// Atoms W F D A N H L C J Z G K R B Q, and any step by its two numbers, as (1,4); before an atom, in any
/// order, `m` `c` (move or capture only), `n` (lame), `p` `g` (hoppers), `i` (initial), `e` beside `c` alone
/// (which says nothing by itself: who captures en passant is not a movement), and directions `f b l r v s h`
/// alone or in pairs; after it the atom again or 0 (a rider), or a number from 1 to 15 (a rider of at most
/// that number of steps). The empty text is a piece that cannot move. One movement a direction; what differs
/// only in moving or capturing is one. Cost: O(length).
///
/// Errors (`ErrorKind::bad_input`, with the column in `text` counted from 1): any other character, a modifier
/// without an atom, a direction that the atom does not have, modifiers that exclude each other.
/// Source: GNU XBoard's page on Betza notation, and Fairy-Stockfish where the two differ (docs/rules.md).
Result<std::vector<Movement>> parse_betza(std::string_view text);

/// The squares on the way of a lame leap, as offsets (files, ranks) from its start, neither end included:
/// diagonal steps come last, so that a knight is blocked by the orthogonal neighbour.
std::vector<std::pair<int, int>> lame_path(int files, int ranks);

}  // namespace zermelo::rules
