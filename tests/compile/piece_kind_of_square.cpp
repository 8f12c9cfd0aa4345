// SPDX-License-Identifier: GPL-3.0-or-later
// No kind of piece is made of a square: what stands there is asked of a position.
#include <cstdint>

#include "zermelo/engine/position.hpp"

using Position = zermelo::engine::Position<std::uint64_t>;

zermelo::rules::PieceKind kind_of(const Position& position, zermelo::Square square) {
#ifdef MUST_NOT_COMPILE
    return zermelo::rules::PieceKind{square};
#else
    return position.kind_on(square);
#endif
}
