// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>

#include <gtest/gtest.h>

#include "zermelo/puzzles/check_state/check_state.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::check_state {

inline std::ostream& operator<<(std::ostream& out, const CheckState& state) {
    return out << (state.verdict == CheckState::Verdict::safe         ? "safe"
                   : state.verdict == CheckState::Verdict::impossible ? "impossible"
                                                                      : "check")
               << ' ' << name(state.threatened) << ' ' << state.moves;
}

/// What both paths say, which is to be the same.
inline CheckState decide_both(const PieceList& list) {
    const CheckState state = decide(list, Isa::portable);
    EXPECT_EQ(decide(list, best_isa()), state);
    return state;
}
inline Details explain_both(const PieceList& list) {
    const Details details = explain(list, Isa::portable);
    EXPECT_EQ(explain(list, best_isa()).state, details.state);
    return details;
}

inline std::ostream& operator<<(std::ostream& out, const PlainBoard& board) {
    out << board.n << ' ' << board.pieces.size() << '\n';
    for (const Piece& piece : board.pieces)
        out << piece.column.number() << ' ' << piece.row.number() << ' ' << letter_of(piece.color, piece.kind)
            << '\n';
    return out;
}

/// Laid out for `expected` pieces: many make many parts.
inline void fill(PieceList& list, const PlainBoard& board, unsigned shards, std::size_t expected) {
    list.begin(board.n, expected, shards);
    unsigned next = 0;
    for (const Piece& piece : board.pieces) {
        list.shard(next).add(piece.column, piece.row, code_of(piece.color, piece.kind));
        next = (next + 1) % shards;
    }
}
inline void fill(PieceList& list, const PlainBoard& board, unsigned shards = 1) {
    fill(list, board, shards, board.pieces.size());
}

}  // namespace zermelo::check_state
