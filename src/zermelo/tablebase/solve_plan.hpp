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
#include "zermelo/tablebase/run_record.hpp"
#include "zermelo/tablebase/solve.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::tablebase {

/// A tier to be solved.
struct PlannedTier {
    TierIndex index;
    std::string name;
    /// Made once, and given up when its file is there.
    std::shared_ptr<const SolvableTier> tier;
    std::uint64_t entries = 0;
    unsigned depth = 0;  ///< one more than the deepest tier that it leads to
    std::vector<TierIndex> sub_tiers;
    std::optional<std::uint64_t> setwise_memory;  ///< as of `SolvableTier`
    bool there = false;                           ///< its file is
};

/// What a run of `solve` has to do: the tiers that are asked for and all that they lead to, sub-tiers first;
/// what of it is there; and whether memory and disk are enough.
class SolvePlan {
  public:
    /// A tier of fewer entries is work for one thread.
    static constexpr std::uint64_t small = std::uint64_t{1} << 20U;
    /// So many small tiers are solved side by side, and flushed to the disk together.
    static constexpr std::size_t most_together = 256;

    /// The arguments must outlive it. `budget`: bytes of memory that tables may take.
    SolvePlan(const TierGraph& graph, const SolveOptions& options, const Report& report,
              const TableFolder& folder, std::uint64_t budget)
        : graph_(graph), options_(options), report_(report), folder_(folder), budget_(budget) {}

    /// Finds out what there is to do. Errors: a tier that is none; a file that is of other rules or cannot be
    /// read.
    Result<void> plan();
    /// Says what the work takes, with `plan_only` tier by tier. Errors: more than there is of memory or disk.
    Result<void> check_room();
    /// Takes note of tables that another run has made since `plan`.
    void recheck();

    /// What is to be done, in order, given away. Precondition of this and all below: `plan` went well.
    std::vector<PlannedTier> take_work();
    std::uint64_t entries_to_do() const { return entries_to_do_; }
    /// Of a tier that no position is of, none.
    std::uint64_t entries(TierIndex tier) const;
    /// How a tier is to be solved: set-wise, if it can be and there is memory.
    SolvableTier::Method method(const PlannedTier& tier) const;
    /// Whether some position is of the tier.
    bool knows(TierIndex tier) const { return known_.count(tier) != 0; }

    /// Small tiers of one depth do not lead to each other: they are solved side by side, as many as do not
    /// need more memory than the largest tier does anyway. Returns where those from `first` on end.
    std::size_t end_of_batch(const std::vector<PlannedTier>& work, std::size_t first) const;

  private:
    /// Whether a tier's file is there and can be used. Errors: it is damaged; it is of other rules, of
    /// another tier or no table at all.
    Result<bool> usable(const std::string& name, const SolvableTier& tier) const;
    /// Looks which files are there, on all threads. A damaged one is made anew, and the report says so; what
    /// is of other rules or no table is somebody else's. Errors: the first of these.
    Result<void> find_files();
    /// Notes a tier and all that it leads to.
    Result<void> note(TierIndex index);
    /// Notes one tier, and how many entries those have that it leads to.
    Result<void> note_alone(TierIndex index);
    /// Whether all that a tier leads to is there. Errors (io): no; (as `usable`) a file is damaged or of
    /// other rules.
    Result<void> check_sub_tiers(const PlannedTier& tier) const;
    TierPlanned planned(const PlannedTier& tier, const SolveRates& rates) const;
    std::uint64_t need(const PlannedTier& tier) const { return working_bytes(tier) + sub_tier_bytes(tier); }
    std::uint64_t working_bytes(const PlannedTier& tier) const;
    std::uint64_t sub_tier_bytes(const PlannedTier& tier) const;

    const TierGraph& graph_;
    const SolveOptions& options_;
    const Report& report_;
    const TableFolder& folder_;
    std::uint64_t budget_;
    /// What is known of each tier: its entries, and one more than the deepest that it leads to.
    struct Known {
        std::uint64_t entries = 0;
        unsigned depth = 0;
    };
    std::map<TierIndex, Known> known_;
    std::size_t noted_ = 0;           ///< those, and the ones that lead to them
    std::vector<PlannedTier> tiers_;  ///< behind all that they lead to
    std::uint64_t all_entries_ = 0;
    std::uint64_t entries_to_do_ = 0;
};

}  // namespace zermelo::tablebase
