// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/game.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// How many moves a man needs at least to get anywhere: on an empty board, where it may make each of its
/// moves and captures, and promote on the way. Other men only stand in its way, so that it needs no fewer
/// moves in any position; castling is a move of two men at once.
template <typename Bits>
class Ways {
  public:
    using Set = SquareSet<Bits>;
    static constexpr std::uint8_t never = 255;

    explicit Ways(const engine::CompiledRules<Bits>& compiled)
        : compiled_(compiled),
          squares_(compiled.squares),
          kinds_(compiled.letters.size()),
          walks_(2 * kinds_ * squares_),
          ways_(2 * kinds_ * squares_) {}

    /// By `place`: the least number of moves of a man, as the kind that it then is. Cost: once for each man
    /// and square, some microseconds; then that of looking it up.
    const std::vector<std::uint8_t>& from(Color side, rules::PieceKind kind, Square square) {
        auto& found = ways_[at(side, kind, square)];
        if (found.empty()) found = make(side, kind, square);
        return found;
    }
    std::size_t place(rules::PieceKind kind, Square square) const {
        return kind.index() * squares_ + square.index();
    }

  private:
    std::size_t at(Color side, rules::PieceKind kind, Square square) const {
        return 2 * place(kind, square) + index(side);
    }

    std::vector<std::uint8_t> make(Color side, rules::PieceKind kind, Square from) {
        std::vector<std::uint8_t> ways(kinds_ * squares_, never);
        const std::vector<std::uint8_t> own = walk(side, kind, from);
        std::copy(own.begin(), own.end(), ways.begin() + static_cast<std::ptrdiff_t>(place(kind, Square{0})));
        const rules::SideRules& rules = compiled_.rules.side(side);
        if (!rules::contains(rules.promotion_pawns, compiled_.letter(kind))) return ways;
        for (const rules::Letter letter : rules.promotion_pieces) {
            const rules::PieceKind turned = compiled_.kind_of(letter);
            for (Set region = compiled_.sides[side].promotion_region; region.any();) {
                const Square at = region.take_first();
                if (own[at.index()] == never) continue;
                // It may stand in the region already, and turn where it moves next.
                const unsigned before = std::max<unsigned>(own[at.index()], 1);
                const std::vector<std::uint8_t>& on = walk(side, turned, at);
                for (unsigned s = 0; s < squares_; ++s) {
                    auto& least = ways[place(turned, Square{s})];
                    if (on[s] != never && before + on[s] < least)
                        least = static_cast<std::uint8_t>(before + on[s]);
                }
            }
        }
        return ways;
    }

    /// The same without promotions, by square.
    const std::vector<std::uint8_t>& walk(Color side, rules::PieceKind kind, Square from) {
        auto& found = walks_[at(side, kind, from)];
        if (found.empty()) found = make_walk(side, kind, from);
        return found;
    }

    std::vector<std::uint8_t> make_walk(Color side, rules::PieceKind kind, Square from) const {
        std::vector<std::uint8_t> found(squares_, never);
        const auto& piece = compiled_.piece_moves(side, kind);
        found[from.index()] = 0;
        Set now = Set::of(from);
        Set seen = now;
        for (unsigned moves = 1; now.any() && moves < never; ++moves) {
            Set next;
            while (now.any())
                next |= engine::targets(compiled_, piece, now.take_first(), Set{}, compiled_.board,
                                        compiled_.board);
            if (moves == 1) next |= castled(side, from);
            now = next & ~seen;
            seen |= now;
            for (Set left = now; left.any();)
                found[left.take_first().index()] = static_cast<std::uint8_t>(moves);
        }
        return found;
    }

    /// Where castling takes the man that stands where king or rook do, whether or not it may.
    Set castled(Color side, Square from) const {
        Set to;
        for (const bool kingside : {true, false}) {
            const auto& home = compiled_.castling_home(side, kingside);
            const auto& ends = compiled_.castling_ends(side, kingside);
            if (!home || !ends) continue;
            if (from == home->king) to |= Set::of(ends->king);
            if (from == home->rook) to |= Set::of(ends->rook);
        }
        return to;
    }

    const engine::CompiledRules<Bits>& compiled_;
    unsigned squares_;
    std::size_t kinds_;
    std::vector<std::vector<std::uint8_t>> walks_, ways_;  ///< by kind, square and side; made when asked for
};

}  // namespace zermelo::compositions
