// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/stress/case.hpp"

namespace zermelo::stress {

/// Why a game's verdict is what it is, in one line without its end: the win's length and first move; who
/// checks, who is pinned and how the rescuing moves are counted; how king and pawn meet.
/// Errors: those of the judge's deciders.
Result<std::string> reason(const Case& game);

}  // namespace zermelo::stress
