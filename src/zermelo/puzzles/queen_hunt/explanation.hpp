// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/queen_hunt/position.hpp"
#include "zermelo/puzzles/queen_hunt/solver.hpp"

namespace zermelo::queen_hunt {

/// A reply of Black in a game that White wins.
struct HuntReply {
    Move move;
    Plies left;   ///< the length of White's shortest win after it
    Move answer;  ///< which begins that win
};

/// A move of White in the main line of a win, and every reply that Black has.
struct HuntMove {
    Position before;  ///< White is to move
    Move move;
    Plies plies;                     ///< the length of the shortest win, this move included
    std::vector<HuntReply> replies;  ///< in the order of `list_moves`; none if the move takes the queen
    std::optional<std::size_t> longest = std::nullopt;  ///< the reply that holds out longest
};

/// A first move of White that does not win in time, and why.
struct HuntTry {
    Move move;
    /// A reply that takes White's queen, or after which White has no win in the plies that are left. Nothing
    /// where none was found with the effort allowed.
    std::optional<Move> reply;
    bool loses_queen = false;
};

/// Why White, who is to move, wins within a bound, or does not.
struct HuntReasons {
    Plies bound;
    std::optional<Plies> shortest;  ///< the length of the shortest win, as far as it is known
    Plies none_within;              ///< without `shortest`: there is no win within these, proved
    bool never = false;             ///< proved: no win, however large the bound
    /// Best play of both sides, if there is a win: White's moves, each with the longest reply, to the move
    /// before the queen is taken whatever Black does, or to the capture where there is but one move.
    std::vector<HuntMove> line;
    /// Every first move, if there is no win and the bound is at least 3 plies (below it no move of Black
    /// matters).
    std::vector<HuntTry> tries;

    bool wins() const { return shortest.has_value() && *shortest <= bound; }
};

/// How far to look for what the verdict does not need.
struct HuntEffort {
    /// The shortest win beyond the bound comes from tables with at most this number of men, and from tables
    /// that the verdict needed anyway.
    std::uint32_t table_men = 5;
    /// Otherwise a search may visit this number of nodes for it, and as many for the refutations of all first
    /// moves where the bound is long and the men are many.
    std::uint64_t nodes = 500'000;
};

/// The reasons of a position with White to move.
///
/// Cost: that of the verdict, as `HuntSolver::prove`, and of the same for the positions after each reply of
/// the main line, or after each first move; what `effort` bounds beside it, some tenths of a second. Errors:
/// those of the solver.
Result<HuntReasons> reasons_of(const Position& position, Plies bound, HuntSolver& solver,
                               const HuntEffort& effort = {});

/// "Qb2-a3", or "Qb2xa3" where a piece is taken.
std::string notation(const Position& position, const Move& move);

/// The reasons as sentences, fields and pictures. Precondition: they are of this position.
puzzles::Explanation explanation_of(const Position& position, const HuntReasons& reasons);

/// Best play of both sides to the capture of the queen; no moves without a win.
std::vector<Move> main_line(const HuntReasons& reasons);

/// The move as an object: docs/json.md.
Json json_move(const Move& move);

/// The reasons as members of a JSON object: docs/json.md.
Json members_of(const HuntReasons& reasons);

}  // namespace zermelo::queen_hunt
