// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "zermelo/engine/any_game.hpp"

namespace zermelo::tell {

/// The last move of a line in both notations, "Kd3 (c3d3)". Precondition: as of `AnyGameAt::sans`, and there
/// is one.
std::string last_of(const engine::AnyGameAt& start, const std::vector<std::string>& line);

/// Two lines of text, the second below the first: `label` and the moves as UCI, and by `AnyGameAt::sans`.
std::string line_text(std::string_view label, const engine::AnyGameAt& start,
                      const std::vector<std::string>& line);

}  // namespace zermelo::tell
