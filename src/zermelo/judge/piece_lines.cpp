// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/piece_lines.hpp"

#include <algorithm>
#include <array>
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

/// Two numbers of at most 8 digits each at once; false if any byte is no digit. As `parse_digits`, but with
/// half the instructions for two.
ZERMELO_TARGET_AVX2 inline bool parse_two(const char* x_at, unsigned x_digits, const char* y_at,
                                          unsigned y_digits, std::uint64_t& x, std::uint64_t& y) {
    const __m128i digits = _mm_set_epi64x(static_cast<std::int64_t>(detail::load_digits(y_at, y_digits)),
                                          static_cast<std::int64_t>(detail::load_digits(x_at, x_digits)));
    const __m128i nine = _mm_set1_epi8(9);
    const bool good = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(digits, nine), nine)) == 0xFFFF;
    const __m128i pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(0x010A));   // × 10, × 1
    const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(0x0001'0064));  // × 100, × 1
    const __m128i packed = _mm_packus_epi32(fours, fours);
    const __m128i eights = _mm_madd_epi16(packed, _mm_set1_epi32(0x0001'2710));  // × 10000, × 1
    const auto both = static_cast<std::uint64_t>(_mm_cvtsi128_si64(eights));
    x = both & 0xFFFF'FFFFU;
    y = both >> 32;
    return good;
}

/// Lines that end with `end_size` bytes: LF or CRLF. `bytes` must hold the longest plain line: 32 for numbers
/// of at most 12 digits, 64 for 19.
///
/// What leads from one line to the next is kept short (a load, a comparison, three bits of a mask), so that
/// the processor has several lines in work at once; the rest of a line hangs off that chain.
template <unsigned bytes, unsigned end_size>
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
        const char* const line = p;
        p += third + end_size;
        const unsigned x_digits = first;
        const unsigned y_digits = second - first - 1;
        const bool shaped = x_digits - 1 < most_digits && y_digits - 1 < most_digits && third == second + 2;
        if (!shaped || line[first] != ' ' || line[second] != ' ' || p[-1] != '\n' || p > end ||
            (end_size == 2 && p[-2] != '\r')) {
            p = line;
            break;
        }
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        bool good = true;
        if (x_digits <= 8 && y_digits <= 8) {
            good = parse_two(line, x_digits, line + first + 1, y_digits, x, y);
        } else {
            good = parse_digits(line, x_digits, x) && parse_digits(line + first + 1, y_digits, y);
        }
        const Code code = code_at(line + second + 1);
        if (!good || code == Code::invalid || !on_board(x, y, n)) {
            p = line;
            break;
        }
        shard.add(Column{x}, Row{y}, code);
    }
    at = p;
    return lines;
}

