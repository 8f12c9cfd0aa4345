// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace zermelo {

/// A square of a board of at most 256 squares, by its index: rank × files + file, so that a1 is 0. It is no
/// count, no kind of piece and no number to be counted with: it takes a named call to make one of the other.
/// Which board it lies on, it does not know: `Variant::square` and `Variant::square_name` do. One byte; like
/// a number it is not set by itself.
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

}  // namespace zermelo

/// @cond
template <>
struct std::hash<zermelo::Square> {
    std::size_t operator()(zermelo::Square square) const noexcept { return square.index(); }
};
/// @endcond
