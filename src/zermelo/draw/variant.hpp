// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "zermelo/draw/diagram.hpp"
#include "zermelo/engine/move.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::draw {

/// A position of any variant as a diagram: its holes, the squares that some or all pieces may not enter, and
/// an arrow, numbered from 1, for each move of the line that led to it. The caption is the FEN.
Diagram diagram_of(const engine::Setup& setup, const rules::Rules& rules,
                   const std::vector<engine::Move>& line = {});

}  // namespace zermelo::draw
