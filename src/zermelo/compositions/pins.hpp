// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/compiled_rules.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Where a man may be pinned to its king, and from where: a pinned man alone keeps one of the other side from
/// attacking the king.
template <typename Bits>
class Pins {
  public:
    using Set = SquareSet<Bits>;

    explicit Pins(const engine::CompiledRules<Bits>& compiled)
        : compiled_(compiled), pins_(2 * compiled.letters.size() * compiled.squares) {}

    /// By the square of the man that is pinned, where the one stands that pins it. `side`: the king's;
    /// `kind`: of the man that pins. Cost: once for each king's square and kind, some microseconds.
    const std::vector<Set>& by(Color side, Square king, rules::PieceKind kind) {
        auto& found = pins_[2 * (kind.index() * compiled_.squares + king.index()) + index(side)];
        if (found.empty()) found = make(side, king, kind);
        return found;
    }

  private:
    std::vector<Set> make(Color side, Square king, rules::PieceKind kind) const {
        std::vector<Set> pins(compiled_.squares);
        const auto& piece = compiled_.piece_moves(!side, kind);
        for (const auto& lame : piece.lame)
            for (const Square from : BoardSquares{compiled_.squares}) {
                const auto& leap = lame.by_square[from.index()];
                if (!lame.capture || !leap.to.contains(king)) continue;
                for (Set path = leap.path; path.any();) pins[path.take_first().index()] |= Set::of(from);
            }
        for (const auto& ride : piece.rides) {
            engine::PieceMoves<Bits> alone;
            alone.allowed = compiled_.board;
            alone.rides = {ride};
            const auto attacks = [&](Square from, Set occupied) {
                return engine::targets(compiled_, alone, from, occupied, Set{}, Set::of(king)).any();
            };
            for (const Square from : BoardSquares{compiled_.squares}) {
                if (!attacks(from, Set{})) continue;
                for (const Square between : BoardSquares{compiled_.squares})
                    if (!attacks(from, Set::of(between))) pins[between.index()] |= Set::of(from);
            }
        }
        return pins;
    }

    const engine::CompiledRules<Bits>& compiled_;
    std::vector<std::vector<Set>> pins_;  ///< by kind, king's square and side; made when asked for
};

}  // namespace zermelo::compositions
