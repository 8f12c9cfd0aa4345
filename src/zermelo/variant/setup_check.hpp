// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "zermelo/variant/rules.hpp"
#include "zermelo/variant/setup.hpp"

namespace zermelo::variant {

/// Everything that keeps a setup from being a legal position, at once; empty if nothing does.
///
/// That a game is over (a flag reached, pieces extinct, mate) is no offence: the position stands on the
/// board. Looked for slowly and plainly: this is for what one types. Cost: O(squares² × movements).
std::vector<Offence> offences(const Setup& setup, const Rules& rules);

}  // namespace zermelo::variant
