// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/board/geometry.hpp"
#include "zermelo/color.hpp"

/// The queen hunt: a 4×4 board, no kings and no pawns; who captures the enemy queen has won.
///
/// A side has exactly one queen, at most two rooks and at most two minor pieces (bishops and knights).
/// Pieces move and capture as in chess. There is no check, no draw and no passing.
/// Source: HackerRank, "Simplified Chess Engine".
namespace zermelo::queen_hunt {

using Board = Geometry<4, 4, std::uint16_t>;
using Square = Board::Square;

enum class Kind : std::uint8_t { queen, rook, bishop, knight };

/// 'Q', 'R', 'B' or 'N'.
constexpr char letter(Kind kind) { return "QRBN"[static_cast<unsigned>(kind)]; }
/// The kind that a letter names; lower case is not taken.
std::optional<Kind> kind_of(char letter);
/// "a1" to "d4".
std::string name(Square square);

struct Piece {
    Color color;
    Kind kind;
    Square square;
    friend constexpr bool operator==(const Piece&, const Piece&) = default;
};

/// Whatever one may type: nothing about it is checked.
struct Setup {
    Color to_move = Color::white;
    std::vector<Piece> pieces;
};

/// One army as four lanes of 16 squares: bits 0–15 the queen's, then the rooks', bishops', knights'.
using Army = std::uint64_t;

/// The lane of a kind begins at this bit.
constexpr unsigned lane(Kind kind) { return 16U * static_cast<unsigned>(kind); }
/// The bit of a square in every lane at once.
constexpr std::uint64_t in_every_lane(unsigned square) { return 0x0001'0001'0001'0001U << square; }
/// The squares of all pieces of an army.
constexpr std::uint32_t squares(Army army) {
    army |= army >> 32U;
    return static_cast<std::uint32_t>((army | army >> 16U) & 0xFFFFU);
}
/// The squares of one kind.
constexpr std::uint32_t squares(Army army, Kind kind) {
    return static_cast<std::uint32_t>(army >> lane(kind) & 0xFFFFU);
}
/// The army in a mirror between the files b and c, and in one along the diagonal from a1 to d4. In turn they
/// make all eight images of a position.
constexpr Army files_mirrored(Army army) {
    army = (army & 0x5555'5555'5555'5555U) << 1U | (army >> 1U & 0x5555'5555'5555'5555U);
    return (army & 0x3333'3333'3333'3333U) << 2U | (army >> 2U & 0x3333'3333'3333'3333U);
}
constexpr Army diagonal_mirrored(Army army) {
    const std::uint64_t one = (army ^ army >> 3U) & 0x0A0A'0A0A'0A0A'0A0AU;
    army ^= one | one << 3U;
    const std::uint64_t two = (army ^ army >> 6U) & 0x00CC'00CC'00CC'00CCU;
    return army ^ (two | two << 6U);
}
/// One queen, at most two rooks, at most two bishops and knights together.
/// Precondition: no two pieces share a square.
constexpr bool is_allowed(Army army) {
    const auto without_one = [](std::uint32_t set) { return set & (set - 1U); };
    const std::uint32_t queens = squares(army, Kind::queen);
    const std::uint32_t rooks = squares(army, Kind::rook);
    const std::uint32_t minors = squares(army, Kind::bishop) | squares(army, Kind::knight);
    return queens != 0 &&
           (without_one(queens) | without_one(without_one(rooks)) | without_one(without_one(minors))) == 0;
}

/// One step of a piece. Text is the two squares, "b2a4".
struct Move {
    std::uint8_t from_index = 0;
    std::uint8_t to_index = 0;
    Kind kind = Kind::queen;

    constexpr Move() = default;
    constexpr Move(Square from, Square to, Kind moved)
        : from_index(static_cast<std::uint8_t>(from.index())),
          to_index(static_cast<std::uint8_t>(to.index())),
          kind(moved) {}

    constexpr Square from() const { return Square::from_index(from_index); }
    constexpr Square to() const { return Square::from_index(to_index); }
    friend constexpr bool operator==(const Move&, const Move&) = default;
};

/// "b2a4".
std::string text(const Move& move);

/// A position under the rules, seen by the side to move: `own` are its pieces, `other` the enemy's.
///
/// Which colour moves is not part of it, since nothing in the game depends on the colour; who draws a
/// position says so. Made by `from` (checked) or `Placement`; while playing, the side that has just
/// lost its queen is the only way in which a position may break the rules of armies.
class Position {
  public:
    /// The position that a setup describes.
    ///
    /// Errors: `bad_input` with every violation at once: two pieces on one square, no queen or several,
    /// more than two rooks, more than two minor pieces, for either side.
    static Result<Position> from(const Setup& setup);
    /// Precondition: no two pieces share a square.
    static constexpr Position unchecked(Army own, Army other) { return Position{own, other}; }

    constexpr Army own() const { return own_; }
    constexpr Army other() const { return other_; }
    constexpr std::uint32_t occupied() const { return squares(own_ | other_); }

    /// A number that no other position has: occupied, own, rooks and knights, bishops and knights,
    /// 16 bits each. Cost: a few operations.
    constexpr std::uint64_t key() const {
        const Army both = own_ | other_;
        const std::uint64_t knights = both >> 48U;
        const std::uint64_t rooks_knights = (both >> 16U & 0xFFFFU) | knights;
        const std::uint64_t bishops_knights = (both >> 32U & 0xFFFFU) | knights;
        return squares(both) | std::uint64_t{squares(own_)} << 16U | rooks_knights << 32U |
               bishops_knights << 48U;
    }

    /// A number that no other position has but its seven images in mirrors. Cost: that of eight keys, and
    /// some twenty operations for each.
    constexpr std::uint64_t folded_key() const {
        std::uint64_t least = key();
        Position image = *this;
        for (unsigned mirrors = 1; mirrors < 8; ++mirrors) {
            image = mirrors % 2 != 0
                        ? Position{files_mirrored(image.own_), files_mirrored(image.other_)}
                        : Position{diagonal_mirrored(image.own_), diagonal_mirrored(image.other_)};
            least = std::min(least, image.key());
        }
        return least;
    }

    /// The pieces, White's first, each side's by kind and then by square, if `mover` is to move.
    std::vector<Piece> pieces(Color mover) const;
    std::uint32_t men() const { return static_cast<std::uint32_t>(std::popcount(own_ | other_)); }

    friend constexpr bool operator==(const Position&, const Position&) = default;

  private:
    constexpr Position(Army own, Army other) : own_(own), other_(other) {}
    Army own_;
    Army other_;
};

/// A position put together piece by piece, for a reader in a hurry. Cost: a few operations a piece.
class Placement {
  public:
    /// Puts a piece down; false, and nothing changes, if the square is taken.
    constexpr bool add(Color color, Kind kind, Square square) {
        if ((squares(armies_[0] | armies_[1]) >> square.index() & 1U) != 0) return false;
        armies_[index(color)] |= std::uint64_t{1} << (square.index() + lane(kind));
        return true;
    }
    /// The position with White to move, or nothing if an army is outside the rules.
    constexpr std::optional<Position> position() const {
        if (!is_allowed(armies_[0]) || !is_allowed(armies_[1])) return std::nullopt;
        return Position::unchecked(armies_[0], armies_[1]);
    }
    /// Every violation of both armies, joined by "; "; empty if there is none.
    std::string violations() const;
    constexpr Army army(Color color) const { return armies_[index(color)]; }

  private:
    std::array<Army, 2> armies_{};
};

}  // namespace zermelo::queen_hunt
