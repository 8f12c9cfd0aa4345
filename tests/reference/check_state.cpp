// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/check_state.hpp"

#include <array>
#include <utility>
#include <vector>

namespace zermelo::check_state {

namespace {

struct Place {
    int column;
    int row;  // both from 1
};

/// The board as its letters, '.' where nobody stands.
class Letters {
  public:
    explicit Letters(const PlainBoard& board)
        : n_(static_cast<int>(board.n)), letters_(board.n * board.n, '.') {
        for (const Piece& piece : board.pieces)
            at({static_cast<int>(piece.column.number()), static_cast<int>(piece.row.number())}) =
                letter_of(piece.color, piece.kind);
    }
    bool has(Place p) const { return p.column >= 1 && p.row >= 1 && p.column <= n_ && p.row <= n_; }
    char& at(Place p) { return letters_[static_cast<std::size_t>((p.row - 1) * n_ + p.column - 1)]; }
    char at(Place p) const { return letters_[static_cast<std::size_t>((p.row - 1) * n_ + p.column - 1)]; }

  private:
    int n_;
    std::vector<char> letters_;
};

bool is_white(char letter) { return letter >= 'a'; }

constexpr std::array<Place, 4> straight{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Place, 4> diagonal{{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};
constexpr std::array<Place, 8> knight{
    {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}};

/// Calls `visit` with every square that the piece on `from` may go to, its king's safety not considered.
template <typename Visit>
void for_each_destination(const Letters& letters, Place from, Visit&& visit) {
    const char piece = letters.at(from);
    const auto go = [&](const auto& steps, bool far) {
        for (const Place step : steps) {
            Place to = from;
            do {
                to = {to.column + step.column, to.row + step.row};
                if (!letters.has(to)) break;
                const char there = letters.at(to);
                if (there == '.' || is_white(there) != is_white(piece)) visit(to);
                if (there != '.') break;
            } while (far);
        }
    };
    switch (piece) {
        case 'k':
        case 'K':
            go(straight, false);
            go(diagonal, false);
            break;
        case 'q':
        case 'Q':
            go(straight, true);
            go(diagonal, true);
            break;
        case 'r':
        case 'R':
            go(straight, true);
            break;
        case 'b':
        case 'B':
            go(diagonal, true);
            break;
        case 'h':
        case 'H':
            go(knight, false);
            break;
        default: {
            const int ahead = piece == 'p' ? 1 : -1;
            const Place step{from.column, from.row + ahead};
            if (letters.has(step) && letters.at(step) == '.') visit(step);
            for (const int side : {-1, 1}) {
                const Place to{from.column + side, from.row + ahead};
                if (letters.has(to) && letters.at(to) != '.' && is_white(letters.at(to)) != is_white(piece))
                    visit(to);
            }
        }
    }
}

bool threatened(const Letters& letters, const std::vector<Place>& men, Color color) {
    const char king = letter_of(color, Kind::king);
    bool found = false;
    for (const Place from : men) {
        const char piece = letters.at(from);
        if (piece == '.' || is_white(piece) == is_white(king)) continue;
        for_each_destination(letters, from, [&](Place to) { found |= letters.at(to) == king; });
        if (found) return true;
    }
    return false;
}

Place place_of(const Piece& piece) {
    return {static_cast<int>(piece.column.number()), static_cast<int>(piece.row.number())};
}

/// The moves of a colour after which its king is not threatened.
std::vector<Move> evasions_of(Letters letters, const PlainBoard& board, const std::vector<Place>& men,
                              Color color) {
    std::vector<Move> moves;
    for (const Piece& mover : board.pieces) {
        if (mover.color != color) continue;
        const Place from = place_of(mover);
        const char piece = letters.at(from);
        const Letters before = letters;
        for_each_destination(before, from, [&](Place to) {
            const char there = letters.at(to);
            letters.at(from) = '.';
            letters.at(to) = piece;
            // What was captured is gone from the letters; where the mover went it is of its own colour.
            if (!threatened(letters, men, color)) {
                const Column column{static_cast<std::uint64_t>(to.column)};
                const Row row{static_cast<std::uint64_t>(to.row)};
                Move move{mover, column, row};
                for (const Piece& other : board.pieces)
                    if (other.column == column && other.row == row) move.captured = other;
                moves.push_back(move);
            }
            letters.at(from) = piece;
            letters.at(to) = there;
        });
    }
    return moves;
}

}  // namespace

CheckState decide_by_playing(const PlainBoard& board) {
    const Letters letters(board);
    std::vector<Place> men;
    for (const Piece& piece : board.pieces) men.push_back(place_of(piece));
    const bool white = threatened(letters, men, Color::white);
    const bool black = threatened(letters, men, Color::black);
    if (!white && !black) return {};
    if (white && black) return {CheckState::Verdict::impossible, Color::white, {}, {}};
    const Color color = white ? Color::white : Color::black;
    CheckState state{CheckState::Verdict::check, color, {}, {}};
    for (const Move& move : evasions_of(letters, board, men, color))
        ++(move.piece.kind == Kind::king ? state.evasions.king_moves
           : move.captured               ? state.evasions.captures
                                         : state.evasions.interpositions);
    return state;
}

std::vector<Move> evasions_by_playing(const PlainBoard& board) {
    const CheckState state = decide_by_playing(board);
    if (state.verdict != CheckState::Verdict::check) return {};
    std::vector<Place> men;
    for (const Piece& piece : board.pieces) men.push_back(place_of(piece));
    return evasions_of(Letters(board), board, men, state.threatened);
}

}  // namespace zermelo::check_state
