// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "zermelo/stress/case.hpp"

namespace zermelo::stress {

/// How large a game is, compared number by number: first what a reader has to take in, last where it stands.
///
/// - a hunt: men; m; what the men are; their distance from a1
/// - a board: pieces; its side; what the pieces are; columns and rows between them and the corner (1,1)
/// - king against pawn: marked squares; the distance of king and pawn from a1; that of the marks; dangerous
///   squares, as forbidden ones are simpler
using Size = std::array<std::uint64_t, 5>;
Size size_of(const Case& game);

/// Games one step smaller than this one, all within the rules and the statement's bounds, the largest steps
/// first: several pieces or marks gone at once, down to single ones; a smaller m or board; one weaker piece;
/// pieces nearer the corner, together and each for itself. Every one is smaller by `size_of`, so shrinking
/// ends. Boards of over 200 pieces only lose pieces, so that what is tried fits into memory. Cost:
/// O(2^pieces) for hunts, of which there are at most ten; O(pieces³) for boards up to ten pieces, O(pieces²)
/// above.
std::vector<Case> smaller_games(Format format, const Case& game);

namespace shrink_detail {

/// What is left of `count` things when some are taken away, as lists of those that stay: all but chunks of a
/// half, a quarter, … one, or as small as memory allows (one up to some 1,400 things); then, where that is
/// not too many, all but any two and any three. Nothing left comes first.
std::vector<std::vector<std::size_t>> fewer(std::size_t count);

std::vector<Case> smaller_hunts(const HuntCase& game);
std::vector<Case> smaller_boards(Format format, const check_state::PlainBoard& board);
std::vector<Case> smaller_pursuits(const king_pawn::Position& game);
Size size_of(const HuntCase& game);
Size size_of(const check_state::PlainBoard& board);
Size size_of(const king_pawn::Position& game);

}  // namespace shrink_detail

}  // namespace zermelo::stress
