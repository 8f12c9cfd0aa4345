// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo::draw {

/// A board of characters with names at its edges, which all pictures in text are.
struct TextBoard {
    /// `before` and `after` are brackets and marks around the symbol; an absent one is a blank.
    struct Cell {
        char before = ' ';
        char symbol = '.';
        std::string after{};
    };
    /// A board of empty squares. Units: squares.
    TextBoard(std::size_t columns, std::size_t rows)
        : column_names(columns, ' '), row_names(rows), cells(columns * rows) {}

    std::string column_names;            ///< a character each
    std::vector<std::string> row_names;  ///< from the top
    std::vector<Cell> cells;             ///< row by row, from the top

    Cell& at(std::size_t column, std::size_t row) { return cells[row * column_names.size() + column]; }
};

/// Its rows below each other, and the names of the columns below them.
std::string text(const TextBoard& board);

/// A picture of several lines with `words` to the right of its middle line, `below` and a blank line below
/// it. `words` may itself have several lines.
std::string beside(std::string_view picture, std::string_view words, std::string_view below = {});

/// How many columns a line takes, with one for each character: UTF-8 continuation bytes take none.
std::size_t columns(std::string_view line);

}  // namespace zermelo::draw
