// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/indices.hpp"
#include "zermelo/tablebase/retrograde.hpp"

namespace zermelo::tablebase {

/// A game cut into few tiers, all of one type: moves stay in a tier or lead to a sub-tier, and never back.
///
/// `F::count` tiers by number; `tier_of(position)` is a position's, `tier(n)` the tier itself, and
/// `sub_tiers(n)` the tiers to which moves out of it lead, in one move.
template <typename F>
concept SmallTierGraph =
    Reversible<typename F::Tier> && requires(const F& f, const typename F::Position& p, TierIndex n) {
        { f.tier_of(p) } -> std::same_as<TierIndex>;
        { f.tier(n) } -> std::same_as<typename F::Tier>;
        { f.sub_tiers(n) } -> std::same_as<std::vector<TierIndex>>;
        { F::count } -> std::convertible_to<std::uint32_t>;
    };

/// Solves tiers when they are asked for, with all that they lead to, and keeps them.
///
/// Tables of at most `always_keep` bytes are kept for good; larger ones as long as they fit into a budget,
/// the ones used longest ago going first (who still holds one keeps it alive). Safe to share between threads:
/// one solves at a time, and the others wait.
template <SmallTierGraph F>
class TierCache {
  public:
    using Tier = typename F::Tier;
    using Position = typename F::Position;
    using Table = TierTable<Tier>;
    using Handle = std::shared_ptr<const Table>;

    static constexpr std::size_t default_always_keep = std::size_t{4} << 20U;
    static constexpr std::size_t default_budget = std::size_t{256} << 20U;

    explicit TierCache(F graph = {}, std::size_t always_keep = default_always_keep,
                       std::size_t budget = default_budget)
        : graph_(std::move(graph)), always_keep_(always_keep), budget_(budget) {}

    /// The table of a position's tier. Errors: those of `Retrograde`.
    /// Cost: a lock if the table is there; otherwise as `Retrograde`, for it and every tier that it leads to
    /// and is not there.
    Result<Handle> table(const Position& position) {
        const std::lock_guard lock(mutex_);
        return get(graph_.tier_of(position));
    }

    /// The exact value of a position. Precondition: not `lost`. Errors and cost: as for `table`.
    Result<game::Value> value(const Position& position) {
        return table(position).map([&](const Handle& handle) { return handle->value(position); });
    }

    const F& graph() const { return graph_; }

    /// What the larger tables take at present.
    std::size_t budget_used() {
        const std::lock_guard lock(mutex_);
        return used_;
    }

  private:
    struct Slot {
        Handle table;
        std::uint64_t last_use = 0;
    };

    Result<Handle> get(TierIndex index) {
        Slot& slot = slots_[index.number()];
        slot.last_use = ++clock_;
        if (slot.table) return slot.table;
        std::vector<Handle> held;
        std::array<const Table*, F::count> below{};
        for (const TierIndex lower : graph_.sub_tiers(index)) {
            auto table = get(lower);
            if (!table) return table;
            below[lower.number()] = table->get();
            held.push_back(*std::move(table));
        }
        const Tier tier = graph_.tier(index);
        const auto probe = [&](const Position& child) {
            return below[graph_.tier_of(child).number()]->byte(child);
        };
        ZERMELO_TRY(auto solved, (Retrograde<Tier, decltype(probe)>{tier, ValueEncoding{true}, probe}.run()));
        slot.table = std::make_shared<const Table>(std::move(solved));
        slot.last_use = ++clock_;
        if (slot.table->bytes() > always_keep_) used_ += slot.table->bytes();
        Handle result = slot.table;
        make_room(index);
        return result;
    }

    void make_room(TierIndex newest) {
        while (used_ > budget_) {
            Slot* oldest = nullptr;
            for (std::uint32_t n = 0; n < F::count; ++n) {
                Slot& slot = slots_[n];
                if (n == newest.number() || !slot.table || slot.table->bytes() <= always_keep_) continue;
                if (oldest == nullptr || slot.last_use < oldest->last_use) oldest = &slot;
            }
            if (oldest == nullptr) return;  // the newest alone is over the budget: it stays until the next
            used_ -= oldest->table->bytes();
            oldest->table.reset();
        }
    }

    F graph_;
    std::size_t always_keep_;
    std::size_t budget_;
    std::mutex mutex_;
    std::array<Slot, F::count> slots_{};
    std::uint64_t clock_ = 0;
    std::size_t used_ = 0;
};

}  // namespace zermelo::tablebase
