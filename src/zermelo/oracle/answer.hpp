// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/move.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/value.hpp"

namespace zermelo::oracle {

/// A legal move and what is proved about it.
struct MoveAnswer {
    engine::Move move{};
    game::Bounds bounds{};  ///< for who makes it, this ply included
    /// A reply after which there is no win within the plies that were asked for; nothing where the move wins,
    /// ends the game, or no such win was asked for.
    std::optional<engine::Move> refutation = std::nullopt;
};

/// What is known of a position, whatever was asked and wherever it comes from.
struct Answer {
    game::Bounds bounds;  ///< what is proved about who wins
    /// What is proved about a win of the side to move under a restriction, if one was asked for.
    std::optional<game::Bounds> restricted = std::nullopt;
    /// Where the outcome comes from; nothing where it is not known.
    std::optional<ValueSource> source = std::nullopt;
    /// The moves about which something was asked, the best first: all legal moves, unless a win was asked for
    /// without a limit of plies, or its least length is not known; then the first of the line.
    std::vector<MoveAnswer> moves{};
    /// For a win and a loss, play to the end, which is best play where the bounds are exact. Nothing where it
    /// was not asked for or is not known; empty where nobody can force the end.
    std::optional<std::vector<engine::Move>> line = std::nullopt;
    bool complete = true;  ///< whether line and moves are all there: no limit and no doubt cut them off
    std::optional<search::Stop> stopped_by =
        std::nullopt;         ///< the limit that was reached before all was known
    std::string doubt{};      ///< why the history of the game may change what was found; empty if it cannot
    std::uint64_t nodes = 0;  ///< positions whose moves were tried
    /// The numbers of the searches for a win and for a loss, where they have stopped and have some.
    std::optional<ProofNumbers> win_search = std::nullopt;
    std::optional<ProofNumbers> loss_search = std::nullopt;
    bool certified = false;                           ///< its certificate was written
    std::optional<Error> uncertified = std::nullopt;  ///< why what was found has none: a limit, a full disk
    std::optional<Error> unsaved = std::nullopt;      ///< why the state could not be written at the end
    std::optional<Error> table_error = std::nullopt;  ///< why a table could not be read

    /// Adds to the moves what the line tells: in a position that is won its first move wins, as fast as is
    /// known of the position. Precondition: the line was found by a proof of that.
    void heed_line();
    /// Puts the moves in order, the best first (`precedes`).
    void sort_moves();
    /// The same, and adds what follows from them, and for each of them from the position. Precondition: all
    /// legal moves are there, or none.
    void conclude();
};

}  // namespace zermelo::oracle
