// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>

#include "zermelo/puzzles/check_state/crossing.hpp"

namespace zermelo::check_state {

/// The board turned so that the check line runs along (i, 0) where it is straight and (i, i) where it is
/// diagonal.
///
/// Three families of lines cross it, and each square is reached from two sides on each. The nearest piece on
/// each side of each is the only one that can move there that way.
template <bool Diagonal>
class CheckFrame {
  public:
    static constexpr unsigned families = 3;
    struct Place {
        std::int64_t a = 0;
        std::int64_t b = 0;
        /// 0 on the check line itself (or its prolongation), else the sign is the side.
        std::int64_t off() const { return Diagonal ? a - b : b; }
        bool near_line() const { return static_cast<std::uint64_t>(off() + 3) <= 6; }
    };

    explicit CheckFrame(const CheckLine& line, Color own)
        : king_x_(line.king.x),
          king_y_(line.king.y),
          a_{line.step.x, Diagonal ? 0 : line.step.y},
          b_{Diagonal ? 0 : std::abs(line.step.y), Diagonal ? line.step.y : std::abs(line.step.x)},
          own_(own),
          length_(static_cast<std::int64_t>(line.length)) {
        const unsigned straight = straight_sliders(own);
        const unsigned diagonal = diagonal_sliders(own);
        sliders_ = {straight, Diagonal ? straight : diagonal, diagonal};
    }

    std::int64_t length() const { return length_; }
    std::int64_t king_x() const { return king_x_; }
    std::int64_t king_y() const { return king_y_; }
    /// How `a` and `b` of a place come from its columns and rows from the king: one of each pair is 0, the
    /// other 1 or -1.
    struct Terms {
        int x = 0;
        int y = 0;
    };
    Terms a_terms() const { return a_; }
    Terms b_terms() const { return b_; }
    /// Where all pieces of a column (or of a row) cross the check line on one square in a family, as said by
    /// its terms; nothing where a family mixes both.
    std::optional<Terms> axis_terms(unsigned family) const {
        if (family == 0) return a_;
        if (Diagonal && family == 1) return b_;
        return std::nullopt;
    }
    Place place(std::int64_t x, std::int64_t y) const {
        const std::int64_t dx = x - king_x_;
        const std::int64_t dy = y - king_y_;
        return {dx * a_.x + dy * a_.y, dx * b_.x + dy * b_.y};
    }
    Place place(const Spot& spot) const { return place(spot.x, spot.y); }

    /// The number of the check line's square where a place's line of a family meets it; 0 if it does not. Of
    /// two places whose lines meet it there from one side, that with the lesser |off| is nearer.
    /// Precondition: the place is off the line.
    std::int64_t crossing(unsigned family, Place p) const {
        std::int64_t i = 0;
        if constexpr (Diagonal) {
            if (family == 2 && (p.a + p.b) % 2 != 0) return 0;
            i = family == 0 ? p.a : family == 1 ? p.b : (p.a + p.b) / 2;
        } else {
            i = family == 0 ? p.a : family == 1 ? p.a + p.b : p.a - p.b;
        }
        return i >= 1 && i <= length_ ? i : 0;
    }
    /// The threatened side's pieces that move along the lines of a family.
    unsigned sliders(unsigned family) const { return sliders_[family]; }

    /// What needs no table: the moves of knights and pawns onto the line, and the nearest piece beyond the
    /// checker. Precondition: the place is near the line.
    struct Close {
        Rescues rescues;
        std::int64_t beyond = -1;  // the nearest piece beyond the checker on its line, if there is one
        unsigned beyond_code = nobody;

        void add(const Close& other) {
            rescues.captures += other.rescues.captures;
            rescues.interpositions += other.rescues.interpositions;
            if (other.beyond >= 0 && (beyond < 0 || other.beyond < beyond)) {
                beyond = other.beyond;
                beyond_code = other.beyond_code;
            }
        }
    };
    void take_close(const Spot& spot, std::span<const Spot> pinned, Close& close) const {
        const Place p = place(spot);
        if (p.off() == 0) {
            if (p.a > length_ && (close.beyond < 0 || p.a < close.beyond)) {
                close.beyond = p.a;
                close.beyond_code = spot.code;
            }
        }
        const bool knight = spot.code == static_cast<unsigned>(code_of(own_, Kind::knight));
        const bool pawn = spot.code == static_cast<unsigned>(code_of(own_, Kind::pawn));
        if (!knight && !pawn) return;
        for (const Spot& other : pinned)
            if (other.x == spot.x && other.y == spot.y) return;
        const auto target = [&](int dx, int dy) {  // 0: none
            const Place to = place(spot.x + dx, spot.y + dy);
            return to.off() == 0 && to.a >= 1 && to.a <= length_ ? to.a : 0;
        };
        if (knight) {
            for (const Step step : knight_steps)
                if (const std::int64_t i = target(step.x, step.y); i != 0)
                    ++(i == length_ ? close.rescues.captures : close.rescues.interpositions);
        } else {
            const std::int64_t ahead = target(0, forward(own_));
            if (ahead != 0 && ahead != length_) ++close.rescues.interpositions;
            for (const int side : {-1, 1})
                if (target(side, forward(own_)) == length_) ++close.rescues.captures;
        }
    }
    /// Can the nearest piece beyond the checker capture it along the check line? It is never pinned, since it
    /// is the checker that stands between it and the king.
    bool captures_from_beyond(const Close& close) const {
        return close.beyond >= 0 &&
               is_in(Diagonal ? diagonal_sliders(own_) : straight_sliders(own_), close.beyond_code);
    }

  private:
    std::int64_t king_x_, king_y_;
    Terms a_, b_;
    Color own_;
    std::int64_t length_;
    std::array<unsigned, families> sliders_{};
};

}  // namespace zermelo::check_state
