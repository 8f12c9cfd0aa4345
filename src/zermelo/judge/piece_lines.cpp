// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/piece_lines.hpp"

#include <bit>

#include "zermelo/judge/digits.hpp"

#if ZERMELO_X86
#include <immintrin.h>
#endif

namespace zermelo::judge {

namespace {

using sparse::Code;
using sparse::Column;
using sparse::Row;
using sparse::Shard;

Code code_at(const char* at) { return sparse::code_of_letter[static_cast<unsigned char>(*at)]; }

bool on_board(std::uint64_t x, std::uint64_t y, std::uint64_t n) { return x - 1 < n && y - 1 < n; }

/// Digits and the blank behind them. False if there is no such thing before `end`.
bool read_plain_number(const char*& at, const char* end, std::uint64_t& value) {
    const char* const start = at;
    std::uint64_t v = 0;
    while (at != end && *at >= '0' && *at <= '9') v = v * 10 + static_cast<std::uint64_t>(*at++ - '0');
    value = v;
    const auto digits = at - start;
    return digits >= 1 && digits <= static_cast<std::ptrdiff_t>(most_digits) && at != end && *at++ == ' ';
}

std::uint64_t read_portable(const char*& at, const char* end, std::uint64_t wanted, std::uint64_t n,
                            Shard& shard) {
    std::uint64_t lines = 0;
    const char* p = at;
    for (; lines < wanted; ++lines) {
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        if (!read_plain_number(p, end, x) || !read_plain_number(p, end, y) || end - p < 2) break;
        const Code code = code_at(p++);
        if (*p == '\r' && end - p >= 2) ++p;
        if (*p != '\n' || code == Code::invalid || !on_board(x, y, n)) break;
        at = ++p;
        shard.add(Column{x}, Row{y}, code);
    }
    return lines;
}

#if ZERMELO_X86

/// One bit for each of the `bytes` bytes at `at` that is a blank, a line end or any other byte up to ' '
/// (or from 0x80 on: what the caller makes of those fails later).
template <unsigned bytes>
ZERMELO_TARGET_AVX2 inline std::uint64_t gaps(const char* at) {
    const __m256i blank = _mm256_set1_epi8(' ');
    const auto low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
    const std::uint64_t low_bits =
        static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpgt_epi8(low, blank)));
    if constexpr (bytes == 32) return low_bits ^ 0xFFFF'FFFFU;
    const auto high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32));
    const std::uint64_t high_bits =
        static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpgt_epi8(high, blank)));
    return ~(low_bits | high_bits << 32);
}

/// `bytes` must hold the longest plain line: 32 for numbers of at most 12 digits, 64 for 19.
template <unsigned bytes>
ZERMELO_TARGET_AVX2 std::uint64_t read_avx2(const char*& at, const char* end, const char* readable_end,
                                            std::uint64_t wanted, std::uint64_t n, Shard& shard) {
    constexpr std::ptrdiff_t margin = 64;
    std::uint64_t lines = 0;
    const char* p = at;
    // The end of the text is a line's end or the input's; a line that runs over it would be a later game's.
    for (; lines < wanted && readable_end - p >= margin && p < end; ++lines) {
        std::uint64_t gap = gaps<bytes>(p);
        const auto first = static_cast<unsigned>(std::countr_zero(gap));
        gap &= gap - 1;
        const auto second = static_cast<unsigned>(std::countr_zero(gap));
        gap &= gap - 1;
        const auto third = static_cast<unsigned>(std::countr_zero(gap));
        const unsigned x_digits = first;
        const unsigned y_digits = second - first - 1;
        if (x_digits - 1 >= most_digits || y_digits - 1 >= most_digits || third != second + 2 ||
            third >= bytes)
            break;
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        const bool x_good = parse_digits(p, x_digits, x);
        const bool y_good = parse_digits(p + first + 1, y_digits, y);
        const Code code = code_at(p + second + 1);
        const char* line_end = p + third;
        if (*line_end == '\r') ++line_end;
        if (!x_good || !y_good || p[first] != ' ' || p[second] != ' ' || *line_end != '\n' ||
            line_end >= end || code == Code::invalid || !on_board(x, y, n))
            break;
        shard.add(Column{x}, Row{y}, code);
        p = line_end + 1;
    }
    at = p;
    return lines;
}

#endif

}  // namespace

std::uint64_t read_piece_lines(const char*& at, const char* end, const char* readable_end,
                               std::uint64_t wanted, std::uint64_t n, Shard& shard, Isa isa) {
    std::uint64_t lines = 0;
#if ZERMELO_X86
    constexpr std::uint64_t short_numbers = 999'999'999'999U;
    if (isa == Isa::avx2) {
        lines = n <= short_numbers ? read_avx2<32>(at, end, readable_end, wanted, n, shard)
                                   : read_avx2<64>(at, end, readable_end, wanted, n, shard);
    }
#else
    static_cast<void>(isa), static_cast<void>(readable_end);
#endif
    // The portable path, or what lies too near the end of the readable bytes for vector loads.
    return lines + read_portable(at, end, wanted - lines, n, shard);
}

}  // namespace zermelo::judge
