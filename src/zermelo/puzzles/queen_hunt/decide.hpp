// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>

#include "zermelo/base/result.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/search/forced_win.hpp"
#include "zermelo/search/prover.hpp"
#include "zermelo/tablebase/tier_cache.hpp"

namespace zermelo::queen_hunt {

/// Joins search and tables: short wins are searched for, long ones looked up where a table can be made.
///
/// One prover serves one thread; its tables may be shared by all.
template <tablebase::SmallTierGraph F>
class Prover {
  public:
    /// Up to this bound a search is cheaper than making a table.
    static constexpr Plies search_to{7};
    /// Positions of at most this many men have tables: 16^6 entries a side, some seconds each tier.
    static constexpr std::uint32_t max_men = 6;

    /// `tables` must outlive the prover. `stop`: somebody's request to end a search of more than `max_men`
    /// men, which is an error then.
    explicit Prover(tablebase::TierCache<F>& tables, std::stop_token stop = {})
        : tables_(&tables), stop_(std::move(stop)), search_(Rules{}) {}

    /// Whether the side to move can force a win within `bound` plies, exactly. Precondition: not `lost`.
    ///
    /// Cost: up to `search_to`, as `ForcedWin`; above it, at most `max_men` men: a table the first time,
    /// then a look-up, whatever the bound. More men: as `search::Prover`. Errors: those of `Retrograde`; a
    /// request to stop (`ErrorKind::io`).
    Result<bool> wins_within(const Position& position, Plies bound) {
        if (bound <= search_to) return search_.wins_within(position, bound);
        if (search_.wins_within(position, search_to)) return true;
        if (position.men() > max_men)
            return decided(longer().any_win(position, bound, &budget()))
                .map([](const search::Answer<Move>& answer) { return answer.length.has_value(); });
        return tables_->value(position).map([&](const game::Value& value) {
            return value.outcome == game::Outcome::win && *value.distance <= bound;
        });
    }

    /// The least number of plies in which a win can be forced, and a first move, if it is at most `bound`.
    /// Precondition, cost and errors: as for `wins_within`.
    Result<search::Answer<Move>> prove(const Position& position, Plies bound) {
        search::Answer<Move> quick = search_.prove(position, std::min(bound, search_to));
        if (quick.length || bound <= search_to) return quick;
        if (position.men() > max_men) return decided(longer().prove(position, bound, &budget(), search_to));
        ZERMELO_TRY(const auto value, tables_->value(position));
        if (value.outcome != game::Outcome::win || *value.distance > bound) return none_within(bound);
        MoveList moves;
        list_moves(position, moves);
        for (const Move& move : moves) {
            ZERMELO_TRY(const auto child, tables_->value(play(position, move)));
            if (child.outcome == game::Outcome::loss && *child.distance + Plies{1} == *value.distance)
                return search::Answer<Move>{
                    search::Verdict::win, value.distance, move, *value.distance - Plies{1}, {}};
        }
        return failure(ErrorKind::bad_usage, "a table that contradicts itself, expected a move that wins");
    }

    search::ForcedWin<Rules>& search() { return search_; }

  private:
    /// So much may be remembered for these: of ten men some closed sets are found among millions of
    /// positions.
    static constexpr std::size_t longer_bytes = std::size_t{1} << 30U;
    /// For wins longer than `search_to`.
    search::Prover<FoldedRules>& longer() {
        if (!longer_) longer_.emplace(FoldedRules{}, longer_bytes);
        return *longer_;
    }
    search::Budget& budget() { return budget_.emplace(search::Limits{std::nullopt, std::nullopt, stop_}); }
    static Result<search::Answer<Move>> decided(const search::Answer<Move>& answer) {
        if (answer.verdict == search::Verdict::unknown)
            return failure(ErrorKind::io, "stopped before the game was decided");
        return answer;
    }

    static search::Answer<Move> none_within(Plies bound) {
        search::Answer<Move> answer;
        answer.none_within = bound;
        return answer;
    }

    tablebase::TierCache<F>* tables_;
    std::stop_token stop_;
    search::ForcedWin<Rules> search_;
    std::optional<search::Prover<FoldedRules>> longer_;
    std::optional<search::Budget> budget_;
};

}  // namespace zermelo::queen_hunt
