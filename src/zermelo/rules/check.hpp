// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "zermelo/rules/ini.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::rules {

/// Everything that keeps what a section says together with its parent from being played: rules that
/// contradict each other or the board; where there are none, a start FEN that `check_start` refuses. Each at
/// the key of the section that brings the contradiction in, or at the section's name if all is inherited.
std::vector<Error> contradictions(const Rules& rules, const Rules* parent, const IniSection& section,
                                  const CheckStart& check_start);

}  // namespace zermelo::rules
