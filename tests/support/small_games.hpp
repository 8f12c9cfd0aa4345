// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/game/game.hpp"

/// Two games that everybody can check by hand, written as plainly as they can be.
namespace zermelo::testing {

/// Three in a row on 3×3. A position is what stands on the nine squares, the side to move as 1.
struct TicTacToe {
    using Position = std::array<std::uint8_t, 9>;
    using Move = unsigned;
    using MoveList = std::vector<Move>;

    std::optional<game::Outcome> end(const Position& p) const {
        constexpr unsigned lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                          {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
        for (const auto& line : lines)
            if (p[line[0]] == 2 && p[line[1]] == 2 && p[line[2]] == 2) return game::Outcome::loss;
        for (const auto square : p)
            if (square == 0) return std::nullopt;
        return game::Outcome::draw;
    }
    bool lost(const Position& p) const { return end(p) == game::Outcome::loss; }
    bool wins_unmoved() const { return false; }
    void moves(const Position& p, MoveList& list) const {
        if (end(p)) return;
        for (unsigned square = 0; square < 9; ++square)
            if (p[square] == 0) list.push_back(square);
    }
    Position play(Position p, const Move& m) const {
        p[m] = 1;
        for (auto& square : p) square = static_cast<std::uint8_t>(square == 0 ? 0 : 3 - square);
        return p;
    }
    std::uint64_t key(const Position& p) const {
        std::uint64_t key = 0;
        for (const auto square : p) key = 3 * key + square;
        return key;
    }
};

/// Pawns on a board of three files: they step forward onto an empty square or capture diagonally forward. Who
/// reaches the last rank wins, and who cannot move loses. The board is turned so that the side to move, 1,
/// goes up from square 0, 1, 2.
template <unsigned Ranks>
struct Hexapawn {
    static constexpr unsigned squares = 3 * Ranks;
    using Position = std::array<std::uint8_t, squares>;
    struct Move {
        unsigned from = 0;
        unsigned to = 0;
        friend bool operator==(const Move&, const Move&) = default;
    };
    using MoveList = std::vector<Move>;

    static Position start() {
        Position p{};
        for (unsigned file = 0; file < 3; ++file) {
            p[file] = 1;
            p[squares - 1 - file] = 2;
        }
        return p;
    }
    void moves(const Position& p, MoveList& list) const {
        for (unsigned file = 0; file < 3; ++file)
            if (p[file] == 2) return;  // the other side has arrived
        for (unsigned from = 0; from + 3 < squares; ++from) {
            if (p[from] != 1) continue;
            const unsigned ahead = from + 3;
            if (p[ahead] == 0) list.push_back({from, ahead});
            if (from % 3 > 0 && p[ahead - 1] == 2) list.push_back({from, ahead - 1});
            if (from % 3 < 2 && p[ahead + 1] == 2) list.push_back({from, ahead + 1});
        }
    }
    std::optional<game::Outcome> end(const Position& p) const {
        MoveList list;
        moves(p, list);
        if (list.empty()) return game::Outcome::loss;
        return std::nullopt;
    }
    bool lost(const Position& p) const { return end(p).has_value(); }
    bool wins_unmoved() const { return false; }
    Position play(Position p, const Move& m) const {
        p[m.to] = p[m.from];
        p[m.from] = 0;
        Position turned{};
        for (unsigned square = 0; square < squares; ++square)
            turned[squares - 1 - square] = static_cast<std::uint8_t>(p[square] == 0 ? 0 : 3 - p[square]);
        return turned;
    }
    std::uint64_t key(const Position& p) const {
        std::uint64_t key = 0;
        for (const auto square : p) key = 3 * key + square;
        return key;
    }
};

}  // namespace zermelo::testing
