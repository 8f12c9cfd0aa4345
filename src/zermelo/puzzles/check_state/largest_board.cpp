// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/largest_board.hpp"

#include <algorithm>
#include <cstdlib>
#include <unordered_set>

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
    Crowd(Random& random, Size size) : random_(random), n_(static_cast<Number>(size.n)) {
        board_.n = size.n;
        board_.pieces.reserve(size.pieces);
        taken_.reserve(size.pieces);
    }

    void place_kings_and_checker() {
        own_ = any_color();
        const bool from_left = random_.one_in(2);
        step_ = queen_steps[random_.below(8)];
        // At the edge that the line begins at, so that it is as long as the board.
        const auto start = [&](int s, bool low) { return s > 0 || (s == 0 && low) ? Number{1} : n_; };
        king_ = {start(step_.x, from_left), start(step_.y, from_left)};
        if (step_.x == 0) king_.x = any_coordinate();
        if (step_.y == 0) king_.y = any_coordinate();
        put(own_, Kind::king, king_);
        const Kind kind = random_.one_in(2) ? Kind::queen : step_.diagonal() ? Kind::bishop : Kind::rook;
        const Point checker = along(king_, step_, n_ - 1);
        put(!own_, kind, checker);
        while (!put_other_king()) {
        }
    }

    /// False if there was no room for so many pieces.
    bool fill(std::uint64_t pieces) {
        for (std::uint64_t patience = 64 * pieces + 1024; board_.pieces.size() < pieces; --patience) {
            if (patience == 0) return false;
            // Half of all cross the ray near it, and stand in each other's way.
            Point point;
            point.x = any_coordinate();
            point.y = any_coordinate();
            if (random_.one_in(2)) {
                const auto at = static_cast<Number>(random_.below(board_.n));
                const Point on = along(king_, step_, at);
                constexpr std::uint64_t band = 64;
                const auto aside = static_cast<Number>(1 + random_.below(std::min(board_.n, band)));
                const Step from = queen_steps[random_.below(8)];
                point = along(on, from, aside);
            }
            const Color color = any_color();
            const auto kind = static_cast<Kind>(1 + random_.below(5));
            if (is_free(point, color)) put(color, kind, point);
        }
        return true;
    }

    PlainBoard finished() {
        random_.shuffle(board_.pieces);
        return std::move(board_);
    }

  private:
    struct Hash {
        std::size_t operator()(const Point& s) const {
            return static_cast<std::size_t>(Random{static_cast<std::uint64_t>(s.x) * 0x9E3779B97F4A7C15U +
                                                   static_cast<std::uint64_t>(s.y)}());
        }
    };

    Color any_color() { return random_.one_in(2) ? Color::white : Color::black; }
    Number any_coordinate() { return 1 + static_cast<Number>(random_.below(board_.n)); }

    /// Whether a piece of this colour threatens nobody there, whatever its kind, and leaves the ray free.
    bool is_free(Point point, Color color) const {
        if (point.x < 1 || point.y < 1 || point.x > n_ || point.y > n_) return false;
        const Point enemy = color == own_ ? other_king_ : king_;
        const auto on_ray = direction(point.x - king_.x, point.y - king_.y);
        if (on_ray == step_) return false;
        const bool near = std::max(std::abs(point.x - enemy.x), std::abs(point.y - enemy.y)) <= 2;
        return !near && !direction(point.x - enemy.x, point.y - enemy.y);
    }

    bool put_other_king() {
        Point point;
        point.x = any_coordinate();
        point.y = any_coordinate();
        const bool near = std::max(std::abs(point.x - king_.x), std::abs(point.y - king_.y)) <= 1;
        const auto on_ray = direction(point.x - king_.x, point.y - king_.y);
        if (near || on_ray == step_) return false;
        other_king_ = point;
        return put(!own_, Kind::king, point);
    }

    bool put(Color color, Kind kind, Point point) {
        if (!taken_.insert(point).second) return false;
        board_.pieces.push_back({color, kind, Column{static_cast<std::uint64_t>(point.x)},
                                 Row{static_cast<std::uint64_t>(point.y)}});
        return true;
    }

    Random& random_;
    Number n_;
    Color own_ = Color::white;
    Step step_;
    Point king_;
    Point other_king_;
    PlainBoard board_;
    std::unordered_set<Point, Hash> taken_;  // asked only, never walked through: its order is no machine's
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
