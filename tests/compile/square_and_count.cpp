// SPDX-License-Identifier: GPL-3.0-or-later
// A square is no count, though both are numbers inside: they cannot be given in the wrong order.
#include <cstdint>

#include "zermelo/engine/position.hpp"

void note(zermelo::engine::UncheckedEditor<std::uint64_t>& board, zermelo::Square square, unsigned former) {
#ifdef MUST_NOT_COMPILE
    board.former(former, square);
#else
    board.former(square, former);
#endif
}
