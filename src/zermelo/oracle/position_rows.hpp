// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/game/value.hpp"

/// Many positions as rows of bytes, as programs that learn from them hold them.
///
/// A row has a byte for each square, a1, b1, …, a2, …, as `engine::write_men` writes it: 0 where nothing
/// stands, and in holes; 1 + 2 × the number of the kind, in the order of the variant's rules, and one more if
/// the man is Black's; 1 + 2 × the number of kinds where play has put a wall. What a row cannot say is not:
/// castling rights, gates, squares of en passant, a pass before. The terrain is that of the variant's start.
/// Games in which it would leave out more have no rows: `check_rows`. The planes of position_planes.hpp say
/// all.
namespace zermelo::oracle {

/// Errors (bad_input): positions of the game hold men in hand, checks that are left or former kinds.
Result<void> check_rows(const rules::Rules& rules);

/// What bytes mean: the FEN letter of each, '.' for 0, and at the end '*' for a wall where play makes walls.
std::string row_symbols(const rules::Rules& rules);

/// Who is to move, as a number. Errors (bad_input): neither 0 for White nor 1 for Black.
Result<Color> row_side(unsigned to_move);

/// The position of a row. `start`: the game, at its start. Precondition: `row` has a byte for each square.
/// Errors (bad_input): as `check_rows`; a byte that means nothing; all violations of the position, in one
/// message.
Result<engine::AnyGameAt> read_row(const engine::AnyGameAt& start, std::span<const std::uint8_t> row,
                                   Color to_move);

/// Rows that follow one another in memory, and who is to move in each: 0 White, 1 Black.
struct PositionRows {
    std::span<const std::uint8_t> men;
    std::span<const std::uint8_t> to_move;
};

/// What a position is worth for who is to move, as a number: 1 a win, 0 a draw, −1 a loss.
std::int8_t outcome_number(game::Outcome outcome);
/// Where nobody knows.
inline constexpr std::int8_t unknown_outcome = std::numeric_limits<std::int8_t>::min();
/// Instead of plies where there are none: of a draw, and of what no table holds.
inline constexpr std::int16_t no_plies = -1;

/// Where the values of rows go; as long as there are rows.
struct RowValues {
    std::span<std::int8_t> outcomes;
    std::span<std::int16_t> plies;
    /// Empty, or as long as the others: then a row that is no position is no error. It gets a 0 here and the
    /// value of what nobody knows, every other row a 1.
    std::span<std::uint8_t> are_positions = {};
};

/// Writes a value, or that nothing is known.
void write_value(const std::optional<game::Value>& value, std::int8_t& outcome, std::int16_t& plies);

/// The tables of a folder for rows of one game, kept open from one call to the next. Any thread.
class RowTables {
  public:
    /// `start`: the game, at its start. Nothing is opened yet. Errors: as `check_rows`; as
    /// `tablebase::TableFolder::of`. Cost: that of a tier graph, up to milliseconds.
    static Result<RowTables> of(const std::string& folder, const engine::AnyGameAt& start);

    /// Whether they are of this very game, rules compiled once.
    bool serves(const engine::AnyGameAt& start) const;

    /// As many rows are looked up on this thread alone.
    static constexpr std::size_t few = 4096;

    /// Looks all rows up, on all threads where they are more than `few`: `unknown_outcome` where no table of
    /// the folder holds the position. A file that has come, or been written anew, since the last call is
    /// read. Precondition: the sizes of the arrays fit each other.
    ///
    /// Errors (bad_input): the first row that is no position, by its number from 0, and one whose side to
    /// move is neither 0 nor 1, unless `values` takes such rows. (io) A table that cannot be read. (stopped)
    /// A request to stop. Cost: about a µs a row and thread, less where many rows are of the same parts of
    /// the tables, and some µs a tier. Memory: 32 bytes a row.
    Result<void> values(const PositionRows& rows, const RowValues& values,
                        const std::stop_token& stop = {}) const;

    /// What it is made of, for boards of any size.
    class Kept;

  private:
    explicit RowTables(std::shared_ptr<const Kept> kept) : kept_(std::move(kept)) {}

    std::shared_ptr<const Kept> kept_;
};

}  // namespace zermelo::oracle
