// SPDX-License-Identifier: GPL-3.0-or-later
// A plain solver of `simplified`, as a contestant writes one. `--wrong=NAME` puts one classic mistake into
// it:
//   white-moves   m counts White's moves only
//   even          an even m is taken for one more
//   hanging       a move that leaves the own queen to be taken is held to be illegal
//   too-few       the last game of the input is never read
//   jump          rooks, bishops and queens pass their own men
//   sticky        after a game with m = 1 the next one is searched with m = 1, too (it fails in company only)
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

namespace {

std::string wrong;
bool is(const char* name) { return wrong == name; }

struct Move {
    int from, to;
};

struct Board {
    char squares[16] = {};  // capitals are White's, small letters Black's, 0 is empty

    static bool white(char piece) { return piece >= 'A' && piece <= 'Z'; }
    bool own(int square, bool mover) const { return squares[square] != 0 && white(squares[square]) == mover; }

    bool has_queen(bool mover) const {
        for (char piece : squares)
            if (piece == (mover ? 'Q' : 'q')) return true;
        return false;
    }

    std::vector<Move> moves(bool mover) const {
        static const int steps[16][2] = {{0, 1},  {0, -1},  {1, 0},   {-1, 0}, {1, 1},  {1, -1},
                                         {-1, 1}, {-1, -1}, {1, 2},   {2, 1},  {-1, 2}, {-2, 1},
                                         {1, -2}, {2, -1},  {-1, -2}, {-2, -1}};
        std::vector<Move> list;
        for (int from = 0; from < 16; ++from) {
            if (!own(from, mover)) continue;
            const char kind = mover ? squares[from] : static_cast<char>(squares[from] - 'a' + 'A');
            const int first = kind == 'N' ? 8 : kind == 'B' ? 4 : 0;
            const int last = kind == 'N' ? 16 : kind == 'R' ? 4 : 8;
            for (int s = first; s < last; ++s) {
                int x = from % 4 + steps[s][0];
                int y = from / 4 + steps[s][1];
                for (; x >= 0 && x < 4 && y >= 0 && y < 4; x += steps[s][0], y += steps[s][1]) {
                    if (own(4 * y + x, mover)) {
                        if (is("jump") && kind != 'N') continue;
                        break;
                    }
                    list.push_back({from, 4 * y + x});
                    if (squares[4 * y + x] != 0 || kind == 'N') break;
                }
            }
        }
        return list;
    }

    Board after(Move move) const {
        Board next = *this;
        next.squares[move.to] = next.squares[move.from];
        next.squares[move.from] = 0;
        return next;
    }

    bool can_take_queen(bool mover) const {
        for (const Move move : moves(mover))
            if (squares[move.to] == (mover ? 'q' : 'Q')) return true;
        return false;
    }
};

/// Whether White captures Black's queen within a number of plies.
bool wins(const Board& board, bool mover, long plies) {
    if (plies <= 0) return false;
    if (board.can_take_queen(mover)) return mover;
    if (plies == 1) return false;
    bool any = false;
    for (const Move move : board.moves(mover)) {
        const Board next = board.after(move);
        if (is("hanging") && next.can_take_queen(!mover)) continue;
        any = true;
        if (wins(next, !mover, plies - 1) == mover) return mover;
    }
    return any && !mover;
}

}  // namespace

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (std::strncmp(argv[i], "--wrong=", 8) == 0) wrong = argv[i] + 8;
    long games = 0;
    std::cin >> games;
    if (is("too-few")) --games;
    bool stuck = false;
    while (games-- > 0) {
        int whites = 0, blacks = 0;
        long m = 0;
        std::cin >> whites >> blacks >> m;
        Board board;
        for (int i = 0; i < whites + blacks; ++i) {
            char kind = 0, file = 0;
            int rank = 0;
            std::cin >> kind >> file >> rank;
            board.squares[4 * (rank - 1) + file - 'A'] =
                i < whites ? kind : static_cast<char>(kind - 'A' + 'a');
        }
        const bool was_stuck = stuck;
        stuck = is("sticky") && m == 1;
        if (was_stuck) m = 1;
        if (is("white-moves")) m = 2 * m - 1;
        if (is("even") && m % 2 == 0) ++m;
        std::cout << (wins(board, true, m) ? "YES\n" : "NO\n");
    }
}
