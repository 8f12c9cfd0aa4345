// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "zermelo/compositions/pins.hpp"
#include "zermelo/compositions/plain_play.hpp"
#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/game.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Which moves may stalemate, by what the other side's men can do whatever the move is.
///
/// A man that is no king, and that cannot be pinned where it stands, stays mobile unless it is captured, or
/// its way is blocked; and a man that captures as it moves is not blocked, since it captures what comes into
/// its way. So the move goes to the man's square, or, if a leap without capture is all that is known of it,
/// to where that leap ends. Two such men on their own, and no move stalemates.
template <typename Bits>
class Stalemating {
  public:
    using Set = SquareSet<Bits>;
    using Position = engine::Position<Bits>;

    explicit Stalemating(const engine::Game<Bits>& game)
        : game_(game),
          compiled_(game.compiled()),
          holds_(has_plain_play(compiled_)),
          pins_(compiled_),
          pinned_(2 * compiled_.squares) {
        if (!holds_) return;
        for (const Color side : both_colors)
            for (const rules::PieceKind kind : compiled_.kinds()) men_.push_back(unstoppable(side, kind));
    }

    /// The squares to one of which each move of the side to move goes that stalemates, but for castling and
    /// captures en passant. Cost: some tens of nanoseconds for each man of the other side.
    Set squares(const Position& p) {
        Set allowed = compiled_.board;
        const Color side = !p.to_move();
        const auto& royals = game_.royals(p, side);
        if (!holds_ || royals.size() > 1) return allowed;
        Set fixed = royals;
        if (royals.size() == 1) fixed |= pins(side, royals.first());
        const Set occupied = p.occupied();
        const Set empty = compiled_.board & ~occupied;
        for (Set left = p.men(side) & ~fixed; left.any() && allowed.any();) {
            const Square at = left.take_first();
            const Man& man = men_[index(side) * compiled_.letters.size() + p.kind_on(at).index()];
            if (!man.leaps.empty()) {
                const Set leaps = man.leaps[at.index()] & empty;
                if (leaps.size() > 1 || (leaps & man.taking[at.index()]).any()) {
                    allowed &= Set::of(at);
                    continue;
                }
                if (leaps.any()) allowed &= Set::of(at) | leaps;
            }
            if (!man.rides.rides.empty() &&
                engine::targets(compiled_, man.rides, at, occupied, empty, Set{}).any())
                allowed &= Set::of(at);
        }
        return allowed;
    }

    /// Whether there may be castling or captures en passant.
    static bool has_other_moves(const Position& p) {
        if (p.en_passant().any()) return true;
        for (unsigned right = 0; right < 4; ++right)
            if (p.may_castle(right)) return true;
        return false;
    }

  private:
    /// What of a kind's moves another man cannot stop, or only by standing where they end.
    struct Man {
        std::vector<Set> leaps;          ///< without capture, by square; empty if there are none
        std::vector<Set> taking;         ///< those of them that capture as well
        engine::PieceMoves<Bits> rides;  ///< that capture as well
    };

    Man unstoppable(Color side, rules::PieceKind kind) const {
        const auto& piece = compiled_.piece_moves(side, kind);
        Man man;
        if (!piece.leaps.empty()) {
            // What promotes may have nothing to turn into.
            Set to = piece.allowed & ~piece.stuck;
            if (piece.promotes || piece.turns) to &= ~compiled_.sides[side].promotion_region;
            for (const auto& leaps : piece.leaps) {
                man.leaps.push_back(leaps.quiet & to);
                man.taking.push_back(leaps.quiet & leaps.capture & to);
            }
        }
        if (piece.allowed == compiled_.board && piece.stuck.empty() && !piece.promotes && !piece.turns) {
            man.rides.allowed = piece.allowed;
            for (const auto& ride : piece.rides)
                if (ride.quiet && ride.capture) man.rides.rides.push_back(ride);
        }
        return man;
    }

    /// Where a man may be pinned.
    Set pins(Color side, Square king) {
        auto& found = pinned_[2 * king.index() + index(side)];
        if (found) return *found;
        found = Set{};
        for (const rules::PieceKind kind : compiled_.kinds()) {
            const std::vector<Set>& by_kind = pins_.by(side, king, kind);
            for (const Square square : BoardSquares{compiled_.squares})
                if (by_kind[square.index()].any()) *found |= Set::of(square);
        }
        return *found;
    }

    const engine::Game<Bits>& game_;
    const engine::CompiledRules<Bits>& compiled_;
    bool holds_;
    std::vector<Man> men_;  ///< by side and kind
    Pins<Bits> pins_;
    std::vector<std::optional<Set>> pinned_;  ///< by the king's square and side; made when asked for
};

}  // namespace zermelo::compositions
