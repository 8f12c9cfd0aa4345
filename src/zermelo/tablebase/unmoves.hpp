// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/compiled_rules.hpp"

namespace zermelo::tablebase {

/// Moves taken back, kind by kind: from where a man has come, and from where it would attack.
template <typename Bits>
class Unmoves {
  public:
    using Set = SquareSet<Bits>;

    /// The tables must outlive it. Cost: O(kinds × squares × movements).
    explicit Unmoves(const engine::CompiledRules<Bits>& compiled);

    /// The empty squares from which a man of the kind can have gone to `to` without capturing, on a board
    /// where it stands there now; initial moves included, promotions not. `occupied` holds all men.
    Set origins(Color c, rules::PieceKind kind, Square to, Set occupied) const;
    /// The squares from which a man of the kind attacks `target`, past the men of `occupied`; of shy hoppers
    /// those of any hopper.
    Set attackers(Color c, rules::PieceKind kind, Square target, Set occupied) const;

  private:
    using LameLeap = typename engine::PieceMoves<Bits>::LameLeap;
    using Ray = typename engine::Attackers<Bits>::Ray;
    /// By target; `to` of a leap holds the start.
    struct Back {
        std::vector<Set> quiet_leaps;
        std::vector<Set> capture_leaps;
        std::vector<std::vector<LameLeap>> quiet_lame;
        std::vector<std::vector<LameLeap>> capture_lame;
        std::vector<Ray> quiet_rays;  ///< the other way round: `up` where starts lie up the line
        std::vector<Ray> capture_rays;
    };
    const Back& back(Color c, rules::PieceKind kind) const { return backs_[c][kind.index()]; }
    /// The squares from which a hop leads to `to`, empty or not, as far as men of `occupied` go.
    Set hopping(const engine::PieceMoves<Bits>& piece, const typename engine::PieceMoves<Bits>::Hop& h,
                Square to, Set occupied) const {
        // Back to the man that was passed over, as far as one may land, and on to any distance.
        const Set start =
            engine::hop(compiled_, {h.landing, h.line, h.reach, !h.up, true, false, false}, to, occupied);
        return h.initial ? start & piece.initial_region : start;
    }
    Set along(const std::vector<Ray>& rays, Square square, Set occupied) const;
    static Set stepping(const std::vector<std::vector<LameLeap>>& leaps, Square square, Set occupied);

    const engine::CompiledRules<Bits>& compiled_;
    ByColor<std::vector<Back>> backs_;
};

template <typename Bits>
inline SquareSet<Bits> Unmoves<Bits>::along(const std::vector<Ray>& rays, Square square, Set occupied) const {
    Set from;
    for (const Ray& ray : rays) {
        const auto& line = compiled_.line(ray.line, square);
        if (ray.up) from |= engine::ride_up(line.up, occupied);
        if (ray.down) from |= engine::ride_down(line.down, occupied);
    }
    return from;
}

template <typename Bits>
inline SquareSet<Bits> Unmoves<Bits>::stepping(const std::vector<std::vector<LameLeap>>& leaps, Square square,
                                               Set occupied) {
    Set from;
    for (const auto& by_target : leaps)
        if ((by_target[square.index()].path & occupied).empty()) from |= by_target[square.index()].to;
    return from;
}

template <typename Bits>
inline SquareSet<Bits> Unmoves<Bits>::origins(Color c, rules::PieceKind kind, Square to, Set occupied) const {
    const Back& b = back(c, kind);
    Set from = along(b.quiet_rays, to, occupied) | stepping(b.quiet_lame, to, occupied);
    if (!b.quiet_leaps.empty()) from |= b.quiet_leaps[to.index()];
    const engine::PieceMoves<Bits>& piece = compiled_.piece_moves(c, kind);
    for (const auto& h : piece.hops)
        if (h.quiet) from |= hopping(piece, h, to, occupied);
    return from & ~occupied;
}

template <typename Bits>
inline SquareSet<Bits> Unmoves<Bits>::attackers(Color c, rules::PieceKind kind, Square target,
                                                Set occupied) const {
    const engine::PieceMoves<Bits>& piece = compiled_.piece_moves(c, kind);
    if (!piece.allowed.contains(target)) return {};
    const Back& b = back(c, kind);
    Set from = along(b.capture_rays, target, occupied) | stepping(b.capture_lame, target, occupied);
    if (!b.capture_leaps.empty()) from |= b.capture_leaps[target.index()];
    for (const auto& h : piece.hops)
        if (h.capture) from |= hopping(piece, h, target, occupied);
    return from;
}

extern template class Unmoves<std::uint64_t>;
extern template class Unmoves<Bits256>;

}  // namespace zermelo::tablebase
