// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <bit>
#include <cstring>

#include "zermelo/puzzles/game_decider.hpp"
#include "zermelo/puzzles/king_pawn/decide.hpp"
#include "zermelo/puzzles/king_pawn/puzzle.hpp"

#if ZERMELO_X86
#include <immintrin.h>
#endif

namespace zermelo::king_pawn {

namespace {

class CheesyDecider final : public puzzles::GameDecider {
  public:
    using GameDecider::GameDecider;

  private:
    std::uint64_t decide_fast([[maybe_unused]] puzzles::Reader& reader, [[maybe_unused]] const Reach& reach,
                              [[maybe_unused]] std::string& out) override {
#if ZERMELO_X86
        if (options().isa == Isa::avx2 && options().format == puzzles::AnswerFormat::verdict)
            return decide_avx2(reader, reach, out);
#endif
        return 0;
    }

#if ZERMELO_X86
    static std::uint64_t decide_avx2(puzzles::Reader& reader, const Reach& reach, std::string& out);
#endif
};

#if ZERMELO_X86

constexpr std::ptrdiff_t plain_size = 80;  // eight rows of 9 bytes, "x y" twice

/// The 32 marks of four rows that lie 9 bytes apart: a bit each where the byte is `mark`.
ZERMELO_TARGET_AVX2 inline std::uint32_t equal_bits(__m256i rows, char mark) {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(rows, _mm256_set1_epi8(mark))));
}

inline std::int64_t load64(const char* at) {
    std::int64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
}

ZERMELO_TARGET_AVX2 inline __m256i load_rows(const char* at) {
    return _mm256_set_epi64x(load64(at + 27), load64(at + 18), load64(at + 9), load64(at));
}

/// Two halves of 32 marks, the top row in the lowest byte, as a set with the top row in the highest.
inline Squares squares(std::uint32_t top, std::uint32_t bottom) {
    return Squares{__builtin_bswap64(std::uint64_t{bottom} << 32 | top)};
}

ZERMELO_TARGET_AVX2 std::uint64_t CheesyDecider::decide_avx2(puzzles::Reader& reader, const Reach& reach,
                                                             std::string& out) {
    constexpr std::size_t line_size = 6;  // "White\n" and "Black\n" alike
    constexpr std::array<std::array<char, 9>, 2> lines{{{"White\n\0"}, {"Black\n\0"}}};
    const std::size_t before = out.size();
    out.resize(before + reach.games * line_size + 2);
    char* to = out.data() + before;
    const char* at = reader.position();
    std::uint64_t decided = 0;
    for (; decided < reach.games && at < reach.stop && reader.end() - at >= plain_size; ++decided) {
        const __m256i top = load_rows(at);
        const __m256i bottom = load_rows(at + 36);
        const std::uint32_t top_f = equal_bits(top, 'F');
        const std::uint32_t top_d = equal_bits(top, 'D');
        const std::uint32_t bottom_f = equal_bits(bottom, 'F');
        const std::uint32_t bottom_d = equal_bits(bottom, 'D');
        const std::uint32_t marked =
            (top_f | top_d | equal_bits(top, '.')) & (bottom_f | bottom_d | equal_bits(bottom, '.'));
        // The line ends of the rows at 8, 17, …, 62 and 71.
        const auto half = [at](std::ptrdiff_t offset) ZERMELO_TARGET_AVX2 {
            return equal_bits(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + offset)), '\n');
        };
        constexpr std::uint32_t first_ends = 1U << 8 | 1U << 17 | 1U << 26;
        constexpr std::uint32_t second_ends = 1U << 3 | 1U << 12 | 1U << 21 | 1U << 30;
        const bool ended =
            (half(0) & first_ends) == first_ends && (half(32) & second_ends) == second_ends && at[71] == '\n';
        // "x y\nx y\n": less '1' for the digits and the marks themselves, only the digits' low bits stay.
        const std::uint64_t places = static_cast<std::uint64_t>(load64(at + 72)) - 0x0A31'2031'0A31'2031U;
        constexpr std::uint64_t digits = 0x0007'0007'0007'0007U;
        if (marked != ~std::uint32_t{0} || !ended || (places & ~digits) != 0) break;
        const Marks marks{squares(top_f, bottom_f), squares(top_d, bottom_d)};
        const auto square_at = [&](unsigned shift) {
            return Square{File{static_cast<unsigned>(places >> shift & 7)},
                          Rank{static_cast<unsigned>(places >> (shift + 16) & 7)}};
        };
        const Squares king = square_at(0).set();
        const Squares pawn = square_at(32).set();
        if ((king & marks.open() & ~pawn).empty() || (pawn & marks.forbidden).any()) break;
        const Color color = king_pawn::winner(marks, king, pawn);
        std::memcpy(to, lines[index(color)].data(), 8);
        to += line_size;
        at += plain_size;
    }
    reader.move_to(at);
    out.resize(before + decided * line_size);
    return decided;
}

#endif

}  // namespace

std::unique_ptr<puzzles::Decider> make_decider(const puzzles::Puzzle& puzzle,
                                               const puzzles::Options& options) {
    return std::make_unique<CheesyDecider>(puzzle, options);
}

}  // namespace zermelo::king_pawn
