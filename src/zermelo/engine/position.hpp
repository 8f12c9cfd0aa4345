// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>

#include "zermelo/base/by_color.hpp"
#include "zermelo/engine/compiled_rules.hpp"

namespace zermelo::engine {

/// The men on the board, and what chess adds to them. Without initializers, so that a copy is one copy.
template <typename Bits>
struct BoardState {
    using Set = SquareSet<Bits>;
    static constexpr unsigned max_squares = sizeof(Set) * 8;

    ByColor<Set> colors_;
    std::array<Set, 26> kinds_;
    Set walls_;  ///< squares that play has taken away
    Set en_passant_;
    std::array<std::uint8_t, max_squares> board_;  ///< codes of men; 0: empty
    std::array<Square, 4> castling_rooks_;
    ByColor<Square> castling_kings_;
    std::uint8_t castling_;
    std::uint8_t passes_;
    Square en_passant_victim_;  ///< 0 without en passant squares
    Color to_move_;
    ByColor<std::uint8_t> checks_left_;  ///< until the side has won, where checks are counted
    std::uint8_t strong_checks_;         ///< by side, as `Position::strong_checks`
    bool castled_;                       ///< who has just moved has won by castling
    bool holds_more_;                    ///< than men on the board: `Holdings` are set
    std::uint8_t filler_;                ///< fills the last word
};

/// Men in hand, and what men on the board were before.
template <typename Bits>
struct Holdings {
    static constexpr std::uint8_t promoted_pawn = 255;
    ByColor<std::array<std::uint8_t, 26>> hands;  ///< how many, by side and kind
    /// By square: 0, or 1 + the kind that the man turned from, or `promoted_pawn`. 0 where nothing stands.
    std::array<std::uint8_t, BoardState<Bits>::max_squares> former;
    ByColor<SquareSet<Bits>> gates;  ///< by side: men on its first rank that have rights as they have
                                     ///< not moved
};

/// A legal position of a game that is compiled to `CompiledRules`: `Game::position` and `Game::play` make
/// them, and `UncheckedEditor` for code that vouches for them. Copying one is a plain copy of some hundred
/// bytes; holdings are copied, and set at all, only where the rules have them.
template <typename Bits>
class Position : private BoardState<Bits> {
    using Board = BoardState<Bits>;
    using Board::board_;
    using Board::castled_;
    using Board::castling_;
    using Board::castling_kings_;
    using Board::castling_rooks_;
    using Board::checks_left_;
    using Board::colors_;
    using Board::en_passant_;
    using Board::en_passant_victim_;
    using Board::holds_more_;
    using Board::kinds_;
    using Board::max_squares;
    using Board::passes_;
    using Board::strong_checks_;
    using Board::to_move_;
    using Board::walls_;

  public:
    using Set = SquareSet<Bits>;

    Position() : Board{} {}  // all zeros: empty, White to move; holdings stay unset
    Position(const Position& other) : Board(other) {
        if (holds_more_) holdings_ = other.holdings_;
    }
    Position& operator=(const Position& other) {
        copy(other);
        return *this;
    }
    ~Position() = default;

