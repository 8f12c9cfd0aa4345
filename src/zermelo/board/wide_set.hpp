// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "zermelo/board/square_set.hpp"

namespace zermelo {

/// Bits for boards of more than 64 squares, up to 16 × 16: a name to instantiate templates with.
struct Bits256 {};

/// The set of up to 256 squares: the same operations as the one-word sets have, each O(4 words). The compiler
/// takes the most frequent for too large to inline them everywhere, which is a tenth of xiangqi's perft.
template <>
class SquareSet<Bits256> {
  public:
    constexpr SquareSet() = default;
    static constexpr SquareSet of(Square square) {
        const unsigned index = square.index();
        SquareSet s;
        s.words_[index / 64] = std::uint64_t{1} << index % 64;
        return s;
    }

    constexpr bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
    constexpr bool any() const { return !empty(); }
    constexpr unsigned size() const {
        unsigned n = 0;
        for (const std::uint64_t w : words_) n += count_bits(w);
        return n;
    }
    constexpr bool contains(Square square) const {
        const unsigned index = square.index();
        return (words_[index / 64] >> index % 64 & 1U) != 0;
    }
    constexpr Square first() const {
        std::size_t i = 0;
        while (words_[i] == 0) ++i;
        return Square{static_cast<unsigned>(64 * i) + static_cast<unsigned>(std::countr_zero(words_[i]))};
    }
    constexpr Square last() const {
        std::size_t i = 3;
        while (words_[i] == 0) --i;
        return Square{static_cast<unsigned>(64 * i) + static_cast<unsigned>(std::bit_width(words_[i])) - 1U};
    }
    constexpr Square take_first() {
        const Square square = first();
        std::uint64_t& word = words_[square.index() / 64];
        word &= word - 1U;
        return square;
    }
    [[gnu::always_inline]] constexpr SquareSet through_first() const {
        if (empty()) return ~SquareSet{};
        const Square square = first();
        return below(square) | of(square);
    }
    [[gnu::always_inline]] constexpr SquareSet from_last() const {
        if (empty()) return ~SquareSet{};
        const Square square = last();
        return above(square) | of(square);
    }
    static constexpr SquareSet below(Square square) {
        const unsigned index = square.index();
        SquareSet s;
        for (std::size_t i = 0; i < index / 64; ++i) s.words_[i] = ~std::uint64_t{0};
        s.words_[index / 64] = (std::uint64_t{1} << index % 64) - 1U;
        return s;
    }
    static constexpr SquareSet above(Square square) { return ~(below(square) | of(square)); }

    friend constexpr bool operator==(const SquareSet&, const SquareSet&) = default;
    [[gnu::always_inline]] friend constexpr SquareSet operator&(const SquareSet& a, const SquareSet& b) {
        SquareSet s;
        for (std::size_t i = 0; i < 4; ++i) s.words_[i] = a.words_[i] & b.words_[i];
        return s;
    }
    [[gnu::always_inline]] friend constexpr SquareSet operator|(const SquareSet& a, const SquareSet& b) {
        SquareSet s;
        for (std::size_t i = 0; i < 4; ++i) s.words_[i] = a.words_[i] | b.words_[i];
        return s;
    }
    [[gnu::always_inline]] friend constexpr SquareSet operator^(const SquareSet& a, const SquareSet& b) {
        SquareSet s;
        for (std::size_t i = 0; i < 4; ++i) s.words_[i] = a.words_[i] ^ b.words_[i];
        return s;
    }
    [[gnu::always_inline]] constexpr SquareSet operator~() const {
        SquareSet s;
        for (std::size_t i = 0; i < 4; ++i) s.words_[i] = ~words_[i];
        return s;
    }
    [[gnu::always_inline]] constexpr SquareSet& operator&=(const SquareSet& b) { return *this = *this & b; }
    [[gnu::always_inline]] constexpr SquareSet& operator|=(const SquareSet& b) { return *this = *this | b; }
    [[gnu::always_inline]] constexpr SquareSet& operator^=(const SquareSet& b) { return *this = *this ^ b; }

  private:
    std::array<std::uint64_t, 4> words_{};
};

}  // namespace zermelo
