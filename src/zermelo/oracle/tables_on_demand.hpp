// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/oracle/tables_making.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/tablebase/made_tables.hpp"
#include "zermelo/tablebase/prober.hpp"

namespace zermelo::oracle {

/// Tables of a position of few men and of all that it leads to, made in memory when searches have done as
/// much work as they take: what is found sooner takes no longer, and what is not takes twice the time of the
/// tables. Work is counted in nodes, so that with one thread the same is done in every run; only a limit of
/// time may change it. The same positions have them as have tables in a folder.
///
/// Kept from one position of a game to the next, it counts the work of all searches together, and goes on
/// where a limit of time has had it wait.
template <typename Bits>
class TablesOnDemand {
  public:
    using Position = engine::Position<Bits>;

    /// More men have no tables so.
    static constexpr std::size_t max_men = 5;
    /// What `nodes_left` says where there will be no tables.
    static constexpr std::uint64_t never = search::Budget::no_end;

    /// `memory`: bytes that the search may take, of which it takes none while tables are made: they may take
    /// three quarters.
    TablesOnDemand(engine::Game<Bits> game, const Position& root, std::size_t memory, unsigned threads);
    /// Ends the making, if it has not come to its end.
    ~TablesOnDemand();
    TablesOnDemand(const TablesOnDemand&) = delete;
    TablesOnDemand& operator=(const TablesOnDemand&) = delete;

    /// From now on it is asked for the tables of another position. False: it cannot be, as they are none of
    /// those that it makes, or it has made them.
    bool go_on_for(const engine::GameAt<Bits>& at);
    /// Adds what a search for one of its positions has done in vain.
    void count(std::uint64_t nodes) { searched_ += nodes; }

    /// Calls f(part) with the part of a budget that ends when it is time to make them, and there is as much
    /// time left as was used; returns what that returns.
    template <typename F>
    auto before_tables(search::Budget& budget, F&& f) {
        return budget.part(first_look, std::forward<F>(f), [this, &budget] { return more_of(budget); });
    }

    /// How many nodes more are to be searched before it is time to make them, where this many were, beside
    /// those that were counted: none if it is time, `never` if it never will be. `budget`: for its limits.
    std::uint64_t nodes_left(const search::Budget& budget, std::uint64_t used);
    /// The work of making them, in nodes; nothing before it is known.
    std::optional<std::uint64_t> work() const;

    /// Makes them; `report` may be empty, and is called on another thread. Nothing: they cannot be made.
    /// Errors: (stopped) the budget's time was over, or its stop asked for: the next call goes on from there;
    /// (io) as `tablebase::MakePlan::make`. Precondition: `work` is known.
    Result<std::unique_ptr<tablebase::Prober<Bits>>> make(search::Budget& budget,
                                                          const tablebase::MakeReport& report);

    /// Bytes that a search may take beside them. Precondition: they were made.
    std::size_t memory_left() const { return memory_ - made_bytes_; }

  private:
    /// What takes no more is not worth a plan.
    static constexpr std::uint64_t first_look = 50'000;

    std::uint64_t more_of(const search::Budget& budget);
    std::size_t max_bytes() const { return memory_ - memory_ / 4; }
    bool plan(const search::Budget& budget);

    engine::Game<Bits> game_;
    Position root_;
    std::size_t memory_;
    unsigned threads_;
    std::size_t made_bytes_ = 0;
    std::uint64_t searched_ = 0;
    bool over_ = false;                                ///< they were made, or cannot be
    std::unique_ptr<tablebase::Prober<Bits>> prober_;  // what looks them up, once they are made
    std::optional<tablebase::MakePlan> plan_;
    std::unique_ptr<TablesMaking> making_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

extern template class TablesOnDemand<std::uint64_t>;
extern template class TablesOnDemand<Bits256>;

}  // namespace zermelo::oracle
