// SPDX-License-Identifier: GPL-3.0-or-later
// The peer of `simplified`: the plain recursion of solve/reference.hpp over the games of a file that is
// written plainly, and the number of games won. bench_plain_recursion FILE
#include <cstdio>

#include "zermelo/puzzles/queen_hunt/moves.hpp"

#include "reference/minimax.hpp"

int main(int argc, char** argv) {
    using namespace zermelo;
    std::FILE* file = argc == 2 ? std::fopen(argv[1], "r") : nullptr;
    unsigned games = 0;
    if (file == nullptr || std::fscanf(file, "%u", &games) != 1) return 1;
    unsigned won = 0;
    while (games-- > 0) {
        unsigned counts[2];
        unsigned bound = 0;
        if (std::fscanf(file, "%u %u %u", &counts[0], &counts[1], &bound) != 3) return 1;
        queen_hunt::Placement placement;
        for (const Color color : both_colors) {
            for (unsigned i = 0; i < counts[static_cast<unsigned>(color)]; ++i) {
                char kind = 0;
                char f = 0;
                char r = 0;
                if (std::fscanf(file, " %c %c %c", &kind, &f, &r) != 3) return 1;
                placement.add(color, queen_hunt::kind_of(kind).value(),
                              queen_hunt::Square{File{static_cast<unsigned>(f - 'A')},
                                                 Rank{static_cast<unsigned>(r - '1')}});
            }
        }
        if (reference::wins_within(queen_hunt::Rules{}, placement.position().value(), Plies{bound})) ++won;
    }
    std::fclose(file);
    std::printf("%u\n", won);
}
