// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "zermelo/game/game.hpp"
#include "zermelo/search/proof_table.hpp"

namespace zermelo::search {

/// A game with every optional capability of `game/game.hpp`: its own where it has one, and otherwise the same
/// answer found by playing moves. Preconditions are those that the concepts state.
template <game::Game G>
class Shortcuts {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;

    explicit Shortcuts(G game) : game_(std::move(game)) {}
    const G& game() const { return game_; }

    /// Whether a position without a move counts as won, or as lost, for the side to move.
    bool stuck(const Position& position, [[maybe_unused]] game::Outcome wanted) const {
        if constexpr (game::Ends<G>) {
            return game_.end(position) == wanted;
        } else {
            return false;
        }
    }

    bool wins_unmoved() const {
        if constexpr (game::KnowsUnmovedWins<G>) {
            return game_.wins_unmoved();
        } else {
            return game::Ends<G>;
        }
    }

    bool never_repeats() const {
        if constexpr (game::KnowsRepetition<G>) {
            return game_.never_repeats();
        } else {
            return false;
        }
    }

    /// A number of plies that no play from here exceeds, if one is known.
    std::optional<Plies> plies_left([[maybe_unused]] const Position& position) const {
        if constexpr (game::BoundsPlay<G>) {
            return game_.plies_left(position);
        } else {
            return std::nullopt;
        }
    }

    /// Whether the attacker may make some of its moves only.
    bool restricted() const {
        if constexpr (game::RestrictsAttacks<G>) {
            static_assert(!game::SeesLosses<G> && !game::SeesMates<G> && !game::SkipsBlunders<G>);
            return game_.restricted();
        } else {
            return false;
        }
    }

    /// The moves that the attacker may make.
    void attacks(const Position& position, MoveList& list) const {
        if constexpr (game::RestrictsAttacks<G>) {
            if (game_.restricted()) return game_.restricted_attacks(position, list);
        }
        if constexpr (game::OrdersMoves<G>) {
            game_.attacks(position, list);
        } else {
            game_.moves(position, list);
        }
    }
    void defences(const Position& position, MoveList& list) const {
        if constexpr (game::OrdersMoves<G>) {
            game_.defences(position, list);
        } else {
            game_.moves(position, list);
        }
    }

    bool wins_at_once(const Position& position) const {
        if constexpr (game::SeesWins<G>) {
            return game_.wins_at_once(position);
        } else {
            const auto wins = [&](const Move& move) { return game_.lost(game_.play(position, move)); };
            return any_move(position, wins);
        }
    }

    /// The same of the attacker, who may be restricted.
    bool attacker_wins_at_once(const Position& position) const {
        return wins_at_once(position) && (!restricted() || any_attack(position, [&](const Move& move) {
                   return game_.lost(game_.play(position, move));
               }));
    }

    /// What is known of a position from elsewhere, for an attacker who has the `role` in it.
    std::optional<ProofFacts> known_facts(const Position& position, Role role) const
        requires game::KnowsValues<G>
    {
        const auto value = game_.known_value(position);
        if (!value) return std::nullopt;
        const auto wanted = role == Role::attacker ? game::Outcome::win : game::Outcome::loss;
        if (value->outcome != wanted) return ProofFacts{never, never};
        if (!value->distance) return ProofFacts{restricted() ? never : sometime, 0};
        const auto length =
            static_cast<ShortPlies>(std::min<std::uint64_t>(value->distance->count(), sometime - 1U));
        if (length == 0) return ProofFacts{0, 0};
        // A value is of all moves: restricted the attacker is no quicker, and may win later or not at all.
        return ProofFacts{restricted() ? never : length, before(length)};
    }

    bool lost_in_two(const Position& position) const {
        if constexpr (game::SeesLosses<G>) {
            return game_.lost_in_two(position);
        } else {
            const auto saves = [&](const Move& move) { return !wins_at_once(game_.play(position, move)); };
            return has_move(position) && !any_move(position, saves);
        }
    }

    /// Whether f says true of a move that may leave the other side lost in two.
    template <typename F>
    bool any_mate(const Position& position, F&& f) const {
        if constexpr (game::SeesMates<G>) {
            MoveList moves;
            game_.mates(position, moves);
            return std::any_of(moves.begin(), moves.end(), f);
        } else {
            return any_move(position, f);
        }
    }

    /// Whether f says true of a move that is not answered by an immediate win (or perhaps of another).
    template <typename F>
    bool any_safe_move(const Position& position, F&& f) const {
        if constexpr (game::SkipsBlunders<G>) {
            return game_.any_safe_move(position, f);
        } else {
            return any_move(position, f);
        }
    }

    /// How many moves are not answered by an immediate win, counted up to `enough`. Precondition: not
    /// `wins_at_once`.
    std::size_t safe_moves(const Position& position, std::size_t enough) const {
        std::size_t count = 0;
        any_safe_move(position, [&](const Move& move) {
            count += wins_at_once(game_.play(position, move)) ? 0 : 1;
            return count >= enough;
        });
        return count;
    }

    bool legal(const Position& position, const Move& move) const {
        if constexpr (game::KnowsLegality<G>) {
            return game_.legal(position, move);
        } else {
            return any_move(position, [&](const Move& other) { return other == move; });
        }
    }

    std::uint64_t replies(const Position& position) const {
        if constexpr (game::CountsReplies<G>) {
            return game_.replies(position);
        } else {
            MoveList moves;
            game_.moves(position, moves);
            return moves.size();
        }
    }

    bool has_move(const Position& position) const {
        return any_move(position, [](const Move&) { return true; });
    }

    /// Whether f says true of a legal move.
    template <typename F>
    bool any_move(const Position& position, F&& f) const {
        MoveList moves;
        game_.moves(position, moves);
        return std::any_of(moves.begin(), moves.end(), f);
    }

    /// Whether f says true of a move that the attacker may make.
    template <typename F>
    bool any_attack(const Position& position, F&& f) const {
        MoveList moves;
        attacks(position, moves);
        return std::any_of(moves.begin(), moves.end(), f);
    }

  private:
    [[no_unique_address]] G game_;
};

}  // namespace zermelo::search
