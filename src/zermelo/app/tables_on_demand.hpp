// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/tablebase/made_tables.hpp"
#include "zermelo/tablebase/prober.hpp"

namespace zermelo::app {

/// Tables of a position of few men and of all that it leads to, made in memory when a search has done as much
/// work as they take: what is found sooner takes no longer, and what is not takes twice the time of the
/// tables. Work is counted in nodes, so that with one thread the same is done in every run; only a limit of
/// time may change it. The same positions have them as have tables in a folder.
template <typename Bits>
class TablesOnDemand {
  public:
    using Position = engine::Position<Bits>;

    /// More men have no tables so.
    static constexpr std::size_t most_men = 5;

    /// `memory`: bytes that the search may take, of which it takes none while tables are made: they may take
    /// three quarters.
    TablesOnDemand(const engine::Game<Bits>& game, const Position& root, std::size_t memory)
        : game_(game), root_(root), memory_(memory) {}
    TablesOnDemand(const TablesOnDemand&) = delete;
    TablesOnDemand& operator=(const TablesOnDemand&) = delete;

    /// Halts a budget when it is time to make them, which nothing has been taken of. It must not outlive this
    /// without `search::Budget::go_on`.
    void watch(search::Budget& budget);

    /// How many nodes more are to be searched before it is time to make them, where so many were: none if it
    /// is time, `search::Budget::no_slice` if it never will be. `budget`: for its limits.
    std::uint64_t nodes_left(const search::Budget& budget, std::uint64_t used);

    /// Makes them, with so many threads; `report` may be empty. Nothing: they cannot be made. Errors:
    /// (stopped) the budget's time was over, or its stop asked for; (io) as `tablebase::MakePlan::make`.
    /// Precondition: the budget has halted, or no nodes are left.
    Result<std::unique_ptr<tablebase::Prober<Bits>>> make(const search::Budget& budget, unsigned threads,
                                                          const tablebase::MakeReport& report);

    /// Bytes that a search may take beside them. Precondition: they were made.
    std::size_t memory_left() const { return memory_ - made_bytes_; }

  private:
    const engine::Game<Bits>& game_;
    const Position& root_;
    std::size_t memory_;
    std::size_t made_bytes_ = 0;
    std::unique_ptr<tablebase::Prober<Bits>> prober_;
    std::optional<tablebase::MakePlan> plan_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

/// What ended the making of tables that was stopped.
search::Stop why_stopped(const search::Budget& budget);

extern template class TablesOnDemand<std::uint64_t>;
extern template class TablesOnDemand<Bits256>;

}  // namespace zermelo::app
