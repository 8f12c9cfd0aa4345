// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "zermelo/base/plies.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/solve/shortcuts.hpp"
#include "zermelo/solve/transpositions.hpp"

namespace zermelo::solve {

/// A forced win and its first move, or the proof that there is none within the bound that was asked.
template <typename Move>
struct Proof {
    std::optional<Plies> length;  ///< the least number of plies, if the side to move can force a win
    std::optional<Move> first;    ///< a move that achieves it
};

/// Decides whether the side to move can force a win within a number of plies, exactly.
///
/// Every move of the attacker is tried until one wins, every reply until one refutes, nothing more: the reply
/// that refuted a sibling comes first, and in deep searches what was proved is remembered. The game's
/// optional capabilities (`game/game.hpp`) cut the last three plies short. One prover serves one thread. It
/// allocates once, its table, when a search first goes beyond seven plies.
template <game::Game G>
class ForcedWin {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;

    /// Longer bounds are taken for this one. A search as deep would not end in the age of the universe unless
    /// it is cut short by an answer, which is the same for every bound: that is the only sense in which they
    /// are decided.
    static constexpr std::uint64_t longest = 65'533;
    static constexpr std::size_t default_table_bytes = std::size_t{1} << 25U;

    explicit ForcedWin(G game = {}, std::size_t table_bytes = default_table_bytes)
        : game_(std::move(game)), table_(table_bytes) {}

    /// Empties what was remembered: the next answer takes as long as if it were the first.
    void forget() { table_.clear(); }

    /// Whether the side to move can force a win within `bound` plies. Precondition: not `lost`.
    /// Cost: grows some five- to thirtyfold with every two plies.
    bool wins_within(const Position& position, Plies bound) {
        if (bound < Plies{1}) return false;
        return game_.wins_at_once(position) || search(position, bound).has_value();
    }

    /// The least number of plies in which the side to move can force a win, and a move that begins it, if it
    /// is at most `bound`. Precondition and cost: as for `wins_within`.
    Proof<Move> prove(const Position& position, Plies bound) {
        if (bound < Plies{1}) return {};
        if (game_.wins_at_once(position)) return {Plies{1}, winning_move(position)};
        const auto length = search(position, bound);
        if (!length) return {};
        return {Plies{*length}, first_};
    }

  private:
    /// Within nine plies and more, what was proved of five and more is remembered: a quarter less time at 15
    /// plies than if only seven and more were, and within seven plies the look-ups cost more than they save.
    static constexpr unsigned table_pays_from = 9;
    static constexpr unsigned remembered_from = 5;
    static constexpr std::size_t killer_plies = 128;

    /// Deepens by two plies at a time, so that the first win found is a shortest one.
    /// Precondition: not `lost`, not `wins_at_once`.
    std::optional<unsigned> search(const Position& position, Plies bound) {
        const auto most = static_cast<unsigned>(std::min(bound.count(), longest));
        for (unsigned n = 3; n <= most; n += 2) {
            remember_from_ = n < table_pays_from ? table_pays_from : remembered_from;
            if (n == table_pays_from) table_.allocate();
            if (wins(position, n, 0)) return n;
        }
        return std::nullopt;
    }

    Move winning_move(const Position& position) const {
        MoveList moves;
        game_.game().moves(position, moves);
        return *std::find_if(moves.begin(), moves.end(), [&](const Move& move) {
            return game_.game().lost(game_.game().play(position, move));
        });
    }

    /// Precondition: n is odd and at least 3, and the side to move does not win at once.
    bool wins(const Position& position, unsigned n, std::size_t ply) {
        if (n >= remember_from_) return wins_with_table(position, n, ply);
        const auto winning = [&](const Move& move) {
            const Position child = game_.game().play(position, move);
            if (game_.wins_at_once(child)) return false;
            if (!(n == 3 ? game_.lost_in_two(child) : loses(child, n - 1, ply + 1))) return false;
            if (ply == 0) first_ = move;
            return true;
        };
        return n == 3 ? game_.any_mate(position, winning) : game_.any_safe_move(position, winning);
    }

    bool wins_with_table(const Position& position, unsigned n, std::size_t ply) {
        const std::uint64_t key = game_.game().key(position);
        std::size_t best = 0;
        if (const Known* known = table_.find(key)) {
            // At the root a move is wanted, too.
            if (known->won_in != 0 && known->won_in <= n && ply != 0) return true;
            if (known->not_won_in >= n) return false;
            best = known->best;
        }
        MoveList moves;
        game_.game().moves(position, moves);
        const auto winning = [&](const Move& move) {
            const Position child = game_.game().play(position, move);
            return !game_.wins_at_once(child) && loses(child, n - 1, ply + 1);
        };
        const auto count = static_cast<std::size_t>(moves.size());
        for (std::size_t i = 0; i < count; ++i) {
            // The remembered move first, and the one that had its place where it was.
            const std::size_t at = best >= count ? i : i == 0 ? best : i == best ? 0 : i;
            const Move& move = *(moves.begin() + static_cast<std::ptrdiff_t>(at));
            if (!winning(move)) continue;
            if (ply == 0) first_ = move;
            table_.add(key, {static_cast<std::uint16_t>(n), 0, static_cast<std::uint8_t>(at)});
            return true;
        }
        table_.add(key, {0, static_cast<std::uint16_t>(n), static_cast<std::uint8_t>(best)});
        return false;
    }

    /// Precondition: n is even and at least 4, and the side to move does not win at once.
    bool loses(const Position& position, unsigned n, std::size_t ply) {
        Move& killer = killers_[std::min(ply, killer_plies - 1)];
        const Move first = killer;
        const bool legal = game_.legal(position, first);
        if (legal && refutes(position, first, n, ply)) return false;
        bool moved = legal;
        const bool refuted = game_.any_safe_move(position, [&](const Move& move) {
            moved = true;
            if ((legal && move == first) || !refutes(position, move, n, ply)) return false;
            killer = move;
            return true;
        });
        // Who cannot move has not lost.
        return !refuted && (moved || game_.has_move(position));
    }

    bool refutes(const Position& position, const Move& reply, unsigned n, std::size_t ply) {
        const Position child = game_.game().play(position, reply);
        return !game_.wins_at_once(child) && !wins(child, n - 1, ply + 1);
    }

    [[no_unique_address]] Shortcuts<G> game_;
    Transpositions table_;
    std::array<Move, killer_plies> killers_{};
    Move first_{};
    unsigned remember_from_ = table_pays_from;
};

}  // namespace zermelo::solve
