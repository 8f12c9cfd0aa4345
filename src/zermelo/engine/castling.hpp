// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "zermelo/engine/compiled_rules.hpp"
#include "zermelo/engine/move.hpp"
#include "zermelo/engine/position.hpp"

namespace zermelo::engine {

/// The pair that the rules find for a right as the men stand: king and rook on the squares where they are at
/// home (`CompiledRules::castling_home`); or, where any rook castles, the castling piece on its rank (of
/// several, the one on `castling_king_file`) and the first rook from the edge towards it. Nothing if there is
/// none; then the right is worth nothing.
template <typename Bits>
std::optional<CastlingPair> castling_pair(const CompiledRules<Bits>& compiled, const Position<Bits>& p,
                                          Color color, bool kingside) {
    const rules::Rules& rules = compiled.rules;
    const rules::SideRules& side = rules.side(color);
    if (!rules.castling || rules.kind(side.castling_king) == nullptr || rules.castling_rank >= compiled.ranks)
        return std::nullopt;
    const auto king_men = p.men(color, compiled.kind_of(*side.castling_king));
    SquareSet<Bits> rooks;
    for (const rules::Letter l : side.castling_rooks)
        if (rules.kind(l) != nullptr) rooks |= p.men(color, compiled.kind_of(l));
    if (!rules.castling_960) {
        const auto& home = compiled.castling_home(color, kingside);
        return home && king_men.contains(home->king) && rooks.contains(home->rook) ? home : std::nullopt;
    }
    const unsigned rank =
        color == Color::white ? rules.castling_rank : compiled.ranks - 1 - rules.castling_rank;
    const unsigned first = rank * compiled.files;
    const auto kings = king_men & ~SquareSet<Bits>::below(Square{first}) &
                       (rank + 1 == compiled.ranks ? compiled.board
                                                   : SquareSet<Bits>::below(Square{first + compiled.files}));
    if (kings.empty()) return std::nullopt;
    Square king = kings.first();
    if (kings.size() > 1) {
        king = Square{first + rules.castling_king_file};
        if (rules.castling_king_file >= compiled.files || !kings.contains(king)) return std::nullopt;
    }
    if (kingside) {
        for (unsigned s = first + compiled.files - 1; s > king.index(); --s)
            if (rooks.contains(Square{s})) return CastlingPair{king, Square{s}};
    } else {
        for (unsigned s = first; s < king.index(); ++s)
            if (rooks.contains(Square{s})) return CastlingPair{king, Square{s}};
    }
    return std::nullopt;
}

/// Whether a pair still has its right: it is the one that the rules find; where any rook castles, both still
/// stand there.
template <typename Bits>
bool is_pair(const CompiledRules<Bits>& compiled, const Position<Bits>& p, Color color, bool kingside,
             CastlingPair pair) {
    const auto found = castling_pair(compiled, p, color, kingside);
    if (!compiled.rules.castling_960) return found == pair;
    return found && found->king == pair.king && p.men(color).contains(pair.rook);
}

/// One way to castle in one position: which pieces go from where to where. Whether it is legal is the
/// generator's question. Precondition: the position has that right, and its ends are on the board.
template <typename Bits>
struct Castling {
    using Set = SquareSet<Bits>;

    [[gnu::always_inline]] Castling(const CompiledRules<Bits>& compiled, const Position<Bits>& p, Color side,
                                    bool kingside_in)
        : kingside(kingside_in),
          always_by_rook(compiled.rules.castling_960 ||
                         compiled.rules.castling_kingside_file == compiled.rules.castling_queenside_file),
          king(p.castling_king(side)),
          rook(p.castling_rook(Position<Bits>::right(side, kingside_in))) {
        const CastlingPair& ends = *compiled.castling_ends(side, kingside);
        king_to = ends.king;
        rook_to = ends.rook;
        king_path = span(king, king_to);
        path = king_path | span(rook, rook_to);
    }

    /// The move, named by the rook's square where the king's own would look like a single step, or like
    /// another move: `quiet` are the squares to which the king could simply go.
    Move move(const Set& quiet) const {
        const unsigned steps =
            king_to > king ? king_to.index() - king.index() : king.index() - king_to.index();
        const bool looks_otherwise = always_by_rook || steps <= 1 || quiet.contains(king_to);
        return {king, looks_otherwise ? rook : king_to, 0,
                kingside ? Move::Type::castle_kingside : Move::Type::castle_queenside};
    }

    bool kingside;
    bool always_by_rook;  ///< the move is named by the rook's square
    Square king;
    Square rook;
    Square king_to;
    Square rook_to;
    Set king_path;  ///< the king's squares, both ends included
    Set path;       ///< and the rook's

  private:
    static Set span(Square a, Square b) {
        const unsigned last = std::max(a, b).index();
        Set set;
        for (unsigned s = std::min(a, b).index(); s <= last; ++s) set |= Set::of(Square{s});
        return set;
    }
};

}  // namespace zermelo::engine
