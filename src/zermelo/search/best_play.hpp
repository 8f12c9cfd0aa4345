// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "zermelo/game/game.hpp"
#include "zermelo/search/answer.hpp"

namespace zermelo::search {

/// Moves of best play: the attacker hastens, the defender delays.
template <typename Move>
struct PrincipalLine {
    std::vector<Move> moves;
    bool complete = true;  ///< false: a limit was reached before the end
};

/// The line of a win that takes exactly `length` plies, as `prove` found it, or `prove_loss` where the
/// defender is to move and not the attacker: after its first k moves there are exactly `length` − k to go.
/// Cost: little beside the search for the win, while the prover's table holds it.
template <typename AnyProver>
PrincipalLine<typename AnyProver::Move> principal_line(AnyProver& prover,
                                                       typename AnyProver::Position position, Plies length,
                                                       Budget* budget = nullptr, bool attacks = true) {
    PrincipalLine<typename AnyProver::Move> line;
    for (; length > Plies{0}; length = length - Plies{1}, attacks = !attacks) {
        // What is known not to be won need not be shown again; but which reply delays the win shows where it
        // is not.
        const Plies shorter = length - std::min(length, Plies{attacks ? 1U : 3U});
        const auto answer = attacks ? prover.prove(position, length, budget, shorter)
                                    : prover.prove_loss(position, length, budget, shorter);
        if (answer.verdict != Verdict::win || !answer.first) {
            line.complete = false;
            break;
        }
        line.moves.push_back(*answer.first);
        position = prover.game().play(position, *answer.first);
    }
    return line;
}

/// A line of a win within `length` plies, as `any_win` found it, which need not be the shortest: the attacker
/// plays what it knows to win, the defender what then delays it longest. As in `principal_line`
/// the defender may be to move. Cost: as `principal_line`.
template <typename AnyProver>
PrincipalLine<typename AnyProver::Move> winning_line(AnyProver& prover, typename AnyProver::Position position,
                                                     Plies length, Budget* budget = nullptr,
                                                     bool attacks = true) {
    PrincipalLine<typename AnyProver::Move> line;
    for (; length > Plies{0}; attacks = !attacks) {
        const auto answer =
            attacks ? prover.any_win(position, length, budget) : prover.any_loss(position, length, budget);
        if (answer.verdict != Verdict::win) {
            line.complete = false;
            break;
        }
        if (!answer.first) break;  // it is won
        line.moves.push_back(*answer.first);
        position = prover.game().play(position, *answer.first);
        length = *answer.length - Plies{1};
    }
    return line;
}

/// A first move and what comes of it, within the bound that was asked.
template <typename Move>
struct Try {
    Move move;
    Verdict verdict = Verdict::no_win;
    std::optional<Plies> length;  ///< the least length of a win, this move included; nothing unless it wins
    /// A reply to a move that does not win, after which there is no win in the plies that are left. Nothing
    /// where the move ends the game or leaves no reply.
    std::optional<Move> refutation;
};

/// Every first move: those that win within `bound` plies, each with its least length, and the others with a
/// refutation. Precondition: as for `ForcedWin::prove`, and the bound is at least 1.
/// Cost: a search of every move to the bound. Those left when the budget ends are `unknown`.
template <typename AnyProver>
std::vector<Try<typename AnyProver::Move>> first_moves(AnyProver& prover,
                                                       const typename AnyProver::Position& position,
                                                       Plies bound, Budget* budget = nullptr) {
    typename AnyProver::MoveList moves;
    prover.game().moves(position, moves);
    std::vector<Try<typename AnyProver::Move>> tries;
    tries.reserve(moves.size());
    for (const auto& move : moves) {
        const auto child = prover.game().play(position, move);
        if (prover.game().lost(child)) {
            tries.push_back({move, Verdict::win, Plies{1}, {}});
            continue;
        }
        if (budget != nullptr && budget->is_due()) {
            tries.push_back({move, Verdict::unknown, {}, {}});
            continue;
        }
        const auto answer = prover.prove_loss(child, bound - Plies{1}, budget);
        Try<typename AnyProver::Move> result{move, answer.verdict, {}, {}};
        if (answer.length) result.length = *answer.length + Plies{1};
        if (answer.verdict == Verdict::no_win) result.refutation = answer.first;
        tries.push_back(result);
    }
    return tries;
}

}  // namespace zermelo::search
