// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "zermelo/engine/any_game.hpp"

namespace zermelo::app {

/// The moves of a line in standard algebraic notation, as `engine::san` has it. Precondition: `line` is a
/// line of legal moves from there, as UCI. Cost: that of listing the moves of each position some times.
std::vector<std::string> sans_of(const engine::AnyGameAt& start, const std::vector<std::string>& line);

/// The last move of such a line in both notations, "Kd3 (c3d3)". Precondition: there is one.
std::string last_of(const engine::AnyGameAt& start, const std::vector<std::string>& line);

/// Two lines of text, the second below the first: `label` and the moves as UCI, and as in `sans_of`.
std::string line_text(std::string_view label, const engine::AnyGameAt& start,
                      const std::vector<std::string>& line);

}  // namespace zermelo::app
