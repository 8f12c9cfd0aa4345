// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::engine {

/// Everything that keeps a setup from being a legal position, at once; empty if nothing does.
///
/// That a game is over (a flag reached, pieces extinct, mate) is no offence: the position stands on the
/// board. Looked for slowly and plainly: this is for what one types. Cost: O(squares² × movements).
std::vector<Offence> offences(const Setup& setup, const rules::Rules& rules);

}  // namespace zermelo::engine