    Color to_move() const { return to_move_; }
    Set men(Color c) const { return colors_[c]; }
    Set men(Color c, rules::PieceKind kind) const { return men(c) & kinds_[kind.index()]; }
    Set men() const { return colors_[Color::white] | colors_[Color::black]; }
    /// Squares with a wall: they are not there until the wall goes.
    Set walls() const { return walls_; }
    /// Men and walls.
    Set occupied() const { return men() | walls_; }
    /// The kind that stands on a square. Precondition: one does.
    rules::PieceKind kind_on(Square square) const {
        return rules::PieceKind{board_[square.index()] / 2U - 1U};
    }
    /// Men by side and kind as numbers below `man_codes`.
    static constexpr unsigned man_codes = 2 * 26 + 2;
    static constexpr unsigned code(Color c, rules::PieceKind kind) {
        return 2U * (kind.index() + 1U) + zermelo::index(c);
    }
    /// The code of the man on a square; 0 if there is none.
    unsigned code_on(Square square) const { return board_[square.index()]; }
    /// How many men of a kind a side has in hand.
    unsigned in_hand(Color c, rules::PieceKind kind) const {
        return holds_more_ ? holdings_.hands[c][kind.index()] : 0;
    }
    /// What the man on a square was, as `Holdings::former`.
    unsigned former(Square square) const { return holds_more_ ? holdings_.former[square.index()] : 0; }
    /// Gates of a side, where the rules have them.
    Set gates(Color c) const { return holds_more_ ? holdings_.gates[c] : Set{}; }
    /// Whether a series of checks of a side that has not broken has had a strong one, as bits by side, where
    /// the rules ask for that.
    unsigned strong_checks() const { return strong_checks_; }
    /// Squares that the side to move may capture on en passant.
    Set en_passant() const { return en_passant_; }
    /// The square of the piece that is captured there. Precondition: there are such squares.
    Square en_passant_victim() const { return en_passant_victim_; }
    /// Passes made in a row up to now.
    unsigned passes() const { return passes_; }
    /// How many checks a side still needs to win, where they are counted.
    unsigned checks_left(Color c) const { return checks_left_[c]; }
    /// Whether who has just moved has won by castling.
    bool castled() const { return castled_; }

    /// The four ways to castle, by `right`.
    static constexpr unsigned right(Color c, bool kingside) {
        return 2U * zermelo::index(c) + (kingside ? 0U : 1U);
    }
    static constexpr Color side_of(unsigned right) { return right < 2 ? Color::white : Color::black; }
    bool may_castle(unsigned right) const { return (castling_ >> right & 1U) != 0; }
    Square castling_rook(unsigned right) const { return castling_rooks_[right]; }
    Square castling_king(Color c) const { return castling_kings_[c]; }
    unsigned castling_rights() const { return castling_; }

  private:
    template <typename>
    friend class Game;
    template <typename>
    friend class MoveMaker;
    template <typename>
    friend class UncheckedEditor;

    /// The board as bytes: member by member GCC 12 copies it twice.
    void copy(const Position& other) {
        static_assert(std::is_trivially_copyable_v<Board>);
        std::memmove(static_cast<void*>(static_cast<Board*>(this)), static_cast<const Board*>(&other),
                     sizeof(Board));
        if (holds_more_) holdings_ = other.holdings_;
    }
    /// The same where both are positions of one game, which has this number of kinds: a part of the bytes.
    void copy_in_game(const Position& other, std::size_t kinds) {
        colors_ = other.colors_;
        for (std::size_t kind = 0; kind < kinds; ++kind) kinds_[kind] = other.kinds_[kind];
        constexpr std::size_t rest = offsetof(Board, walls_);
        static_assert(offsetof(Board, kinds_) == sizeof colors_ && rest == sizeof colors_ + sizeof kinds_);
        std::memcpy(reinterpret_cast<std::byte*>(static_cast<Board*>(this)) + rest,
                    reinterpret_cast<const std::byte*>(static_cast<const Board*>(&other)) + rest,
                    sizeof(Board) - rest);
        if (holds_more_) holdings_ = other.holdings_;
    }
    void put(Square square, Color c, rules::PieceKind kind) {
        const Set at = Set::of(square);
        colors_[c] |= at;
        kinds_[kind.index()] |= at;
        board_[square.index()] = static_cast<std::uint8_t>(code(c, kind));
    }
    void take(Square square, Color c) {
        const Set at = Set::of(square);
        colors_[c] ^= at;
        kinds_[kind_on(square).index()] ^= at;
        board_[square.index()] = 0;
    }
    bool occupied_at(Square square) const { return board_[square.index()] != 0; }

    std::uint8_t& hand(Color c, rules::PieceKind kind) { return holdings_.hands[c][kind.index()]; }

