// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace zermelo::check_state {

__extension__ using Wide128 = unsigned __int128;

/// A hash of two numbers. The seeds are drawn once a process, so that nobody can prepare a board whose
/// squares fall together; no answer depends on them. Cost: one multiplication.
class SquareHash {
  public:
    SquareHash();

    std::uint64_t operator()(std::uint64_t x, std::uint64_t y) const {
        const Wide128 product = static_cast<Wide128>(x ^ first_) * (y ^ second_);
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }

  private:
    std::uint64_t first_;
    std::uint64_t second_;
};

}  // namespace zermelo::check_state
