// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/move.hpp"

namespace zermelo::engine {

// The library's users have the moves of the engine as they are.
using zermelo::Move;
using zermelo::MoveList;

}  // namespace zermelo::engine
