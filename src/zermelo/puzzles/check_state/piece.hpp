// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

#include "zermelo/base/ascii.hpp"
#include "zermelo/color.hpp"

namespace zermelo::check_state {

/// The largest board: `n` by `n` squares with n up to 10^18, so that sums and differences of four
/// coordinates still fit a signed 64-bit number.
inline constexpr std::uint64_t largest_board = 1'000'000'000'000'000'000U;

/// A column, counted from 1 at the left. Never converts to a `Row` or to a number by itself.
class Column {
  public:
    constexpr explicit Column(std::uint64_t number) : number_(number) {}
    constexpr std::uint64_t number() const { return number_; }
    friend constexpr auto operator<=>(Column, Column) = default;

  private:
    std::uint64_t number_;
};

/// A row, counted from 1 at the top; White's pawns walk towards greater rows.
class Row {
  public:
    constexpr explicit Row(std::uint64_t number) : number_(number) {}
    constexpr std::uint64_t number() const { return number_; }
    friend constexpr auto operator<=>(Row, Row) = default;

  private:
    std::uint64_t number_;
};

enum class Kind : std::uint8_t { king, queen, rook, bishop, knight, pawn };

/// A piece on its square.
struct Piece {
    Color color = Color::white;
    Kind kind = Kind::king;
    Column column{1};
    Row row{1};

    friend constexpr bool operator==(const Piece&, const Piece&) = default;
};

/// A board as anyone would write it down: its side and its pieces, unchecked.
struct PlainBoard {
    std::uint64_t n = 8;
    std::vector<Piece> pieces;
};

/// "king" to "pawn".
constexpr std::string_view name(Kind kind) {
    constexpr std::array<std::string_view, 6> names{"king", "queen", "rook", "bishop", "knight", "pawn"};
    return names[static_cast<std::size_t>(kind)];
}

/// The king of a colour. Precondition: there is one. Cost: O(pieces).
inline const Piece& king_of(const PlainBoard& board, Color color) {
    return *std::find_if(board.pieces.begin(), board.pieces.end(), [&](const Piece& piece) {
        return piece.kind == Kind::king && piece.color == color;
    });
}

/// Colour and kind in four bits, as the lists pack them: Black's pieces have bit 3, the kind is in
/// bits 0 to 2.
enum class Code : std::uint8_t { invalid = 0xFF };

constexpr Code code_of(Color color, Kind kind) {
    return static_cast<Code>(static_cast<unsigned>(kind) | (color == Color::black ? 8U : 0U));
}
/// Precondition of both: the code is not `invalid`.
constexpr Color color_of(Code code) {
    return (static_cast<unsigned>(code) & 8U) != 0 ? Color::black : Color::white;
}
constexpr Kind kind_of(Code code) { return static_cast<Kind>(static_cast<unsigned>(code) & 7U); }

/// The letters of the kinds in the order of `Kind`: lower case is White's, upper case Black's.
inline constexpr std::array<char, 6> white_letters{'k', 'q', 'r', 'b', 'h', 'p'};

/// The code of each byte; `Code::invalid` for a byte that is no piece's letter.
inline constexpr std::array<Code, 256> code_of_letter = [] {
    std::array<Code, 256> codes{};
    codes.fill(Code::invalid);
    for (std::size_t i = 0; i < white_letters.size(); ++i) {
        const auto kind = static_cast<Kind>(i);
        const auto letter = static_cast<unsigned char>(white_letters[i]);
        codes[letter] = code_of(Color::white, kind);
        codes[static_cast<unsigned char>(upper(white_letters[i]))] = code_of(Color::black, kind);
    }
    return codes;
}();

constexpr char letter_of(Color color, Kind kind) {
    const char letter = white_letters[static_cast<std::size_t>(kind)];
    return color == Color::white ? letter : upper(letter);
}

}  // namespace zermelo::check_state
