// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's own perft with every move made, which the loop of the library's users is compared with:
//
//     engine_perft VARIANT PLIES
//
// prints the number of sequences and the seconds that it took.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>

#include "zermelo/library/library.hpp"
#include "zermelo/oracle/perft.hpp"

using namespace zermelo;

int main(int count, char** words) {
    if (count != 3) return 2;
    const auto library = library::Library::open();
    if (!library) return 1;
    library::Library variants = *library;
    const auto rules = variants.find(words[1]);
    if (!rules) return 1;
    const auto at = library::position_of(**rules, std::nullopt);
    if (!at) return 1;
    const Plies plies{std::stoul(words[2])};
    const std::clock_t begun = std::clock();
    std::uint64_t nodes = 0;
    for (const auto& [move, sequences] : oracle::perft_divided(*at, plies, search::Leaves::played))
        nodes += sequences;
    const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    std::printf("%llu %.4f\n", static_cast<unsigned long long>(nodes), seconds);
}
