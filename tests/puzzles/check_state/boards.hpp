// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>

#include <gtest/gtest.h>

#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/kernels.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::check_state {

inline std::ostream& operator<<(std::ostream& out, const CheckState& state) {
    return out << (state.verdict == CheckState::Verdict::safe         ? "safe"
                   : state.verdict == CheckState::Verdict::impossible ? "impossible"
                                                                      : "check")
               << ' ' << name(state.threatened) << ' ' << state.evasions.king_moves << '+'
               << state.evasions.captures << '+' << state.evasions.interpositions;
}

/// What all ways to decide say, which is to be the same.
inline CheckState decide_all_ways(const PieceList& list) {
    const CheckState state = decide(list, Isa::portable);
    EXPECT_EQ(decide(list, best_isa()), state);
    for (const Isa isa : {Isa::portable, best_isa()}) EXPECT_EQ(decide_large(list, isa), state);
    return state;
}

inline std::ostream& operator<<(std::ostream& out, const PlainBoard& board) {
    out << board.n << ' ' << board.pieces.size() << '\n';
    for (const Piece& piece : board.pieces)
        out << piece.column.number() << ' ' << piece.row.number() << ' ' << letter_of(piece.color, piece.kind)
            << '\n';
    return out;
}

/// Laid out for `expected` pieces: many make many parts.
inline void fill(PieceList& list, const PlainBoard& board, unsigned buffers, std::size_t expected) {
    list.begin(board.n, expected, buffers);
    unsigned next = 0;
    for (const Piece& piece : board.pieces) {
        list.buffer(next).add(piece.column, piece.row, code_of(piece.color, piece.kind));
        next = (next + 1) % buffers;
    }
}
inline void fill(PieceList& list, const PlainBoard& board, unsigned buffers = 1) {
    fill(list, board, buffers, board.pieces.size());
}

}  // namespace zermelo::check_state
