// Check states of large boards in O(p log p): no square is looked at, only pieces.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using Number = long long;

struct Piece {
    Number x = 0;
    Number y = 0;
    char kind = 0;  // a small letter
    bool white = false;
};

int sign(Number number) { return (number > 0) - (number < 0); }
int forward(const Piece& pawn) { return pawn.white ? 1 : -1; }

bool slides(const Piece& piece, int dx, int dy) {
    if (piece.kind == 'q') return true;
    return piece.kind == (dx != 0 && dy != 0 ? 'b' : 'r');
}

struct Board {
    Number n = 0;
    std::vector<Piece> pieces;
    std::array<int, 2> kings{};  // Black's and White's

    // The piece that comes first from a square in each direction (3 dx + dy + 4), or -1. `gone` is not there.
    std::array<int, 9> nearest(Number x, Number y, int gone) const {
        std::array<int, 9> result;
        std::array<Number, 9> distance{};
        result.fill(-1);
        for (int i = 0; i < static_cast<int>(pieces.size()); ++i) {
            const Number dx = pieces[i].x - x;
            const Number dy = pieces[i].y - y;
            if (i == gone || (dx != 0 && dy != 0 && std::llabs(dx) != std::llabs(dy))) continue;
            const int direction = 3 * sign(dx) + sign(dy) + 4;
            const Number far = std::max(std::llabs(dx), std::llabs(dy));
            if (far == 0 || (result[direction] >= 0 && distance[direction] < far)) continue;
            result[direction] = i;
            distance[direction] = far;
        }
        return result;
    }

    // The enemies of a side that could capture on a square.
    std::vector<int> attackers(Number x, Number y, bool white, int gone) const {
        std::vector<int> result;
        const auto first = nearest(x, y, gone);
        for (int direction = 0; direction < 9; ++direction) {
            const int i = first[direction];
            if (i >= 0 && pieces[i].white != white && slides(pieces[i], direction / 3 - 1, direction % 3 - 1))
                result.push_back(i);
        }
        for (int i = 0; i < static_cast<int>(pieces.size()); ++i) {
            const Piece& piece = pieces[i];
            const Number dx = std::llabs(piece.x - x);
            const Number dy = std::llabs(piece.y - y);
            if (piece.white == white || dx > 2 || dy > 2 || (dx == 0 && dy == 0)) continue;
            if ((piece.kind == 'h' && dx * dy == 2) || (piece.kind == 'k' && dx <= 1 && dy <= 1) ||
                (piece.kind == 'p' && dx == 1 && y == piece.y + forward(piece)))
                result.push_back(i);
        }
        return result;
    }

    bool king_may_go(int king, Number x, Number y) const {
        if (x < 1 || y < 1 || x > n || y > n) return false;
        const bool white = pieces[king].white;
        for (const Piece& piece : pieces)
            if (piece.x == x && piece.y == y && piece.white == white) return false;
        return attackers(x, y, white, king).empty();
    }

