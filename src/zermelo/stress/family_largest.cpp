// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/family_largest.hpp"

#include <algorithm>
#include <cstdlib>
#include <unordered_set>

#include <fmt/format.h>

#include "zermelo/stress/scene.hpp"

namespace zermelo::stress::families_detail {

namespace {

using check_state::Kind;
using check_state::Step;

struct Size {
    std::uint64_t n;
    std::uint64_t pieces;
};

Size size_of(const Order& order) {
    const judge::CheckBounds& bounds = order.bounds;
    std::uint64_t n = bounds.most_n;
    if (bounds.load_counts_n) n = std::min(n, order.load / 2);
    if (order.wishes.n) n = *order.wishes.n;
    n = std::max(n, bounds.least_n);
    // A quarter of the squares: enough stay free for pieces that threaten nobody.
    std::uint64_t pieces = bounds.load_counts_n ? order.load - std::min(order.load, n) : order.load;
    pieces = std::clamp<std::uint64_t>(pieces, 3, bounds.most_pieces);
    if (n < (std::uint64_t{1} << 31U)) pieces = std::min(pieces, std::max<std::uint64_t>(3, n * n / 4));
    return {n, order.wishes.pieces.value_or(pieces)};
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
        step_ = check_state::queen_steps[random_.below(8)];
        // At the edge that the line begins at, so that it is as long as the board.
        const auto start = [&](int s, bool low) { return s > 0 || (s == 0 && low) ? Number{1} : n_; };
        king_ = {start(step_.x, from_left), start(step_.y, from_left)};
        if (step_.x == 0) king_.x = any_coordinate();
        if (step_.y == 0) king_.y = any_coordinate();
        put(own_, Kind::king, king_);
        const Kind kind = random_.one_in(2) ? Kind::queen : step_.diagonal() ? Kind::bishop : Kind::rook;
        const Spot checker = along(king_, step_, n_ - 1);
        put(!own_, kind, checker);
        while (!put_other_king()) {
        }
    }

    /// False if there was no room for so many pieces.
    bool fill(std::uint64_t pieces) {
        for (std::uint64_t patience = 64 * pieces + 1024; board_.pieces.size() < pieces; --patience) {
            if (patience == 0) return false;
            // Half of all cross the ray near it, and stand in each other's way.
            Spot spot;
            spot.x = any_coordinate();
            spot.y = any_coordinate();
            if (random_.one_in(2)) {
                const auto at = static_cast<Number>(random_.below(board_.n));
                const Spot on = along(king_, step_, at);
                constexpr std::uint64_t band = 64;
                const auto aside = static_cast<Number>(1 + random_.below(std::min(board_.n, band)));
                const Step from = check_state::queen_steps[random_.below(8)];
                spot = along(on, from, aside);
            }
            const Color color = any_color();
            const auto kind = static_cast<Kind>(1 + random_.below(5));
            if (is_free(spot, color)) put(color, kind, spot);
        }
        return true;
    }

    check_state::PlainBoard finished() {
        random_.shuffle(board_.pieces);
        return std::move(board_);
    }

  private:
    struct Hash {
        std::size_t operator()(const Spot& s) const {
            return static_cast<std::size_t>(Random{static_cast<std::uint64_t>(s.x) * 0x9E3779B97F4A7C15U +
                                                   static_cast<std::uint64_t>(s.y)}());
        }
    };

    Color any_color() { return random_.one_in(2) ? Color::white : Color::black; }
    Number any_coordinate() { return 1 + static_cast<Number>(random_.below(board_.n)); }

    /// Whether a piece of this colour threatens nobody there, whatever its kind, and leaves the ray free.
    bool is_free(Spot spot, Color color) const {
        if (spot.x < 1 || spot.y < 1 || spot.x > n_ || spot.y > n_) return false;
        const Spot enemy = color == own_ ? other_king_ : king_;
        const auto on_ray = direction(king_, spot);
        if (on_ray && on_ray->x == step_.x && on_ray->y == step_.y) return false;
        const bool near = std::max(std::abs(spot.x - enemy.x), std::abs(spot.y - enemy.y)) <= 2;
        return !near && !direction(enemy, spot);
    }

    bool put_other_king() {
        Spot spot;
        spot.x = any_coordinate();
        spot.y = any_coordinate();
        const bool near = std::max(std::abs(spot.x - king_.x), std::abs(spot.y - king_.y)) <= 1;
        const auto on_ray = direction(king_, spot);
        if (near || (on_ray && on_ray->x == step_.x && on_ray->y == step_.y)) return false;
        other_king_ = spot;
        return put(!own_, Kind::king, spot);
    }

    bool put(Color color, Kind kind, Spot spot) {
        if (!taken_.insert(spot).second) return false;
        board_.pieces.push_back({color, kind, check_state::Column{static_cast<std::uint64_t>(spot.x)},
                                 check_state::Row{static_cast<std::uint64_t>(spot.y)}});
        return true;
    }

    Random& random_;
    Number n_;
    Color own_ = Color::white;
    Step step_;
    Spot king_;
    Spot other_king_;
    check_state::PlainBoard board_;
    std::unordered_set<Spot, Hash> taken_;  // asked only, never walked through: its order is no machine's
};

}  // namespace

Result<Case> make_largest(const Order& order) {
    if (const auto good = check_sizes(order); !good) return tl::make_unexpected(good.error());
    const Size size = size_of(order);
    constexpr std::uint64_t least_n = 4;  // so that there is room for the other king
    if (size.n < least_n || size.pieces < 3)
        return failure(ErrorKind::bad_usage,
                       fmt::format("--n {} --pieces {}, expected at least {} and 3 with "
                                   "the family largest",
                                   size.n, size.pieces, least_n));
    Crowd crowd{order.random, size};
    crowd.place_kings_and_checker();
    if (!crowd.fill(size.pieces))
        return failure(ErrorKind::bad_usage,
                       fmt::format("no room for {} pieces on {}x{} squares without a second check, expected "
                                   "fewer with the family largest",
                                   size.pieces, size.n, size.n));
    return Case{crowd.finished()};
}

}  // namespace zermelo::stress::families_detail
