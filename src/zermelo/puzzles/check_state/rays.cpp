// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/rays.hpp"

#include <algorithm>
#include <cstdlib>

namespace zermelo::check_state {

Spot spot_of(const Piece& piece) {
    return {static_cast<std::int64_t>(piece.column.number()) - 1,
            static_cast<std::int64_t>(piece.row.number()) - 1,
            static_cast<unsigned>(code_of(piece.color, piece.kind))};
}

Piece piece_of(const Spot& spot) {
    const auto code = static_cast<Code>(spot.code);
    return {color_of(code), kind_of(code), Column{static_cast<std::uint64_t>(spot.x) + 1},
            Row{static_cast<std::uint64_t>(spot.y) + 1}};
}

void Rays::add(const Spot& piece) {
    const std::int64_t dx = piece.x - square_.x;
    const std::int64_t dy = piece.y - square_.y;
    if (const auto step = direction(dx, dy)) {
        const int square = 3 * (step->y + 1) + step->x + 1;  // one of nine, row by row: 4 is the middle
        auto& [first, second] = blockers_[static_cast<std::size_t>(square < 4 ? square : square - 1)];
        const Blocker blocker{piece, static_cast<std::uint64_t>(std::max(std::abs(dx), std::abs(dy)))};
        if (blocker.distance < first.distance) {
            second = first;
            first = blocker;
        } else if (blocker.distance < second.distance) {
            second = blocker;
        }
    } else if (std::abs(dx) <= 2 && std::abs(dy) <= 2 && (dx != 0 || dy != 0)) {
        const Step jump{static_cast<int>(dx), static_cast<int>(dy)};
        const auto at = std::find(knight_steps.begin(), knight_steps.end(), jump) - knight_steps.begin();
        jumps_[static_cast<std::size_t>(at)] = piece.code;
    }
}

std::vector<Attacker> Rays::attackers(Color color) const {
    const auto code = [color](Kind kind) { return static_cast<unsigned>(code_of(color, kind)); };
    std::vector<Attacker> found;
    for (std::size_t i = 0; i < knight_steps.size(); ++i)
        if (const unsigned knight = code(Kind::knight); jumps_[i] == knight)
            found.push_back({{square_.x + knight_steps[i].x, square_.y + knight_steps[i].y, knight}});
    for (std::size_t i = 0; i < queen_steps.size(); ++i) {
        const Blocker& first = blockers_[i][0];
        if (first.distance == 1 && first.spot.code == code(Kind::pawn) && queen_steps[i].diagonal() &&
            queen_steps[i].y == -forward(color))
            found.push_back({first.spot});
    }
    for (std::size_t i = 0; i < queen_steps.size(); ++i) {
        const Blocker& first = blockers_[i][0];
        if (first.distance == 1 && first.spot.code == code(Kind::king)) found.push_back({first.spot});
        if (is_in(sliders_along(queen_steps[i], color), first.spot.code))
            found.push_back({first.spot, queen_steps[i], first.distance});
    }
    return found;
}

std::vector<Pin> Rays::pins(Color own) const {
    std::vector<Pin> pins;
    for (std::size_t i = 0; i < queen_steps.size(); ++i)
        if (is_in(army(own), blocker(i, 0)) && is_in(sliders_along(queen_steps[i], !own), blocker(i, 1)))
            pins.push_back({piece_of(blockers_[i][0].spot), piece_of(blockers_[i][1].spot)});
    return pins;
}

}  // namespace zermelo::check_state
