// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/piece_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#if ZERMELO_X86
#include <immintrin.h>
#endif

namespace zermelo::check_state {

namespace {

constexpr unsigned max_digits = 19;  // a number of 19 digits always fits 64 bits

Code code_at(const char* at) { return code_of_letter[static_cast<unsigned char>(*at)]; }

bool on_board(std::uint64_t x, std::uint64_t y, std::uint64_t n) { return x - 1 < n && y - 1 < n; }

/// Reads digits and the blank after them. False if there is no such thing before `end`.
bool read_plain_number(const char*& at, const char* end, std::uint64_t& value) {
    const char* const start = at;
    std::uint64_t v = 0;
    while (at != end && *at >= '0' && *at <= '9') v = v * 10 + static_cast<std::uint64_t>(*at++ - '0');
    value = v;
    const auto digits = at - start;
    return digits >= 1 && digits <= static_cast<std::ptrdiff_t>(max_digits) && at != end && *at++ == ' ';
}

std::uint64_t read_portable(const char*& at, const char* end, std::uint64_t wanted, std::uint64_t n,
                            PieceBuffer& buffer) {
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
        buffer.add(Column{x}, Row{y}, code);
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

/// Eight bytes of text, less '0' each, with `count` (1 to 8) of them kept as the last digits.
long long load_digits(const char* at, unsigned count) {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return static_cast<long long>((word ^ 0x3030'3030'3030'3030U) << (64 - 8 * count));
}

/// The numbers of eight digits each that the bytes of a register's quarters are, the first digit lowest; both
/// of a half in its lower quarter. D. Lemire's and others' well-known scheme: pairs, fours, eights.
ZERMELO_TARGET_AVX2 inline __m256i eights_of(__m256i digits) {
    const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010A));   // × 10, × 1
    const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x0001'0064));  // × 100, × 1
    return _mm256_madd_epi16(_mm256_packus_epi32(fours, fours),
                             _mm256_set1_epi32(0x0001'2710));  // × 10000, × 1
}

ZERMELO_TARGET_AVX2 inline bool are_digits(__m256i bytes) {
    const __m256i nine = _mm256_set1_epi8(9);
    return _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(bytes, nine), nine)) == -1;
}

/// 1 to 16 digits, less '0' each, kept as the last ones.
ZERMELO_TARGET_AVX2 inline __m128i last_digits(const char* at, unsigned count) {
    alignas(32) static constexpr std::array<std::int8_t, 32> places{
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15};
    const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    return _mm_shuffle_epi8(_mm_xor_si128(text, _mm_set1_epi8('0')),
                            _mm_loadu_si128(reinterpret_cast<const __m128i*>(places.data() + count)));
}

/// Adds the digits before the last 16. Precondition: at most three.
inline bool add_before(const char* at, unsigned digits, std::uint64_t& number) {
    std::uint64_t before = 0;
    bool good = true;
    for (unsigned i = 0; i < digits; ++i) {
        good &= at[i] >= '0' && at[i] <= '9';
        before = before * 10 + static_cast<std::uint64_t>(at[i] - '0');
    }
    number += before * 10'000'000'000'000'000U;
    return good;
}

/// Two numbers of at most 8 digits, or of up to 19: then the last 16 digits of both in one register, the few
/// before them apart. False if there is anything but digits.
template <unsigned most>
ZERMELO_TARGET_AVX2 inline bool parse_two(const char* x_at, unsigned x_digits, const char* y_at,
                                          unsigned y_digits, std::uint64_t& x, std::uint64_t& y) {
    if constexpr (most <= 8) {
        const __m256i digits =
            _mm256_zextsi128_si256(_mm_set_epi64x(load_digits(y_at, y_digits), load_digits(x_at, x_digits)));
        const __m128i numbers = _mm256_castsi256_si128(eights_of(digits));
        x = static_cast<std::uint32_t>(_mm_extract_epi32(numbers, 0));
        y = static_cast<std::uint32_t>(_mm_extract_epi32(numbers, 1));
        return are_digits(digits);
    }
    const unsigned x_before = x_digits > 16 ? x_digits - 16 : 0;
    const unsigned y_before = y_digits > 16 ? y_digits - 16 : 0;
    const __m256i digits = _mm256_set_m128i(last_digits(y_at + y_before, y_digits - y_before),
                                            last_digits(x_at + x_before, x_digits - x_before));
    const __m256i eights = eights_of(digits);  // each half's upper eight, then its lower eight
    const __m256i numbers = _mm256_add_epi64(_mm256_mul_epu32(eights, _mm256_set1_epi64x(100'000'000)),
                                             _mm256_srli_epi64(eights, 32));
    x = static_cast<std::uint64_t>(_mm256_extract_epi64(numbers, 0));
    y = static_cast<std::uint64_t>(_mm256_extract_epi64(numbers, 2));
    bool good = are_digits(digits);
    if (x_before != 0) good &= add_before(x_at, x_before, x);
    if (y_before != 0) good &= add_before(y_at, y_before, y);
    return good;
}

/// Lines of two numbers of up to `most` digits each. `bytes` must hold the longest.
///
/// What leads from one line to the next is kept short (a load, a comparison, three bits of a mask), so that
/// the processor has several lines in work at once; the rest of a line hangs off that chain.
template <unsigned bytes, unsigned most>
ZERMELO_TARGET_AVX2 std::uint64_t read_lines(const char*& at, const char* last, const char* end,
                                             std::uint64_t wanted, std::uint64_t n, PieceBuffer& buffer) {
    std::uint64_t lines = 0;
    const char* p = at;
    for (; lines < wanted && p < last; ++lines) {
        // Processors do not foresee beyond a page of 4 KiB, and a page is read in a microsecond.
        constexpr std::ptrdiff_t ahead = 1024;
        __builtin_prefetch(p + std::min(ahead, last - p));
        std::uint64_t gap = gaps<bytes>(p);
        const auto next_gap = [&] {
            const char* const found = p + std::countr_zero(gap);
            gap &= gap - 1;
            return found;
        };
        const char* const x_end = next_gap();
        const char* const y_end = next_gap();
        const char* const letter_end = next_gap();
        const auto x_digits = static_cast<unsigned>(x_end - p);
        const auto y_digits = static_cast<unsigned>(y_end - x_end - 1);
        if (x_digits - 1 >= most || y_digits - 1 >= most || *x_end != ' ' || *y_end != ' ' ||
            letter_end - y_end != 2)
            break;
        const char* next = letter_end + 1;
        if (*letter_end == '\r') [[unlikely]]
            ++next;
        if (next > end || next[-1] != '\n') break;
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        const Code code = code_at(y_end + 1);
        if (!parse_two<most>(p, x_digits, x_end + 1, y_digits, x, y) || code == Code::invalid ||
            !on_board(x, y, n))
            break;
        buffer.add(Column{x}, Row{y}, code);
        p = next;
    }
    at = p;
    return lines;
}

std::uint64_t read_avx2_lines(const char*& at, const char* end, const char* readable_end,
                              std::uint64_t wanted, std::uint64_t n, PieceBuffer& buffer) {
    constexpr std::uint64_t eight_digits = 99'999'999U;
    constexpr std::uint64_t twelve_digits = 999'999'999'999U;
    constexpr std::ptrdiff_t margin = 64;
    if (readable_end - at < margin) return 0;
    // The end of the text is a line's end or the input's; a line that runs over it would be a later game's.
    const char* const last = std::min(end, readable_end - margin + 1);
    const auto read = n <= eight_digits    ? read_lines<32, 8>
                      : n <= twelve_digits ? read_lines<32, 12>
                                           : read_lines<64, max_digits>;
    return read(at, last, end, wanted, n, buffer);
}

#endif

}  // namespace

std::uint64_t read_piece_lines(const char*& at, const char* end, const char* readable_end,
                               std::uint64_t wanted, std::uint64_t n, PieceBuffer& buffer, Isa isa) {
    std::uint64_t lines = 0;
#if ZERMELO_X86
    if (isa == Isa::avx2) lines = read_avx2_lines(at, end, readable_end, wanted, n, buffer);
#else
    static_cast<void>(isa), static_cast<void>(readable_end);
#endif
    // The portable path; or what lies too near the end of the readable bytes for vector loads, and the lines
    // before one that is bad.
    return lines + read_portable(at, end, wanted - lines, n, buffer);
}

}  // namespace zermelo::check_state
