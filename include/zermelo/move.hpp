// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "zermelo/square.hpp"

namespace zermelo {

/// A move of any variant, as a value of eight bytes. It knows no board and no position: `AnyPosition` lists,
/// reads and writes moves, and says what one captures. Kinds of men are the letters that the rules give them,
/// in upper case ('Q'). Members are not set by themselves, so that lists of moves cost nothing to make;
/// `Move{}` is all zero.
struct alignas(8) Move {  // a whole register, which compilers hand on as one
    enum class Type : std::uint8_t {
        normal,
        en_passant,
        castle_kingside,
        castle_queenside,
        pass,
        demotion,       ///< a man moves and turns back into what it was
        drop,           ///< a man comes from the hand
        drop_promoted,  ///< and stands there as what its kind turns into
        wall,           ///< a side puts a wall instead of moving
    };
    Square from;     ///< a drop: = to
    Square to;       ///< castling: where the king ends, or the rook's square if it ends within one step or
                     ///< could also simply go there; a pass, a wall: = from
    char promotion;  ///< the letter of the kind that the moved piece turns into; 0: it stays; a drop: of the
                     ///< kind that leaves the hand
    Type type;
    char gated;  ///< what comes to `gate` besides: `wall_gated`, or a kind from the hand; 0: nothing
    Square gate;
    static constexpr char wall_gated = '*';
    constexpr Move() = default;
    constexpr Move(Square from_in, Square to_in, char promotion_in, Type type_in, char gated_in = 0,
                   Square gate_in = Square{0})
        : from(from_in), to(to_in), promotion(promotion_in), type(type_in), gated(gated_in), gate(gate_in) {}

    constexpr bool is_drop() const { return type == Type::drop || type == Type::drop_promoted; }
    constexpr bool is_castling() const {
        return type == Type::castle_kingside || type == Type::castle_queenside;
    }
    constexpr bool is_pass() const { return type == Type::pass; }
    /// The kind that the man that moves turns into, if it does.
    constexpr std::optional<char> turns_into() const {
        return letter_if(!is_drop() && promotion != 0, promotion);
    }
    /// The kind that leaves the hand, where the move is a drop.
    constexpr std::optional<char> dropped() const { return letter_if(is_drop(), promotion); }
    /// The kind from the hand that comes to `gate`, if one does.
    constexpr std::optional<char> gates() const {
        return letter_if(gated != 0 && gated != wall_gated, gated);
    }
    /// Where the move puts a wall, if it does.
    constexpr std::optional<Square> wall() const {
        return gated == wall_gated ? std::optional{gate} : std::nullopt;
    }

    /// In an order of no meaning.
    friend constexpr auto operator<=>(const Move&, const Move&) = default;

  private:
    static constexpr std::optional<char> letter_if(bool there, char letter) {
        return there ? std::optional{letter} : std::nullopt;
    }
};

/// The moves of a position, for a buffer of the caller's. Up to `inline_capacity` moves cost no allocation,
/// and more of them none where the list has held as many before.
class MoveList {
  public:
    static constexpr std::size_t inline_capacity = 254;
    MoveList() {}  // the array stays unset: clearing it would cost more than most searches of a list
    void push_back(Move move) {
        if (size_ < inline_capacity) {
            moves_[size_++] = move;
        } else {
            spill(move);
        }
    }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Move* begin() const { return size_ <= inline_capacity ? moves_.data() : spilled_.data(); }
    const Move* end() const { return begin() + size_; }
    Move* begin() { return size_ <= inline_capacity ? moves_.data() : spilled_.data(); }
    Move* end() { return begin() + size_; }
    const Move& operator[](std::size_t i) const { return begin()[i]; }

  private:
    void spill(Move move) {
        if (size_ == inline_capacity) spilled_.assign(moves_.begin(), moves_.end());
        spilled_.resize(size_);
        spilled_.push_back(move);
        ++size_;
    }
    std::size_t size_ = 0;
    std::array<Move, inline_capacity> moves_;
    std::vector<Move> spilled_;
};

}  // namespace zermelo

/// @cond
template <>
struct std::hash<zermelo::Move> {
    std::size_t operator()(const zermelo::Move& move) const noexcept {
        const auto byte = [](auto value, unsigned place) {
            return static_cast<std::uint64_t>(static_cast<std::uint8_t>(value)) << (8 * place);
        };
        const std::uint64_t bytes = byte(move.from.index(), 0) | byte(move.to.index(), 1) |
                                    byte(move.promotion, 2) | byte(move.type, 3) | byte(move.gated, 4) |
                                    byte(move.gate.index(), 5);
        return static_cast<std::size_t>(bytes * 0x9E37'79B9'7F4A'7C15U >> 7U);
    }
};
/// @endcond
