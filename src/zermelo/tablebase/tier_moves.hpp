// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <utility>

#include "zermelo/game/value.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// The moves of a tier's positions as retrograde analysis looks at them.
template <Reversible T>
class TierMoves {
  public:
    using Position = typename T::Position;
    using Move = typename T::Move;

    /// Whether children that stay in the tier need not be played.
    static constexpr bool indexes_children =
        IndexesChildren<T> && (!game::SeesWins<T> || SkipsEveryBlunder<T>);

    /// The tier must outlive it.
    TierMoves(const T& tier, ValueEncoding encoding) : tier_(tier), encoding_(encoding) {}

    /// Calls f for the moves of a position, but perhaps not for those after which the other side wins at
    /// once, until f says true.
    template <typename F>
    void each_move(const Position& position, F&& f) const {
        if constexpr (game::SkipsBlunders<T>) {
            tier_.any_safe_move(position, f);
        } else {
            typename T::MoveList moves;
            tier_.moves(position, moves);
            for (const Move& move : moves)
                if (f(move)) return;
        }
    }
    /// The children of moves that stay in the tier, where they need not be played.
    auto child_index_of([[maybe_unused]] const Position& position) const {
        if constexpr (indexes_children)
            return tier_.child_index(position);
        else
            return nullptr;
    }

    /// What is known of a position before anything of its own tier is.
    struct FirstLook {
        unsigned number = ValueEncoding::draw;  ///< a win or a loss that may be its value
        bool cannot_lose = false;               ///< no move wins so far, and one leads to a draw elsewhere
        bool unindexed = false;                 ///< some move is; then nothing else is said
        /// The moves that stay in the tier, or 0 where these are not all that is left to be known.
        unsigned left = 0;
        unsigned greatest = 0;  ///< number that moves out of the tier give it
    };
    /// `sub_tier(child)`: as of `Retrograde`.
    template <typename SubTier>
    FirstLook first_look(const Position& position, const SubTier& sub_tier) const {
        FirstLook look;
        BestOf best{encoding_};
        bool stays = false;
        bool counted = true;
        [[maybe_unused]] bool moves = false;
        each_move(position, [&](const Move& move) {
            moves = true;
            if constexpr (indexes_children)
                if (tier_.stays_in_tier(position, move)) {
                    stays = true;
                    ++look.left;
                    return false;
                }
            const Position child = tier_.play(position, move);
            if constexpr (game::SeesWins<T> && !SkipsEveryBlunder<T>) {
                if (tier_.wins_at_once(child)) return false;
            }
            switch (tier_.leads_to(position, move, child)) {
                case LeadsTo::tier:
                    stays = true;
                    counted = false;
                    break;
                case LeadsTo::unindexed:
                    look.unindexed = true;
                    break;
                case LeadsTo::sub_tier:
                    best.add(sub_tier(child));
                    break;
            }
            return false;
        });
        if constexpr (game::Ends<T> && game::SkipsBlunders<T>) moves = moves || has_move(position);
        if constexpr (game::Ends<T>)
            if (!moves)
                if (const auto outcome = game::end_unmoved(tier_, position);
                    outcome && *outcome != game::Outcome::draw) {
                    look.number = encoding_.ended(*outcome);
                    return look;
                }
        look.greatest = std::max(best.win(), best.loss());
        if (!counted || look.unindexed) look.left = 0;
        if (look.unindexed) return look;
        if (best.win() != 0)
            look.number = best.win();
        else if (best.draw())
            look.cannot_lose = true;
        else if (!stays)
            end_look(position, best.loss(), look);
        return look;
    }

    /// The number of a loss by moves that are no blunders. Where those lose in one ply, because the other
    /// side has then won without a move, a blunder after which it still has to make one loses later.
    unsigned delayed([[maybe_unused]] const Position& position, unsigned loss) const {
        if constexpr (game::SeesWins<T>) {
            if (encoding_.by_parity() || loss != encoding_.loss(1)) return loss;
            typename T::MoveList moves;
            tier_.moves(position, moves);
            for (const Move& move : moves)
                if (tier_.wins_at_once(tier_.play(position, move))) return *encoding_.loss(2);
        }
        return loss;
    }

  private:
    bool has_move(const Position& position) const {
        typename T::MoveList moves;
        tier_.moves(position, moves);
        return moves.size() != 0;
    }
    /// A position without moves that stay, win or draw.
    void end_look(const Position& position, unsigned loss, FirstLook& look) const {
        if (loss != 0) {
            look.number = delayed(position, loss);
            return;
        }
        if constexpr (game::SeesWins<T>)
            if (has_move(position)) {
                look.number = *encoding_.loss(2);
                return;
            }
        look.cannot_lose = true;  // no move, and not over: nobody's win
    }

    const T& tier_;
    ValueEncoding encoding_;
};

}  // namespace zermelo::tablebase
