// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::engine {

/// A position as certificates write it: its FEN with the counters at `0 1`, and after it what that does not
/// tell, so that equal positions have equal texts and others have not: ` passes=1` (or 2) where the last move
/// was a pass, ` castled` where it was one to castle that wins, ` strong=w` (`b`, `wb`) where checks by a
/// side have not broken since a strong one.
std::string position_text(const Setup& setup);

/// The setup of a position's text. Errors: as `parse_fen`; a text that is not as `position_text` writes it.
Result<Setup> parse_position_text(std::string_view text, const rules::Rules& rules);

}  // namespace zermelo::engine
