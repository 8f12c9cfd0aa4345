// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/solve_plan.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/free_disk.hpp"
#include "zermelo/base/size_text.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/tablebase/file/file.hpp"

namespace zermelo::tablebase {
namespace {

/// About what tables take. Measured: a byte an entry takes 0.27 of that in chess of five men, a sixth in the
/// queen hunt, and an outcome alone an eighth of this; small files take a block.
std::uint64_t disk_bytes(std::uint64_t entries, std::uint64_t tiers, bool outcomes) {
    return entries * 3 / 10 / (outcomes ? 8 : 1) + 4096 * tiers;
}

/// An open table takes a byte of memory for this number of its entries, and its unpacked blocks.
constexpr std::uint64_t open_part = 64;
constexpr std::uint64_t open_file = std::uint64_t{1} << 18U;

}  // namespace

std::uint64_t SolvePlan::need(const PlannedTier& tier, Way way) const {
    const std::uint64_t below = plan_.sub_tier_bytes(tier);
    return TierPlan::working_bytes(tier, way.method) +
           (way.below_in_files ? below / open_part + open_file * tier.sub_tiers.size() : below);
}

std::uint64_t SolvePlan::scratch_bytes(const PlannedTier& tier) const {
    constexpr std::uint64_t an_entry = 3;  // measured: two to three
    if (method(tier) != SolvableTier::Method::in_parts) return 0;
    // Outcomes alone are taken from a file of distances.
    return an_entry * tier.entries + (options_.outcomes ? disk_bytes(tier.entries, 1, false) : 0);
}

SolvePlan::Way SolvePlan::way(const PlannedTier& tier) const {
    using Method = SolvableTier::Method;
    Way least = in_parts;
    for (const Method method : {Method::setwise, Method::entrywise}) {
        if (method == Method::setwise && !tier.setwise_memory) continue;
        for (const bool in_files : {false, true}) {
            const Way way{method, in_files};
            if (need(tier, way) <= budget_) return way;
            if (need(tier, way) < need(tier, least)) least = way;
        }
    }
    return least;
}

Result<void> SolvePlan::plan() {
    std::vector<PlannedTier>& tiers = plan_.tiers();
    std::vector<TierIndex> roots;
    if (options_.only_tier) {
        ZERMELO_TRY(const TierIndex tier, graph_.parse(*options_.only_tier));
        ZERMELO_CHECK(plan_.note_alone(tier));
    } else if (!options_.tiers.empty()) {
        for (const std::string& name : options_.tiers) {
            ZERMELO_TRY(const TierIndex tier, graph_.parse(name));
            ZERMELO_CHECK(graph_.check_extent(tier));
            roots.push_back(tier);
        }
    } else {
        ZERMELO_TRY(roots, graph_.all(options_.men));
    }
    for (const TierIndex root : roots) ZERMELO_CHECK(plan_.note(root, options_.stop));
    std::sort(tiers.begin(), tiers.end(),
              [&](const PlannedTier& a, const PlannedTier& b) { return graph_.before(a.index, b.index); });
    ZERMELO_CHECK(find_files());
    if (options_.only_tier && !options_.plan_only && !tiers[0].there)
        ZERMELO_CHECK(check_sub_tiers(tiers[0]));
    std::stable_sort(tiers.begin(), tiers.end(), [](const PlannedTier& a, const PlannedTier& b) {
        return std::pair{a.depth, a.entries} < std::pair{b.depth, b.entries};
    });
    for (const PlannedTier& tier : tiers) {
        all_entries_ += tier.entries;
        if (!tier.there) entries_to_do_ += tier.entries;
    }
    return {};
}

Result<void> SolvePlan::check_room() {
    const PlannedTier* largest = nullptr;
    std::uint64_t to_do = 0;
    std::uint64_t scratch = 0;
    for (const PlannedTier& tier : plan_.tiers()) {
        if (tier.there) continue;
        ++to_do;
        if (largest == nullptr || need(tier) > need(*largest)) largest = &tier;
        scratch = std::max(scratch, scratch_bytes(tier));
    }
    room_ = std::min(budget_, std::max(largest == nullptr ? 0 : need(*largest), least_room));
    const std::uint64_t disk = disk_bytes(entries_to_do_, to_do, options_.outcomes) + scratch;
    SolvePlanned planned{plan_.tiers().size(), all_entries_, to_do, entries_to_do_, {}, 0, 0, disk};
    if (largest != nullptr) {
        planned.largest = largest->name;
        planned.largest_memory = need(*largest);
        planned.memory = max_at_once();
    }
    report_(std::move(planned));
    if (options_.plan_only) {
        const SolveRates rates = measured_rates(folder_.runs_path());
        for (const PlannedTier& tier : plan_.tiers()) report_(this->planned(tier, rates));
    }
    if (largest != nullptr && need(*largest) > budget_)
        return failure(ErrorKind::bad_usage,
                       fmt::format("the tables of {} need {} of memory, expected at most {} ({})",
                                   largest->name, size_text(need(*largest)), size_text(budget_),
                                   options_.memory ? "what was asked for" : "nine tenths of what is free"));
    const auto free = free_disk(options_.tables);
    if (free && *free < disk)
        return failure(ErrorKind::bad_usage,
                       fmt::format("the tables need about {} in {}, expected at most the {} "
                                   "that are free there",
                                   size_text(disk), options_.tables, size_text(*free)));
    return {};
}

void SolvePlan::recheck() {
    for (PlannedTier& tier : plan_.tiers()) {
        if (tier.there || !usable(tier.name, *tier.tier).value_or(false)) continue;
        tier.there = true;
        entries_to_do_ -= tier.entries;
    }
}

std::vector<PlannedTier> SolvePlan::take_work() {
    std::vector<PlannedTier> work = std::exchange(plan_.tiers(), {});
    std::erase_if(work, [](const PlannedTier& tier) { return tier.there; });
    return work;
}

std::size_t SolvePlan::end_of_batch(const std::vector<PlannedTier>& work, std::size_t first) const {
    std::size_t end = first + 1;
    const auto alone = [&](const PlannedTier& tier) {
        return tier.entries >= small || way(tier).below_in_files;
    };
    if (alone(work[first])) return end;
    std::uint64_t bytes = 0;
    std::set<TierIndex> needed;
    const auto take = [&](const PlannedTier& tier) {
        bytes += working_bytes(tier);
        for (const TierIndex sub : tier.sub_tiers)
            if (needed.insert(sub).second) bytes += entries(sub);
    };
    take(work[first]);
    for (; end < work.size() && end - first < max_together && work[end].depth == work[first].depth; ++end) {
        take(work[end]);
        if (alone(work[end]) || bytes > room_) break;
    }
    return end;
}

std::uint64_t SolvePlan::max_at_once() const {
    std::vector<PlannedTier> work = plan_.tiers();
    std::erase_if(work, [](const PlannedTier& tier) { return tier.there; });
    const unsigned threads = options_.threads.value_or(threads_here());
    std::uint64_t most = 0;
    std::uint64_t kept = 0;
    std::set<TierIndex> loaded;
    const auto load = [&](TierIndex tier) {
        if (loaded.insert(tier).second) kept += entries(tier);
    };
    for (std::size_t first = 0; first < work.size();) {
        const std::size_t end = end_of_batch(work, first);
        if (const Way way = this->way(work[first]); way.below_in_files) {
            // Nothing else is in memory then.
            most = std::max(most, need(work[first], way));
            kept = 0;
            loaded.clear();
            if (way.method != SolvableTier::Method::in_parts) load(work[first].index);
            ++first;
            continue;
        }
        std::uint64_t at_work = 0;
        std::uint64_t beside_entries = 0;
        std::set<TierIndex> needed;
        for (std::size_t i = first; i < end; ++i) {
            at_work += work[i].entries;
            beside_entries = std::max(beside_entries, working_bytes(work[i]) - work[i].entries);
            needed.insert(work[i].sub_tiers.begin(), work[i].sub_tiers.end());
        }
        at_work += beside_entries * std::min<std::uint64_t>(end - first, threads);
        std::uint64_t least = at_work;
        for (const TierIndex sub : needed) {
            load(sub);
            least += entries(sub);
        }
        most = std::max(most, std::min(kept + at_work, std::max(room_, least)));
        for (; first < end; ++first) load(work[first].index);
    }
    return most;
}

Result<bool> SolvePlan::usable(const std::string& name, const SolvableTier& tier) const {
    if (!folder_.has(name)) return false;
    ZERMELO_TRY(const file::File file, folder_.open_to_solve(name));
    bool fits = file.sides() == tier.tables();
    for (unsigned side = 0; fits && side < file.sides(); ++side)
        fits = file.entries(side) == tier.table_size(side);
    if (!fits)
        return failure(ErrorKind::bad_input,
                       file.path() + ": not as long as the table of its tier: remove it");
    if (!options_.trust) ZERMELO_CHECK(file.check());
    return options_.outcomes || !file.outcomes_alone();
}

Result<void> SolvePlan::find_files() {
    std::vector<PlannedTier>& tiers = plan_.tiers();
    std::vector<Result<bool>> found(tiers.size(), false);
    each_part(tiers.size(), 1, options_.stop,
              [&](std::size_t i, std::size_t) { found[i] = usable(tiers[i].name, *tiers[i].tier); });
    if (options_.stop.stop_requested()) return stopped();
    for (std::size_t i = 0; i < tiers.size(); ++i) {
        PlannedTier& tier = tiers[i];
        tier.there = found[i].value_or(false);
        if (tier.there) tier.tier.reset();
        if (found[i]) continue;
        if (!file::says_damaged(found[i].error())) return tl::make_unexpected(found[i].error());
        report_(TierDamaged{tier.name, found[i].error().message, options_.plan_only});
    }
    return {};
}

Result<void> SolvePlan::check_sub_tiers(const PlannedTier& tier) const {
    std::vector<std::string> missing;
    std::string why;
    for (const TierIndex sub : tier.sub_tiers) {
        if (!knows(sub)) continue;
        if (options_.stop.stop_requested()) return stopped();
        ZERMELO_TRY(const auto below, graph_.tier(sub));
        const std::string name = graph_.name(sub);
        const auto found = usable(name, *below);
        if (!found && !file::says_damaged(found.error())) return tl::make_unexpected(found.error());
        if (found.value_or(false)) continue;
        missing.push_back(name);
        if (!why.empty()) continue;
        if (!found) why = fmt::format(" ({})", found.error().message);
        if (found && folder_.has(name)) why = fmt::format(" ({} has outcomes alone)", folder_.path(name));
    }
    if (missing.empty()) return {};
    const std::string names = fmt::format("{}", fmt::join(missing, ","));
    return failure(
        ErrorKind::io,
        fmt::format("{} leads to {} without a table in {}: {}{}: {} makes {}", tier.name,
                    missing.size() == 1 ? "a tier" : "tiers", folder_.path(), fmt::join(missing, ", "), why,
                    folder_.solve_words(names, options_.outcomes), missing.size() == 1 ? "it" : "them"));
}

TierPlanned SolvePlan::planned(const PlannedTier& tier, const SolveRates& rates) const {
    TierPlanned result{tier.name,
                       tier.there,
                       {},
                       tier.entries,
                       name(method(tier)),
                       need(tier),
                       disk_bytes(tier.entries, 1, options_.outcomes) + scratch_bytes(tier),
                       expected_seconds(tier.entries, method(tier), rates)};
    for (const TierIndex sub : tier.sub_tiers)
        if (knows(sub)) result.needs.push_back(graph_.name(sub));
    return result;
}

}  // namespace zermelo::tablebase
