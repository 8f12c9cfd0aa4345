// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/puzzles/queen_hunt/position.hpp"
#include "zermelo/puzzles/reader.hpp"

namespace zermelo::queen_hunt {

/// A game of `simplified`: White is to move; asked is whether White wins within the bound.
struct HuntGame {
    Position position;
    Plies bound;
};

/// The statement's bound on m.
inline constexpr Plies max_statement_plies{6};
/// Pieces of a side: a queen, two rooks, two minor pieces.
inline constexpr std::uint64_t max_pieces = 5;

/// The first line of a game.
struct Header {
    std::uint64_t white;
    std::uint64_t black;
    Plies bound;
    const char* start;
};

/// The line `w b m`; `limits`: with the statement's bound on m. Errors: as of `Reader`.
Result<Header> read_header(puzzles::Reader& reader, bool limits);

/// A whole game: the header, then a line `t c r` for each piece. Errors: those of the header; a line that is
/// no piece; a piece too many; two on a square; a side without a queen.
Result<HuntGame> read_game(puzzles::Reader& reader, bool limits);

/// Appends the game as the statement writes it.
void write_game(const HuntGame& game, std::string& out);

}  // namespace zermelo::queen_hunt
