// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/tablebase/indices.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::tablebase {

/// A tier to be solved.
struct PlannedTier {
    TierIndex index;
    std::string name;
    /// Made once, and given up when its table is there.
    std::shared_ptr<const SolvableTier> tier;
    std::uint64_t entries = 0;
    unsigned depth = 0;  ///< one more than the deepest tier that it leads to
    std::vector<TierIndex> sub_tiers;
    std::optional<std::uint64_t> setwise_memory;  ///< as of `SolvableTier`
    bool there = false;                           ///< its file is
};

/// Where values are looked up, by tier.
using TierSources = std::map<TierIndex, ValueSource>;

/// Those that a tier leads to, in the order of its `sub_tiers`, none where there is none.
std::vector<ValueSource> sub_tables_of(const PlannedTier& tier, const TierSources& tables);

/// Solves and verifies a tier, with the tables that it leads to, as far as they are there. The arguments
/// are those of `SolvableTier::solve`. Errors, with the tier's name before them: as that; (io) the
/// verification has found a fault, which is one of this program.
Result<SolvedTier> solve_planned(const PlannedTier& tier, SolvableTier::Method method,
                                 const TierSources& tables, const SolvableTier::Progress& progress,
                                 const SolvableTier::MayTake& may_take, const StopToken& stop);

/// Errors (io): the verification has found a fault, which is one of this program.
Result<void> check_audit(const PlannedTier& tier, const TierAudit& audit);

/// Tiers and all that they lead to, sub-tiers first.
class TierPlan {
  public:
    /// The graph must outlive it. It may `hold` at most `max_tiers` tiers, which have at most
    /// `max_entries` entries together.
    explicit TierPlan(const TierGraph& graph, std::size_t max_tiers = TierGraph::max_tiers,
                      std::uint64_t max_entries = ~std::uint64_t{0})
        : graph_(&graph), max_tiers_(max_tiers), max_entries_(max_entries) {}

    /// Notes a tier and all that it leads to. Errors: as `TierGraph::tier`; (bad_usage) more than it may
    /// hold; (stopped) a stop was asked for.
    Result<void> note(TierIndex index, const StopToken& stop);
    /// Notes one tier, and how many entries those have that it leads to. Errors: as `TierGraph::tier`.
    Result<void> note_alone(TierIndex index);

    std::vector<PlannedTier>& tiers() { return tiers_; }
    const std::vector<PlannedTier>& tiers() const { return tiers_; }
    /// The number of entries of a tier; 0 where no position is of it.
    std::uint64_t entries(TierIndex tier) const;
    /// Whether some position is of the tier.
    bool knows(TierIndex tier) const { return known_.count(tier) != 0; }
    /// Bytes of the tables that a tier leads to.
    std::uint64_t sub_tier_bytes(const PlannedTier& tier) const;
    /// Bytes that it takes to solve a tier, without the tables that it leads to.
    static std::uint64_t working_bytes(const PlannedTier& tier, SolvableTier::Method method);

  private:
    const TierGraph* graph_;
    std::size_t max_tiers_;
    std::uint64_t max_entries_;
    /// What is known of each tier: its entries, and one more than the deepest that it leads to.
    struct Known {
        std::uint64_t entries = 0;
        unsigned depth = 0;
    };
    std::map<TierIndex, Known> known_;
    std::size_t noted_ = 0;  ///< those, and the ones that lead to them
    std::uint64_t all_entries_ = 0;
    std::vector<PlannedTier> tiers_;  ///< each after all that it leads to
};

}  // namespace zermelo::tablebase
