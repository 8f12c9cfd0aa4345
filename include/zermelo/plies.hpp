// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace zermelo {

/// A length of play. One ply is one move by one side; every length in the project is counted in plies.
class Plies {
  public:
    constexpr Plies() = default;
    constexpr explicit Plies(std::uint64_t count) : count_(count) {}

    /// The number of plies.
    constexpr std::uint64_t count() const { return count_; }

    friend constexpr bool operator==(Plies, Plies) = default;
    friend constexpr auto operator<=>(Plies, Plies) = default;
    friend constexpr Plies operator+(Plies a, Plies b) { return Plies{a.count_ + b.count_}; }
    /// Precondition: b ≤ a.
    friend constexpr Plies operator-(Plies a, Plies b) { return Plies{a.count_ - b.count_}; }

  private:
    std::uint64_t count_ = 0;
};

}  // namespace zermelo
