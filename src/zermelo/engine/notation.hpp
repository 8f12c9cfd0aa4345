// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/stop.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/engine/move.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::engine {

/// A move as UCI writes it: from, to, and what the piece turns into: the letter in lower case for a pawn's
/// promotion, '+' where a piece takes its `promoted_kind`. Castling is the king's move, or king to rook where
/// that would look like a single step; a pass has equal squares. A piece that turns back has '-'; a drop is
/// the letter of what leaves the hand, '@' and the square, with '+' before it if it is dropped promoted. What
/// comes into a gate stands after the move, in lower case; where that is the gate of the castling rook, the
/// rook's square stands before the king's. A wall is `,`, the square where the move ends, and its own; where
/// a wall is all of the move, the two squares before are those of the side's first man.
std::string uci(Move move, const rules::Rules& rules);
/// The same of several moves.
std::vector<std::string> ucis(std::span<const Move> moves, const rules::Rules& rules);

/// The legal move that is written so as UCI, if there is one. Cost: that of listing the moves.
template <typename Bits>
std::optional<Move> find_move(const Game<Bits>& game, const Position<Bits>& position, std::string_view text);

/// Whether a legal move captures something, en passant too.
template <typename Bits>
bool captures(const Position<Bits>& position, Move move);

/// A move in standard algebraic notation (FIDE's Laws of Chess, appendix C), in any variant: the letter of
/// the piece, none of a pawn; where it comes from if another of its kind could go there, by file, else by
/// rank, else by both; `x` of a capture; the square; `=` and what it turns into, or `-` if it turns back; `+`
/// of a check, `#` where the game is won. Castling is O-O or O-O-O, a pass `--`, a drop as in UCI; `/H`
/// what comes into a gate, `,d4` a wall. No two
/// moves of a position are written alike. Precondition: the move is legal there. Cost: that of listing the
/// moves, and of the next position's.
template <typename Bits>
std::string san(const Game<Bits>& game, const Position<Bits>& position, Move move);

/// The names of some moves, in their order, fewer once `over` says true. `among`: all that they must be told
/// from, as `Game::moves` lists them, themselves among them.
/// Cost: a fraction of a microsecond a move, and as much as `Game::end` costs after it.
template <typename Bits>
std::vector<std::string> sans(const Game<Bits>& game, const Position<Bits>& position, const MoveList& moves,
                              const MoveList& among, const Over& over = {});

extern template std::optional<Move> find_move(const Game<std::uint64_t>&, const Position<std::uint64_t>&,
                                              std::string_view);
extern template std::optional<Move> find_move(const Game<Bits256>&, const Position<Bits256>&,
                                              std::string_view);
extern template bool captures(const Position<std::uint64_t>&, Move);
extern template bool captures(const Position<Bits256>&, Move);
extern template std::string san(const Game<std::uint64_t>&, const Position<std::uint64_t>&, Move);
extern template std::string san(const Game<Bits256>&, const Position<Bits256>&, Move);

extern template std::vector<std::string> sans(const Game<std::uint64_t>&, const Position<std::uint64_t>&,
                                              const MoveList&, const MoveList&, const Over&);
extern template std::vector<std::string> sans(const Game<Bits256>&, const Position<Bits256>&, const MoveList&,
                                              const MoveList&, const Over&);

}  // namespace zermelo::engine
