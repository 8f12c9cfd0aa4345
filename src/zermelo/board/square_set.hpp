// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include "zermelo/board/square.hpp"

namespace zermelo {

/// How many bits of a word are set. In plain code that every processor runs the library's count is a call;
/// where a function may use the instruction, the compiler sees in this that it is one.
constexpr unsigned count_bits(std::uint64_t word) {
    word -= word >> 1U & 0x5555'5555'5555'5555U;
    word = (word & 0x3333'3333'3333'3333U) + (word >> 2U & 0x3333'3333'3333'3333U);
    word = (word + (word >> 4U)) & 0x0F0F'0F0F'0F0F'0F0FU;
    return static_cast<unsigned>(word * 0x0101'0101'0101'0101U >> 56U);
}

/// A set of squares as the bits of one word; bit i is the square with index i of the board's `Geometry`.
///
/// `Bits` is the word: 16 bits hold a 4×4 board, 64 bits an 8×8 board. All operations are O(1) and
/// `constexpr`; iteration visits squares by ascending index.
template <typename Bits>
class SquareSet {
    static_assert(std::unsigned_integral<Bits>, "wide_set.hpp has the sets of more than 64 squares");

  public:
    constexpr SquareSet() = default;
    constexpr explicit SquareSet(Bits bits) : bits_(bits) {}

    static constexpr SquareSet of(Square square) {
        return SquareSet{static_cast<Bits>(Bits{1} << square.index())};
    }

    constexpr Bits bits() const { return bits_; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr bool any() const { return bits_ != 0; }
    constexpr unsigned size() const { return count_bits(bits_); }
    constexpr bool contains(Square square) const { return (bits_ >> square.index() & 1U) != 0; }
    /// The lowest square. Precondition: not empty.
    constexpr Square first() const { return Square{static_cast<unsigned>(std::countr_zero(bits_))}; }
    /// Removes and returns the lowest square. Precondition: not empty.
    constexpr Square take_first() {
        const Square square = first();
        bits_ = static_cast<Bits>(bits_ & (bits_ - 1U));
        return square;
    }
    /// The highest square. Precondition: not empty.
    constexpr Square last() const { return Square{static_cast<unsigned>(std::bit_width(bits_)) - 1U}; }
    /// All squares up to the lowest one of this set, itself included; all squares if the set is empty.
    constexpr SquareSet through_first() const { return SquareSet{static_cast<Bits>(bits_ ^ (bits_ - 1U))}; }
    /// All squares from the highest one of this set on, itself included; all squares if the set is empty.
    constexpr SquareSet from_last() const {
        const auto some = static_cast<Bits>(bits_ | 1U);
        return SquareSet{static_cast<Bits>(static_cast<Bits>(~Bits{0}) << (std::bit_width(some) - 1))};
    }
    /// All squares with a lower index.
    static constexpr SquareSet below(Square square) {
        return SquareSet{static_cast<Bits>(of(square).bits_ - 1U)};
    }
    /// All squares with a higher index.
    static constexpr SquareSet above(Square square) { return ~(below(square) | of(square)); }

    friend constexpr bool operator==(SquareSet, SquareSet) = default;
    friend constexpr SquareSet operator&(SquareSet a, SquareSet b) {
        return SquareSet{static_cast<Bits>(a.bits_ & b.bits_)};
    }
    friend constexpr SquareSet operator|(SquareSet a, SquareSet b) {
        return SquareSet{static_cast<Bits>(a.bits_ | b.bits_)};
    }
    friend constexpr SquareSet operator^(SquareSet a, SquareSet b) {
        return SquareSet{static_cast<Bits>(a.bits_ ^ b.bits_)};
    }
    constexpr SquareSet operator~() const { return SquareSet{static_cast<Bits>(~bits_)}; }
    constexpr SquareSet& operator&=(SquareSet b) { return *this = *this & b; }
    constexpr SquareSet& operator|=(SquareSet b) { return *this = *this | b; }
    constexpr SquareSet& operator^=(SquareSet b) { return *this = *this ^ b; }

  private:
    Bits bits_ = 0;
};

}  // namespace zermelo
