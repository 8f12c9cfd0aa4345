// SPDX-License-Identifier: GPL-3.0-or-later
// The same loop with Disservin's chess-library, a header of its own that the user of this benchmark fetches.
//
//     chess_library_loop PLIES FEN
//
// prints the number of sequences and the seconds that the loop took.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <chess.hpp>

namespace {

std::uint64_t sequences(chess::Board& board, int plies) {
    if (plies == 0) return 1;
    chess::Movelist moves;
    chess::movegen::legalmoves(moves, board);
    std::uint64_t sum = 0;
    for (const chess::Move move : moves) {
        board.makeMove(move);
        sum += sequences(board, plies - 1);
        board.unmakeMove(move);
    }
    return sum;
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) return 2;
    chess::Board board{words[2]};
    const std::clock_t begun = std::clock();
    const std::uint64_t nodes = sequences(board, std::atoi(words[1]));
    const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    std::printf("%llu %.4f\n", static_cast<unsigned long long>(nodes), seconds);
}
