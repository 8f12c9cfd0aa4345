// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/square.hpp"

namespace zermelo {

/// The squares of a board with `count` of them, in order.
class BoardSquares {
  public:
    class Iterator {
      public:
        constexpr explicit Iterator(unsigned index) : index_(index) {}
        constexpr Square operator*() const { return Square{index_}; }
        constexpr Iterator& operator++() {
            ++index_;
            return *this;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

      private:
        unsigned index_;
    };

    /// Precondition: count ≤ 256.
    constexpr explicit BoardSquares(unsigned count) : count_(count) {}
    constexpr Iterator begin() const { return Iterator{0}; }
    constexpr Iterator end() const { return Iterator{count_}; }

  private:
    unsigned count_;
};

}  // namespace zermelo
