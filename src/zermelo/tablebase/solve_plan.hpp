// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/run_record.hpp"
#include "zermelo/tablebase/solve.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/tier_graph.hpp"
#include "zermelo/tablebase/tier_plan.hpp"

namespace zermelo::tablebase {

/// What a run of `solve` has to do: the tiers that are asked for and all that they lead to, sub-tiers first;
/// what of it is there; and whether memory and disk are enough.
class SolvePlan {
  public:
    /// A tier of fewer entries is work for one thread.
    static constexpr std::uint64_t small = std::uint64_t{1} << 20U;
    /// Tiers at work and tables in memory may take so much in any case, where the budget allows it.
    static constexpr std::uint64_t least_room = std::uint64_t{256} << 20U;
    /// The greatest number of small tiers that are solved side by side, and flushed to the disk together.
    static constexpr std::size_t max_together = 256;

    /// The arguments must outlive it. `budget`: bytes of memory that tables may take.
    SolvePlan(const TierGraph& graph, const SolveOptions& options, const Report& report,
              const TableFolder& folder, std::uint64_t budget)
        : graph_(graph), options_(options), report_(report), folder_(folder), budget_(budget), plan_(graph) {}

    /// Finds out what there is to do. Errors: a tier that is none; a file that is of other rules or cannot be
    /// read.
    Result<void> plan();
    /// Says what the work takes, with `plan_only` tier by tier. Errors: more than there is of memory or disk.
    Result<void> check_room();
    /// Takes note of tables that another run has made since `plan`.
    void recheck();

    /// Bytes that tiers at work and tables in memory may take: what the largest tier needs. Precondition:
    /// `check_room` went well.
    std::uint64_t room() const { return room_; }

    /// What is to be done, in order, given away. Precondition of this and all below: `plan` went well.
    std::vector<PlannedTier> take_work();
    std::uint64_t entries_to_do() const { return entries_to_do_; }
    /// As of `TierPlan`.
    std::uint64_t entries(TierIndex tier) const { return plan_.entries(tier); }
    /// How a tier is to be solved.
    struct Way {
        SolvableTier::Method method{};
        bool below_in_files = false;  ///< what it leads to is looked up in its files, not taken into memory
    };
    /// The fastest way for which there is memory, or that which needs least.
    Way way(const PlannedTier& tier) const;
    SolvableTier::Method method(const PlannedTier& tier) const { return way(tier).method; }
    /// Whether there is memory to solve it in parts, whatever its way.
    bool fits_in_parts(const PlannedTier& tier) const { return need(tier, in_parts) <= budget_; }
    bool knows(TierIndex tier) const { return plan_.knows(tier); }
    /// Bytes that it takes to solve a tier, without the tables that it leads to.
    std::uint64_t working_bytes(const PlannedTier& tier) const {
        return TierPlan::working_bytes(tier, method(tier));
    }

    /// Small tiers of one depth do not lead to each other: they are solved side by side, as many as do not
    /// need more memory than the largest tier does anyway. Returns where those from `first` on end.
    std::size_t end_of_batch(const std::vector<PlannedTier>& work, std::size_t first) const;

  private:
    /// Whether a tier's file is there and can be used: not one of outcomes alone where distances are wanted.
    /// Errors: it is damaged; it is of other rules, of another tier or no table at all.
    Result<bool> usable(const std::string& name, const SolvableTier& tier) const;
    /// Looks which files are there, on all threads. A damaged one is made anew, and the report says so; what
    /// is of other rules or no table is somebody else's. Errors: the first of these.
    Result<void> find_files();
    /// Whether all that a tier leads to is there. Errors (io): no; (as `usable`) a file is damaged or of
    /// other rules.
    Result<void> check_sub_tiers(const PlannedTier& tier) const;
    /// The most bytes that tiers at work and tables in memory take at a time. Precondition: `room` is known.
    std::uint64_t max_at_once() const;
    TierPlanned planned(const PlannedTier& tier, const SolveRates& rates) const;
    static constexpr Way in_parts{SolvableTier::Method::in_parts, true};
    /// Bytes that it takes to solve a tier, with the tables that it leads to.
    std::uint64_t need(const PlannedTier& tier, Way way) const;
    std::uint64_t need(const PlannedTier& tier) const { return need(tier, way(tier)); }
    /// What levels write while a tier is solved in parts.
    std::uint64_t scratch_bytes(const PlannedTier& tier) const;

    const TierGraph& graph_;
    const SolveOptions& options_;
    const Report& report_;
    const TableFolder& folder_;
    std::uint64_t budget_;
    TierPlan plan_;
    std::uint64_t room_ = 0;
    std::uint64_t all_entries_ = 0;
    std::uint64_t entries_to_do_ = 0;
};

}  // namespace zermelo::tablebase
