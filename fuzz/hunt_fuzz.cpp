// SPDX-License-Identifier: GPL-3.0-or-later
// The queen hunt's prover, its tables and the short tests say what plain recursion says. Bytes: the bound,
// then a byte a man: square, kind and colour; what an army may not have is left out.
#include <cstdlib>

#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/solver.hpp"

#include "reference/minimax.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace zermelo;
    constexpr std::size_t max_men = 10;
    if (size < 3) return 0;
    queen_hunt::Placement placement;
    std::size_t men = 0;
    for (std::size_t i = 1; i < size && men < max_men; ++i) {
        const auto color = static_cast<Color>(data[i] >> 6 & 1);
        const auto kind =
            i < 3 ? queen_hunt::Kind::queen : static_cast<queen_hunt::Kind>(1 + (data[i] >> 4 & 3) % 3);
        queen_hunt::Placement next = placement;
        const Color owner = i < 3 ? static_cast<Color>(i - 1) : color;
        if (!next.add(owner, kind, queen_hunt::Square::from_index(data[i] & 15U))) continue;
        // A queen may be missing yet; anything too many is left out.
        if (i >= 3 && !next.position()) continue;
        placement = next;
        ++men;
    }
    const auto position = placement.position();
    if (!position) return 0;
    static queen_hunt::HuntSolver solver;
    // Plain recursion grows some twentyfold with every ply that counts.
    const std::uint64_t most = men <= 4 ? 7 : men <= 6 ? 5 : 3;
    const Plies bound{1 + data[0] % most};
    const bool expected = reference::wins_within(queen_hunt::Rules{}, *position, bound);
    if (solver.wins_within(*position, bound).value() != expected) std::abort();
    const auto proof = solver.prove(*position, bound).value();
    if (proof.has_value() != expected) std::abort();
    if (proof) {
        // The length is the least, and the move achieves it.
        if (proof->plies > bound) std::abort();
        if (proof->plies > Plies{1} &&
            reference::wins_within(queen_hunt::Rules{}, *position, proof->plies - Plies{1}))
            std::abort();
        if (!reference::loses_within(queen_hunt::Rules{}, play(*position, proof->move),
                                     proof->plies - Plies{1}))
            std::abort();
    }
    if (men <= 5) {
        // The tables, which decide long bounds, agree with the search on short ones.
        const auto table = solver.prove(*position, Plies{60}).value();
        if ((table && table->plies <= bound) != expected) std::abort();
    }
    return 0;
}
