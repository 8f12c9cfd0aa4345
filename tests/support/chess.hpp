// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string>

#include "zermelo/rules/betza.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::testing {

/// A kind by its Betza notation; one that does not parse cannot move, and the test that wanted it fails.
inline rules::Kind kind(char letter, std::string name, std::string betza) {
    rules::Kind k;
    k.letter = letter;
    k.name = std::move(name);
    k.betza = std::move(betza);
    if (auto movements = rules::parse_betza(k.betza)) k.movements = *movements;
    return k;
}

inline rules::Kind king() {
    rules::Kind k = kind('K', "king", "K");
    k.royal = true;
    return k;
}

inline rules::Kind pawn() {
    rules::Kind k = kind('P', "pawn", "fmWfcF");
    k.pawn = true;
    return k;
}

/// The squares of one rank, counted from 0.
inline rules::Region rank_region(unsigned rank) {
    rules::Region region;
    for (unsigned file = 0; file < rules::max_files; ++file) region.set(rules::region_bit(file, rank));
    return region;
}

/// A board with these kinds and nothing more: no promotion, no double step, no castling.
inline rules::Rules plain_rules(unsigned files, unsigned ranks, std::vector<rules::Kind> kinds,
                                std::string start_fen) {
    rules::Rules rules;
    rules.name = "plain";
    rules.files = files;
    rules.ranks = ranks;
    rules.kinds = std::move(kinds);
    rules.start_fen = std::move(start_fen);
    rules.castling = false;
    return rules;
}

/// Pawns promote on the last rank.
inline void add_promotion(rules::Rules& rules, const std::string& pieces) {
    rules.sides[0].promotion_region = rank_region(rules.ranks - 1);
    rules.sides[1].promotion_region = rank_region(0);
    for (auto& side : rules.sides) {
        side.promotion_pawns = "P";
        side.promotion_pieces = pieces;
    }
}

/// Pawns step twice from the second rank, and may be captured on their way.
inline void add_double_step(rules::Rules& rules) {
    rules.sides[0].double_step_region = rank_region(1);
    rules.sides[1].double_step_region = rank_region(rules.ranks - 2);
    for (auto& side : rules.sides) {
        side.en_passant_region.set();
        side.en_passant_pawns = "P";
    }
}

inline void add_castling(rules::Rules& rules) {
    rules.castling = true;
    for (auto& side : rules.sides) {
        side.castling_king = 'K';
        side.castling_rooks = "R";
    }
}

/// Orthodox chess, without the counting of moves and positions.
inline rules::Rules chess_rules() {
    rules::Rules rules;
    rules.name = "chess";
    rules.kinds = {pawn(),
                   kind('N', "knight", "N"),
                   kind('B', "bishop", "B"),
                   kind('R', "rook", "R"),
                   kind('Q', "queen", "Q"),
                   king()};
    add_promotion(rules, "QRBN");
    add_double_step(rules);
    add_castling(rules);
    return rules;
}

}  // namespace zermelo::testing