    // How far each piece can slide in each direction: up to a piece, which it takes if that is an enemy's, or
    // the edge.
    std::vector<std::array<Number, 9>> reach() const {
        std::vector<std::array<Number, 9>> result(pieces.size());
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            for (int direction = 0; direction < 9; ++direction) {
                const int dx = direction / 3 - 1;
                const int dy = direction % 3 - 1;
                const Number in_x = dx == 0 ? n : dx > 0 ? n - pieces[i].x : pieces[i].x - 1;
                const Number in_y = dy == 0 ? n : dy > 0 ? n - pieces[i].y : pieces[i].y - 1;
                result[i][direction] = std::min(in_x, in_y);
            }
        }
        for (const auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
            std::vector<int> order(pieces.size());
            for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
            const auto key = [&, dx = dx, dy = dy](int i) {
                const Piece& piece = pieces[i];
                return std::pair{dx * piece.y - dy * piece.x, dx != 0 ? piece.x : piece.y};
            };
            std::sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
            for (std::size_t i = 0; i + 1 < order.size(); ++i) {
                const int a = order[i];
                const int b = order[i + 1];
                if (key(a).first != key(b).first) continue;
                const Number room =
                    key(b).second - key(a).second - (pieces[a].white == pieces[b].white ? 1 : 0);
                result[a][3 * dx + dy + 4] = room;
                result[b][4 - 3 * dx - dy] = room;
            }
        }
        return result;
    }

    Number plausible_moves(int king, const std::vector<int>& checkers) const {
        const Piece& here = pieces[king];
        Number count = 0;
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy)
                if (dx != 0 || dy != 0) count += king_may_go(king, here.x + dx, here.y + dy);
        return checkers.size() > 1 ? count : count + answers(king, pieces[checkers.front()]);
    }

    // Moves of other pieces than the king that take the only checker or step between.
    Number answers(int king, const Piece& checker) const {
        const Piece& here = pieces[king];
        std::vector<bool> pinned(pieces.size());
        const auto first = nearest(here.x, here.y, king);
        for (int direction = 0; direction < 9; ++direction) {
            const int i = first[direction];
            if (i < 0 || pieces[i].white != here.white) continue;
            const int behind = nearest(here.x, here.y, i)[direction];
            pinned[i] = behind >= 0 && pieces[behind].white != here.white &&
                        slides(pieces[behind], direction / 3 - 1, direction % 3 - 1);
        }
        // The squares that help: here + i * (dx, dy) for i from 1 to length, the checker's the last.
        const bool leaps = checker.kind == 'h';
        const int dx = sign(checker.x - here.x);
        const int dy = sign(checker.y - here.y);
        const Number length = std::max(std::llabs(checker.x - here.x), std::llabs(checker.y - here.y));
        const auto helps = [&](Number x, Number y) {
            if (x == checker.x && y == checker.y) return true;
            const Number i = dx != 0 ? (x - here.x) * dx : (y - here.y) * dy;
            return !leaps && i > 0 && i < length && x == here.x + i * dx && y == here.y + i * dy;
        };
        const auto far = reach();
        Number count = 0;
        for (int p = 0; p < static_cast<int>(pieces.size()); ++p) {
            const Piece& piece = pieces[p];
            if (p == king || piece.white != here.white) continue;
            if (pinned[p]) continue;
            if (piece.kind == 'h') {
                for (const int x : {-2, -1, 1, 2})
                    for (const int y : {x % 2 == 0 ? 1 : 2, x % 2 == 0 ? -1 : -2})
                        count += helps(piece.x + x, piece.y + y);
            } else if (piece.kind == 'p') {
                const Number y = piece.y + forward(piece);
                const bool taken = piece.x == checker.x && y == checker.y;
                count += !taken && helps(piece.x, y);
                count += y == checker.y && std::llabs(piece.x - checker.x) == 1;
            } else {
                for (int ex = -1; ex <= 1; ++ex) {
                    for (int ey = -1; ey <= 1; ++ey) {
                        if ((ex == 0 && ey == 0) || !slides(piece, ex, ey)) continue;
                        const Number room = far[p][3 * ex + ey + 4];
                        // Where piece + t * (ex, ey) and here + i * (dx, dy) meet; on one line, or of a
                        // knight, only the checker's square can be reached.
                        const Number cross = leaps ? 0 : ey * dx - ex * dy;
                        Number x = checker.x;
                        Number y = checker.y;
                        if (cross != 0) {
                            const Number t = (here.y - piece.y) * dx - (here.x - piece.x) * dy;
                            if (t % cross != 0) continue;
                            x = piece.x + t / cross * ex;
                            y = piece.y + t / cross * ey;
                        }
                        const Number t = std::max(std::llabs(x - piece.x), std::llabs(y - piece.y));
                        count += t > 0 && t <= room && x == piece.x + t * ex && y == piece.y + t * ey &&
                                 helps(x, y);
                    }
                }
            }
        }
        return count;
    }

    std::string state() const {
        const auto attackers_of = [&](bool white) {
            const int king = kings[white];
            return attackers(pieces[king].x, pieces[king].y, white, king);
        };
        const auto white = attackers_of(true);
        const auto black = attackers_of(false);
        if (white.empty() && black.empty()) return "Safe";
        if (!white.empty() && !black.empty()) return "Impossible";
        const bool side = !white.empty();
        const Number moves = plausible_moves(kings[side], side ? white : black);
        const std::string name = side ? "White" : "Black";
        if (moves == 0) return name + " Checkmate";
        return name + " Check - " + std::to_string(moves) + " Plausible Moves";
    }
};

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int boards = 0;
    std::cin >> boards;
    while (boards-- > 0) {
        Board board;
        std::size_t count = 0;
        std::cin >> board.n >> count;
        board.pieces.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            Piece& piece = board.pieces[i];
            char letter = 0;
            std::cin >> piece.x >> piece.y >> letter;
            piece.white = std::islower(letter) != 0;
            piece.kind = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
            if (piece.kind == 'k') board.kings[piece.white] = static_cast<int>(i);
        }
        std::cout << board.state() << '\n';
    }
}
