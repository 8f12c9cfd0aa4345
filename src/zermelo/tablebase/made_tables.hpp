// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/tablebase/solve_events.hpp"
#include "zermelo/tablebase/tier_graph.hpp"
#include "zermelo/tablebase/tier_plan.hpp"

namespace zermelo::tablebase {

/// Hears what is being done to which of them, from one thread at a time.
using MakeReport = std::function<void(const TierAtWork&)>;

/// What it takes to make tables in memory.
class MakePlan {
  public:
    /// A plan for these tiers and all that they lead to, whose finished tables and those at work take at most
    /// `memory` bytes together; nothing where they do not fit, are too many, or cannot be made, or a stop was
    /// asked for. The graph must outlive it.
    static std::optional<MakePlan> of(const TierGraph& graph, std::span<const TierIndex> tiers,
                                      std::uint64_t memory, const StopToken& stop);

    /// The work that it takes, in entries that are solved one by one; of those solved set-wise ten count as
    /// one.
    std::uint64_t work() const { return work_; }

    /// Whether a tier is among them.
    bool makes(TierIndex tier) const { return plan_.knows(tier); }

    /// Makes and verifies them, on all threads of the task arena. Errors: as `solve_planned`.
    Result<TierSources> make(const MakeReport& report, const StopToken& stop) const;

  private:
    MakePlan(TierPlan plan, std::uint64_t memory);
    SolvableTier::Method method(const PlannedTier& tier) const;

    TierPlan plan_;
    std::uint64_t memory_;
    std::uint64_t entries_ = 0;
    std::uint64_t work_ = 0;
    std::uint64_t need_ = 0;
};

}  // namespace zermelo::tablebase
