// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"
#include "zermelo/puzzles/reader.hpp"

namespace zermelo::king_pawn {

/// Lines of a game: eight rows of marks, the king's and the pawn's squares.
inline constexpr std::uint64_t lines_a_game = 10;

/// Reads a game. Errors: a row that is none, a square off the board, a king that is not on an open square,
/// and those of `Position::from`.
Result<Position> read_game(puzzles::Reader& reader);

/// Appends the game as the statement writes it.
void write_game(const Position& game, std::string& out);

}  // namespace zermelo::king_pawn
