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

constexpr unsigned most_digits = 19;  // a number of 19 digits always fits 64 bits

Code code_at(const char* at) { return code_of_letter[static_cast<unsigned char>(*at)]; }

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
std::uint64_t load_digits(const char* at, unsigned count) {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return (word ^ 0x3030'3030'3030'3030U) << (64 - 8 * count);
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

/// Where a line's two numbers lie, if it is plain.
struct Shape {
    unsigned x_digits = 0;
    unsigned y_digits = 0;

    /// From the line's gaps; takes the two behind the numbers out.
    ZERMELO_TARGET_AVX2 explicit Shape(std::uint64_t& gap) {
        x_digits = static_cast<unsigned>(std::countr_zero(gap));
        gap &= gap - 1;
        y_digits = static_cast<unsigned>(std::countr_zero(gap)) - x_digits - 1;
        gap &= gap - 1;
    }
    unsigned y_at() const { return x_digits + 1; }
    unsigned letter_at() const { return x_digits + y_digits + 2; }
    /// Is the line plain, with numbers of at most `most` digits, a letter (or what `code_at` takes for none)
    /// and LF or CRLF before `next`?
    template <unsigned most>
    bool is_plain(const char* at, const char* next, const char* end) const {
        const char* const behind = at + letter_at() + 1;
        return x_digits - 1 < most && y_digits - 1 < most && at[x_digits] == ' ' && behind[-2] == ' ' &&
               (behind + 1 == next || (behind + 2 == next && *behind == '\r')) && next <= end;
    }
};

/// Sets a load of the text some way ahead under way: processors do not foresee beyond a page of 4 KiB, and a
/// page is read in a microsecond. Precondition: at ≤ last.
inline void fetch_ahead(const char* at, const char* last) {
    constexpr std::ptrdiff_t ahead = 1024;
    __builtin_prefetch(at + std::min(ahead, last - at));
}

/// Where the next lines of a text end, as far as some 1024 bytes go. Found for themselves and first: where a
/// line begins then hangs on no other line, and the processor has many lines in work at once.
class LineEnds {
  public:
    static constexpr std::size_t most_text = 1024;
    static constexpr std::size_t shortest_line = 6;
    static constexpr std::size_t most = most_text / shortest_line + 2;

    /// Finds the ends of about `wanted` lines from `text` on, all behind beginnings before `last`.
    /// Precondition: 64 bytes can be read from everywhere before `last`.
    ZERMELO_TARGET_AVX2 void find(const char* text, const char* last, std::uint64_t wanted) {
        text_ = text;
        count_ = 0;
        if (text >= last) return;
        constexpr std::size_t likely_line = 8;
        const auto size =
            std::min({most_text, static_cast<std::size_t>(last - text),
                      static_cast<std::size_t>(std::min<std::uint64_t>(wanted, most)) * likely_line});
        for (std::size_t from = 0; from < size && count_ < most; from += 64) {
            fetch_ahead(text + from, last);
            std::uint64_t ends = newlines(text + from);
            const auto here = static_cast<std::size_t>(std::popcount(ends));
            const auto note = [&](std::size_t begin, std::size_t end) {
                for (std::size_t k = begin; k < end; ++k, ends &= ends - 1)
                    ends_[count_ + k] =
                        static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(std::countr_zero(ends));
            };
            note(0, 4);  // some for nothing, so that their number is no branch for each
            if (here > 4) [[unlikely]]
                note(4, 8);
            if (here > 8) [[unlikely]]
                note(8, here);
            count_ += here;
        }
        count_ = std::min(count_, most);
        // The last bytes looked at may lie behind `last`, and lines begin there from which no vector can be
        // read.
        while (count_ != 0 && begin_of(count_ - 1) >= last) --count_;
    }
    std::size_t count() const { return count_; }
    /// Where line k begins; for k = count(), where the next one does. Precondition: k ≤ count().
    const char* begin_of(std::size_t k) const { return k == 0 ? text_ : behind(k - 1); }
    /// Where the line behind line k begins. Precondition: k < count().
    const char* behind(std::size_t k) const { return text_ + ends_[k] + 1; }

  private:
    ZERMELO_TARGET_AVX2 static std::uint64_t newlines(const char* at) {
        const __m256i newline = _mm256_set1_epi8('\n');
        const auto low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
        const auto high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32));
        return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, newline))) |
               std::uint64_t{
                   static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, newline)))}
                   << 32;
    }

    const char* text_ = nullptr;
    std::size_t count_ = 0;
    std::array<std::uint32_t, most + 64> ends_;
};

