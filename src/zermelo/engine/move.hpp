// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "zermelo/board/square.hpp"

namespace zermelo::engine {

/// A move of the general game. Members are not set by themselves, so that lists of moves cost nothing to
/// make; `Move{}` is all zero.
struct Move {
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
    friend constexpr bool operator==(const Move&, const Move&) = default;
};

constexpr bool is_castling(Move move) {
    return move.type == Move::Type::castle_kingside || move.type == Move::Type::castle_queenside;
}

/// The moves of a position. Up to `inline_capacity` moves cost no allocation.
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

}  // namespace zermelo::engine