/// Plain lines of two numbers of at most 8 digits each, found one after another and then turned into pieces
/// together.
///
/// Line ends are found first, and for themselves: where a line begins then hangs on no other line, and the
/// processor has many in work at once. Of the numbers there are twice as many in a register as in one line.
class LineBlock {
  public:
    /// Finds lines from `at` on until there are `most`, or a line is not plain or begins at `last` or later,
    /// or the block is full. Returns where it stopped. Precondition: 64 bytes can be read from everywhere
    /// before `last`.
    template <unsigned end_size>
    ZERMELO_TARGET_AVX2 const char* find(const char* at, const char* last, const char* end,
                                         std::uint64_t most) {
        const std::size_t ends = find_ends(at, last, most);
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(ends, most));
        const char* p = at;
        std::size_t count = 0;
        for (; count < wanted; ++count) {
            const char* const next = at + ends_[count] + 1;
            std::uint64_t gap = gaps<32>(p);
            const auto first = static_cast<unsigned>(std::countr_zero(gap));
            gap &= gap - 1;
            const auto second = static_cast<unsigned>(std::countr_zero(gap));
            const unsigned x_digits = first;
            const unsigned y_digits = second - first - 1;
            if (x_digits - 1 > 7 || y_digits - 1 > 7 || p + second + 2 + end_size != next ||
                p[first] != ' ' || p[second] != ' ' || next > end || (end_size == 2 && next[-2] != '\r'))
                break;
            digits_[2 * count] = detail::load_digits(p, x_digits);
            digits_[2 * count + 1] = detail::load_digits(p + first + 1, y_digits);
            codes_[count] = code_at(p + second + 1);
            p = next;
        }
        text_ = at;
        count_ = count;
        full_ = count == ends && count != most;
        return p;
    }
    /// Whether it was only the block that ended.
    bool full() const { return full_ && count_ != 0; }

    /// Adds the pieces of all lines found, but not from the first on that is none on a board of n × n
    /// squares; then `at` is set to that line. Returns how many were added.
    ZERMELO_TARGET_AVX2 std::size_t add_to(Shard& shard, std::uint64_t n, const char*& at) {
        if (!convert(n)) [[unlikely]] {
            std::size_t good = 0;
            while (good < count_ && is_good(good, n)) ++good;
            at = good == 0 ? text_ : text_ + ends_[good - 1] + 1;
            count_ = good;
            full_ = false;
        }
        for (std::size_t k = 0; k < count_; ++k)
            shard.add(Column{numbers_[2 * k]}, Row{numbers_[2 * k + 1]}, codes_[k]);
        return count_;
    }

  private:
    static constexpr std::size_t step = 64;
    static constexpr std::size_t most_text = 1024;
    static constexpr std::size_t shortest_line = 6;
    static constexpr std::size_t size = most_text / shortest_line + 2;

    /// Where lines end, from the text's beginning, for about `most` lines; lines that are too short to be
    /// plain may fill it. Returns how many.
    ZERMELO_TARGET_AVX2 std::size_t find_ends(const char* at, const char* last, std::uint64_t most) {
        if (at >= last) return 0;
        const auto text = std::min({most_text, static_cast<std::size_t>(last - at),
                                    static_cast<std::size_t>(std::min<std::uint64_t>(most, size)) * 8});
        const __m256i newline = _mm256_set1_epi8('\n');
        const auto mask_of = [&](const char* from) ZERMELO_TARGET_AVX2 {
            const auto bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
            return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, newline)));
        };
        std::size_t count = 0;
        for (std::size_t from = 0; from < text && count < size; from += step) {
            std::uint64_t mask = mask_of(at + from) | std::uint64_t{mask_of(at + from + 32)} << 32;
            const auto here = static_cast<std::size_t>(std::popcount(mask));
            const auto note = [&](std::size_t begin,
                                  std::size_t stop) {  // in rounds of four: no branch on each
                for (std::size_t k = begin; k < stop; ++k) {
                    ends_[count + k] =
                        static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(std::countr_zero(mask));
                    mask &= mask - 1;
                }
            };
            note(0, 4);
            if (here > 4) [[unlikely]]
                note(4, 8);
            if (here > 8) [[unlikely]]
                note(8, here);
            count += here;
        }
        return std::min(count, size);
    }
    /// False if a line is bad.
    ZERMELO_TARGET_AVX2 bool convert(std::uint64_t n) {
        if (count_ % 2 != 0) {  // two lines at a time: one is there twice
            digits_[2 * count_] = digits_[2 * count_ - 2];
            digits_[2 * count_ + 1] = digits_[2 * count_ - 1];
        }
        const __m256i tens = _mm256_set1_epi16(0x010A);           // × 10, × 1
        const __m256i hundreds = _mm256_set1_epi32(0x0001'0064);  // × 100, × 1
        const __m256i myriads = _mm256_set1_epi32(0x0001'2710);   // × 10000, × 1
        const __m256i one = _mm256_set1_epi32(1);
        __m256i most_digit = _mm256_setzero_si256();
        __m256i most_number = _mm256_setzero_si256();  // each less one
        for (std::size_t k = 0; k < 2 * count_; k += 4) {
            const __m256i digits = _mm256_load_si256(reinterpret_cast<const __m256i*>(&digits_[k]));
            most_digit = _mm256_max_epu8(most_digit, digits);
            const __m256i fours = _mm256_madd_epi16(_mm256_maddubs_epi16(digits, tens), hundreds);
            const __m256i eights = _mm256_madd_epi16(_mm256_packus_epi32(fours, fours), myriads);
            most_number = _mm256_max_epu32(most_number, _mm256_sub_epi32(eights, one));
            const __m256i all = _mm256_permute4x64_epi64(eights, 0x08);
            _mm_store_si128(reinterpret_cast<__m128i*>(&numbers_[k]), _mm256_castsi256_si128(all));
        }
        const __m256i nine = _mm256_set1_epi8(9);
        const __m256i top = _mm256_set1_epi32(static_cast<int>(n - 1));
        const __m256i fine = _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_max_epu8(most_digit, nine), nine),
                                              _mm256_cmpeq_epi32(_mm256_max_epu32(most_number, top), top));
        std::uint8_t codes = 0;
        for (std::size_t k = 0; k < count_; ++k) codes |= static_cast<std::uint8_t>(codes_[k]);
        return _mm256_movemask_epi8(fine) == -1 && codes != static_cast<std::uint8_t>(Code::invalid);
    }
    bool is_good(std::size_t k, std::uint64_t n) const {
        return detail::are_digits(digits_[2 * k]) && detail::are_digits(digits_[2 * k + 1]) &&
               codes_[k] != Code::invalid && on_board(numbers_[2 * k], numbers_[2 * k + 1], n);
    }

    alignas(32) std::array<std::uint64_t, 2 * size + 2> digits_;
    alignas(32) std::array<std::uint32_t, 2 * size + 2> numbers_;
    std::array<std::uint32_t, size + step> ends_;
    std::array<Code, size> codes_;
    const char* text_ = nullptr;
    std::size_t count_ = 0;
    bool full_ = false;
};

