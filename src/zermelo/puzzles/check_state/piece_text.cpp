// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/piece_text.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace zermelo::check_state {

using puzzles::Reader;

std::string missing_king(Color color) {
    return fmt::format("the board has no {} king, expected one '{}'",
                       color == Color::white ? "white" : "black", letter_of(color, Kind::king));
}

std::string second_king(Color color) {
    return fmt::format("a second {} king, expected one '{}' on a board",
                       color == Color::white ? "white" : "black", letter_of(color, Kind::king));
}

Result<PieceLine> read_piece_line(Reader& reader, std::uint64_t n) {
    ZERMELO_CHECK(reader.next_line("a piece, 'x y c'"));
    const char* const start = reader.next_word();
    ZERMELO_TRY(const std::uint64_t x, reader.number("the piece's x", 1, n));
    ZERMELO_TRY(const std::uint64_t y, reader.number("the piece's y", 1, n));
    constexpr std::string_view expected = "a piece's letter out of kqrbhpKQRBHP";
    ZERMELO_TRY(const std::string_view letter, reader.word(expected));
    const Code code =
        letter.size() == 1 ? code_of_letter[static_cast<unsigned char>(letter.front())] : Code::invalid;
    if (code == Code::invalid) {
        return reader.error_at(
            letter.data(), fmt::format("unknown piece {}, expected {}", puzzles::quoted(letter), expected));
    }
    ZERMELO_CHECK(reader.close_line());
    return PieceLine{Column{x}, Row{y}, code, start, letter.data()};
}

namespace {

struct Placed {
    std::uint64_t x;
    std::uint64_t y;
    std::uint64_t index;
    const char* start;

    auto key() const { return std::tuple{x, y, index}; }
};

/// The piece that comes first among those whose square an earlier piece holds.
const Placed* first_shared(std::vector<Placed>& pieces) {
    std::sort(pieces.begin(), pieces.end(),
              [](const Placed& a, const Placed& b) { return a.key() < b.key(); });
    const Placed* first = nullptr;
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        const bool shared = pieces[i].x == pieces[i - 1].x && pieces[i].y == pieces[i - 1].y;
        if (shared && (first == nullptr || pieces[i].index < first->index)) first = &pieces[i];
    }
    return first;
}

}  // namespace

Error first_error(Reader reader, const char* header, std::uint64_t n, std::uint64_t pieces) {
    std::vector<Placed> placed;
    std::array<bool, 2> has_king{};
    std::optional<Error> last;  // the first error of any kind but a shared square, which may come before it
    for (std::uint64_t i = 0; i < pieces && !last; ++i) {
        const auto piece = read_piece_line(reader, n);
        if (!piece) {
            last = piece.error();
            break;
        }
        placed.push_back({piece->x.number(), piece->y.number(), i, piece->start});
        if (kind_of(piece->code) != Kind::king) continue;
        const Color color = color_of(piece->code);
        bool& has = has_king[static_cast<std::size_t>(color)];
        if (has) last = reader.error_at(piece->letter, second_king(color)).value();
        has = true;
    }
    if (const Placed* shared = first_shared(placed)) {
        return reader
            .error_at(shared->start, fmt::format("a second piece on square ({}, {}), expected one at most",
                                                 shared->x, shared->y))
            .value();
    }
    if (last) return *last;
    const Color missing = has_king[0] ? Color::black : Color::white;
    assert(!has_king[static_cast<std::size_t>(missing)]);
    return reader.error_at(header, missing_king(missing)).value();
}

}  // namespace zermelo::check_state
