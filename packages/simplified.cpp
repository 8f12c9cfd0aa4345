// The queen hunt on 4x4 squares: every line of play is tried, up to the bound.
#include <cctype>
#include <iostream>
#include <string>
#include <vector>

struct Move {
    int from;
    int to;
};

// 16 squares, 4 a rank; capitals are White's, small letters Black's, a dot is empty
using Board = std::string;

bool own(char piece, bool white) { return piece != '.' && (std::isupper(piece) != 0) == white; }

std::vector<Move> moves(const Board& board, bool white) {
    static const int steps[16][2] = {{0, 1}, {0, -1}, {1, 0},  {-1, 0}, {1, 1},  {1, -1}, {-1, 1},  {-1, -1},
                                     {1, 2}, {2, 1},  {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
    std::vector<Move> list;
    for (int from = 0; from < 16; ++from) {
        if (!own(board[from], white)) continue;
        const int kind = std::toupper(board[from]);
        const int first = kind == 'N' ? 8 : kind == 'B' ? 4 : 0;
        const int last = kind == 'N' ? 16 : kind == 'R' ? 4 : 8;
        for (int s = first; s < last; ++s) {
            int x = from % 4;
            int y = from / 4;
            while (true) {
                x += steps[s][0];
                y += steps[s][1];
                if (x < 0 || x > 3 || y < 0 || y > 3 || own(board[4 * y + x], white)) break;
                list.push_back({from, 4 * y + x});
                if (board[4 * y + x] != '.' || kind == 'N') break;
            }
        }
    }
    return list;
}

bool takes_queen(const Board& board, const std::vector<Move>& list, bool white) {
    for (const Move move : list)
        if (board[move.to] == (white ? 'q' : 'Q')) return true;
    return false;
}

Board after(Board board, Move move) {
    board[move.to] = board[move.from];
    board[move.from] = '.';
    return board;
}

// Whether White, to move, takes Black's queen within a number of plies.
bool wins(const Board& board, int plies) {
    const auto list = moves(board, true);
    if (takes_queen(board, list, true)) return true;
    if (plies < 3) return false;
    for (const Move move : list) {
        const Board next = after(board, move);
        const auto replies = moves(next, false);
        if (takes_queen(next, replies, false)) continue;
        bool all = true;
        for (const Move reply : replies) {
            all = wins(after(next, reply), plies - 2);
            if (!all) break;
        }
        if (all) return true;
    }
    return false;
}

int main() {
    int games = 0;
    std::cin >> games;
    while (games-- > 0) {
        int whites = 0;
        int blacks = 0;
        int plies = 0;
        std::cin >> whites >> blacks >> plies;
        Board board(16, '.');
        for (int i = 0; i < whites + blacks; ++i) {
            char kind = 0;
            char file = 0;
            int rank = 0;
            std::cin >> kind >> file >> rank;
            board[4 * (rank - 1) + file - 'A'] =
                i < whites ? kind : static_cast<char>(std::tolower(static_cast<unsigned char>(kind)));
        }
        std::cout << (wins(board, plies) ? "YES" : "NO") << '\n';
    }
}
