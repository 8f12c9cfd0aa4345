// SPDX-License-Identifier: GPL-3.0-or-later
// A square is no kind of piece, though both are numbers inside: they cannot be given in the wrong order.
#include <cstdint>

#include "zermelo/tablebase/unmoves.hpp"

using zermelo::Color;
using zermelo::rules::PieceKind;
using Unmoves = zermelo::tablebase::Unmoves<std::uint64_t>;

auto origins(const Unmoves& unmoves, PieceKind kind, zermelo::Square square,
             zermelo::SquareSet<std::uint64_t> occupied) {
#ifdef MUST_NOT_COMPILE
    return unmoves.origins(Color::white, square, kind, occupied);
#else
    return unmoves.origins(Color::white, kind, square, occupied);
#endif
}
