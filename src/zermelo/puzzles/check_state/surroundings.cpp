// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/surroundings.hpp"

#include <algorithm>

namespace zermelo::check_state {

namespace {

Spot spot_at(const Spot& from, Step step, Seen seen) {
    const auto distance = static_cast<std::int64_t>(seen.distance);
    return {from.x + step.x * distance, from.y + step.y * distance, seen.code};
}

unsigned sliders_along(Step step, Color color) {
    return step.diagonal() ? diagonal_sliders(color) : straight_sliders(color);
}

}  // namespace

// A piece within three squares stands on one of the sixteen lines whatever its place, because
// |dx| ≤ 3 and |dy| ≤ 3 leave |dx| ≤ 1, |dy| ≤ 1 or ||dx| − |dy|| ≤ 2: none is missed by `on_lines`.
void Surroundings::take(std::int64_t dx, std::int64_t dy, unsigned code) {
    const std::int64_t ax = std::abs(dx);
    const std::int64_t ay = std::abs(dy);
    if (ax == 0 && ay == 0) return;
    if (ax <= 3 && ay <= 3)
        near_[cell(static_cast<int>(dx), static_cast<int>(dy))] = static_cast<unsigned char>(code);
    if (ax <= 1 && ay <= 1) return;
    const auto nearest = [&](std::int64_t distance) {
        return Nearest{static_cast<std::uint64_t>(distance), code};
    };
    if (ax <= 1) insert(outside_[slot(columns, dx + 1, dy > 0)], nearest(ay));
    if (ay <= 1) insert(outside_[slot(rows, dy + 1, dx > 0)], nearest(ax));
    // Outside the block the other diagonal's coordinate is never 0 on these lines, so its sign is the side.
    const std::int64_t difference = dx - dy;
    const std::int64_t sum = dx + dy;
    if (std::abs(difference) <= 2)
        insert(outside_[slot(diagonals, difference + 2, sum > 0)], nearest(std::abs(sum)));
    if (std::abs(sum) <= 2)
        insert(outside_[slot(antidiagonals, sum + 2, difference > 0)], nearest(std::abs(difference)));
}

void Surroundings::add(const Surroundings& other) {
    for (std::size_t i = 0; i < near_.size(); ++i) near_[i] = std::min(near_[i], other.near_[i]);
    for (std::size_t i = 0; i < outside_.size(); ++i)
        for (const Nearest& piece : other.outside_[i]) insert(outside_[i], piece);
}

const Surroundings::Pair& Surroundings::outside(int dx, int dy, Step step) const {
    if (step.x == 0) return outside_[slot(columns, dx + 1, step.y > 0)];
    if (step.y == 0) return outside_[slot(rows, dy + 1, step.x > 0)];
    if (step.x == step.y) return outside_[slot(diagonals, dx - dy + 2, step.x > 0)];
    return outside_[slot(antidiagonals, dx + dy + 2, step.x > 0)];
}

Seen Surroundings::look(int dx, int dy, Step step) const {
    int x = dx + step.x;
    int y = dy + step.y;
    for (std::uint64_t distance = 1; x * x <= 1 && y * y <= 1; ++distance, x += step.x, y += step.y)
        if (const unsigned code = near(x, y); code != nobody) return {code, distance};
    const Nearest& first = outside(dx, dy, step)[0];
    return {first.code, step.diagonal() ? first.distance / 2 : first.distance};
}

Seen Surroundings::look_behind(Step step) const {
    const std::size_t behind = near(step.x, step.y) != nobody ? 0 : 1;
    const Nearest& second = outside(0, 0, step)[behind];
    return {second.code, step.diagonal() ? second.distance / 2 : second.distance};
}

bool Surroundings::attacked(int dx, int dy, Color enemy) const {
    const auto stands = [&](int x, int y, Kind kind) {
        return near(dx + x, dy + y) == static_cast<unsigned>(code_of(enemy, kind));
    };
    for (const Step step : knight_steps)
        if (stands(step.x, step.y, Kind::knight)) return true;
    for (const int side : {-1, 1})
        if (stands(side, -forward(enemy), Kind::pawn)) return true;
    for (const Step step : queen_steps) {
        if (stands(step.x, step.y, Kind::king)) return true;
        if (is_in(step.diagonal() ? diagonal_sliders(enemy) : straight_sliders(enemy),
                  look(dx, dy, step).code))
            return true;
    }
    return false;
}

Piece piece_of(const Spot& spot) {
    const auto code = static_cast<Code>(spot.code);
    return {color_of(code), kind_of(code), Column{static_cast<std::uint64_t>(spot.x) + 1},
            Row{static_cast<std::uint64_t>(spot.y) + 1}};
}

std::vector<Attacker> attackers_of(const Surroundings& around, Color attackers) {
    std::vector<Attacker> found;
    const Spot& square = around.king();
    const auto contact = [&](int dx, int dy, Kind kind) {
        const auto code = static_cast<unsigned>(code_of(attackers, kind));
        if (around.near(dx, dy) == code) found.push_back({{square.x + dx, square.y + dy, code}});
    };
    for (const Step step : knight_steps) contact(step.x, step.y, Kind::knight);
    for (const int side : {-1, 1}) contact(side, -forward(attackers), Kind::pawn);
    for (const Step step : queen_steps) {
        contact(step.x, step.y, Kind::king);
        const Seen first = around.look(0, 0, step);
        if (is_in(sliders_along(step, attackers), first.code))
            found.push_back({spot_at(square, step, first), step, first.distance});
    }
    return found;
}

std::vector<PinnedSpot> pins_of(const Surroundings& around, Color own) {
    std::vector<PinnedSpot> pins;
    for (const Step step : queen_steps) {
        const Seen first = around.look(0, 0, step);
        if (!is_in(army(own), first.code)) continue;
        const Seen second = around.look_behind(step);
        if (is_in(sliders_along(step, !own), second.code))
            pins.push_back({spot_at(around.king(), step, first), spot_at(around.king(), step, second)});
    }
    return pins;
}

}  // namespace zermelo::check_state
