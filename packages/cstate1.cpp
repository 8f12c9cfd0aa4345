// Check states of 8x8 boards: every move of the side in check is tried.
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using Board = std::vector<std::string>;  // board[y][x]; small letters are White's, capitals Black's

bool is_white(char piece) { return std::islower(piece) != 0; }
bool inside(int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; }
int forward(bool white) { return white ? 1 : -1; }

// Whether no piece stands between two squares of one line.
bool clear(const Board& board, int x, int y, int to_x, int to_y) {
    const int dx = (to_x > x) - (to_x < x);
    const int dy = (to_y > y) - (to_y < y);
    for (x += dx, y += dy; x != to_x || y != to_y; x += dx, y += dy)
        if (board[y][x] != '.') return false;
    return true;
}

// Whether the piece on (x, y) could capture on (to_x, to_y).
bool attacks(const Board& board, int x, int y, int to_x, int to_y) {
    const int dx = std::abs(to_x - x);
    const int dy = std::abs(to_y - y);
    if (dx == 0 && dy == 0) return false;
    const bool straight = dx == 0 || dy == 0;
    const bool diagonal = dx == dy;
    switch (std::tolower(board[y][x])) {
        case 'k':
            return dx <= 1 && dy <= 1;
        case 'h':
            return dx * dy == 2;
        case 'p':
            return dx == 1 && to_y == y + forward(is_white(board[y][x]));
        case 'r':
            return straight && clear(board, x, y, to_x, to_y);
        case 'b':
            return diagonal && clear(board, x, y, to_x, to_y);
        default:
            return (straight || diagonal) && clear(board, x, y, to_x, to_y);
    }
}

bool in_check(const Board& board, bool white) {
    int king_x = 0;
    int king_y = 0;
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x)
            if (board[y][x] == (white ? 'k' : 'K')) king_x = x, king_y = y;
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x)
            if (board[y][x] != '.' && is_white(board[y][x]) != white && attacks(board, x, y, king_x, king_y))
                return true;
    return false;
}

bool reaches(const Board& board, int x, int y, int to_x, int to_y) {
    const char there = board[to_y][to_x];
    const bool white = is_white(board[y][x]);
    if (there != '.') return is_white(there) != white && attacks(board, x, y, to_x, to_y);
    if (std::tolower(board[y][x]) == 'p') return to_x == x && to_y == y + forward(white);
    return attacks(board, x, y, to_x, to_y);
}

bool rescued(const Board& board, bool white) {
    for (int from = 0; from < 64; ++from) {
        const int x = from % 8;
        const int y = from / 8;
        if (board[y][x] == '.' || is_white(board[y][x]) != white) continue;
        for (int to = 0; to < 64; ++to) {
            if (!reaches(board, x, y, to % 8, to / 8)) continue;
            Board next = board;
            next[to / 8][to % 8] = board[y][x];
            next[y][x] = '.';
            if (!in_check(next, white)) return true;
        }
    }
    return false;
}

int main() {
    int boards = 0;
    std::cin >> boards;
    while (boards-- > 0) {
        Board board(8);
        for (std::string& row : board) std::cin >> row;
        const bool white = in_check(board, true);
        const bool black = in_check(board, false);
        if (white == black) {
            std::cout << (white ? "Impossible" : "Safe") << '\n';
        } else {
            std::cout << (white ? "White" : "Black") << (rescued(board, white) ? " Check" : " Checkmate")
                      << '\n';
        }
    }
}
