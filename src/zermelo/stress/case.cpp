// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/case.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstdint>

#include <fmt/format.h>

namespace zermelo::stress {

namespace {

void append(const HuntCase& game, std::string& out) {
    const auto pieces = game.position.pieces(Color::white);
    const auto whites = std::count_if(pieces.begin(), pieces.end(),
                                      [](const queen_hunt::Piece& p) { return p.color == Color::white; });
    out += fmt::format("{} {} {}\n", whites, static_cast<std::ptrdiff_t>(pieces.size()) - whites,
                       game.bound.count());
    for (const queen_hunt::Piece& piece : pieces)
        out += fmt::format("{} {} {}\n", letter(piece.kind), "ABCD"[piece.square.file().index()],
                           piece.square.rank().index() + 1);
}

constexpr unsigned side = 8;
/// CSTATE1's boards are 8×8; the sum of pieces is without bound.
constexpr judge::CheckBounds cstate1_bounds{"cstate1",         2000, side, side, side* side,
                                            ~std::uint64_t{0}, false};

void append_rows(const check_state::PlainBoard& board, std::string& out) {
    assert(board.n == side);
    std::string rows;
    for (unsigned y = 0; y < side; ++y) rows += "........\n";
    for (const check_state::Piece& piece : board.pieces)
        rows[(piece.row.number() - 1) * (side + 1) + piece.column.number() - 1] =
            letter_of(piece.color, piece.kind);
    out += rows;
    out += '\n';
}

void append_pieces(const check_state::PlainBoard& board, std::string& out) {
    out += fmt::format("{} {}\n", board.n, board.pieces.size());
    for (const check_state::Piece& piece : board.pieces)
        out += fmt::format("{} {} {}\n", piece.column.number(), piece.row.number(),
                           letter_of(piece.color, piece.kind));
    out += '\n';
}

void append(const king_pawn::Position& game, std::string& out) {
    for (unsigned y = side; y-- > 0;) {
        for (unsigned x = 0; x < side; ++x) {
            const unsigned square = king_pawn::Square{File{x}, Rank{y}}.index();
            out += game.marks().forbidden.contains(square)   ? 'F'
                   : game.marks().dangerous.contains(square) ? 'D'
                                                             : '.';
        }
        out += '\n';
    }
    for (const king_pawn::Square square : {game.king(), game.pawn()})
        out += fmt::format("{} {}\n", square.file().index() + 1, square.rank().index() + 1);
}

/// The words of a text that the judge took.
class Words {
  public:
    explicit Words(std::string_view text) : left_(text) {}

    std::string_view word() {
        left_.remove_prefix(std::min(left_.find_first_not_of(blanks), left_.size()));
        const std::string_view word = left_.substr(0, left_.find_first_of(blanks));
        left_.remove_prefix(word.size());
        return word;
    }
    std::uint64_t number() {
        const std::string_view digits = word();
        std::uint64_t value = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return value;
    }

