// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel of king against pawn says what plain recursion says, and its explanation agrees.
#include <cstdlib>
#include <cstring>

#include "zermelo/puzzles/king_pawn/decide.hpp"

#include "reference/king_pawn.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace zermelo;
    using namespace zermelo::king_pawn;
    if (size < 18) return 0;
    std::uint64_t forbidden = 0;
    std::uint64_t dangerous = 0;
    std::memcpy(&forbidden, data, 8);
    std::memcpy(&dangerous, data + 8, 8);
    const Setup setup{{Squares{forbidden}, Squares{dangerous & ~forbidden}},
                      king_pawn::Square::from_index(data[16] % 64U),
                      king_pawn::Square::from_index(data[17] % 64U)};
    const auto position = Position::from(setup);
    if (!position) return 0;
    const Color expected = reference_winner(*position);
    if (winner(*position) != expected || best_game(*position).winner != expected) std::abort();
    return 0;
}
