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
/// Every move of the attacker is tried until one wins, every reply until one refutes, nothing more: replies
/// that refuted a sibling come first, and from `table_from` plies on what was proved is remembered. The
/// game's optional capabilities (`game/game.hpp`) cut the last three plies short. One prover serves one
/// thread; it allocates when it is made and never while it searches.
template <game::SeesMates G>
class ForcedWin {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;

    /// Longer bounds are taken for this one. A search as deep would not end in the age of the universe unless
    /// it is cut short by an answer, which is the same for every bound: that is the only sense in which they
    /// are decided.
    static constexpr std::uint64_t longest = 65'533;
    static constexpr std::size_t default_table_bytes = std::size_t{1} << 24U;

    explicit ForcedWin(G game = {}, std::size_t table_bytes = default_table_bytes)
        : game_(std::move(game)), table_(table_bytes) {}

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
    /// From this many plies a position is looked up and remembered; below it is faster searched again.
    static constexpr unsigned table_from = 7;
    static constexpr std::size_t killer_plies = 128;

    /// Deepens by two plies at a time, so that the first win found is a shortest one.
    /// Precondition: not `lost`, not `wins_at_once`.
    std::optional<unsigned> search(const Position& position, Plies bound) {
        const auto most = static_cast<unsigned>(std::min(bound.count(), longest));
        for (unsigned n = 3; n <= most; n += 2)
            if (wins(position, n, 0)) return n;
        return std::nullopt;
    }

    Move winning_move(const Position& position) const {
        MoveList moves;
        game_.moves(position, moves);
        return *std::find_if(moves.begin(), moves.end(),
                             [&](const Move& move) { return game_.lost(game_.play(position, move)); });
    }

    /// Precondition: n is odd and at least 3, and the side to move does not win at once.
    bool wins(const Position& position, unsigned n, std::size_t ply) {
        if (n == 3) return wins_in_three(position, ply);
        const bool remember = n >= table_from;
        const std::uint64_t key = remember ? game_.key(position) : 0;
        std::size_t best = 0;
        if (remember) {
            if (const Known* known = table_.find(key)) {
                if (known->won_in != 0 && known->won_in <= n && ply != 0) return true;
                if (known->not_won_in >= n) return false;
                best = known->best;
            }
        }
        MoveList moves;
        game_.moves(position, moves);
        if (best != 0 && best < moves.size()) std::swap(*moves.begin(), *(moves.begin() + best));
        std::size_t tried = 0;
        for (const Move& move : moves) {
            const Position child = game_.play(position, move);
            if (!game_.wins_at_once(child) && loses(child, n - 1, ply + 1)) {
                if (ply == 0) first_ = move;
                if (remember) {
                    if (tried == 0)
                        tried = best;
                    else if (tried == best)
                        tried = 0;
                    table_.add(key, {static_cast<std::uint16_t>(n), 0, static_cast<std::uint8_t>(tried)});
                }
                return true;
            }
            ++tried;
        }
        if (remember) table_.add(key, {0, static_cast<std::uint16_t>(n), static_cast<std::uint8_t>(best)});
        return false;
    }

    bool wins_in_three(const Position& position, std::size_t ply) {
        MoveList moves;
        game_.mates(position, moves);
        for (const Move& move : moves) {
            const Position child = game_.play(position, move);
            if (!game_.wins_at_once(child) && game_.lost_in_two(child)) {
                if (ply == 0) first_ = move;
                return true;
            }
        }
        return false;
    }

    /// Precondition: n is even and at least 4, and the side to move does not win at once.
    bool loses(const Position& position, unsigned n, std::size_t ply) {
        Move& killer = killers_[std::min(ply, killer_plies - 1)];
        const Move first = killer;
        const bool legal = game_.legal(position, first);
        if (legal && refutes(position, first, n, ply)) return false;
        MoveList moves;
        game_.moves(position, moves);
        for (const Move& move : moves) {
            if (legal && move == first) continue;
            if (refutes(position, move, n, ply)) {
                killer = move;
                return false;
            }
        }
        return moves.size() != 0;
    }

    bool refutes(const Position& position, const Move& reply, unsigned n, std::size_t ply) {
        const Position child = game_.play(position, reply);
        return !game_.wins_at_once(child) && !wins(child, n - 1, ply + 1);
    }

    [[no_unique_address]] G game_;
    Transpositions table_;
    std::array<Move, killer_plies> killers_{};
    Move first_{};
};

}  // namespace zermelo::solve