  private:
    static constexpr std::string_view blanks = " \t\r\n";
    std::string_view left_;
};

HuntCase read_hunt(Words& words) {
    const std::uint64_t whites = words.number();
    const std::uint64_t blacks = words.number();
    const Plies bound{words.number()};
    queen_hunt::Placement placement;
    for (std::uint64_t i = 0; i < whites + blacks; ++i) {
        const auto kind = queen_hunt::kind_of(words.word().front());
        const auto file = static_cast<unsigned>(words.word().front() - 'A');
        const auto rank = static_cast<unsigned>(words.number() - 1);
        placement.add(i < whites ? Color::white : Color::black, *kind,
                      queen_hunt::Square{File{file}, Rank{rank}});
    }
    return {*placement.position(), bound};
}

check_state::Piece piece(char letter, std::uint64_t x, std::uint64_t y) {
    const check_state::Code code = check_state::code_of_letter[static_cast<unsigned char>(letter)];
    return {color_of(code), kind_of(code), check_state::Column{x}, check_state::Row{y}};
}

check_state::PlainBoard read_rows(Words& words) {
    check_state::PlainBoard board{side, {}};
    for (unsigned y = 1; y <= side; ++y) {
        const std::string_view row = words.word();
        for (unsigned x = 1; x <= side; ++x)
            if (row[x - 1] != '.') board.pieces.push_back(piece(row[x - 1], x, y));
    }
    return board;
}

check_state::PlainBoard read_pieces(Words& words) {
    check_state::PlainBoard board{words.number(), {}};
    for (std::uint64_t left = words.number(); left > 0; --left) {
        const std::uint64_t x = words.number();
        const std::uint64_t y = words.number();
        board.pieces.push_back(piece(words.word().front(), x, y));
    }
    return board;
}

king_pawn::Position read_marks(Words& words) {
    king_pawn::Marks marks;
    for (unsigned y = side; y-- > 0;) {
        const std::string_view row = words.word();
        for (unsigned x = 0; x < side; ++x) {
            const king_pawn::Squares square = king_pawn::Square{File{x}, Rank{y}}.set();
            if (row[x] == 'F') marks.forbidden |= square;
            if (row[x] == 'D') marks.dangerous |= square;
        }
    }
    const auto square = [&] {
        const auto x = static_cast<unsigned>(words.number() - 1);
        const auto y = static_cast<unsigned>(words.number() - 1);
        return king_pawn::Square{File{x}, Rank{y}};
    };
    const king_pawn::Square king = square();
    return king_pawn::Position::from_checked({marks, king, square()});
}

Case read_case(Format format, Words& words) {
    switch (format) {
        case Format::hunt:
            return read_hunt(words);
        case Format::rows:
            return read_rows(words);
        case Format::pieces:
            return read_pieces(words);
        case Format::marks:
            break;
    }
    return read_marks(words);
}

}  // namespace

Format format_of(const judge::Dialect& dialect) {
    const std::string_view name = dialect.name();
    if (name == "simplified") return Format::hunt;
    if (name == "cheesy") return Format::marks;
    return name == "cstate1" ? Format::rows : Format::pieces;
}

const judge::CheckBounds& bounds_of(const judge::Dialect& dialect) {
    if (dialect.name() == "cstate2") return judge::cstate2_bounds;
    return dialect.name() == "cstate3" ? judge::cstate3_bounds : cstate1_bounds;
}

void append_lines(Format format, const Case& game, std::string& out) {
    switch (format) {
        case Format::hunt:
            return append(std::get<HuntCase>(game), out);
        case Format::rows:
            return append_rows(std::get<check_state::PlainBoard>(game), out);
        case Format::pieces:
            return append_pieces(std::get<check_state::PlainBoard>(game), out);
        case Format::marks:
            return append(std::get<king_pawn::Position>(game), out);
    }
}

std::string input_of(Format format, std::span<const Case> games) {
    std::string input = fmt::format("{}\n", games.size());
    for (const Case& game : games) append_lines(format, game, input);
    return input;
}

std::vector<Case> read_cases(Format format, std::string_view input) {
    Words words{input};
    std::vector<Case> games;
    for (std::uint64_t left = words.number(); left > 0; --left) games.push_back(read_case(format, words));
    return games;
}

Result<std::vector<std::string>> verdicts(const judge::Dialect& dialect, std::span<const Case> games) {
    const Format format = format_of(dialect);
    std::string text;
    for (const Case& game : games) append_lines(format, game, text);
    judge::Options options;
    options.threads = 1;
    judge::Batch batch;
    batch.text = text;
    batch.readable_end = text.data() + text.size();
    batch.games = games.size();
    judge::Output output;
    dialect.decider(options)->decide(batch, output);
    if (output.error) return tl::make_unexpected(*output.error);
    const auto lines = lines_of(output.text);
    return std::vector<std::string>{lines.begin(), lines.end()};
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (; !text.empty(); text.remove_prefix(lines.back().size() + 1))
        lines.push_back(text.substr(0, text.find('\n')));
    return lines;
}

}  // namespace zermelo::stress
