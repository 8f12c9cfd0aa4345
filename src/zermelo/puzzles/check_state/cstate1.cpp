// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "zermelo/puzzles/check_state/piece_text.hpp"
#include "zermelo/puzzles/check_state/puzzle.hpp"

namespace zermelo::check_state {

namespace {

using puzzles::Game;
using puzzles::Reader;

constexpr std::uint64_t side = cstate1_bounds.max_n;

/// One row, read with care.
Result<void> read_row(Reader& reader, Row row, KingsRead& kings, std::vector<Piece>& pieces) {
    constexpr std::string_view expected = "a row of the board, 8 characters out of '.kqrbhpKQRBHP'";
    const bool first = row == Row{1};
    if (auto open = first ? reader.open_line(expected) : reader.next_line(expected); !open) return open;
    ZERMELO_TRY(const std::string_view word, reader.word(expected));
    for (std::uint64_t x = 1; x <= word.size() && x <= side; ++x) {
        const char* const at = word.data() + (x - 1);
        if (*at == '.') continue;
        const Code code = code_of_letter[static_cast<unsigned char>(*at)];
        if (code == Code::invalid) {
            return reader.error_at(at, fmt::format("unknown piece {}, expected one of '.kqrbhpKQRBHP'",
                                                   puzzles::quoted({at, 1})));
        }
        ZERMELO_CHECK(kings.add(code, reader, at));
        pieces.push_back({color_of(code), kind_of(code), Column{x}, row});
    }
    if (word.size() != side) {
        return reader.error_at(word.data(), fmt::format("{} is {} characters long, expected {}",
                                                        puzzles::quoted(word), word.size(), expected));
    }
    return reader.close_line();
}

constexpr puzzles::Description words1{
    "cstate1", "SPOJ CSTATE1, \"Chessboard State 1\"",
    "Is a king threatened on this 8×8 board, and is it mate?", check_rules,
    "t, then t boards of eight lines of eight characters out of .kqrbhpKQRBHP, the row y = 1 first.\n"
    "Verdict: Safe (no king threatened), Impossible (both), {White|Black} Check or {White|Black} "
    "Checkmate.\n"
    "The statement's bound: t up to 2,000."};

class Cstate1 final : public CheckPuzzle {
  public:
    Cstate1() : CheckPuzzle(words1, cstate1_bounds, MoveCount::left_out) {}
    std::uint64_t fixed_lines() const override { return side; }
    std::optional<puzzles::Shape> shape(std::string_view) const override { return puzzles::Shape{side, 0}; }
    Result<Game> read(Reader& reader, puzzles::Limits*) const override {
        PlainBoard board{side, {}};
        board.pieces.reserve(side * side);
        reader.skip_blank_lines();
        const char* const start = reader.next_word();
        KingsRead kings;
        for (std::uint64_t row = 1; row <= side; ++row)
            ZERMELO_CHECK(read_row(reader, Row{row}, kings, board.pieces));
        ZERMELO_CHECK(kings.close(reader, start));
        return Game{std::move(board)};
    }
    /// Precondition: the board has 8×8 squares.
    void write(const Game& game, std::string& out) const override {
        std::string rows;
        for (std::uint64_t y = 0; y < side; ++y) rows += "........\n";
        for (const Piece& piece : game.as<PlainBoard>().pieces)
            rows[(piece.row.number() - 1) * (side + 1) + piece.column.number() - 1] =
                letter_of(piece.color, piece.kind);
        out += rows;
        out += '\n';
    }
    std::unique_ptr<puzzles::Decider> decider(const puzzles::Options& options) const override {
        return make_rows_decider(*this, options);
    }
    std::string_view verdicts() const override {
        return "Safe, Impossible, {White|Black} Check or {White|Black} Checkmate";
    }
    Result<void> check(const puzzles::Requirements& requirements) const override {
        if (requirements.n)
            return failure(ErrorKind::bad_usage, "n with cstate1, expected none: its boards are 8x8");
        if (requirements.pieces.value_or(2) > side * side)
            return failure(ErrorKind::bad_usage, fmt::format("{} pieces on a board of 8x8, expected 2 to 64",
                                                             *requirements.pieces));
        return {};
    }
};

}  // namespace

const puzzles::Puzzle& cstate1() {
    static const Cstate1 puzzle;
    return puzzle;
}

}  // namespace zermelo::check_state
