// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/made_tables.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace zermelo::tablebase {

namespace {

/// More are not made, though they be small: to look at each takes a tenth of a millisecond.
constexpr std::size_t max_made = 1'000;
constexpr std::uint64_t setwise_gain = 10;

}  // namespace

MakePlan::MakePlan(TierPlan plan, std::uint64_t memory) : plan_(std::move(plan)), memory_(memory) {
    for (const PlannedTier& tier : plan_.tiers()) entries_ += tier.entries;
    for (const PlannedTier& tier : plan_.tiers()) {
        const auto how = method(tier);
        work_ += how == SolvableTier::Method::setwise ? tier.entries / setwise_gain : tier.tier->work();
        need_ = std::max(need_, entries_ - tier.entries + TierPlan::working_bytes(tier, how));
    }
}

std::optional<MakePlan> MakePlan::of(const TierGraph& graph, std::span<const TierIndex> tiers,
                                     std::uint64_t memory, const StopToken& stop) {
    TierPlan plan{graph, max_made, memory};
    for (const TierIndex tier : tiers)
        if (!plan.note(tier, stop)) return std::nullopt;
    MakePlan result{std::move(plan), memory};
    if (result.need_ > memory) return std::nullopt;
    return result;
}

SolvableTier::Method MakePlan::method(const PlannedTier& tier) const {
    return tier.setwise_memory && entries_ - tier.entries + *tier.setwise_memory <= memory_
               ? SolvableTier::Method::setwise
               : SolvableTier::Method::entrywise;
}

Result<TierSources> MakePlan::make(const MakeReport& report, const StopToken& stop) const {
    TierSources made;
    std::uint64_t held = 0;
    for (const PlannedTier& tier : plan_.tiers()) {
        const auto may_take = [&](std::uint64_t bytes) -> Result<void> {
            if (held + bytes <= memory_) return {};
            return failure(ErrorKind::bad_usage, "distances that do not fit into bytes");
        };
        const auto at_work = [&](std::string_view what) {
            if (report) report({tier.name, tier.entries, std::string{what}});
        };
        ZERMELO_TRY(SolvedTier solved, solve_planned(tier, method(tier), made, at_work, may_take, stop));
        held += solved.values.memory();
        made.emplace(tier.index, std::make_shared<const TierValues>(std::move(solved.values)));
    }
    return made;
}

}  // namespace zermelo::tablebase
