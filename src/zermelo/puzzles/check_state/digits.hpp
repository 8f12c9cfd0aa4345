// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace zermelo::check_state {

inline constexpr unsigned most_digits = 19;  // a number of 19 digits always fits 64 bits

inline constexpr std::array<std::uint64_t, 9> powers_of_ten{
    1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};

/// Eight bytes of text, less '0' each, with `count` (1 to 8) of them kept as the last digits.
inline std::uint64_t load_digits(const char* at, unsigned count) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return (word ^ 0x3030'3030'3030'3030U) << (64 - 8 * count);
}

inline bool are_eight_digits(std::uint64_t word) {
    return (((word + 0x7676'7676'7676'7676U) | word) & 0x8080'8080'8080'8080U) == 0;
}

/// Eight digits, the first in the lowest byte, as a number: pairs, fours, eights (D. Lemire's and others'
/// well-known scheme of three multiplications).
inline std::uint64_t combine_digits(std::uint64_t word) {
    word = word * 10 + (word >> 8);
    constexpr std::uint64_t pairs = 0x0000'00FF'0000'00FFU;
    return ((word & pairs) * 0x000F'4240'0000'0064U + (word >> 16 & pairs) * 0x0000'2710'0000'0001U) >> 32;
}

/// The number written in the `count` bytes at `at`, eight digits at a time.
///
/// Returns false if any of them is no digit. Preconditions: 1 ≤ count ≤ 19; 24 bytes can be read at `at`;
/// a little-endian machine. Cost: some ten operations for each eight digits, no branch on their values.
inline bool parse_digits(const char* at, unsigned count, std::uint64_t& value) {
    static_assert(std::endian::native == std::endian::little);
    if (count <= 8) [[likely]] {
        const std::uint64_t digits = load_digits(at, count);
        value = combine_digits(digits);
        return are_eight_digits(digits);
    }
    const std::uint64_t first = load_digits(at, 8);
    if (count <= 16) {
        const std::uint64_t second = load_digits(at + 8, count - 8);
        value = combine_digits(first) * powers_of_ten[count - 8] + combine_digits(second);
        return are_eight_digits(first) && are_eight_digits(second);
    }
    const std::uint64_t second = load_digits(at + 8, 8);
    const std::uint64_t third = load_digits(at + 16, count - 16);
    value = (combine_digits(first) * powers_of_ten[8] + combine_digits(second)) * powers_of_ten[count - 16] +
            combine_digits(third);
    return are_eight_digits(first) && are_eight_digits(second) && are_eight_digits(third);
}

}  // namespace zermelo::check_state
