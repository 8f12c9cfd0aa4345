// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>

namespace zermelo::rules {

/// A kind of piece by its number in `Rules::kinds`: no square, and no number to be counted with.
class PieceKind {
  public:
    constexpr explicit PieceKind(unsigned index) : index_(index) {}
    constexpr unsigned index() const { return index_; }
    friend constexpr auto operator<=>(PieceKind, PieceKind) = default;

  private:
    unsigned index_;
};

/// The kinds of a variant with `count` of them, in order.
class PieceKinds {
  public:
    class Iterator {
      public:
        constexpr explicit Iterator(unsigned index) : index_(index) {}
        constexpr PieceKind operator*() const { return PieceKind{index_}; }
        constexpr Iterator& operator++() {
            ++index_;
            return *this;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

      private:
        unsigned index_;
    };

    constexpr explicit PieceKinds(std::size_t count) : count_(static_cast<unsigned>(count)) {}
    constexpr Iterator begin() const { return Iterator{0}; }
    constexpr Iterator end() const { return Iterator{count_}; }

  private:
    unsigned count_;
};

}  // namespace zermelo::rules
