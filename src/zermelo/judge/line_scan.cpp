// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/line_scan.hpp"

#include <bit>

#if ZERMELO_X86
#include <immintrin.h>
#endif

namespace zermelo::judge {

namespace {

/// How far the scan is, and whether the line it stands in has something on it.
struct State {
    const char* at;
    const char* end;
    const char* line;  ///< start of the line that `at` stands in
    std::uint64_t lines = 0;
    std::uint64_t newlines = 0;
    bool something = false;
};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

void scan_portable(State& s, std::uint64_t wanted) {
    while (s.at != s.end && s.lines != wanted) {
        const char c = *s.at++;
        if (c == '\n') {
            s.lines += s.something ? 1 : 0;
            ++s.newlines;
            s.something = false;
            s.line = s.at;
        } else if (!is_space(c)) {
            s.something = true;
        }
    }
}

#if ZERMELO_X86

/// Whole blocks of 64 bytes. Adding the bytes with something on them to the bytes that end no line carries
/// into a line end exactly if its line has something on it: that is all the work.
ZERMELO_TARGET_AVX2 void scan_avx2(State& s, std::uint64_t wanted) {
    // A byte is white space if the table, looked up by its low half, gives the byte itself.
    const __m256i spaces = _mm256_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0,  //
                                            ' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0);
    const __m256i newline = _mm256_set1_epi8('\n');
    std::uint64_t carry = s.something ? 1 : 0;
    while (s.end - s.at >= 64) {
        const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(s.at));
        const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(s.at + 32));
        const auto bits = [](__m256i a, __m256i b) ZERMELO_TARGET_AVX2 {
            return std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(a))} |
                   std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(b))} << 32;
        };
        const std::uint64_t space = bits(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(spaces, low), low),
                                         _mm256_cmpeq_epi8(_mm256_shuffle_epi8(spaces, high), high));
        const std::uint64_t ends = bits(_mm256_cmpeq_epi8(newline, low), _mm256_cmpeq_epi8(newline, high));
        std::uint64_t sum = 0;
        std::uint64_t carry_out = __builtin_add_overflow(~ends, ~space, &sum) ? 1 : 0;
        carry_out |= __builtin_add_overflow(sum, carry, &sum) ? 1 : 0;
        const std::uint64_t full = sum & ends;
        const auto count = static_cast<std::uint64_t>(std::popcount(full));
        if (s.lines + count >= wanted) {
            const int last = std::countr_zero(_pdep_u64(std::uint64_t{1} << (wanted - s.lines - 1), full));
            s.newlines += static_cast<std::uint64_t>(std::popcount(ends << (63 - last)));
            s.lines = wanted;
            s.at += last + 1;
            s.line = s.at;
            s.something = false;
            return;
        }
        s.lines += count;
        s.newlines += static_cast<std::uint64_t>(std::popcount(ends));
        if (ends != 0) s.line = s.at + (64 - std::countl_zero(ends));
        s.at += 64;
        carry = carry_out;
    }
    s.something = carry != 0;
}

#endif

}  // namespace

ScannedLines scan_lines(std::string_view text, std::uint64_t wanted, bool at_end, Isa isa) {
    if (wanted == 0) return {};
    State s{text.data(), text.data() + text.size(), text.data()};
#if ZERMELO_X86
    if (isa == Isa::avx2) scan_avx2(s, wanted);
#else
    static_cast<void>(isa);
#endif
    scan_portable(s, wanted);
    if (at_end && s.lines < wanted) {
        s.lines += s.something ? 1 : 0;
        s.line = s.end;
    }
    return {static_cast<std::size_t>(s.line - text.data()), s.lines, s.newlines};
}

}  // namespace zermelo::judge
