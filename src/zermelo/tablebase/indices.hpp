// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace zermelo::tablebase {

/// Which one of some things that are numbered from 0. `Of` is nothing but a name for the things: the index of
/// one kind of them is no index of another kind, no count, and no number to be counted with.
template <typename Of>
class IndexOf {
  public:
    constexpr IndexOf() = default;
    constexpr explicit IndexOf(std::uint32_t number) : number_(number) {}
    constexpr std::uint32_t number() const { return number_; }
    /// On to the next one.
    constexpr IndexOf& operator++() {
        ++number_;
        return *this;
    }
    friend constexpr auto operator<=>(IndexOf, IndexOf) = default;

  private:
    std::uint32_t number_ = 0;
};

/// Which tier of a graph: it means nothing outside it.
using TierIndex = IndexOf<struct OfTiers>;
/// Which symmetry of a tier's board: the first is the identity.
using SymmetryIndex = IndexOf<struct OfSymmetries>;
/// Which class of the ways in which the leading pieces may stand.
using LeadingClassIndex = IndexOf<struct OfLeadingClasses>;
/// Which slice of a tier, or of one of its exits.
using SliceIndex = IndexOf<struct OfSlices>;
/// Which exit of a tier that is cut into slices.
using ExitIndex = IndexOf<struct OfExits>;
/// Which man of a tier that is cut into slices.
using ManIndex = IndexOf<struct OfMen>;
/// Which of the sub-tiers that a tier itself names.
using SubTierIndex = IndexOf<struct OfSubTiers>;
/// Which distribution of a group.
using DistributionIndex = IndexOf<struct OfDeals>;

inline constexpr SymmetryIndex identity{};

}  // namespace zermelo::tablebase
