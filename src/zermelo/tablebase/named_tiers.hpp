// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/material.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::tablebase {

/// The tiers of a game that have been named so far, by their men, and those of them that have been made.
/// Several threads may ask at a time.
template <typename Tier>
class NamedTiers {
  public:
    TierIndex numbered(const Material& men) const {
        const std::lock_guard lock(mutex_);
        const auto [at, added] =
            numbers_.try_emplace(men, TierIndex{static_cast<std::uint32_t>(materials_.size())});
        if (added) materials_.push_back(men);
        return at->second;
    }
    /// Precondition: `numbered` has given the number.
    Material men(TierIndex tier) const {
        const std::lock_guard lock(mutex_);
        return materials_[tier.number()];
    }
    /// The tier of these men: what `make()` says, which is called once for each, more often only by threads
    /// that ask at the same time. Errors: those of `make`.
    template <typename Make>
    Result<Tier> made(const Material& men, const Make& make) const {
        {
            const std::lock_guard lock(mutex_);
            if (const auto known = made_.find(men); known != made_.end()) return known->second;
        }
        ZERMELO_TRY(Tier tier, make());
        const std::lock_guard lock(mutex_);
        return made_.try_emplace(men, std::move(tier)).first->second;
    }

  private:
    mutable std::mutex mutex_;
    mutable std::vector<Material> materials_;
    mutable std::map<Material, TierIndex> numbers_;
    mutable std::map<Material, Tier> made_;
};

}  // namespace zermelo::tablebase
