// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "zermelo/color.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::rules {

/// The files on which king and rook stand, on the castling rank, while neither has moved.
struct CastlingHome {
    unsigned king = 0;
    unsigned rook = 0;
    friend constexpr bool operator==(const CastlingHome&, const CastlingHome&) = default;
};

/// Where a side castles from to one wing. Where the start FEN has that right, its men say it, as in
/// Fairy-Stockfish: the king is the one piece that castles on its rank (of several the one on
/// `castling_king_file`), and the rook the first from `castling_rook_…_file` towards it. Elsewhere they are
/// these files themselves, but that the king stands where another right of the start has it.
///
/// Nothing if the rook's file is not on its side of the king's, or either is not on the board. Where any rook
/// castles (`castling_960`) there is no such home.
std::optional<CastlingHome> castling_home(const Rules& rules, Color side, bool kingside);

}  // namespace zermelo::rules
