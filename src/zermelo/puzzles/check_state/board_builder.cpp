// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/board_builder.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "zermelo/puzzles/check_state/puzzle.hpp"

namespace zermelo::check_state {

namespace {

constexpr std::uint64_t both_kings = 2;
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

}  // namespace

Result<void> check_sizes(const puzzles::GameRequest& request) {
    const std::uint64_t n = request.requirements.n.value_or(bounds_of(request).least_n);
    const auto refuse = [](std::string message) { return failure(ErrorKind::bad_usage, std::move(message)); };
    if (n < 2 || n > largest_board) return refuse(fmt::format("n {}, expected 2 to {}", n, largest_board));
    const std::uint64_t pieces = request.requirements.pieces.value_or(both_kings);
    if (pieces < both_kings || (n < (std::uint64_t{1} << 32U) && request.requirements.n && pieces > n * n))
        return refuse(
            fmt::format("{} pieces on a board of {}x{}, expected 2 or more, and no more than it "
                        "has squares",
                        pieces, n, n));
    constexpr std::uint64_t most = 10'000'000;
    if (pieces > most) return refuse(fmt::format("{} pieces, expected at most {}", pieces, most));
    return {};
}

BoardBuilder::BoardBuilder(Random& random, std::uint64_t n, std::size_t max_pieces)
    : random_(random), own_(any_color()), n_(static_cast<Number>(n)), max_(max_pieces), board_{n, {}} {
    board_.pieces.reserve(max_pieces);
    numbers_.reserve(max_pieces);
}

BoardBuilder::BoardBuilder(const puzzles::GameRequest& request) : random_(request.random), own_(any_color()) {
    constexpr std::uint64_t seen_at_a_glance = 24;
    const std::uint64_t load = bounds_of(request).load_counts_n ? request.load / 3 : request.load;
    std::uint64_t most = std::clamp<std::uint64_t>(load, 12, seen_at_a_glance);
    if (request.requirements.pieces) {
        goal_ = static_cast<std::size_t>(*request.requirements.pieces);
        most = *request.requirements.pieces;
    } else {
        goal_ = static_cast<std::size_t>(both_kings + random_.below(most - 1));
        if (request.requirements.interpositions) {
            most += *request.requirements.interpositions;
            goal_ += static_cast<std::size_t>(*request.requirements.interpositions);
        }
    }
    std::uint64_t max_n = bounds_of(request).max_n;
    if (bounds_of(request).load_counts_n)
        max_n =
            std::min(max_n, request.load > most + room_for_more ? request.load - most - room_for_more : 0);
    board_.n = request.requirements.n
                   ? *request.requirements.n
                   : any_n(random_, bounds_of(request).least_n, std::max(max_n, bounds_of(request).least_n));
    n_ = static_cast<Number>(board_.n);
    max_ = goal_ + room_for_more;
}

bool BoardBuilder::put(Color color, Kind kind, Point point) {
    if (point.x < 1 || point.y < 1 || point.x > n_ || point.y > n_) return false;
    if (board_.pieces.size() >= max_ || at(point) != nullptr) return false;
    for (const Point end : open_) {
        const auto step = direction(king_, point);
        const bool between = step == direction(king_, end) && apart(king_, point) < apart(king_, end);
        if (step && between && !random_.one_in(16)) return false;
    }
    numbers_.emplace(point, board_.pieces.size());
    board_.pieces.push_back(
        {color, kind, Column{static_cast<std::uint64_t>(point.x)}, Row{static_cast<std::uint64_t>(point.y)}});
    return true;
}

const Piece* BoardBuilder::at(Point point) const {
    const auto found = numbers_.find(point);
    return found == numbers_.end() ? nullptr : &board_.pieces[found->second];
}

void BoardBuilder::take_back() {
    numbers_.erase(point_of(board_.pieces.back()));
    board_.pieces.pop_back();
}

void BoardBuilder::place_king(Point own) {
    king_ = own;
    put(own_, Kind::king, own);
}

void BoardBuilder::place_kings() {
    Point own = any_point();
    if (random_.one_in(3)) own.x = edge();
    if (random_.one_in(3)) own.y = edge();
    place_king(own);
    constexpr int enough = 64;  // on boards where every square is near
    for (int i = 0;; ++i) {
        const Point other = any_point();
        if ((apart(other, king_) > 2 || i >= enough) && put(!own_, Kind::king, other)) return;
    }
}

bool BoardBuilder::place_kings(Point own, Point other) {
    place_king(own);
    return put(!own_, Kind::king, other);
}

bool BoardBuilder::threaten(Point king, Color enemy) {
    const std::uint64_t how = random_.below(10);
    if (how == 0) {
        const Number x = king.x + (random_.one_in(2) ? 1 : -1);
        return put(enemy, Kind::pawn, {x, king.y - forward(enemy)});
    }
    if (how < 3) return put(enemy, Kind::knight, king + knight_steps[random_.below(8)]);
    return aim(enemy, king, any_step(), Far::often_farthest);
}

bool BoardBuilder::aim(Color color, Point at, Step from, Far far) {
    const Number most = room(at, from);
    if (most == 0) return false;
    const Number away = far == Far::often_farthest && random_.one_in(4) ? most : distance(most);
    const Kind kind = slider(from);
    return put(color, kind, along(at, from, away));
}

bool BoardBuilder::slider_at(Step step, Number distance) {
    const Kind kind = slider(step);
    return put(!own_, kind, along(king_, step, distance));
}

bool BoardBuilder::help(Point checker) {
    const auto step = direction(king_, checker);
    Point goal = checker;
    if (step && !random_.one_in(4)) {
        goal = along(king_, *step, distance(apart(checker, king_)));
    }
    const std::uint64_t how = random_.below(6);
    if (how == 0) return put(own_, Kind::knight, goal + knight_steps[random_.below(8)]);
    if (how == 1) {
        const Number aside = goal == checker ? (random_.one_in(2) ? 1 : -1) : 0;
        return put(own_, Kind::pawn, {goal.x + aside, goal.y - forward(own_)});
    }
    return aim(own_, goal, any_step());
}

bool BoardBuilder::anything() {
    const Color color = any_color();
    const std::uint64_t how = random_.below(6);
    Point point = any_point();
    if (how < 2) point = near_king(4);
    if (how == 2) point.y = edge();
    const Kind kind = any_kind();
    return put(color, how == 2 ? Kind::pawn : kind, point);
}

bool BoardBuilder::shield(Color in_front) {
    const Step step = any_step();
    const Number far = room(king_, step);
    if (far < 2) return false;
    const Number behind = 1 + distance(far - 1);
    const Number front = distance(behind - 1);
    const Kind kind = any_kind();
    return put(in_front, kind, along(king_, step, front)) && slider_at(step, behind);
}

Number BoardBuilder::room(Point from, Step step) const {
    const auto until_edge = [&](int s, Number v) { return s == 0 ? n_ : s > 0 ? n_ - v : v - 1; };
    return std::max<Number>(0, std::min(until_edge(step.x, from.x), until_edge(step.y, from.y)));
}

Step BoardBuilder::any_step() { return queen_steps[random_.below(8)]; }

Kind BoardBuilder::slider(Step step) {
    if (random_.one_in(2)) return Kind::queen;
    return step.diagonal() ? Kind::bishop : Kind::rook;
}

Kind BoardBuilder::any_kind() {
    constexpr std::array kinds{Kind::queen, Kind::rook, Kind::bishop, Kind::knight, Kind::pawn};
    return kinds[random_.below(kinds.size())];
}

Color BoardBuilder::any_color() { return random_.one_in(2) ? Color::white : Color::black; }

Point BoardBuilder::any_point() {
    const Number x = any_coordinate();
    return {x, any_coordinate()};
}

Point BoardBuilder::near_king(Number reach) {
    const Number x = king_.x + small(reach);
    return {x, king_.y + small(reach)};
}

Number BoardBuilder::any_coordinate() { return 1 + static_cast<Number>(random_.below(board_.n)); }

Number BoardBuilder::distance(Number most) {
    auto bound = static_cast<std::uint64_t>(most);
    if (random_.one_in(2))
        bound =
            std::min(bound, std::uint64_t{1}
                                << (1 + random_.below(static_cast<std::uint64_t>(std::bit_width(bound)))));
    return 1 + static_cast<Number>(random_.below(bound));
}

Number BoardBuilder::small(Number reach) {
    return static_cast<Number>(random_.below(static_cast<std::uint64_t>(2 * reach + 1))) - reach;
}

PlainBoard BoardBuilder::finished() {
    random_.shuffle(board_.pieces);
    return std::move(board_);
}

}  // namespace zermelo::check_state
