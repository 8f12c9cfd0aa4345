// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace zermelo::tablebase {

/// Which tier of a graph: a number that means nothing outside it.
class TierIndex {
  public:
    constexpr explicit TierIndex(std::uint32_t number) : number_(number) {}
    constexpr std::uint32_t number() const { return number_; }
    friend constexpr auto operator<=>(TierIndex, TierIndex) = default;

  private:
    std::uint32_t number_;
};

}  // namespace zermelo::tablebase
