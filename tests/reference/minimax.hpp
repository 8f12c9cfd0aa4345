// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

#include "zermelo/game/game.hpp"
#include "zermelo/plies.hpp"

/// The reference of the prover: the definition of a forced win, played out move by move.
namespace zermelo::reference {

/// The restriction that leaves the attacker all its moves.
struct AllMoves {
    template <typename Position>
    bool operator()(const Position& /*before*/, const Position& /*after*/) const {
        return true;
    }
};

template <game::Game G, typename May = AllMoves>
bool loses_within(const G& game, const typename G::Position& position, Plies bound, const May& may = {});

/// Whether the side to move can force a win within `bound` plies: a position that is lost for the other side,
/// or, if the game `Ends`, one where it has won. It makes only moves of which `may(before, after)` is true;
/// the other side makes every move.
///
/// Cost: O(moves ^ bound): every move is made, nothing is remembered, nothing is known about the game.
template <game::Game G, typename May = AllMoves>
bool wins_within(const G& game, const typename G::Position& position, Plies bound, const May& may = {}) {
    if constexpr (game::Ends<G>) {
        if (const auto end = game.end(position)) return *end == game::Outcome::win;
    }
    if (game.lost(position) || bound < Plies{1}) return false;
    typename G::MoveList moves;
    game.moves(position, moves);
    return std::any_of(moves.begin(), moves.end(), [&](const typename G::Move& move) {
        const auto after = game.play(position, move);
        return may(position, after) && loses_within(game, after, bound - Plies{1}, may);
    });
}

/// Whether the side to move is lost, or cannot avoid to be, within `bound` plies.
template <game::Game G, typename May>
bool loses_within(const G& game, const typename G::Position& position, Plies bound, const May& may) {
    if constexpr (game::Ends<G>) {
        if (const auto end = game.end(position)) return *end == game::Outcome::loss;
        if (bound < Plies{1}) return false;
    } else {
        if (game.lost(position)) return true;
        if (bound < Plies{2}) return false;  // the side that is lost is to move: an odd ply cannot end it
    }
    typename G::MoveList moves;
    game.moves(position, moves);
    return moves.size() > 0 && std::all_of(moves.begin(), moves.end(), [&](const typename G::Move& move) {
               return wins_within(game, game.play(position, move), bound - Plies{1}, may);
           });
}

}  // namespace zermelo::reference
