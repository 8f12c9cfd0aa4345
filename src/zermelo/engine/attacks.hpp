// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "zermelo/engine/compiled_rules.hpp"
#include "zermelo/engine/position.hpp"

/// Where pieces go and what they attack: the questions that the move generator asks of the compiled rules.
namespace zermelo::engine {

/// The part of a ride up or down a line that `occupied` leaves, the first occupied square included.
template <typename Set>
[[gnu::always_inline]] constexpr Set ride_up(Set ray, Set occupied) {
    return ray & (ray & occupied).through_first();
}
template <typename Set>
[[gnu::always_inline]] constexpr Set ride_down(Set ray, Set occupied) {
    return ray & (ray & occupied).from_last();
}

/// The men over which and onto which no shy hopper hops: all of its kind.
template <typename Bits>
SquareSet<Bits> shy_men(const CompiledRules<Bits>& compiled, const Position<Bits>& p) {
    if (!compiled.named.shy_hopper) return {};
    return p.men(Color::white, *compiled.named.shy_hopper) | p.men(Color::black, *compiled.named.shy_hopper);
}

/// Where a hop leads: past the first piece on its line, up to and with the next one. `shy`: what `shy_men`
/// says.
template <typename Bits>
SquareSet<Bits> hop(const CompiledRules<Bits>& compiled, const typename PieceMoves<Bits>::Hop& h, Square from,
                    SquareSet<Bits> occupied, SquareSet<Bits> shy = {}) {
    const auto& line = compiled.line(h.line, from);
    const auto hurdles = (h.up ? line.up : line.down) & occupied;
    if (hurdles.empty()) return {};
    const Square hurdle = h.up ? hurdles.first() : hurdles.last();
    if (h.shy && shy.contains(hurdle)) return {};
    const auto& beyond = compiled.line(h.landing, hurdle);
    const auto& reach = compiled.line(h.reach, from);
    const auto to =
        h.up ? ride_up(beyond.up, occupied) & reach.up : ride_down(beyond.down, occupied) & reach.down;
    return h.shy ? to & ~shy : to;
}

/// The squares that a piece goes to: empty ones out of `quiet`, enemy ones out of `capture`.
/// Precondition: neither holds a square of its own side. `shy`: what `shy_men` says, where there are any.
/// Initial moves are left out unless it `may_start`. Cost: O(its lines).
template <bool may_start = true, typename Bits>
SquareSet<Bits> targets(const CompiledRules<Bits>& compiled, const PieceMoves<Bits>& piece, Square from,
                        SquareSet<Bits> occupied, SquareSet<Bits> quiet, SquareSet<Bits> capture,
                        SquareSet<Bits> shy = {}) {
    SquareSet<Bits> to;
    if (!piece.leaps.empty())
        to = (piece.leaps[from.index()].quiet & quiet) | (piece.leaps[from.index()].capture & capture);
    for (const auto& ride : piece.rides) {
        const auto& line = compiled.line(ride.line, from);
        SquareSet<Bits> reached;
        if (ride.up) reached |= ride_up(line.up, occupied);
        if (ride.down) reached |= ride_down(line.down, occupied);
        SquareSet<Bits> wanted;
        if (ride.quiet) wanted |= quiet;
        if (ride.capture) wanted |= capture;
        to |= reached & wanted;
    }
    for (const auto& lame : piece.lame) {
        if (!may_start && lame.initial) continue;
        const auto& step = lame.by_square[from.index()];
        if ((step.path & occupied).any()) continue;
        if (lame.quiet) to |= step.to & quiet;
        if (lame.capture) to |= step.to & capture;
    }
    for (const auto& h : piece.hops) {
        if (h.initial && !(may_start && piece.initial_region.contains(from))) continue;
        const auto reached = hop(compiled, h, from, occupied, shy);
        if (h.quiet) to |= reached & quiet;
        if (h.capture) to |= reached & capture;
    }
    return to & piece.allowed;
}

/// The squares on which a piece captures but to which it does not move, and which it could leave again: where
/// it may capture en passant.
template <typename Bits>
SquareSet<Bits> capture_only(const CompiledRules<Bits>& compiled, const PieceMoves<Bits>& piece, Square from,
                             SquareSet<Bits> occupied) {
    const auto none = SquareSet<Bits>{};
    const auto all = compiled.board;
    return targets(compiled, piece, from, occupied, none, all) &
           ~targets(compiled, piece, from, occupied, all, none) & ~piece.stuck;
}

/// The squares strictly between two of one rank, file or diagonal; of two others none.
template <typename Bits>
SquareSet<Bits> between(const CompiledRules<Bits>& compiled, Square from, Square to) {
    const int far = static_cast<int>(to.index()) - static_cast<int>(from.index());
    const int files = compiled.place(to).file - compiled.place(from).file;
    const int ranks = compiled.place(to).rank - compiled.place(from).rank;
    SquareSet<Bits> squares;
    if (files != 0 && ranks != 0 && std::abs(files) != std::abs(ranks)) return squares;
    const int steps = std::max(std::abs(files), std::abs(ranks));
    for (int i = 1; i < steps; ++i)
        squares |= SquareSet<Bits>::of(
            Square{static_cast<unsigned>(static_cast<int>(from.index()) + far / steps * i)});
    return squares;
}

/// Whether a piece of `by`, out of `among`, could capture on `square` if `occupied` squares stop riders. A
/// man on the square that is not `among` these is one that goes: it does not keep shy hoppers off.
template <typename Bits>
bool attacked(const CompiledRules<Bits>& compiled, const Position<Bits>& p, Square square, Color by,
              SquareSet<Bits> occupied, SquareSet<Bits> among) {
    using Set = SquareSet<Bits>;
    const Attackers<Bits>& attackers = compiled.sides[by].attackers;
    const Set men = p.men(by) & among;
    for (const auto& leaps : attackers.leaps)
        if ((leaps.from[square.index()] & men & p.men(by, leaps.kind)).any()) return true;
    for (const auto& riders : attackers.riders) {
        Set from;
        for (const rules::PieceKind k : riders.kinds)
            if (!riders.restricted || compiled.piece_moves(by, k).allowed.contains(square))
                from |= p.men(by, k);
        from &= men & riders.reach[square.index()];
        if (from.empty()) continue;
        for (const auto& ray : riders.rays) {
            const auto& line = compiled.line(ray.line, square);
            if (ray.up && (ride_up(line.up, occupied) & from).any()) return true;
            if (ray.down && (ride_down(line.down, occupied) & from).any()) return true;
        }
    }
    for (const auto& lame : attackers.lame) {
        const auto& step = lame.by_target[square.index()];
        if ((step.to & men & p.men(by, lame.kind)).any() && (step.path & occupied).empty()) return true;
    }
    for (const auto& hoppers : attackers.hoppers) {
        Set from = hoppers.from[square.index()] & men & p.men(by, hoppers.kind);
        if (from.empty()) continue;
        const auto& piece = compiled.piece_moves(by, hoppers.kind);
        if (!piece.allowed.contains(square)) continue;
        const Set shy = shy_men(compiled, p) & (among | ~Set::of(square));
        while (from.any()) {
            const Square at = from.take_first();
            for (const auto& h : piece.hops) {
                const auto& reach = compiled.line(h.reach, at);
                if (h.capture && (h.up ? reach.up : reach.down).contains(square) &&
                    hop(compiled, h, at, occupied, shy).contains(square))
                    return true;
            }
        }
    }
    return false;
}

/// Calls f(attacker, path) for every enemy piece that would attack `square` if `path`, the squares between,
/// were empty. A leaper's path is empty. Hoppers are not among them.
template <typename Bits, typename F>
void for_each_attack(const CompiledRules<Bits>& compiled, const Position<Bits>& p, Square square, Color by,
                     F&& f) {
    using Set = SquareSet<Bits>;
    const Attackers<Bits>& attackers = compiled.sides[by].attackers;
    for (const auto& leaps : attackers.leaps)
        for (Set from = leaps.from[square.index()] & p.men(by, leaps.kind); from.any();)
            f(from.take_first(), Set{});
    for (const auto& riders : attackers.riders) {
        Set men;
        for (const rules::PieceKind k : riders.kinds)
            if (!riders.restricted || compiled.piece_moves(by, k).allowed.contains(square))
                men |= p.men(by, k);
        if ((men & riders.reach[square.index()]).empty()) continue;
        for (const auto& ray : riders.rays) {
            const auto& line = compiled.line(ray.line, square);
            if (ray.up)
                for (Set from = line.up & men; from.any();) {
                    const Square at = from.take_first();
                    f(at, line.up & Set::below(at));
                }
            if (ray.down)
                for (Set from = line.down & men; from.any();) {
                    const Square at = from.take_first();
                    f(at, line.down & Set::above(at));
                }
        }
    }
    for (const auto& lame : attackers.lame) {
        const auto& step = lame.by_target[square.index()];
        if ((step.to & p.men(by, lame.kind)).any()) f(step.to.first(), step.path);
    }
}

/// The squares on which a royal piece would face one on a square: along ranks and files, up to the first man.
template <typename Bits>
SquareSet<Bits> facing_squares(const CompiledRules<Bits>& compiled, Square square, SquareSet<Bits> occupied) {
    SquareSet<Bits> faced;
    for (const std::uint16_t id : compiled.facing_lines) {
        const auto& line = compiled.line(id, square);
        faced |= ride_up(line.up, occupied) | ride_down(line.down, occupied);
    }
    return faced;
}

/// Calls f(square) for the squares from one on in a direction, that one left out, while they are on the board
/// and f says so.
template <typename Bits, typename F>
void walk(const CompiledRules<Bits>& compiled, Square from, int files, int ranks, F&& f) {
    int file = compiled.place(from).file;
    int rank = compiled.place(from).rank;
    while (true) {
        file += files;
        rank += ranks;
        if (file < 0 || rank < 0 || file >= static_cast<int>(compiled.files) ||
            rank >= static_cast<int>(compiled.ranks))
            return;
        const Square at{static_cast<unsigned>(rank) * compiled.files + static_cast<unsigned>(file)};
        if (!compiled.board.contains(at) || !f(at)) return;
    }
}

/// The squares one step of a king away.
template <typename Bits>
const SquareSet<Bits>& beside(const CompiledRules<Bits>& compiled, Square square) {
    return compiled.beside_squares[square.index()];
}

/// The enemies that a man of `us` on a square encloses between it and other men of its side, in rows along
/// ranks, files and diagonals.
template <typename Bits>
SquareSet<Bits> enclosed(const CompiledRules<Bits>& compiled, const Position<Bits>& p, Square square,
                         Color us) {
    SquareSet<Bits> set;
    for (int files = -1; files <= 1; ++files)
        for (int ranks = -1; ranks <= 1; ++ranks) {
            if (files == 0 && ranks == 0) continue;
            SquareSet<Bits> row;
            walk(compiled, square, files, ranks, [&](Square at) {
                if (p.men(!us).contains(at)) {
                    row |= SquareSet<Bits>::of(at);
                    return true;
                }
                if (p.men(us).contains(at)) set |= row;
                return false;
            });
        }
    return set;
}

/// The empty squares where `enclosing_drop` lets a man be dropped.
template <typename Bits>
SquareSet<Bits> enclosing_squares(const CompiledRules<Bits>& compiled, const Position<Bits>& p, Color us) {
    using Set = SquareSet<Bits>;
    const rules::Rules& rules = compiled.rules;
    const Set empty = compiled.board & ~p.occupied();
    const Set start = compiled.crop(rules.enclosing_drop_start) & compiled.board;
    if ((start & empty).any()) return start & empty;
    Set allowed;
    for (Set left = empty; left.any();) {
        const Square at = left.take_first();
        const auto next = [&](int files, int ranks) {
            std::optional<Square> square;
            walk(compiled, at, files, ranks, [&](Square found) {
                square = found;
                return false;
            });
            return square;
        };
        const auto stops = [&](int files, int ranks) {
            const auto square = next(files, ranks);
            return !square || p.occupied().contains(*square);
        };
        /// Whether a man pushed in from the edge against a direction comes to stand here.
        const auto slides_in = [&](int files, int ranks) {
            bool free = stops(files, ranks);
            walk(compiled, at, -files, -ranks, [&](Square way) {
                free = free && !p.occupied().contains(way);
                return free;
            });
            return free;
        };
        bool fits = false;
        switch (rules.enclosing_drop) {
            case rules::Enclosing::none:
                fits = true;
                break;
            case rules::Enclosing::reversi:
                fits = enclosed(compiled, p, at, us).any();
                break;
            case rules::Enclosing::ataxx:
            case rules::Enclosing::quadwrangle:
                fits = (beside(compiled, at) & p.men(us)).any();
                break;
            case rules::Enclosing::snort:
                fits = true;
                for (const auto& [files, ranks] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}})
                    if (const auto square = next(files, ranks)) fits = fits && !p.men(!us).contains(*square);
                break;
            case rules::Enclosing::anyside:
                fits = slides_in(1, 0) || slides_in(-1, 0) || slides_in(0, 1) || slides_in(0, -1);
                break;
            case rules::Enclosing::top:
                fits = stops(0, -1);
                break;
        }
        if (fits) allowed |= Set::of(at);
    }
    return allowed;
}

}  // namespace zermelo::engine
