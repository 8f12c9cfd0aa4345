// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/piece_text.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::check_state {

using puzzles::Reader;

namespace {

/// The number of the first piece whose square an earlier piece holds.
std::optional<std::size_t> first_shared(const std::vector<Piece>& pieces) {
    std::vector<std::tuple<Column, Row, std::size_t>> placed;
    placed.reserve(pieces.size());
    for (const Piece& piece : pieces) placed.emplace_back(piece.column, piece.row, placed.size());
    std::sort(placed.begin(), placed.end());
    std::optional<std::size_t> first;
    for (std::size_t i = 1; i < placed.size(); ++i) {
        const auto& [column, row, number] = placed[i];
        const auto& [column_before, row_before, before] = placed[i - 1];
        if (column == column_before && row == row_before && (!first || number < *first)) first = number;
    }
    return first;
}

}  // namespace

Result<void> KingsRead::add(Code code, const Reader& reader, const char* letter) {
    if (kind_of(code) != Kind::king) return {};
    const Color color = color_of(code);
    if (std::exchange(has_king_[index(color)], true))
        return reader.error_at(letter, fmt::format("a second {} king, expected one '{}' on a board",
                                                   json_name(color), letter_of(color, Kind::king)));
    return {};
}

Result<void> KingsRead::close(const Reader& reader, const char* board) const {
    for (const Color color : both_colors)
        if (!has_king_[index(color)])
            return reader.error_at(board, fmt::format("the board has no {} king, expected one '{}'",
                                                      json_name(color), letter_of(color, Kind::king)));
    return {};
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

std::uint64_t max_readable(const Reader& reader) {
    constexpr std::uint64_t shortest_line = 6;  // "1 1 k" and a line end
    return static_cast<std::uint64_t>(reader.end() - reader.position()) / shortest_line + 1;
}

Result<PlainBoard> read_board(Reader& reader, const Header& header) {
    Reader again = reader;
    PlainBoard board{header.n, {}};
    board.pieces.reserve(std::min(header.pieces, max_readable(reader)));
    KingsRead kings;
    const auto read_piece = [&]() -> Result<void> {
        ZERMELO_TRY(const PieceLine line, read_piece_line(reader, header.n));
        board.pieces.push_back({color_of(line.code), kind_of(line.code), line.x, line.y});
        return kings.add(line.code, reader, line.letter);
    };
    Result<void> read;
    while (read && board.pieces.size() < header.pieces) read = read_piece();
    if (read) read = kings.close(reader, header.start);
    if (read && !list_of(board).has_defect()) return board;
    // A second piece on a square comes first, since all lines up to another error were read.
    const auto second = first_shared(board.pieces);
    if (!second) return tl::make_unexpected(read.error());
    for (std::size_t i = 0; i < *second; ++i) ZERMELO_CHECK(read_piece_line(again, header.n));
    ZERMELO_TRY(const PieceLine line, read_piece_line(again, header.n));
    return again.error_at(line.start, fmt::format("a second piece on square ({}, {}), expected one at most",
                                                  line.x.number(), line.y.number()));
}

}  // namespace zermelo::check_state
