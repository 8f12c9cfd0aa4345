// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/scene.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

namespace zermelo::stress {

namespace {

using check_state::Kind;
using check_state::PlainBoard;
using check_state::Step;

constexpr std::uint64_t kings = 2;
constexpr std::uint64_t room_for_more = 8;  // what is aimed at the king may go beyond a small goal

/// Most boards are small enough to be looked through, some are as large as may be.
std::uint64_t any_n(Random& random, std::uint64_t least, std::uint64_t most) {
    constexpr std::uint64_t seen_at_a_glance = 20;
    const std::uint64_t how = random.below(4);
    if (how == 0 || most <= least) return least;
    const std::uint64_t last = std::min(most, seen_at_a_glance);
    if (how < 3 || last == most) return least + random.below(last - least + 1);
    const std::uint64_t bits = 1 + random.below(static_cast<std::uint64_t>(std::bit_width(most - last)));
    return std::min(most, last + random.below(bits == 64 ? ~std::uint64_t{0} : std::uint64_t{1} << bits));
}

Number sign(Number v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

}  // namespace

Result<void> check_sizes(const Order& order) {
    const std::uint64_t n = order.wishes.n.value_or(order.bounds.least_n);
    const auto refuse = [](std::string message) { return failure(ErrorKind::bad_usage, std::move(message)); };
    if (n < 2 || n > check_state::largest_board)
        return refuse(fmt::format("--n {}, expected 2 to {}", n, check_state::largest_board));
    const std::uint64_t pieces = order.wishes.pieces.value_or(kings);
    if (pieces < kings || (n < (std::uint64_t{1} << 32U) && order.wishes.n && pieces > n * n))
        return refuse(
            fmt::format("--pieces {} on a board of {}x{}, expected 2 or more, and no more than it "
                        "has squares",
                        pieces, n, n));
    constexpr std::uint64_t most = 10'000'000;
    if (pieces > most) return refuse(fmt::format("--pieces {}, expected at most {}", pieces, most));
    return {};
}

Scene::Scene(const Order& order) : random_(order.random) {
    own_ = any_color();
    constexpr std::uint64_t seen_at_a_glance = 24;
    const std::uint64_t load = order.bounds.load_counts_n ? order.load / 3 : order.load;
    std::uint64_t most = std::clamp<std::uint64_t>(load, 12, seen_at_a_glance);
    if (order.wishes.pieces) {
        goal_ = static_cast<std::size_t>(*order.wishes.pieces);
        most = *order.wishes.pieces;
    } else {
        goal_ = static_cast<std::size_t>(kings + random_.below(most - 1));
        if (order.wishes.interpositions) {
            most += *order.wishes.interpositions;
            goal_ += static_cast<std::size_t>(*order.wishes.interpositions);
        }
    }
    std::uint64_t most_n = order.bounds.most_n;
    if (order.bounds.load_counts_n)
        most_n = std::min(most_n, order.load > most + room_for_more ? order.load - most - room_for_more : 0);
    board_.n = order.wishes.n ? *order.wishes.n
                              : any_n(random_, order.bounds.least_n, std::max(most_n, order.bounds.least_n));
    n_ = static_cast<Number>(board_.n);
    board_.pieces.reserve(goal_);
}

bool Scene::put(Color color, Kind kind, Spot spot) {
    if (spot.x < 1 || spot.y < 1 || spot.x > n_ || spot.y > n_) return false;
    if (board_.pieces.size() >= goal_ + room_for_more || at(spot) != nullptr) return false;
    board_.pieces.push_back({color, kind, check_state::Column{static_cast<std::uint64_t>(spot.x)},
                             check_state::Row{static_cast<std::uint64_t>(spot.y)}});
    return true;
}

const check_state::Piece* Scene::at(Spot spot) const {
    const auto found = std::find_if(board_.pieces.begin(), board_.pieces.end(),
                                    [&](const check_state::Piece& piece) { return spot_of(piece) == spot; });
    return found == board_.pieces.end() ? nullptr : &*found;
}

void Scene::place_kings() {
    king_ = any_spot();
    if (random_.one_in(3)) king_.x = random_.one_in(2) ? 1 : n_;
    if (random_.one_in(3)) king_.y = random_.one_in(2) ? 1 : n_;
    put(own_, Kind::king, king_);
    constexpr int enough = 64;  // on boards where every square is near
    for (int i = 0;; ++i) {
        const Spot other = any_spot();
        const Number apart = std::max(std::abs(other.x - king_.x), std::abs(other.y - king_.y));
        if ((apart > 2 || i >= enough) && put(!own_, Kind::king, other)) return;
    }
}

bool Scene::place_kings(Spot own, Spot other) {
    king_ = own;
    return put(own_, Kind::king, own) && put(!own_, Kind::king, other);
}

bool Scene::threaten(Spot king, Color enemy) {
    const std::uint64_t how = random_.below(10);
    if (how == 0) {
        const Number x = king.x + (random_.one_in(2) ? 1 : -1);
        return put(enemy, Kind::pawn, {x, king.y - check_state::forward(enemy)});
    }
    if (how < 3) return put(enemy, Kind::knight, king + check_state::knight_steps[random_.below(8)]);
    const Step step = any_step();
    const Number far = room(king, step);
    if (far == 0) return false;
    const Number at = random_.one_in(4) ? far : distance(far);
    const Kind kind = slider(step);
    return put(enemy, kind, along(king, step, at));
}

bool Scene::slider_at(Step step, Number distance) {
    const Kind kind = slider(step);
    return put(!own_, kind, along(king_, step, distance));
}

bool Scene::help(Spot checker) {
    const auto step = direction(king_, checker);
    Spot goal = checker;
    if (step && !random_.one_in(4)) {
        const Number length = std::max(std::abs(checker.x - king_.x), std::abs(checker.y - king_.y));
        goal = along(king_, *step, distance(length));
    }
    const std::uint64_t how = random_.below(6);
    if (how == 0) return put(own_, Kind::knight, goal + check_state::knight_steps[random_.below(8)]);
    if (how == 1) {
        const Number aside = goal == checker ? (random_.one_in(2) ? 1 : -1) : 0;
        return put(own_, Kind::pawn, {goal.x + aside, goal.y - check_state::forward(own_)});
    }
    const Step from = any_step();
    const Number far = room(goal, from);
    if (far == 0) return false;
    const Number at = distance(far);
    const Kind kind = slider(from);
    return put(own_, kind, along(goal, from, at));
}

bool Scene::anything() {
    const Color color = any_color();
    const std::uint64_t how = random_.below(6);
    Spot spot = any_spot();
    if (how < 2) {
        const Number x = king_.x + small(4);
        spot = {x, king_.y + small(4)};
    }
    if (how == 2) spot.y = random_.one_in(2) ? 1 : n_;
    const Kind kind = any_kind();
    return put(color, how == 2 ? Kind::pawn : kind, spot);
}

bool Scene::shield(Color in_front) {
    const Step step = any_step();
    const Number far = room(king_, step);
    if (far < 2) return false;
    const Number behind = 1 + distance(far - 1);
    const Number front = distance(behind - 1);
    const Kind kind = any_kind();
    return put(in_front, kind, along(king_, step, front)) && slider_at(step, behind);
}

Number Scene::room(Spot from, Step step) const {
    const auto until_edge = [&](int s, Number v) { return s == 0 ? n_ : s > 0 ? n_ - v : v - 1; };
    return std::max<Number>(0, std::min(until_edge(step.x, from.x), until_edge(step.y, from.y)));
}

Step Scene::any_step() { return check_state::queen_steps[random_.below(8)]; }

Kind Scene::slider(Step step) {
    if (random_.one_in(2)) return Kind::queen;
    return step.diagonal() ? Kind::bishop : Kind::rook;
}

Kind Scene::any_kind() {
    constexpr std::array kinds{Kind::queen, Kind::rook, Kind::bishop, Kind::knight, Kind::pawn};
    return kinds[random_.below(kinds.size())];
}

Color Scene::any_color() { return random_.one_in(2) ? Color::white : Color::black; }

Spot Scene::any_spot() {
    const auto x = static_cast<Number>(1 + random_.below(board_.n));
    return {x, static_cast<Number>(1 + random_.below(board_.n))};
}

Number Scene::distance(Number most) {
    auto bound = static_cast<std::uint64_t>(most);
    if (random_.one_in(2))
        bound =
            std::min(bound, std::uint64_t{1}
                                << (1 + random_.below(static_cast<std::uint64_t>(std::bit_width(bound)))));
    return 1 + static_cast<Number>(random_.below(bound));
}

Number Scene::small(Number reach) {
    return static_cast<Number>(random_.below(static_cast<std::uint64_t>(2 * reach + 1))) - reach;
}

PlainBoard Scene::finished() {
    random_.shuffle(board_.pieces);
    return board_;
}

check_state::Details details_of(const PlainBoard& board) { return explain(list_of(board), Isa::portable); }

std::optional<Step> direction(Spot from, Spot to) {
    const Number dx = to.x - from.x;
    const Number dy = to.y - from.y;
    if ((dx == 0 && dy == 0) || (dx != 0 && dy != 0 && std::abs(dx) != std::abs(dy))) return std::nullopt;
    return Step{static_cast<int>(sign(dx)), static_cast<int>(sign(dy))};
}

bool slides(Kind kind, Step step) {
    return kind == Kind::queen || kind == (step.diagonal() ? Kind::bishop : Kind::rook);
}

std::optional<Sight> look(const PlainBoard& board, Spot from, Step step, std::optional<Spot> without) {
    std::optional<Sight> nearest;
    for (const check_state::Piece& piece : board.pieces) {
        const Spot spot = spot_of(piece);
        const auto seen = direction(from, spot);
        if (!seen || seen->x != step.x || seen->y != step.y || (without && *without == spot)) continue;
        const Number distance = std::max(std::abs(spot.x - from.x), std::abs(spot.y - from.y));
        if (!nearest || distance < nearest->distance) nearest = Sight{piece, distance};
    }
    return nearest;
}

bool moves_to(const PlainBoard& board, const check_state::Piece& piece, Spot to) {
    const Spot from = spot_of(piece);
    const Number dx = std::abs(to.x - from.x);
    const Number dy = std::abs(to.y - from.y);
    const auto there = std::find_if(board.pieces.begin(), board.pieces.end(),
                                    [&](const check_state::Piece& other) { return spot_of(other) == to; });
    const bool taken = there != board.pieces.end();
    if (taken && there->color == piece.color) return false;
    if (piece.kind == Kind::knight) return std::min(dx, dy) == 1 && std::max(dx, dy) == 2;
    if (piece.kind == Kind::pawn)
        return to.y == from.y + check_state::forward(piece.color) && dx == (taken ? 1 : 0);
    const auto step = direction(from, to);
    if (!step || !slides(piece.kind, *step)) return false;
    const auto first = look(board, from, *step);
    return !first || first->distance >= std::max(dx, dy);
}

}  // namespace zermelo::stress
