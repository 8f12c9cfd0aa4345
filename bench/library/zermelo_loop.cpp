// SPDX-License-Identifier: GPL-3.0-or-later
// The loop of moves, play and unplay, as a user of the library writes it, beside the engine's own counting.
//
//     zermelo_loop VARIANT PLIES [FEN]
//
// prints the number of sequences, and the seconds that each way took: the loop, the loop with a hash of every
// position, `perft`.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>

#include <zermelo/game.hpp>

namespace {

/// `look` at each position.
std::uint64_t sequences(zermelo::Game& game, unsigned plies, const auto& look) {
    look();
    if (plies == 0) return 1;
    zermelo::MoveList moves;
    game.moves(moves);
    std::uint64_t sum = 0;
    for (const zermelo::Move move : moves) {
        game.play_unchecked(move);
        sum += sequences(game, plies - 1, look);
        game.unplay();
    }
    return sum;
}

double seconds_of(const auto& work) {
    const auto begun = std::clock();
    work();
    return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

}  // namespace

int main(int count, char** words) {
    if (count < 3) return 2;
    const auto variant = zermelo::Variant::named(words[1]);
    if (!variant) return std::fprintf(stderr, "%s\n", text_of(variant.error()).c_str()), 1;
    const auto plies = static_cast<unsigned>(std::stoi(words[2]));
    const auto start = zermelo::Position::of_fen(*variant, count > 3 ? words[3] : variant->start_fen());
    if (!start) return std::fprintf(stderr, "%s\n", text_of(start.error().front()).c_str()), 1;
    zermelo::Game game{*start};
    std::uint64_t nodes = 0;
    std::uint64_t again = 0;
    std::uint64_t counted = 0;
    std::uint64_t all = 0;
    const double loop = seconds_of([&] { nodes = sequences(game, plies, [] {}); });
    const double with_hash = seconds_of([&] { again = sequences(game, plies, [&] { all ^= game.hash(); }); });
    const double perft = seconds_of([&] { counted = *game.perft(zermelo::Plies{plies}); });
    if (nodes != counted || nodes != again)
        return std::fprintf(stderr, "%llu and %llu\n", static_cast<unsigned long long>(nodes),
                            static_cast<unsigned long long>(counted)),
               1;
    std::printf("%llu %.4f %.4f %.4f\n", static_cast<unsigned long long>(nodes), loop, with_hash, perft);
}
