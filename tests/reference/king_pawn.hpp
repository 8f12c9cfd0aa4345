// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/color.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"

namespace zermelo::king_pawn {

/// The reference of `winner`: plain recursion over single king moves on files and ranks,
/// sharing no code with the kernel. Cost: O(8^rows) at worst.
Color reference_winner(const Position& position);

}  // namespace zermelo::king_pawn
