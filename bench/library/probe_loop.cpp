// SPDX-License-Identifier: GPL-3.0-or-later
// What a probe costs a user of the library whose tables are open.
//
//     probe_loop FOLDER VARIANT FEN [THREADS]
//
// FEN is a position of a tier that FOLDER has with all that it leads to. From it positions are taken by
// playing at random, begun anew where a game ends, and by putting all men of the FEN on random squares. Each
// is asked for many times, on THREADS threads at once that share one `Tables`. Printed are nanoseconds of
// processor time a probe: of one position, of 64 positions in turn, of 100,000 positions of all the tier; and
// what the answers add up to, which is the same with any number of threads.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <zermelo/tables.hpp>

namespace {

using zermelo::Position;

/// The men of a FEN on other squares, as often as that is a position.
std::vector<Position> spread(const Position& from, std::size_t count, std::mt19937& random) {
    const zermelo::Variant variant = from.variant();
    const std::size_t squares = std::size_t{variant.files()} * variant.ranks();
    std::string men;
    for (unsigned square = 0; square < squares; ++square)
        if (const auto man = from.piece_at(zermelo::Square{square}))
            men += man->color == zermelo::Color::white ? man->letter
                                                       : static_cast<char>(man->letter + ('a' - 'A'));
    std::vector<Position> positions;
    while (positions.size() < count) {
        std::vector<char> board(squares, '.');
        for (const char man : men) board[random() % squares] = man;
        std::string fen;
        for (unsigned rank = variant.ranks(); rank-- > 0;) {
            unsigned empty = 0;
            for (unsigned file = 0; file < variant.files(); ++file) {
                const char man = board[rank * variant.files() + file];
                if (man == '.') {
                    ++empty;
                    continue;
                }
                if (empty != 0) fen += std::to_string(std::exchange(empty, 0U));
                fen += man;
            }
            if (empty != 0) fen += std::to_string(empty);
            fen += rank == 0 ? (random() % 2 == 0 ? " w" : " b") : "/";
        }
        const auto position = Position::of_fen(variant, fen);
        // Men on the same square are fewer, and a game that is over is not looked up.
        if (position && !position->outcome() &&
            static_cast<std::size_t>(squares) -
                    static_cast<std::size_t>(std::count(board.begin(), board.end(), '.')) ==
                men.size())
            positions.push_back(*position);
    }
    return positions;
}

/// Nanoseconds of processor time a probe, and what the answers add up to.
void measure(const char* name, const zermelo::Tables& tables, const std::vector<Position>& positions,
             std::size_t probes, unsigned threads) {
    std::vector<std::uint64_t> sums(threads);
    const auto ask = [&](unsigned thread) {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < probes; ++i) {
            const auto value = tables.value(positions[i % positions.size()]);
            if (!value || !*value) {
                sum = 0;
                break;
            }
            sum += (*value)->distance ? (*value)->distance->count() : 1'000'000U;
        }
        sums[thread] = sum;
    };
    ask(0);  // opens what is not open yet
    const auto begun = std::clock();
    std::vector<std::jthread> running;
    for (unsigned thread = 1; thread < threads; ++thread) running.emplace_back(ask, thread);
    ask(0);
    running.clear();
    const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    const bool alike =
        std::all_of(sums.begin(), sums.end(), [&](std::uint64_t sum) { return sum == sums[0]; });
    std::printf("%s: %.0f ns (%llu%s)\n", name, 1e9 * seconds / static_cast<double>(probes * threads),
                static_cast<unsigned long long>(sums[0]), alike && sums[0] != 0 ? "" : ", NOT ALIKE");
}

}  // namespace

int main(int count, char** words) {
    if (count < 4) return 2;
    const auto variant = zermelo::Variant::named(words[2]);
    if (!variant) return std::fprintf(stderr, "%s\n", text_of(variant.error()).c_str()), 1;
    const auto start = Position::of_fen(*variant, words[3]);
    if (!start) return std::fprintf(stderr, "%s\n", text_of(start.error().front()).c_str()), 1;
    const unsigned threads = count > 4 ? static_cast<unsigned>(std::stoul(words[4])) : 1;
    const zermelo::Tables tables{{words[1]}};
    std::mt19937 random{1};
    measure("one position", tables, {*start}, 200'000, threads);
    measure("64 positions in turn", tables, spread(*start, 64, random), 200'000, threads);
    measure("100,000 positions of all the tier", tables, spread(*start, 100'000, random), 200'000, threads);
}
