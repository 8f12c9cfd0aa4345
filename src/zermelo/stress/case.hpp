// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "zermelo/base/plies.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/judge/cstate.hpp"
#include "zermelo/judge/dialect.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"
#include "zermelo/puzzles/queen_hunt/position.hpp"

namespace zermelo::stress {

/// A game of `simplified`: White is to move, and asked whether he wins within the bound.
struct HuntCase {
    queen_hunt::Position position;
    Plies bound;
};

/// One game of an input, whatever the dialect: a hunt, a board of any size (8×8 for `cstate1`), or king
/// against pawn.
using Case = std::variant<HuntCase, check_state::PlainBoard, king_pawn::Position>;

/// How a dialect writes a game down.
enum class Format {
    hunt,    ///< `simplified`
    rows,    ///< `cstate1`
    pieces,  ///< `cstate2`, `cstate3`
    marks,   ///< `cheesy`
};
Format format_of(const judge::Dialect& dialect);

/// What the statement allows of boards; means nothing for a dialect without them.
const judge::CheckBounds& bounds_of(const judge::Dialect& dialect);

/// Appends the lines of one game as the statement writes them, the blank line that ends a board of `cstate*`
/// included. Precondition: the case is of the format, and of 8×8 squares where it is `Format::rows`.
void append_lines(Format format, const Case& game, std::string& out);

/// A whole input: the number of games, and the games. Precondition: as of `append_lines`.
std::string input_of(Format format, std::span<const Case> games);

/// The games of an input. Precondition: the judge took the whole of it.
/// Cost: O(input); pieces keep the order in which they were written.
std::vector<Case> read_cases(Format format, std::string_view input);

/// What the judge says of each game, a line each without its end.
/// Precondition: as of `append_lines`. Errors: those of the judge's deciders.
Result<std::vector<std::string>> verdicts(const judge::Dialect& dialect, std::span<const Case> games);

/// The lines of a text, without their ends. Precondition: the last one has an end.
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace zermelo::stress
