// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace zermelo {

/// A square of a board of at most 256 squares, by its index: rank × files + file, so that a1 is 0. It is no
/// count, no kind of piece and no number to be counted with: it takes a named call to make one of the other.
/// Which board it lies on, it does not know. One byte; like a number it is not set by itself.
class Square {
  public:
    constexpr Square() = default;
    /// Precondition: index < 256.
    constexpr explicit Square(unsigned index) : index_(static_cast<std::uint8_t>(index)) {}
    constexpr unsigned index() const { return index_; }
    /// By index.
    friend constexpr auto operator<=>(Square, Square) = default;

  private:
    std::uint8_t index_;
};

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
