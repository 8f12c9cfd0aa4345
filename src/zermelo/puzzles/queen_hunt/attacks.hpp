// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "zermelo/puzzles/queen_hunt/position.hpp"

/// What stands in reach of a square, by one multiplication and one load: tables of some 5 KiB.
namespace zermelo::queen_hunt {

/// Where the attacks from one square stand in the table, and how the occupied squares choose among them.
struct Magic {
    std::uint32_t relevant;  ///< the squares whose occupation matters: on a line, and not its last
    std::uint32_t factor;
    std::uint16_t offset;
    std::uint16_t shift;
};

/// Factors that send every set of relevant squares to another index, and the bits of that index. Found by
/// trying random numbers; the table's construction below does not compile if one of them is wrong.
inline constexpr std::array<std::array<std::uint32_t, 2>, 16> magic_factors{{{0x2C200008, 6},
                                                                             {0xA10B4B16, 4},
                                                                             {0x41064020, 4},
                                                                             {0xCD38D113, 7},
                                                                             {0x05400488, 4},
                                                                             {0x56130456, 3},
                                                                             {0x0B208901, 3},
                                                                             {0xE61414AB, 4},
                                                                             {0x812001B0, 4},
                                                                             {0x6B20713B, 3},
                                                                             {0xD34082DF, 3},
                                                                             {0xC3084000, 4},
                                                                             {0x11820024, 7},
                                                                             {0x24190200, 4},
                                                                             {0x4A0A046B, 4},
                                                                             {0x810A00CD, 6}}};

struct AttackTables {
    std::array<Magic, 16> magic{};
    std::array<std::uint64_t, 544> attacks{};
    std::array<std::array<std::uint16_t, 16>, 16> between{};
    std::array<std::uint16_t, 16> lines{};
};

constexpr std::uint32_t word_of(Board::Set set) { return set.bits(); }

/// The squares that a queen, rook, bishop and knight attack from `from`, a lane each.
constexpr std::uint64_t attacks_slowly(Square from, Board::Set occupied) {
    const std::uint64_t rook = word_of(Board::rides(from, occupied, orthogonal_steps));
    const std::uint64_t bishop = word_of(Board::rides(from, occupied, diagonal_steps));
    const std::uint64_t knight = word_of(Board::leaps(from, knight_steps));
    return (rook | bishop) | rook << 16U | bishop << 32U | knight << 48U;
}

// Not defined anywhere: to call one while the tables are made is an error of the compiler.
void two_sets_with_different_attacks_share_an_entry();
void the_table_has_a_wrong_size();

consteval AttackTables make_attack_tables() {
    AttackTables t;
    unsigned offset = 0;
    for (unsigned s = 0; s < 16; ++s) {
        const Square from = Square::from_index(s);
        Board::Set relevant;
        for (const auto& step : king_steps) {
            Board::Set passed;
            for (int n = 1;; ++n) {
                const auto at = [&](int k) {
                    return Square::at(static_cast<int>(from.file().index()) + k * step[0],
                                      static_cast<int>(from.rank().index()) + k * step[1]);
                };
                const auto to = at(n);
                if (!to) break;
                t.between[s][to->index()] = passed.bits();
                t.lines[s] = static_cast<std::uint16_t>(t.lines[s] | to->set().bits());
                passed |= to->set();
                if (at(n + 1)) relevant |= to->set();
            }
        }
        const auto width = static_cast<unsigned>(magic_factors[s][1]);
        t.magic[s] = {word_of(relevant), magic_factors[s][0], static_cast<std::uint16_t>(offset),
                      static_cast<std::uint16_t>(32U - width)};
        std::uint32_t subset = 0;
        do {
            const std::uint64_t found = attacks_slowly(from, Board::Set{static_cast<std::uint16_t>(subset)});
            std::uint64_t& entry = t.attacks[offset + (subset * magic_factors[s][0] >> (32U - width))];
            if (entry != 0 && entry != found) two_sets_with_different_attacks_share_an_entry();
            entry = found;
            subset = (subset - word_of(relevant)) & word_of(relevant);
        } while (subset != 0);
        offset += 1U << width;
    }
    if (offset != t.attacks.size()) the_table_has_a_wrong_size();
    return t;
}

inline constexpr AttackTables attack_tables = make_attack_tables();

/// The squares that a queen, rook, bishop and knight attack from a square, a lane each, the first
/// occupied square on each line included. Precondition: square < 16; bits of `occupied` above 15 are 0.
///
/// Read the other way round, and'ed with an `Army`, it is the pieces that attack the square.
/// Cost: a multiplication and two loads from the first-level cache.
inline std::uint64_t attacks(unsigned square, std::uint32_t occupied) {
    const Magic& m = attack_tables.magic[square];
    return attack_tables.attacks[m.offset + ((occupied & m.relevant) * m.factor >> m.shift)];
}

/// The squares strictly between two squares on a line; none if they are on no common line.
inline std::uint32_t between(unsigned a, unsigned b) { return attack_tables.between[a][b]; }

/// The squares that a queen attacks on an empty board.
inline std::uint32_t lines(unsigned square) { return attack_tables.lines[square]; }

/// The lowest square of a set, or bit of an army. Precondition: not empty.
constexpr unsigned lowest(std::uint64_t set) { return static_cast<unsigned>(std::countr_zero(set)); }

}  // namespace zermelo::queen_hunt
