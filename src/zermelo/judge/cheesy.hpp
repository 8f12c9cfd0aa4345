// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/judge/dialect.hpp"

namespace zermelo::judge {

/// BAPC 2006 "Cheesy Chess": king against pawn on marked squares.
const Dialect& cheesy();

}  // namespace zermelo::judge
