// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/solve_plan.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>

#include "zermelo/base/machine.hpp"
#include "zermelo/tablebase/file/file.hpp"

namespace zermelo::tablebase {

Result<void> SolvePlan::plan() {
    std::vector<TierIndex> roots;
    if (!options_.tiers.empty()) {
        for (const std::string& name : options_.tiers) {
            ZERMELO_TRY(const TierIndex tier, graph_.parse(name));
            ZERMELO_CHECK(graph_.check_extent(tier));
            roots.push_back(tier);
        }
    } else {
        ZERMELO_TRY(roots, graph_.all(options_.men));
    }
    for (const TierIndex root : roots) ZERMELO_CHECK(note(root));
    std::sort(tiers_.begin(), tiers_.end(),
              [&](const PlannedTier& a, const PlannedTier& b) { return graph_.before(a.index, b.index); });
    ZERMELO_CHECK(find_files());
    std::stable_sort(tiers_.begin(), tiers_.end(), [](const PlannedTier& a, const PlannedTier& b) {
        return std::pair{a.depth, a.entries} < std::pair{b.depth, b.entries};
    });
    for (const PlannedTier& tier : tiers_) {
        all_entries_ += tier.entries;
        if (!tier.there) entries_to_do_ += tier.entries;
    }
    return {};
}

Result<void> SolvePlan::check_room() {
    const PlannedTier* largest = nullptr;
    std::uint64_t to_do = 0;
    for (const PlannedTier& tier : tiers_) {
        if (tier.there) continue;
        ++to_do;
        if (largest == nullptr || need(tier) > need(*largest)) largest = &tier;
    }
    // Measured: a byte an entry takes a sixth of that on the disk, or less; small files take a block.
    const std::uint64_t disk = entries_to_do_ / 5 + 4096 * to_do;
    SolvePlanned planned{tiers_.size(), all_entries_, to_do, entries_to_do_, {}, 0, disk};
    if (largest != nullptr) {
        planned.largest = largest->name;
        planned.memory = need(*largest);
    }
    report_(std::move(planned));
    if (largest != nullptr && need(*largest) > budget_)
        return failure(ErrorKind::bad_usage,
                       fmt::format("the tables of {} need {} of memory, expected at most {} ({})",
                                   largest->name, size_text(need(*largest)), size_text(budget_),
                                   options_.memory ? "--memory" : "nine tenths of what is free"));
    const auto free = free_disk(options_.tables);
    if (free && *free < disk)
        return failure(ErrorKind::bad_usage,
                       fmt::format("the tables need about {} in {}, expected at most the {} "
                                   "that are free there",
                                   size_text(disk), options_.tables, size_text(*free)));
    return {};
}

void SolvePlan::recheck() {
    for (PlannedTier& tier : tiers_) {
        if (tier.there || !usable(tier).value_or(false)) continue;
        tier.there = true;
        entries_to_do_ -= tier.entries;
    }
}

std::vector<PlannedTier> SolvePlan::take_work() {
    std::vector<PlannedTier> work = std::exchange(tiers_, {});
    std::erase_if(work, [](const PlannedTier& tier) { return tier.there; });
    return work;
}

std::uint64_t SolvePlan::entries(TierIndex tier) const {
    const auto known = known_.find(tier);
    return known == known_.end() ? 0 : known->second.entries;
}

SolvableTier::Method SolvePlan::method(const PlannedTier& tier) const {
    return tier.setwise_memory && *tier.setwise_memory + sub_tier_bytes(tier) <= budget_
               ? SolvableTier::Method::setwise
               : SolvableTier::Method::entrywise;
}

std::size_t SolvePlan::end_of_batch(const std::vector<PlannedTier>& work, std::size_t first) const {
    std::size_t end = first + 1;
    if (work[first].entries >= small) return end;
    std::uint64_t bytes = 0;
    std::set<TierIndex> needed;
    const auto take = [&](const PlannedTier& tier) {
        bytes += working_bytes(tier);
        for (const TierIndex sub : tier.sub_tiers)
            if (needed.insert(sub).second) bytes += entries(sub);
    };
    take(work[first]);
    for (; end < work.size() && end - first < most_together && work[end].depth == work[first].depth; ++end) {
        take(work[end]);
        if (work[end].entries >= small || bytes > budget_ / 2) break;
    }
    return end;
}

Result<bool> SolvePlan::usable(const PlannedTier& tier) const {
    if (!folder_.has(tier.name)) return false;
    ZERMELO_TRY(const file::File file, folder_.open_to_solve(tier.name));
    bool fits = file.sides() == tier.tier->tables();
    for (unsigned side = 0; fits && side < file.sides(); ++side)
        fits = file.entries(side) == tier.tier->table_size(side);
    if (!fits)
        return failure(ErrorKind::bad_input,
                       file.path() + ": not as long as the table of its tier: remove it");
    if (!options_.trust) ZERMELO_CHECK(file.check());
    return true;
}

Result<void> SolvePlan::find_files() {
    std::vector<Result<bool>> found(tiers_.size(), false);
    tbb::parallel_for(std::size_t{0}, tiers_.size(), [&](std::size_t i) { found[i] = usable(tiers_[i]); });
    for (std::size_t i = 0; i < tiers_.size(); ++i) {
        PlannedTier& tier = tiers_[i];
        tier.there = found[i].value_or(false);
        if (tier.there) tier.tier.reset();
        if (found[i]) continue;
        if (!file::says_damaged(found[i].error())) return tl::make_unexpected(found[i].error());
        report_(TierDamaged{tier.name, found[i].error().message, options_.plan_only});
    }
    return {};
}

Result<void> SolvePlan::note(TierIndex index) {
    if (knows(index)) return {};
    if (++noted_ > TierGraph::most_tiers)
        return failure(ErrorKind::bad_usage,
                       fmt::format("these tiers lead to over {} others, expected smaller ones",
                                   grouped(TierGraph::most_tiers)));
    ZERMELO_TRY(std::shared_ptr<const SolvableTier> tier, graph_.tier(index));
    Known known{tier->entries(), 0};
    auto sub_tiers = tier->sub_tiers();
    for (const TierIndex sub : sub_tiers) {
        if (!graph_.possible(sub)) continue;
        ZERMELO_CHECK(note(sub));
        known.depth = std::max(known.depth, known_.at(sub).depth + 1);
    }
    const auto setwise = tier->setwise_memory();
    known_.emplace(index, known);
    tiers_.push_back({index, graph_.name(index), std::move(tier), known.entries, known.depth,
                      std::move(sub_tiers), setwise, false});
    return {};
}

std::uint64_t SolvePlan::working_bytes(const PlannedTier& tier) const {
    return method(tier) == SolvableTier::Method::setwise ? *tier.setwise_memory
                                                         : tier.entries + tier.entries / 8 + 24;
}

std::uint64_t SolvePlan::sub_tier_bytes(const PlannedTier& tier) const {
    std::uint64_t bytes = 0;
    for (const TierIndex sub : tier.sub_tiers) bytes += entries(sub);
    return bytes;
}

}  // namespace zermelo::tablebase
