// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "zermelo/variant/move.hpp"
#include "zermelo/variant/position.hpp"
#include "zermelo/variant/tables.hpp"

namespace zermelo::variant {

/// One way to castle in one position: which pieces go from where to where. Whether it is legal is the
/// generator's question. Precondition: the position has that right.
template <typename Bits>
struct Castling {
    using Set = SquareSet<Bits>;

    Castling(const Tables<Bits>& tables, const Position<Bits>& p, Color side, bool kingside_in)
        : kingside(kingside_in),
          king(p.castling_king(side)),
          rook(p.castling_rook(Position<Bits>::right(side, kingside_in))) {
        const Rules& rules = tables.rules;
        const unsigned rank = king / tables.files;
        const unsigned file = kingside ? rules.castling_kingside_file : rules.castling_queenside_file;
        king_to = rank * tables.files + file;
        rook_to = kingside ? king_to - 1 : king_to + 1;
        king_path = span(king, king_to);
        path = king_path | span(rook, rook_to);
    }

    /// The move, named by the rook's square where the king's own would look like a single step.
    Move move() const {
        const unsigned steps = king_to > king ? king_to - king : king - king_to;
        return {static_cast<std::uint8_t>(king), static_cast<std::uint8_t>(steps <= 1 ? rook : king_to), 0,
                kingside ? Move::Type::castle_kingside : Move::Type::castle_queenside};
    }

    bool kingside;
    unsigned king;
    unsigned rook;
    unsigned king_to = 0;
    unsigned rook_to = 0;
    Set king_path;  ///< the king's squares, both ends included
    Set path;       ///< and the rook's

  private:
    static Set span(unsigned a, unsigned b) {
        Set set;
        for (unsigned s = a < b ? a : b; s <= (a < b ? b : a); ++s) set |= Set::of(s);
        return set;
    }
};

}  // namespace zermelo::variant
