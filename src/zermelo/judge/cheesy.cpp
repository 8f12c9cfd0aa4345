// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/cheesy.hpp"

#include <array>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "zermelo/draw/pursuit.hpp"
#include "zermelo/draw/text.hpp"
#include "zermelo/judge/decider.hpp"
#include "zermelo/judge/json.hpp"
#include "zermelo/puzzles/king_pawn/decide.hpp"

#if ZERMELO_X86
#include <immintrin.h>
#endif

namespace zermelo::judge {

namespace {

using king_pawn::Board;
using king_pawn::Square;
using king_pawn::Squares;

constexpr std::uint64_t lines_a_game = 10;

Json xy(Square square) { return Json::array({square.file().index() + 1, square.rank().index() + 1}); }

class CheesyDecider final : public GameDecider {
  public:
    explicit CheesyDecider(const Options& options) : options_(options) {}

  private:
    std::uint64_t decide_fast([[maybe_unused]] Reader& reader, [[maybe_unused]] const Reach& reach,
                              [[maybe_unused]] std::string& out) override {
#if ZERMELO_X86
        if (options_.isa == Isa::avx2 && options_.form == Form::verdict)
            return decide_avx2(reader, reach, out);
#endif
        return 0;
    }

#if ZERMELO_X86
    static std::uint64_t decide_avx2(Reader& reader, const Reach& reach, std::string& out);
#endif

    Result<void> decide_game(Reader& reader, std::uint64_t game, std::string& out) override;
    static Result<void> read_row(Reader& reader, unsigned row, king_pawn::Marks& marks);
    static Result<Square> read_square(Reader& reader, std::string_view piece, const char*& where);

    Options options_;
};

Result<void> CheesyDecider::read_row(Reader& reader, unsigned row, king_pawn::Marks& marks) {
    const std::string expected = fmt::format("row {} of the board, 8 marks of '.', 'F' and 'D'", row + 1);
    if (auto open = row == 0 ? reader.open_line(expected) : reader.next_line(expected); !open) return open;
    const auto word = reader.word(expected);
    if (!word) return tl::make_unexpected(word.error());
    for (unsigned f = 0; f < word->size() && f < Board::width; ++f) {
        const Squares square = Square{File{f}, Rank{Board::height - 1 - row}}.set();
        switch ((*word)[f]) {
            case '.':
                break;
            case 'F':
                marks.forbidden |= square;
                break;
            case 'D':
                marks.dangerous |= square;
                break;
            default:
                return reader.error_at(
                    word->data() + f,
                    fmt::format("unknown mark {}, expected '.', 'F' or 'D'", quoted(word->substr(f, 1))));
        }
    }
    if (word->size() != Board::width) {
        return reader.error_at(word->data(), fmt::format("{} is {} characters long, expected {}",
                                                         quoted(*word), word->size(), expected));
    }
    return reader.close_line();
}

Result<Square> CheesyDecider::read_square(Reader& reader, std::string_view piece, const char*& where) {
    if (auto open = reader.next_line(fmt::format("the {}'s x and y", piece)); !open)
        return tl::make_unexpected(open.error());
    where = reader.next_word();
    const auto x = reader.number(fmt::format("the {}'s x", piece), 1, Board::width);
    if (!x) return tl::make_unexpected(x.error());
    const auto y = reader.number(fmt::format("the {}'s y", piece), 1, Board::height);
    if (!y) return tl::make_unexpected(y.error());
    if (auto closed = reader.close_line(); !closed) return tl::make_unexpected(closed.error());
    return Square{File{static_cast<unsigned>(*x - 1)}, Rank{static_cast<unsigned>(*y - 1)}};
}

Result<void> CheesyDecider::decide_game(Reader& reader, std::uint64_t game, std::string& out) {
    king_pawn::Marks marks;
    for (unsigned row = 0; row < Board::height; ++row) {
        if (auto read = read_row(reader, row, marks); !read) return read;
    }
    const char* king_at = nullptr;
    const auto king = read_square(reader, "king", king_at);
    if (!king) return tl::make_unexpected(king.error());
    if (!marks.open().contains(king->index()))
        return reader.error_at(king_at, describe(king_pawn::Refusal::king_not_on_open));
    const char* pawn_at = nullptr;
    const auto pawn = read_square(reader, "pawn", pawn_at);
    if (!pawn) return tl::make_unexpected(pawn.error());
    const auto position = king_pawn::Position::from({marks, *king, *pawn});
    if (!position) return reader.error_at(pawn_at, describe(position.error().front()));

    if (options_.form == Form::verdict) {
        out += name(winner(*position));
        out += '\n';
        return {};
    }
    const king_pawn::Account account = explain(*position);
    if (options_.form == Form::json) {
        Json walk = Json::array();
        for (const Square square : account.walk) walk.push_back(xy(square));
        append_line(out, {{"game", game},
                          {"verdict", name(account.winner)},
                          {"end", king_pawn::describe(account.end)},
                          {"plies", account.length.count()},
                          {"walk", std::move(walk)}});
    } else if (!options_.only_game || *options_.only_game == game) {
        const std::string verdict = fmt::format("{}: {} ({} plies)", name(account.winner),
                                                king_pawn::describe(account.end), account.length.count());
        out += draw::beside(draw::text(*position, account.walk), verdict);
    }
    return {};
}

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

ZERMELO_TARGET_AVX2 std::uint64_t CheesyDecider::decide_avx2(Reader& reader, const Reach& reach,
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
        const king_pawn::Marks marks{squares(top_f, bottom_f), squares(top_d, bottom_d)};
        const Squares king = Squares::of(static_cast<unsigned>((places >> 16 & 7) << 3 | (places & 7)));
        const Squares pawn = Squares::of(static_cast<unsigned>((places >> 48 & 7) << 3 | (places >> 32 & 7)));
        if ((king & marks.open() & ~pawn).empty() || (pawn & marks.forbidden).any()) break;
        const Color color = king_pawn::winner(marks, king, pawn);
        std::memcpy(to, lines[static_cast<unsigned>(color)].data(), 8);
        to += line_size;
        at += plain_size;
    }
    reader.move_to(at);
    out.resize(before + decided * line_size);
    return decided;
}

#endif

class Cheesy final : public Dialect {
  public:
    std::string_view name() const override { return "cheesy"; }
    std::uint64_t most_games() const override { return ~std::uint64_t{0}; }
    std::uint64_t fixed_lines() const override { return lines_a_game; }
    std::optional<Shape> shape(std::string_view) const override { return Shape{lines_a_game, 0}; }
    bool begins_game(std::string_view previous, std::string_view line) const override {
        const auto is_place = [](std::string_view words) {
            return words.front() >= '0' && words.front() <= '9';
        };
        return is_place(previous) && !is_place(line);
    }
    std::unique_ptr<Decider> decider(const Options& options) const override {
        return std::make_unique<CheesyDecider>(options);
    }
};

}  // namespace

const Dialect& cheesy() {
    static const Cheesy dialect;
    return dialect;
}

}  // namespace zermelo::judge