template <unsigned end_size>
std::uint64_t read_blocks(const char*& at, const char* end, const char* readable_end, std::uint64_t wanted,
                          std::uint64_t n, Shard& shard) {
    constexpr std::ptrdiff_t margin = 64;
    if (readable_end - at < margin) return 0;
    // The end of the text is a line's end or the input's; a line that runs over it would be a later game's.
    const char* const last = std::min(end, readable_end - margin + 1);
    LineBlock block;
    std::uint64_t lines = 0;
    do {
        const char* stop = block.find<end_size>(at, last, end, wanted - lines);
        lines += block.add_to(shard, n, stop);
        at = stop;
    } while (block.full());
    return lines;
}

/// Whether the first line ends with CRLF; the others are taken to end alike, and left to others if they do
/// not.
bool ends_with_crlf(const char* at, const char* end) {
    const char* const newline = std::find(at, std::min(end, at + 64), '\n');
    return newline != at && newline != end && newline[-1] == '\r';
}

template <unsigned end_size>
std::uint64_t read_avx2_lines(const char*& at, const char* end, const char* readable_end,
                              std::uint64_t wanted, std::uint64_t n, Shard& shard) {
    constexpr std::uint64_t eight_digits = 99'999'999U;
    constexpr std::uint64_t short_numbers = 999'999'999'999U;
    if (n <= eight_digits) return read_blocks<end_size>(at, end, readable_end, wanted, n, shard);
    return n <= short_numbers ? read_avx2<32, end_size>(at, end, readable_end, wanted, n, shard)
                              : read_avx2<64, end_size>(at, end, readable_end, wanted, n, shard);
}

#endif

}  // namespace

std::uint64_t read_piece_lines(const char*& at, const char* end, const char* readable_end,
                               std::uint64_t wanted, std::uint64_t n, Shard& shard, Isa isa) {
    std::uint64_t lines = 0;
#if ZERMELO_X86
    if (isa == Isa::avx2) {
        lines = ends_with_crlf(at, end) ? read_avx2_lines<2>(at, end, readable_end, wanted, n, shard)
                                        : read_avx2_lines<1>(at, end, readable_end, wanted, n, shard);
    }
#else
    static_cast<void>(isa), static_cast<void>(readable_end);
#endif
    // The portable path, or what lies too near the end of the readable bytes for vector loads.
    return lines + read_portable(at, end, wanted - lines, n, shard);
}

}  // namespace zermelo::judge
