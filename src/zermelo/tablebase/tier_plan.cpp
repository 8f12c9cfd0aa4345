// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/tier_plan.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/size_text.hpp"

namespace zermelo::tablebase {

std::vector<ValueSource> sub_tables_of(const PlannedTier& tier, const TierSources& tables) {
    std::vector<ValueSource> found;
    for (const TierIndex sub : tier.sub_tiers) {
        const auto table = tables.find(sub);
        found.push_back(table == tables.end() ? ValueSource{} : table->second);
    }
    return found;
}

Result<SolvedTier> solve_planned(const PlannedTier& tier, SolvableTier::Method method,
                                 const TierSources& tables, const SolvableTier::Progress& progress,
                                 const SolvableTier::MayTake& may_take, const StopToken& stop) {
    const std::vector<ValueSource> sub_tables = sub_tables_of(tier, tables);
    auto solved = tier.tier->solve(method, sub_tables, progress, may_take, stop);
    if (!solved) return failure(solved.error().kind, tier.name + ": " + solved.error().message);
    for (const ValueSource& table : sub_tables) ZERMELO_CHECK(table.error());
    ZERMELO_CHECK(check_audit(tier, solved->audit));
    return solved;
}

Result<void> check_audit(const PlannedTier& tier, const TierAudit& audit) {
    if (!audit.fault) return {};
    const TierAudit::Fault& fault = *audit.fault;
    return failure(
        ErrorKind::io,
        fmt::format("{}: verification failed, nothing is written: entry {}:{} says {} and must be {}: "
                    "please report this",
                    tier.name, fault.slot.table, fault.slot.index, fault.stored, fault.expected));
}

Result<void> TierPlan::note(TierIndex index, const StopToken& stop) {
    if (knows(index)) return {};
    if (stop.stop_requested()) return stopped();
    if (++noted_ > max_tiers_)
        return failure(
            ErrorKind::bad_usage,
            fmt::format("these tiers lead to over {} others, expected smaller ones", grouped(max_tiers_)));
    ZERMELO_TRY(std::shared_ptr<const SolvableTier> tier, graph_->tier(index));
    Known known{tier->entries(), 0};
    all_entries_ += known.entries;
    if (all_entries_ > max_entries_)
        return failure(ErrorKind::bad_usage,
                       fmt::format("over {} positions, expected at most that many", grouped(max_entries_)));
    auto sub_tiers = tier->sub_tiers();
    for (const TierIndex sub : sub_tiers) {
        if (!graph_->possible(sub)) continue;
        ZERMELO_CHECK(note(sub, stop));
        known.depth = std::max(known.depth, known_.at(sub).depth + 1);
    }
    const auto setwise = tier->setwise_memory();
    known_.emplace(index, known);
    tiers_.push_back({index, graph_->name(index), std::move(tier), known.entries, known.depth,
                      std::move(sub_tiers), setwise, false});
    return {};
}

Result<void> TierPlan::note_alone(TierIndex index) {
    ZERMELO_TRY(std::shared_ptr<const SolvableTier> tier, graph_->tier(index));
    auto sub_tiers = tier->sub_tiers();
    for (const TierIndex sub : sub_tiers) {
        if (!graph_->possible(sub)) continue;
        ZERMELO_TRY(const auto below, graph_->tier(sub));
        known_.emplace(sub, Known{below->entries(), 0});
    }
    const std::uint64_t entries = tier->entries();
    const auto setwise = tier->setwise_memory();
    known_.emplace(index, Known{entries, 1});
    tiers_.push_back(
        {index, graph_->name(index), std::move(tier), entries, 1, std::move(sub_tiers), setwise, false});
    return {};
}

std::uint64_t TierPlan::entries(TierIndex tier) const {
    const auto known = known_.find(tier);
    return known == known_.end() ? 0 : known->second.entries;
}

std::uint64_t TierPlan::sub_tier_bytes(const PlannedTier& tier) const {
    std::uint64_t bytes = 0;
    for (const TierIndex sub : tier.sub_tiers) bytes += entries(sub);
    return bytes;
}

std::uint64_t TierPlan::working_bytes(const PlannedTier& tier, SolvableTier::Method method) {
    if (method == SolvableTier::Method::setwise) return *tier.setwise_memory;
    if (method == SolvableTier::Method::in_parts) return partwise_memory(tier.entries);
    return tier.entries + tier.entries / 8 + 24;
}

}  // namespace zermelo::tablebase