/// Lines of two numbers of at most 8 digits each: found one after another, then turned into pieces together,
/// twice as many numbers in a register as a line has. For n < 10^8.
class ShortLines {
  public:
    /// Reads up to `most` plain lines of those that `ends` tells of, up to the first that is none. Returns
    /// how many; 0 if one of them is bad: not of digits, no piece's letter, or off a board of n × n squares.
    ZERMELO_TARGET_AVX2 std::size_t read(const LineEnds& ends, std::size_t most, const char* end,
                                         std::uint64_t n, PieceBuffer& buffer) {
        const char* at = ends.begin_of(0);
        std::size_t count = 0;
        for (; count < most; ++count) {
            const char* const next = ends.behind(count);
            std::uint64_t gap = gaps<32>(at);
            const Shape shape(gap);
            if (!shape.is_plain<8>(at, next, end)) break;
            digits_[2 * count] = load_digits(at, shape.x_digits);
            digits_[2 * count + 1] = load_digits(at + shape.y_at(), shape.y_digits);
            codes_[count] = code_at(at + shape.letter_at());
            at = next;
        }
        if (!convert(count, n)) [[unlikely]]
            return 0;
        for (std::size_t k = 0; k < count; ++k)
            buffer.add(Column{numbers_[2 * k]}, Row{numbers_[2 * k + 1]}, codes_[k]);
        return count;
    }

  private:
    /// False if one of the lines is bad.
    ZERMELO_TARGET_AVX2 bool convert(std::size_t count, std::uint64_t n) {
        if (count % 2 != 0) {  // two lines at a time: the last is there twice
            digits_[2 * count] = digits_[2 * count - 2];
            digits_[2 * count + 1] = digits_[2 * count - 1];
        }
        __m256i most_digit = _mm256_setzero_si256();
        __m256i most_number = _mm256_setzero_si256();  // each less one
        for (std::size_t k = 0; k < 2 * count; k += 4) {
            const __m256i digits = _mm256_load_si256(reinterpret_cast<const __m256i*>(&digits_[k]));
            most_digit = _mm256_max_epu8(most_digit, digits);
            const __m256i numbers = eights_of(digits);
            most_number = _mm256_max_epu32(most_number, _mm256_sub_epi32(numbers, _mm256_set1_epi32(1)));
            const __m256i together = _mm256_permute4x64_epi64(numbers, 0x08);
            _mm_store_si128(reinterpret_cast<__m128i*>(&numbers_[k]), _mm256_castsi256_si128(together));
        }
        const __m256i top = _mm256_set1_epi32(static_cast<int>(n - 1));
        const __m256i on_board = _mm256_cmpeq_epi32(_mm256_max_epu32(most_number, top), top);
        unsigned codes = 0;
        for (std::size_t k = 0; k < count; ++k) codes |= static_cast<unsigned>(codes_[k]);
        return are_digits(most_digit) && _mm256_movemask_epi8(on_board) == -1 &&
               codes != static_cast<unsigned>(Code::invalid);
    }

    alignas(32) std::array<std::uint64_t, 2 * LineEnds::most + 2> digits_;
    alignas(32) std::array<std::uint32_t, 2 * LineEnds::most + 2> numbers_;
    std::array<Code, LineEnds::most> codes_;
};

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

