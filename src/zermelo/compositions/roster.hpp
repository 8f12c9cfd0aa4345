// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "zermelo/engine/castling.hpp"
#include "zermelo/engine/game.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// The men of a position by number, through the moves that are made from it on, in games whose moves change
/// what stands on their squares alone.
template <typename Bits>
class Roster {
  public:
    using Position = engine::Position<Bits>;
    using Set = SquareSet<Bits>;
    static constexpr std::size_t max_men = 64;

    struct Man {
        Color side = Color::white;
        bool gone = false;  ///< captured
        rules::PieceKind kind{0};
        Square square{0};
    };

    /// Nobody.
    Roster() : number_on_{} {}
    /// Precondition: at most `max_men`.
    explicit Roster(const Position& p) : number_on_{} {
        for (Set men = p.men(); men.any();) {
            const Square at = men.take_first();
            const Color side = p.men(Color::white).contains(at) ? Color::white : Color::black;
            men_[size_] = {side, false, p.kind_on(at), at};
            number_on_[at.index()] = static_cast<std::uint8_t>(++size_);
        }
    }

    std::size_t size() const { return size_; }
    const Man& operator[](std::size_t number) const { return men_[number]; }

    /// A legal move, from `p` to `q`. Calls changes(number) before each man that it changes.
    template <typename F>
    void play(const engine::CompiledRules<Bits>& compiled, const Position& p, engine::Move m,
              const Position& q, const F& changes) {
        if (m.is_castling()) {
            const engine::Castling<Bits> c{compiled, p, p.to_move(),
                                           m.type == engine::Move::Type::castle_kingside};
            const std::uint8_t king = lift(c.king), rook = lift(c.rook);
            changes(king - 1U);
            changes(rook - 1U);
            put(king, c.king_to);
            put(rook, c.rook_to);
            return;
        }
        const Square victim = m.type == engine::Move::Type::en_passant ? p.en_passant_victim() : m.to;
        if (number_on_[victim.index()] != 0) {
            const std::uint8_t captured = lift(victim);
            changes(captured - 1U);
            men_[captured - 1U].gone = true;
        }
        const std::uint8_t mover = lift(m.from);
        changes(mover - 1U);
        put(mover, m.to);
        men_[mover - 1U].kind = q.kind_on(m.to);
    }

  private:
    std::uint8_t lift(Square square) { return std::exchange(number_on_[square.index()], std::uint8_t{0}); }
    void put(std::uint8_t number, Square square) {
        number_on_[square.index()] = number;
        men_[number - 1U].square = square;
    }

    std::array<Man, max_men> men_;
    std::array<std::uint8_t, sizeof(Set) * 8> number_on_;  ///< by square: 1 + the number; 0: nobody
    std::size_t size_ = 0;
};

}  // namespace zermelo::compositions
