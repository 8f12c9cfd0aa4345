// SPDX-License-Identifier: GPL-3.0-or-later
// A plain solver of `cstate2`, as a contestant writes one. `--wrong=NAME` puts one classic mistake into it:
//   xray        squares behind the king on a line of attack are held to be safe
//   pinned      moves of pinned pieces count
//   double      a double check is answered by taking or blocking one checker
//   pawns       pawns move the other way
//   last-row    a pawn on its last row is a queen
//   adjacent    a king may step next to the other king
//   hang        it never comes to an end with boards of more than 64 by 64 squares
//   array       the board is an array of 64 by 64 squares (it crashes on larger boards)
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

namespace {

std::string wrong;
bool is(const char* name) { return wrong == name; }

struct Piece {
    long x, y;
    char kind;  // small letters
    bool white;
};

long n = 0;
std::vector<Piece> pieces;

int sign(long number) { return (number > 0) - (number < 0); }
int forward(const Piece& pawn) { return pawn.white != is("pawns") ? 1 : -1; }

const Piece* at(long x, long y) {
    for (const Piece& piece : pieces)
        if (piece.x == x && piece.y == y) return &piece;
    return nullptr;
}

/// Whether no piece stands between two squares of one line.
bool clear(long x, long y, long to_x, long to_y) {
    const int dx = sign(to_x - x), dy = sign(to_y - y);
    for (const Piece& piece : pieces) {
        const long i = dx != 0 ? (piece.x - x) * dx : (piece.y - y) * dy;
        const long length = dx != 0 ? (to_x - x) * dx : (to_y - y) * dy;
        if (i > 0 && i < length && piece.x == x + i * dx && piece.y == y + i * dy) return false;
    }
    return true;
}

/// Whether a piece could capture on a square.
bool attacks(const Piece& piece, long x, long y) {
    const long dx = x - piece.x, dy = y - piece.y;
    if (dx == 0 && dy == 0) return false;
    char kind = piece.kind;
    if (is("last-row") && kind == 'p' && piece.y == (piece.white ? n : 1)) kind = 'q';
    const bool straight = dx == 0 || dy == 0, diagonal = std::labs(dx) == std::labs(dy);
    switch (kind) {
        case 'k':
            return !is("adjacent") && std::labs(dx) <= 1 && std::labs(dy) <= 1;
        case 'h':
            return std::labs(dx * dy) == 2;
        case 'p':
            return std::labs(dx) == 1 && dy == forward(piece);
        case 'r':
            return straight && clear(piece.x, piece.y, x, y);
        case 'b':
            return diagonal && clear(piece.x, piece.y, x, y);
        default:
            return (straight || diagonal) && clear(piece.x, piece.y, x, y);
    }
}

bool threatened(long x, long y, bool white) {
    for (const Piece& piece : pieces)
        if (piece.white != white && attacks(piece, x, y)) return true;
    return false;
}

/// Whether a piece can move to a square that none of its own side is on.
bool reaches(const Piece& piece, long x, long y) {
    if (piece.kind != 'p') return attacks(piece, x, y);
    if (at(x, y) != nullptr) return attacks(piece, x, y);
    const bool step = piece.x == x && y == piece.y + forward(piece);
    const bool queen = is("last-row") && piece.y == (piece.white ? n : 1);
    return step || (queen && attacks(piece, x, y));
}

/// Whether the king is safe after a move of piece number i.
bool safe_after(std::size_t i, long x, long y, std::size_t king) {
    const std::vector<Piece> before = pieces;
    pieces[i].x = x;
    pieces[i].y = y;
    for (std::size_t j = 0; j < pieces.size(); ++j)
        if (j != i && pieces[j].x == x && pieces[j].y == y) pieces[j].white = pieces[i].white;  // captured
    const bool safe = !threatened(pieces[king].x, pieces[king].y, pieces[king].white);
    pieces = before;
    return safe;
}

bool king_may_step(std::size_t king, long x, long y) {
    const Piece here = pieces[king];
    const Piece* there = at(x, y);
    if (x < 1 || y < 1 || x > n || y > n || (there != nullptr && there->white == here.white)) return false;
    if (is("xray")) return !threatened(x, y, here.white);  // with the king still where it was
    return safe_after(king, x, y, king);
}

long evasions(std::size_t king) {
    const Piece here = pieces[king];
    long count = 0;
    for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy)
            if (dx != 0 || dy != 0) count += king_may_step(king, here.x + dx, here.y + dy);
    std::vector<Piece> checkers;
    for (const Piece& piece : pieces)
        if (piece.white != here.white && attacks(piece, here.x, here.y)) checkers.push_back(piece);
    if (checkers.size() > 1 && !is("double")) return count;
    const Piece checker = checkers.front();
    const long dx = checker.x - here.x, dy = checker.y - here.y;
    long length = std::max(std::labs(dx), std::labs(dy));
    if (checker.kind == 'h') length = 1;
    for (long i = 1; i <= length; ++i) {
        const long x = i == length ? checker.x : here.x + i * sign(dx);
        const long y = i == length ? checker.y : here.y + i * sign(dy);
        for (std::size_t j = 0; j < pieces.size(); ++j) {
            if (j == king || pieces[j].white != here.white || !reaches(pieces[j], x, y)) continue;
            count += is("pinned") || is("double") || safe_after(j, x, y, king);
        }
    }
    return count;
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (std::strncmp(argv[i], "--wrong=", 8) == 0) wrong = argv[i] + 8;
    long boards = 0;
    std::cin >> boards;
    while (boards-- > 0) {
        std::size_t count = 0;
        std::cin >> n >> count;
        pieces.assign(count, {});
        std::size_t kings[2] = {};
        for (std::size_t i = 0; i < count; ++i) {
            char letter = 0;
            std::cin >> pieces[i].x >> pieces[i].y >> letter;
            pieces[i].white = letter >= 'a';
            pieces[i].kind = pieces[i].white ? letter : static_cast<char>(letter - 'A' + 'a');
            if (pieces[i].kind == 'k') kings[pieces[i].white] = i;
        }
        if (is("array") && n > 64) std::abort();
        for (volatile bool more = is("hang") && n > 64; more;) {
        }
        const auto in_check = [&](bool white) {
            const Piece& king = pieces[kings[white]];
            return threatened(king.x, king.y, white);
        };
        const bool white = in_check(true), black = in_check(false);
        if (!white && !black) {
            std::cout << "Safe\n";
        } else if (white && black) {
            std::cout << "Impossible\n";
        } else {
            const long moves = evasions(kings[white]);
            std::cout << (white ? "White" : "Black");
            if (moves == 0) {
                std::cout << " Checkmate\n";
            } else {
                std::cout << " Check - " << moves << " Plausible Moves\n";
            }
        }
    }
}
