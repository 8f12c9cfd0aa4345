// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::draw {

/// A small board for each kind of piece of a variant: White's piece alone near the middle, and a sign on
/// every square that one of its moves leads to, the pawn's double step included. A hopper's signs stand where
/// it can land if a piece is put between. Promotions, castling, en passant and squares that a kind may not
/// enter are not shown.
Sheet sheet_of(const rules::Rules& rules);

}  // namespace zermelo::draw
