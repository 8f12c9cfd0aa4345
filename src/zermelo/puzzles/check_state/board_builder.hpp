// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/check_state/rays.hpp"
#include "zermelo/puzzles/family.hpp"

namespace zermelo::check_state {

/// A board being put together around one king, `own`'s, at which things are aimed. Nothing that does not fit
/// (off the board, on another piece, more pieces than allowed) is put down. Cost of each: O(1) expected.
class BoardBuilder {
  public:
    /// Draws `own`; the board is empty and has n × n squares. Preconditions: 2 ≤ n ≤ largest_board.
    BoardBuilder(Random& random, std::uint64_t n, std::size_t max_pieces);
    /// Draws the board's size, the number of pieces it may have and `own`; the board is empty.
    /// Precondition: the request passed `check_sizes`.
    explicit BoardBuilder(const puzzles::GameRequest& request);

    Random& random() const { return random_; }
    Number n() const { return n_; }
    Color own() const { return own_; }
    Point king() const { return king_; }
    const PlainBoard& board() const { return board_; }
    /// How many pieces the board is to have in the end.
    std::size_t goal() const { return goal_; }

    bool put(Color color, Kind kind, Point point);
    /// Keeps the squares between the king and the last piece free from now on, 15 times out of 16.
    /// Precondition: they are on one line.
    void keep_open() { open_.push_back(point_of(board_.pieces.back())); }
    /// The pieces towards which they are.
    const std::vector<Point>& open() const { return open_; }
    /// Takes the last piece away.
    void take_back();
    const Piece* at(Point point) const;

    /// Puts `own`'s king on a square of the empty board.
    void place_king(Point own);
    /// Puts down `own`'s king, in the corners and on the edges as often as inside, and the other far from it.
    void place_kings();
    /// Both kings where the caller wants them; false if they do not fit.
    bool place_kings(Point own, Point other);

    /// A piece of the enemy that attacks the king: a slider seven times out of ten, a knight, or a pawn.
    bool threaten(Point king, Color enemy);
    /// A slider of the enemy at `distance` from the king.
    bool slider_at(Step step, Number distance);
    enum class Far { as_drawn, often_farthest };
    /// A slider of the line at random on the line from a square, one time in four at its end if
    /// `often_farthest`.
    bool aim(Color color, Point at, Step from, Far far = Far::as_drawn);
    /// A piece of `own` at random that may reach a random square of the line from the king to `checker`.
    bool help(Point checker);
    /// Any piece: near the king, on the first or last row, or anywhere.
    bool anything();
    /// A piece in front of a slider of the enemy on a line with the king.
    bool shield(Color in_front);

    /// The squares from `from` (exclusive) to the edge in direction `step`.
    Number room(Point from, Step step) const;
    Step any_step();
    Kind slider(Step step);
    /// A kind other than the king.
    Kind any_kind();
    Point any_point();
    Number any_coordinate();
    /// The first or the last column or row.
    Number edge() { return random_.one_in(2) ? 1 : n_; }
    /// A square, maybe beyond the edge, at most `reach` columns and rows from the king.
    Point near_king(Number reach);
    Color any_color();
    /// 1 to `most`, small ones as likely as large ones half of the time. Precondition: most ≥ 1.
    Number distance(Number most);
    /// −reach to reach.
    Number small(Number reach);

    /// The board with its pieces in random order; nothing may be asked of this object any more.
    PlainBoard finished();

  private:
    struct Hash {
        std::size_t operator()(Point p) const {
            return static_cast<std::size_t>(Random{static_cast<std::uint64_t>(p.x) * 0x9E3779B97F4A7C15U +
                                                   static_cast<std::uint64_t>(p.y)}());
        }
    };

    Random& random_;
    Color own_ = Color::white;
    Number n_ = 8;
    std::size_t goal_ = 0;
    std::size_t max_ = 0;
    Point king_;
    std::vector<Point> open_;
    PlainBoard board_;
    /// Where in `board_.pieces` a square's piece is; never walked through, for its order is no machine's.
    std::unordered_map<Point, std::size_t, Hash> numbers_;
};

/// Errors (`ErrorKind::bad_usage`): sizes are asked for that no board can have.
Result<void> check_sizes(const puzzles::GameRequest& request);

}  // namespace zermelo::check_state
