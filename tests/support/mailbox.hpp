// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/position.hpp"

/// The queen hunt once more, as plainly as can be: a 4×4 array of letters. The bits are held to it.
namespace zermelo::testing {

/// Upper case for the mover's pieces, lower case for the enemy's, '.' for an empty square.
using Mailbox = std::array<std::array<char, 4>, 4>;  // [rank][file]

inline Mailbox mailbox(const queen_hunt::Position& position) {
    Mailbox board;
    for (auto& rank : board) rank.fill('.');
    for (const queen_hunt::Piece& piece : position.pieces(Color::white)) {
        const char upper = queen_hunt::letter(piece.kind);
        board[piece.square.rank().index()][piece.square.file().index()] =
            piece.color == Color::white ? upper : static_cast<char>(upper - 'A' + 'a');
    }
    return board;
}

struct MailboxMove {
    int from_file, from_rank, to_file, to_rank;
};

/// "b2a4", as `queen_hunt::text` writes it.
inline std::string text(const MailboxMove& s) {
    const auto square = [](int file, int rank) {
        return std::string{static_cast<char>('a' + file), static_cast<char>('1' + rank)};
    };
    return square(s.from_file, s.from_rank) + square(s.to_file, s.to_rank);
}

/// Every move of the upper-case side.
inline std::vector<MailboxMove> mailbox_moves(const Mailbox& board) {
    std::vector<MailboxMove> result;
    const auto at = [&](int file, int rank) {
        return board[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)];
    };
    for (int r = 0; r < 4; ++r)
        for (int f = 0; f < 4; ++f) {
            const char piece = at(f, r);
            if (piece < 'A' || piece > 'Z') continue;
            for (int df = -2; df <= 2; ++df)
                for (int dr = -2; dr <= 2; ++dr) {
                    const int sum = std::abs(df) + std::abs(dr);
                    const bool straight = sum == 1;
                    const bool slanting = std::abs(df) == 1 && std::abs(dr) == 1;
                    const bool jump = sum == 3;
                    const bool can = piece == 'N'   ? jump
                                     : piece == 'R' ? straight
                                     : piece == 'B' ? slanting
                                                    : straight || slanting;
                    if (!can) continue;
                    for (int n = 1; n <= (piece == 'N' ? 1 : 3); ++n) {
                        const int file = f + n * df;
                        const int rank = r + n * dr;
                        if (file < 0 || file > 3 || rank < 0 || rank > 3) break;
                        const char there = at(file, rank);
                        if (there >= 'A' && there <= 'Z') break;
                        result.push_back({f, r, file, rank});
                        if (there != '.') break;
                    }
                }
        }
    return result;
}

/// The board after a move, from the other side: the cases are swapped.
inline Mailbox mailbox_play(Mailbox board, const MailboxMove& s) {
    const auto at = [&](int file, int rank) -> char& {
        return board[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)];
    };
    at(s.to_file, s.to_rank) = at(s.from_file, s.from_rank);
    at(s.from_file, s.from_rank) = '.';
    for (auto& rank : board)
        for (char& c : rank) {
            if (c == '.') continue;
            c = c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : static_cast<char>(c - 'a' + 'A');
        }
    return board;
}

/// The position as one of the board's eight symmetries shows it. Precondition: which < 8.
inline queen_hunt::Position seen_through(const queen_hunt::Position& position, unsigned which) {
    const auto army = [&](queen_hunt::Army from) {
        queen_hunt::Army to = 0;
        for (; from != 0; from &= from - 1) {
            const unsigned bit = queen_hunt::lowest(from);
            unsigned file = bit % 4;
            unsigned rank = bit % 16 / 4;
            if ((which & 1U) != 0) file = 3 - file;
            if ((which & 2U) != 0) rank = 3 - rank;
            if ((which & 4U) != 0) std::swap(file, rank);
            to |= std::uint64_t{1} << ((bit & 48U) + rank * 4 + file);
        }
        return to;
    };
    return queen_hunt::Position::unchecked(army(position.own()), army(position.other()));
}

}  // namespace zermelo::testing
