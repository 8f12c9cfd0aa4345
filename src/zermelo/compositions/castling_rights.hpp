// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "zermelo/color.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::compositions {

/// A right to castle on the board of chess, and where king and rook stand at home.
struct CastlingRight {
    char letter;  ///< in a FEN
    engine::Place king, rook;
    Color color;
};

/// In the order of a FEN.
inline constexpr std::array castling_rights{
    CastlingRight{'K', {4, 0}, {7, 0}, Color::white},
    CastlingRight{'Q', {4, 0}, {0, 0}, Color::white},
    CastlingRight{'k', {4, 7}, {7, 7}, Color::black},
    CastlingRight{'q', {4, 7}, {0, 7}, Color::black},
};

/// Whether a game has them: it is played on eight files and ranks, and somebody may castle at its start.
inline bool castles_from_home(const rules::Rules& rules) {
    const auto start = engine::parse_fen(rules.start_fen, rules);
    return start && !start->castling.empty() && rules.files == 8 && rules.ranks == 8;
}

/// Whether both stand there. Precondition: a board of eight files and ranks.
inline bool stand_at_home(const engine::Setup& setup, const CastlingRight& right) {
    const auto stands = [&](engine::Place at, rules::Letter letter) {
        const auto& man = setup.men[rules::region_bit(at.file, at.rank)];
        return man && man->color == right.color && man->letter == letter;
    };
    return stands(right.king, 'K') && stands(right.rook, 'R');
}

}  // namespace zermelo::compositions
