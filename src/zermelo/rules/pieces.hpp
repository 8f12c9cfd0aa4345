// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace zermelo::rules {

/// A piece that rules files can name, and how it moves.
struct NamedPiece {
    std::string_view key;
    std::string_view betza;
};

/// The pieces that have a key of their own, in Fairy-Stockfish's order but for the king, which comes first.
std::span<const NamedPiece> named_pieces();

inline constexpr unsigned custom_pieces = 25;

/// A kind of piece by its number: the named ones from 0, then customPiece1 to customPiece25.
unsigned count_of_pieces();
std::string key_of_piece(unsigned piece);
/// The number of the piece that a key names, or `count_of_pieces()`.
unsigned piece_of_key(std::string_view key);
bool is_custom(unsigned piece);

inline constexpr unsigned king_piece = 0;
inline constexpr unsigned pawn_piece = 1;
inline constexpr unsigned rook_piece = 4;

}  // namespace zermelo::rules
