// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/largest_board.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/puzzles/check_state/board_builder.hpp"
#include "zermelo/puzzles/check_state/puzzle.hpp"

namespace zermelo::check_state {

namespace {

using puzzles::Game;
using puzzles::GameRequest;

struct Size {
    std::uint64_t n;
    std::uint64_t pieces;
};

Size size_of(const GameRequest& request) {
    const CheckBounds& bounds = bounds_of(request);
    std::uint64_t n = bounds.most_n;
    if (bounds.load_counts_n) n = std::min(n, request.load / 2);
    if (request.requirements.n) n = *request.requirements.n;
    n = std::max(n, bounds.least_n);
    // A quarter of the squares: enough stay free for pieces that threaten nobody.
    std::uint64_t pieces = bounds.load_counts_n ? request.load - std::min(request.load, n) : request.load;
    pieces = std::clamp<std::uint64_t>(pieces, 3, bounds.most_pieces);
    if (n < (std::uint64_t{1} << 31U)) pieces = std::min(pieces, std::max<std::uint64_t>(3, n * n / 4));
    return {n, request.requirements.pieces.value_or(pieces)};
}

/// A board of which only the kings' lines matter while it is filled.
class Crowd {
  public:
    Crowd(Random& random, Size size) : random_(random), board_(random, size.n, size.pieces) {}

    void place_kings_and_checker() {
        const bool from_left = random_.one_in(2);
        step_ = board_.any_step();
        // At the edge that the line begins at, so that it is as long as the board.
        const auto start = [&](int s, bool low) { return s > 0 || (s == 0 && low) ? Number{1} : board_.n(); };
        Point king{start(step_.x, from_left), start(step_.y, from_left)};
        if (step_.x == 0) king.x = board_.any_coordinate();
        if (step_.y == 0) king.y = board_.any_coordinate();
        board_.place_king(king);
        board_.slider_at(step_, board_.n() - 1);
        while (!put_other_king()) {
        }
    }

    /// False if there was no room for so many pieces.
    bool fill(std::uint64_t pieces) {
        for (std::uint64_t patience = 64 * pieces + 1024; board_.board().pieces.size() < pieces; --patience) {
            if (patience == 0) return false;
            // Half of all cross the ray near it, and stand in each other's way.
            Point point = board_.any_point();
            if (random_.one_in(2)) {
                const Point on = along(board_.king(), step_, board_.any_coordinate() - 1);
                constexpr Number band = 64;
                const auto aside = static_cast<Number>(
                    1 + random_.below(static_cast<std::uint64_t>(std::min(board_.n(), band))));
                const Step from = board_.any_step();
                point = along(on, from, aside);
            }
            const Color color = board_.any_color();
            const Kind kind = board_.any_kind();
            if (is_free(point, color)) board_.put(color, kind, point);
        }
        return true;
    }

    PlainBoard finished() { return board_.finished(); }

  private:
    /// Whether a piece of this colour threatens nobody there, whatever its kind, and leaves the ray free.
    bool is_free(Point point, Color color) const {
        const Point enemy = color == board_.own() ? other_king_ : board_.king();
        return !is_on_ray(point) && apart(point, enemy) > 2 && !direction(enemy, point);
    }
    bool is_on_ray(Point point) const { return direction(board_.king(), point) == step_; }

    bool put_other_king() {
        other_king_ = board_.any_point();
        return apart(other_king_, board_.king()) > 1 && !is_on_ray(other_king_) &&
               board_.put(!board_.own(), Kind::king, other_king_);
    }

    Random& random_;
    BoardBuilder board_;
    Step step_;
    Point other_king_;
};

}  // namespace

Result<Game> make_largest(const GameRequest& request) {
    ZERMELO_CHECK(check_sizes(request));
    const Size size = size_of(request);
    constexpr std::uint64_t least_n = 4;  // so that there is room for the other king
    if (size.n < least_n || size.pieces < 3)
        return failure(ErrorKind::bad_usage,
                       fmt::format("--n {} --pieces {}, expected at least {} and 3 with "
                                   "the family largest",
                                   size.n, size.pieces, least_n));
    Crowd crowd{request.random, size};
    crowd.place_kings_and_checker();
    if (!crowd.fill(size.pieces))
        return failure(ErrorKind::bad_usage,
                       fmt::format("no room for {} pieces on {}x{} squares without a second check, expected "
                                   "fewer with the family largest",
                                   size.pieces, size.n, size.n));
    return Game{crowd.finished()};
}

}  // namespace zermelo::check_state
