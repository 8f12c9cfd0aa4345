// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "zermelo/color.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"

namespace zermelo::king_pawn {

inline constexpr Squares a_file = Board::file_set(File{0});
inline constexpr Squares h_file = Board::file_set(File{7});

/// Every square that a king on some square of `kings` can step to on an empty board.
constexpr Squares king_steps_from(Squares kings) {
    const std::uint64_t k = kings.bits();
    const std::uint64_t sides = (k & ~h_file.bits()) << 1 | (k & ~a_file.bits()) >> 1;
    const std::uint64_t row = k | sides;
    return Squares{sides | row << 8 | row >> 8};
}

/// The squares diagonally below the pawn: dangerous for as long as it stands there.
constexpr Squares guarded_by(Squares pawn) {
    const std::uint64_t p = pawn.bits();
    return Squares{(p & ~a_file.bits()) >> 9 | (p & ~h_file.bits()) >> 7};
}

constexpr Squares below(Squares pawn) { return Squares{pawn.bits() >> 8}; }

/// Who wins king against pawn if White plays best. White moves first.
///
/// The pawn never has a choice, so only White's set of possible king squares matters: it is moved as a
/// whole, one word, once for every step of the pawn, at most eight times. Precondition: the arguments
/// are those of a `Position` (this overload is the kernel for callers that hold the bits already).
/// Cost: O(rows), some ten word operations each. Source: the rules of BAPC 2006 "Cheesy Chess"; the
/// argument is in docs/pursuit.md.
constexpr Color winner(const Marks& marks, Squares king, Squares pawn) {
    const Squares closed = marks.forbidden | marks.dangerous;
    Squares kings = king;
    while (true) {
        const Squares reach = king_steps_from(kings);
        if ((reach & pawn & ~closed).any()) return Color::white;
        kings = reach & ~(closed | guarded_by(pawn) | pawn);
        if (kings.empty()) return Color::black;
        const Squares next = below(pawn);
        if (next.empty()) return Color::black;
        if ((next & (marks.forbidden | kings)).any()) return Color::white;
        pawn = next;
    }
}

inline Color winner(const Position& position) {
    return winner(position.marks(), position.king().set(), position.pawn().set());
}

/// How a game ends under best play.
enum class End {
    pawn_captured,      ///< White wins: the king moves onto the pawn
    pawn_obstructed,    ///< White wins: the king stands below the pawn, which has no move
    pawn_at_forbidden,  ///< White wins: the square below the pawn is forbidden
    king_without_move,  ///< Black wins: White is to move and cannot
    pawn_at_bottom,     ///< Black wins: the pawn is to move on the bottom line
};

/// The end in words: "the king captures the pawn".
std::string_view describe(End end);

/// A game under best play of both sides.
struct BestGame {
    Color winner;
    End end;
    Plies length;  ///< plies played until the end, captures included
    /// The king's squares, the start first. It is the shortest winning walk where White wins; where
    /// Black wins every walk loses, and this is one that lasts longest.
    std::vector<Square> walk;
    /// Where the king can stand after each of its moves, whatever walk it takes, the start first: as many
    /// sets as `walk` has squares. After a capture it is the pawn's square alone.
    std::vector<Squares> reachable;
};

/// The winner, and one best game. Cost: O(rows × squares).
BestGame best_game(const Position& position);

}  // namespace zermelo::king_pawn
