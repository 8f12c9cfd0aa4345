// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/king_pawn/format.hpp"

#include <fmt/format.h>

namespace zermelo::king_pawn {

namespace {

using puzzles::Reader;

Result<void> read_row(Reader& reader, unsigned row, Marks& marks) {
    const std::string expected = fmt::format("row {} of the board, 8 marks of '.', 'F' and 'D'", row + 1);
    ZERMELO_CHECK(row == 0 ? reader.open_line(expected) : reader.next_line(expected));
    ZERMELO_TRY(const auto word, reader.word(expected));
    for (unsigned f = 0; f < word.size() && f < Board::width; ++f) {
        const Squares square = Square{File{f}, Rank{Board::height - 1 - row}}.set();
        switch (word[f]) {
            case '.':
                break;
            case 'F':
                marks.forbidden |= square;
                break;
            case 'D':
                marks.dangerous |= square;
                break;
            default:
                return reader.error_at(word.data() + f,
                                       fmt::format("unknown mark {}, expected '.', 'F' or 'D'",
                                                   puzzles::quoted(word.substr(f, 1))));
        }
    }
    if (word.size() != Board::width) {
        return reader.error_at(word.data(), fmt::format("{} is {} characters long, expected {}",
                                                        puzzles::quoted(word), word.size(), expected));
    }
    return reader.close_line();
}

Result<Square> read_square(Reader& reader, std::string_view piece, const char*& where) {
    ZERMELO_CHECK(reader.next_line(fmt::format("the {}'s x and y", piece)));
    where = reader.next_word();
    ZERMELO_TRY(const auto x, reader.number(fmt::format("the {}'s x", piece), 1, Board::width));
    ZERMELO_TRY(const auto y, reader.number(fmt::format("the {}'s y", piece), 1, Board::height));
    ZERMELO_CHECK(reader.close_line());
    return Square{File{static_cast<unsigned>(x - 1)}, Rank{static_cast<unsigned>(y - 1)}};
}

}  // namespace

Result<Position> read_game(Reader& reader) {
    Marks marks;
    for (unsigned row = 0; row < Board::height; ++row) {
        ZERMELO_CHECK(read_row(reader, row, marks));
    }
    const char* king_at = nullptr;
    ZERMELO_TRY(const auto king, read_square(reader, "king", king_at));
    if (!marks.open().contains(king)) return reader.error_at(king_at, describe(Refusal::king_not_on_open));
    const char* pawn_at = nullptr;
    ZERMELO_TRY(const auto pawn, read_square(reader, "pawn", pawn_at));
    const auto position = Position::from({marks, king, pawn});
    if (!position) return reader.error_at(pawn_at, describe(position.error().front()));
    return *position;
}

void write_game(const Position& game, std::string& out) {
    for (unsigned y = Board::height; y-- > 0;) {
        for (unsigned x = 0; x < Board::width; ++x) {
            const Square square{File{x}, Rank{y}};
            out += game.marks().forbidden.contains(square)   ? 'F'
                   : game.marks().dangerous.contains(square) ? 'D'
                                                             : '.';
        }
        out += '\n';
    }
    for (const Square square : {game.king(), game.pawn()})
        out += fmt::format("{} {}\n", square.file().index() + 1, square.rank().index() + 1);
}

}  // namespace zermelo::king_pawn
