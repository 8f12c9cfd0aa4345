// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/board/square.hpp"
#include "zermelo/color.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::engine {

/// A place on a board of any size: file and rank, counted from 0.
struct Place {
    std::uint8_t file = 0;
    std::uint8_t rank = 0;
    friend constexpr auto operator<=>(const Place&, const Place&) = default;
};

/// Where a square lies on a board that has `files` files.
constexpr Place place_of(Square square, unsigned files) {
    return {static_cast<std::uint8_t>(square.index() % files),
            static_cast<std::uint8_t>(square.index() / files)};
}

/// The order in which boards are counted: a1, b1, …, a2, ….
constexpr bool by_rank(Place a, Place b) { return a.rank != b.rank ? a.rank < b.rank : a.file < b.file; }

/// "a1", "p16".
std::string name(Place place);
/// The place that a name names, up to p16; nothing for anything else.
std::optional<Place> place_of(std::string_view name);

struct Man {
    Color color = Color::white;
    rules::Letter letter = 'P';
    /// Where the rules keep former kinds: the kind that it turned from (`+` and that letter in a FEN),
    std::optional<rules::Letter> turned_from{};
    /// and whether it is a promoted pawn (`~` after its letter).
    bool promoted_pawn = false;
    /// The same `~` where the rules keep no former kinds: kept for printing, as nothing depends on it.
    bool marked = false;
    friend constexpr bool operator==(const Man&, const Man&) = default;
};

/// Squares that some pieces may not enter: part of the position, and the same for the whole game.
struct Barred {
    std::string men;  ///< FEN letters (upper case White's), or "*" for every piece
    rules::Region squares;
    /// Whether the man is one of those that may not enter.
    bool bars(Man man) const;
    friend bool operator==(const Barred&, const Barred&) = default;
};

/// How many men of each kind a side has in hand, by letter.
using Hand = std::map<rules::Letter, unsigned>;

/// The greatest number of checks that can be needed to win.
inline constexpr unsigned max_checks = 99;

/// The greatest number of men of one kind that can be in one hand.
inline constexpr unsigned max_in_hand = 255;

/// Anything one may type: plain data, nothing about it is checked.
struct Setup {
    unsigned files = 8;
    unsigned ranks = 8;
    std::array<std::optional<Man>, rules::max_files * rules::max_ranks> men;  ///< by `region_bit`
    /// White's and Black's; nothing in games without hands. No entry is 0.
    std::optional<ByColor<Hand>> hands;
    rules::Region holes;  ///< squares that are not there: no piece enters or crosses them
    rules::Region walls;  ///< squares that are not there now, where play makes and moves walls
    std::vector<Barred> barred;
    Color to_move = Color::white;
    std::string castling;  ///< letters out of KQkq
    /// By their order, the file of the rook where it is not the outermost one, in games where any may castle.
    std::array<std::optional<std::uint8_t>, 4> castling_files;
    /// Gates of White and Black, where there are some, but those of kings and rooks with rights to castle.
    ByColor<rules::Region> gates;
    /// Squares just passed over, by rank; and among them the square of the piece that passed, where it is not
    /// the nearest one behind them.
    std::vector<Place> en_passant;
    unsigned passes = 0;         ///< passes just made in a row (0, 1); not part of a FEN
    bool castled = false;        ///< who has just moved castled, where that wins; not part of a FEN
    unsigned strong_checks = 0;  ///< `Position::strong_checks`; not part of a FEN
    /// How many checks White and Black still need to win, where the game counts them.
    std::optional<ByColor<unsigned>> checks_left;
    std::uint64_t half_moves = 0;  ///< kept for printing; the rules here do not count moves
    /// Where the moves against few men are counted already (`countingRule`): the ply after which the game is
    /// a draw. `half_moves` is then the number of plies that were counted.
    std::optional<std::uint64_t> counting_limit;
    std::uint64_t full_moves = 1;

    friend bool operator==(const Setup&, const Setup&) = default;
};

/// Reads a FEN: ranks from the top, separated by '/', letters of `rules`, numbers of empty squares (several
/// digits are one number), '*' a hole, or a wall where play makes walls, '+' before a letter what that kind
/// turns into, '~' after one a promoted pawn; men in hand in brackets or after one more '/'; then, each
/// optional, the side to move, castling (with `gating` files of gates, too; with `chess960` files of rooks),
/// en passant or, with `countingRule`, the limit of the counting, the checks that are left (`3+3`, or as
/// given,
/// `+0+0` at the end; one each if absent), the two counters, and `~` fields (docs/rules.md): `~k:a1,b2;*:c3`,
/// squares that some pieces may not enter. Where xiangqi's horse and elephant have other letters they may be
/// `h` and `e`, too, and the side to move `r`, red.
///
/// It only reads: `violations` says whether the position is legal. Errors (bad_input, with the
/// column): a letter that the variant does not have, a rank too long or too short, a wrong number of ranks,
/// men in hand where the game has no hands, a malformed field, one that the rules give no meaning, text
/// after the last field; an SFEN, shogi's own notation, whose `b` is White here: its error has the FEN that
/// says the same.
Result<Setup> parse_fen(std::string_view text, const rules::Rules& rules);

/// The FEN of a setup, all six fields, and a `~` field if squares are barred. `parse_fen` of it gives the
/// setup again.
std::string print_fen(const Setup& setup);

/// The setup with this side to move. Where it was the other one's move, that one has passed: nobody captures
/// en passant.
Setup with_turn(Setup setup, Color side);

/// What a caller does not ask of a setup.
enum class Waived : std::uint8_t {
    nothing,
    missing_royals,  ///< a side may have fewer royal pieces than the game begins with, or none
};

/// One thing wrong with a setup.
struct Violation {
    std::string message;         ///< what is wrong and what was expected
    std::optional<Place> place;  ///< where, if at a square
    friend bool operator==(const Violation&, const Violation&) = default;
};

}  // namespace zermelo::engine
