// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/moves.hpp"

namespace zermelo::queen_hunt {
namespace {

constexpr Army every_piece_but_queens = ~std::uint64_t{0xFFFF};

/// The pieces between a queen and enemy pieces that would attack it if they were not there.
struct Pins {
    std::uint32_t pinned = 0;   ///< squares of all pinned pieces
    std::uint32_t sliding = 0;  ///< those of them that can move along the line
};

/// `seen` is what the queen on `queen` sees: attacks(queen, occupied). Sets `blockers` aside and looks again.
Pins find_pins(Army army, Army enemy, unsigned queen, std::uint64_t seen, std::uint32_t occupied) {
    Pins pins;
    const std::uint32_t blockers = static_cast<std::uint32_t>(seen & 0xFFFFU) & squares(army);
    if (blockers == 0) return pins;
    const std::uint64_t behind =
        attacks(queen, occupied & ~blockers) & ~seen & enemy & 0x0000'FFFF'FFFF'FFFFU;
    for (std::uint64_t rest = behind; rest != 0; rest &= rest - 1) {
        const unsigned bit = lowest(rest);
        const std::uint32_t pinned = between(queen, bit % 16) & blockers;
        pins.pinned |= pinned;
        const bool diagonal = (seen & pinned * (std::uint64_t{1} << lane(Kind::bishop))) != 0;
        if ((squares(army, diagonal ? Kind::bishop : Kind::rook) & pinned) != 0) pins.sliding |= pinned;
    }
    return pins;
}

/// Whether a piece of `movers`, part of the army that fills `own`, has a move.
bool any_mobile(Army movers, std::uint32_t own, std::uint32_t occupied) {
    for (; movers != 0; movers &= movers - 1) {
        const unsigned bit = lowest(movers);
        if ((attacks(bit % 16, occupied) >> (bit & 48U) & ~own & 0xFFFFU) != 0) return true;
    }
    return false;
}

}  // namespace

bool lost_in_two(const Position& p) {
    const Army army = p.own();
    const Army enemy = p.other();
    const unsigned queen = lowest(army);
    const std::uint32_t occupied = p.occupied();
    const std::uint32_t own = squares(army);
    const std::uint64_t seen = attacks(queen, occupied);
    const std::uint64_t attackers = seen & enemy;
    const Army men = army & every_piece_but_queens;

    if (attackers == 0) {
        const Pins pins = find_pins(army, enemy, queen, seen, occupied);
        if (pins.sliding != 0) return false;
        if (any_mobile(men & ~(in_every_lane(0) * pins.pinned), own, occupied)) return false;
    }
    // The queen flees to a square that nobody attacks once it has left its own.
    if (unattacked_goals(p, queen, static_cast<std::uint32_t>(seen & 0xFFFFU) & ~own) != 0) return false;
    if (attackers == 0 || (attackers & (attackers - 1)) != 0 || men == 0) return true;

    // One attacker: a piece that is not pinned takes it or steps between.
    const unsigned attacker = lowest(attackers) % 16;
    std::uint64_t helpers = 0;
    for (std::uint32_t rest = between(queen, attacker) | 1U << attacker; rest != 0; rest &= rest - 1)
        helpers |= attacks(lowest(rest), occupied) & men;
    if (helpers == 0) return true;
    return (helpers & ~(in_every_lane(0) * find_pins(army, enemy, queen, seen, occupied).pinned)) == 0;
}

void list_mates(const Position& p, MoveList& list) {
    const Army army = p.own();
    const Army enemy = p.other();
    const unsigned queen = lowest(enemy);
    const std::uint32_t occupied = p.occupied();
    const std::uint32_t own = squares(army);
    const std::uint64_t seen = attacks(queen, occupied);

    // Where a piece must go, if the mover's own queen is attacked, unless it is the queen that goes.
    const unsigned own_queen = lowest(army);
    const std::uint32_t evasions = evasion_squares(own_queen, attacks(own_queen, occupied) & enemy);

    // In zugzwang no piece of the enemy's can move. A piece off the queen's lines that has a move now is
    // never pinned, and never walled in by anybody but its own side: it must be captured by this very move.
    std::uint32_t idle = 0xFFFF;  // where a move must go that attacks nothing
    Army free = enemy & every_piece_but_queens & ~(in_every_lane(0) * lines(queen));
    for (const std::uint32_t enemies = squares(enemy); free != 0; free &= free - 1) {
        const unsigned bit = lowest(free);
        if ((attacks(bit % 16, occupied) >> (bit & 48U) & ~enemies & 0xFFFFU) != 0) idle &= 1U << bit % 16;
    }
    if ((idle | evasions) == 0) return;

    // A piece whose step uncovers an attack on the queen. (The mover's own queen cannot give one: it
    // would be seen in return, and taken.)
    const std::uint32_t screens =
        find_pins(army, army & every_piece_but_queens, queen, seen, occupied).pinned;

    std::array<std::uint32_t, 5> quiet;
    std::size_t pieces = 0;
    for (Army rest = army; rest != 0; rest &= rest - 1, ++pieces) {
        const unsigned bit = lowest(rest);
        const unsigned from = bit % 16;
        const Kind kind = static_cast<Kind>(bit / 16);
        std::uint32_t to =
            static_cast<std::uint32_t>(attacks(from, occupied) >> (bit & 48U)) & ~own & 0xFFFFU;
        quiet[pieces] = 0;
        if (kind == Kind::queen) {
            quiet[pieces] = to & idle & ~static_cast<std::uint32_t>(seen);
            to = 0;
        } else if (to &= evasions; (screens >> from & 1U) == 0) {
            const std::uint32_t checks = to & static_cast<std::uint32_t>(seen >> (bit & 48U));
            quiet[pieces] = to & idle & ~checks;
            to = checks;
        }
        for (; to != 0; to &= to - 1)
            list.push({Square::from_index(from), Square::from_index(lowest(to)), kind});
    }
    if (idle == 0) return;
    pieces = 0;
    for (Army rest = army; rest != 0; rest &= rest - 1, ++pieces) {
        const unsigned bit = lowest(rest);
        for (std::uint32_t to = quiet[pieces]; to != 0; to &= to - 1)
            list.push(
                {Square::from_index(bit % 16), Square::from_index(lowest(to)), static_cast<Kind>(bit / 16)});
    }
}

}  // namespace zermelo::queen_hunt