/// Two numbers at once: the last 16 digits of both in one register, the few before them apart.
ZERMELO_TARGET_AVX2 inline bool parse_two(const char* x_at, unsigned x_digits, const char* y_at,
                                          unsigned y_digits, std::uint64_t& x, std::uint64_t& y) {
    const unsigned x_before = x_digits > 16 ? x_digits - 16 : 0;
    const unsigned y_before = y_digits > 16 ? y_digits - 16 : 0;
    const __m256i digits = _mm256_set_m128i(last_digits(y_at + y_before, y_digits - y_before),
                                            last_digits(x_at + x_before, x_digits - x_before));
    const __m256i eights = eights_of(digits);  // of each half: the upper one, the lower one
    const __m256i numbers = _mm256_add_epi64(_mm256_mul_epu32(eights, _mm256_set1_epi64x(100'000'000)),
                                             _mm256_srli_epi64(eights, 32));
    x = static_cast<std::uint64_t>(_mm256_extract_epi64(numbers, 0));
    y = static_cast<std::uint64_t>(_mm256_extract_epi64(numbers, 2));
    bool good = are_digits(digits);
    if (x_before != 0) good &= add_before(x_at, x_before, x);
    if (y_before != 0) good &= add_before(y_at, y_before, y);
    return good;
}

/// Lines of two numbers of up to 19 digits each that end with LF, for any n. `bytes` must hold the longest:
/// 32 for numbers of at most 12 digits.
///
/// What leads from one line to the next is kept short (a load, a comparison, three bits of a mask), so that
/// the processor has several lines in work at once; the rest of a line hangs off that chain. To look for line
/// ends first, as for short lines, gains nothing here.
template <unsigned bytes>
ZERMELO_TARGET_AVX2 std::uint64_t read_long_lines(const char*& at, const char* last, const char* end,
                                                  std::uint64_t wanted, std::uint64_t n,
                                                  PieceBuffer& buffer) {
    std::uint64_t lines = 0;
    const char* p = at;
    for (; lines < wanted && p < last; ++lines) {
        fetch_ahead(p, last);
        std::uint64_t gap = gaps<bytes>(p);
        const Shape shape(gap);
        const char* const next = p + std::countr_zero(gap) + 1;
        if (!shape.is_plain<most_digits>(p, next, end) || next[-1] != '\n') break;
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        const Code code = code_at(p + shape.letter_at());
        if (!parse_two(p, shape.x_digits, p + shape.y_at(), shape.y_digits, x, y) || code == Code::invalid ||
            !on_board(x, y, n))
            break;
        buffer.add(Column{x}, Row{y}, code);
        p = next;
    }
    at = p;
    return lines;
}

std::uint64_t read_short_lines(const char*& at, const char* last, const char* end, std::uint64_t wanted,
                               std::uint64_t n, PieceBuffer& buffer) {
    std::uint64_t lines = 0;
    LineEnds ends;
    ShortLines block;
    while (true) {
        ends.find(at, last, wanted - lines);
        const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(ends.count(), wanted - lines));
        const std::size_t read = block.read(ends, most, end, n, buffer);
        at = ends.begin_of(read);
        lines += read;
        if (read != most || most == 0) return lines;
    }
}

std::uint64_t read_avx2_lines(const char*& at, const char* end, const char* readable_end,
                              std::uint64_t wanted, std::uint64_t n, PieceBuffer& buffer) {
    constexpr std::uint64_t eight_digits = 99'999'999U;
    constexpr std::uint64_t twelve_digits = 999'999'999'999U;
    constexpr std::ptrdiff_t margin = 64;
    if (readable_end - at < margin) return 0;
    // The end of the text is a line's end or the input's; a line that runs over it would be a later game's.
    const char* const last = std::min(end, readable_end - margin + 1);
    const auto read = n <= eight_digits    ? read_short_lines
                      : n <= twelve_digits ? read_long_lines<32>
                                           : read_long_lines<64>;
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
