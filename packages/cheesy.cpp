// King against pawn. The king's walks are followed all at once: as the squares that it can have reached.
#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

using Square = std::pair<int, int>;  // column from the left and row from below, from 0

// rows[y][x], the lowest row first
std::string winner(const std::vector<std::string>& rows, Square king, Square pawn) {
    std::set<Square> kings{king};
    while (true) {
        const auto [px, py] = pawn;
        std::set<Square> reached;
        for (const auto [x, y] : kings) {
            for (int to_y = std::max(0, y - 1); to_y <= std::min(7, y + 1); ++to_y) {
                for (int to_x = std::max(0, x - 1); to_x <= std::min(7, x + 1); ++to_x) {
                    const Square to{to_x, to_y};
                    if (to == Square{x, y} || rows[to_y][to_x] != '.') continue;
                    if (to == pawn) return "White";
                    const bool guarded = to_y == py - 1 && (to_x == px - 1 || to_x == px + 1);
                    if (!guarded) reached.insert(to);
                }
            }
        }
        if (reached.empty() || py == 0) return "Black";
        const Square below{px, py - 1};
        if (rows[py - 1][px] == 'F' || reached.count(below) != 0) return "White";
        kings = std::move(reached);
        pawn = below;
    }
}

int main() {
    int games = 0;
    std::cin >> games;
    while (games-- > 0) {
        std::vector<std::string> rows(8);
        for (std::string& row : rows) std::cin >> row;
        std::reverse(rows.begin(), rows.end());
        Square king;
        Square pawn;
        std::cin >> king.first >> king.second >> pawn.first >> pawn.second;
        for (int* number : {&king.first, &king.second, &pawn.first, &pawn.second}) --*number;
        std::cout << winner(rows, king, pawn) << '\n';
    }
}