    Holdings<Bits> holdings_;
};

/// What `write_men` writes for a wall, in a game that has this number of kinds.
constexpr std::uint8_t wall_byte(std::size_t kinds) { return static_cast<std::uint8_t>(1 + 2 * kinds); }

/// Writes the men of a position by square: 0 where nothing stands, else 1 + 2 × the kind's number, and one
/// more if the man is Black's; where play has put a wall `wall_byte` of the number of kinds. Precondition:
/// `men` has a byte for each square of the board.
template <typename Bits>
void write_men(const Position<Bits>& p, std::size_t kinds, std::span<std::uint8_t> men) {
    for (const Square square : BoardSquares{static_cast<unsigned>(men.size())}) {
        const unsigned code = p.code_on(square);
        men[square.index()] = static_cast<std::uint8_t>(code == 0 ? 0 : code - 1);
    }
    for (SquareSet<Bits> walls = p.walls(); walls.any();) men[walls.take_first().index()] = wall_byte(kinds);
}

/// Changes a position man by man and checks nothing: for code that numbers positions and knows which are
/// legal. There are no castling rights, en passant squares and passes unless the position had them before.
/// `Game::position` is the checked way.
template <typename Bits>
class UncheckedEditor {
  public:
    using Set = SquareSet<Bits>;

    /// The position must outlive it.
    explicit UncheckedEditor(Position<Bits>& position) : p_(position) {}

    void to_move(Color c) { p_.to_move_ = c; }
    /// Precondition: the square is empty.
    void put(Square square, Color c, rules::PieceKind kind) { p_.put(square, c, kind); }
    /// Precondition: a man of this side stands there.
    void take(Square square, Color c) { p_.take(square, c); }
    /// Precondition: the squares are empty.
    void put_all(Set squares, Color c, rules::PieceKind kind) {
        p_.colors_[c] |= squares;
        p_.kinds_[kind.index()] |= squares;
        const auto code = static_cast<std::uint8_t>(Position<Bits>::code(c, kind));
        while (squares.any()) p_.board_[squares.take_first().index()] = code;
    }
    /// Takes all men off. Precondition: all are of one of these kinds.
    template <typename Kinds>
    void clear(const Kinds& kinds) {
        for (Set men = p_.men(); men.any();) p_.board_[men.take_first().index()] = 0;
        p_.colors_ = {};
        for (const rules::PieceKind kind : kinds) p_.kinds_[kind.index()] = Set{};
    }

    /// Sets the squares with a wall. Precondition: they are empty.
    void walls(Set squares) { p_.walls_ = squares; }
    /// How many checks a side still needs. Precondition: the rules count them.
    void checks_left(Color c, unsigned count) { p_.checks_left_[c] = static_cast<std::uint8_t>(count); }

    /// Below, the rules must have holdings, and `hold` be called first.
    /// Sets holdings: nothing in hand, nothing on the board that was something else.
    void hold() {
        p_.holds_more_ = true;
        p_.holdings_ = {};
    }
    void hand(Color c, rules::PieceKind kind, unsigned count) {
        p_.hand(c, kind) = static_cast<std::uint8_t>(count);
    }
    /// What the man on a square was before, as `Holdings::former`.
    void former(Square square, unsigned former) {
        p_.holdings_.former[square.index()] = static_cast<std::uint8_t>(former);
    }

  private:
    Position<Bits>& p_;
};

/// What a man is in the hand of who captures it: what it was before it turned, unless turned men stay what
/// they are. `former`: as `Holdings::former`. Precondition: `owner` may have such a man.
template <typename Bits>
rules::PieceKind kind_in_hand(const CompiledRules<Bits>& compiled, Color owner, rules::PieceKind kind,
                              unsigned former) {
    if (compiled.rules.drop_loop || former == 0)
        return compiled.rules.turning_kind.empty() ? kind : compiled.held_kind(kind);
    if (former == Holdings<Bits>::promoted_pawn) return *compiled.sides[owner].main_pawn;
    return rules::PieceKind{former - 1};
}
/// The same of the man on a square. Precondition: `owner` has one there.
template <typename Bits>
rules::PieceKind kind_in_hand(const CompiledRules<Bits>& compiled, const Position<Bits>& p, Square square,
                              Color owner) {
    return kind_in_hand(compiled, owner, p.kind_on(square), p.former(square));
}

}  // namespace zermelo::engine
