// SPDX-License-Identifier: GPL-3.0-or-later
// The peer of `cheesy`: what a contestant hands in, scanf and a breadth-first search. bench_scanf_search <
// FILE
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <utility>

namespace {

char board[9][16];  // board[y][x], from 1, y from below

bool white_wins(int king_x, int king_y, int pawn_x, int pawn_y) {
    bool seen[9][9][9] = {};
    std::queue<std::pair<std::pair<int, int>, int>> open;
    open.push({{king_x, king_y}, pawn_y});
    while (!open.empty()) {
        const auto [king, y] = open.front();
        open.pop();
        for (int dx = -1; dx <= 1; ++dx) {
            for (int dy = -1; dy <= 1; ++dy) {
                const int to_x = king.first + dx;
                const int to_y = king.second + dy;
                if ((dx == 0 && dy == 0) || to_x < 1 || to_x > 8 || to_y < 1 || to_y > 8) continue;
                if (board[to_y][to_x] != '.') continue;
                if (to_x == pawn_x && to_y == y) return true;
                if (to_y == y - 1 && std::abs(to_x - pawn_x) == 1) continue;
                if (y == 1) continue;
                if (board[y - 1][pawn_x] == 'F' || (to_x == pawn_x && to_y == y - 1)) return true;
                if (seen[y - 1][to_y][to_x]) continue;
                seen[y - 1][to_y][to_x] = true;
                open.push({{to_x, to_y}, y - 1});
            }
        }
    }
    return false;
}

}  // namespace

int main() {
    int games = 0;
    if (std::scanf("%d", &games) != 1) return 1;
    while (games-- > 0) {
        for (int y = 8; y >= 1; --y) {
            if (std::scanf("%8s", board[y] + 1) != 1) return 1;
        }
        int king_x = 0;
        int king_y = 0;
        int pawn_x = 0;
        int pawn_y = 0;
        if (std::scanf("%d %d %d %d", &king_x, &king_y, &pawn_x, &pawn_y) != 4) return 1;
        std::puts(white_wins(king_x, king_y, pawn_x, pawn_y) ? "White" : "Black");
    }
}
