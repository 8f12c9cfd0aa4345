// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/rules/ini.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::rules {

/// Whether what a section says together with its parent can be played.
///
/// Errors: rules that contradict each other or the board, a start FEN that `check_start` refuses; at the key
/// of the section that brings the contradiction in, or at the section's name if all is inherited.
Result<void> check_rules(const Rules& rules, const Rules* parent, const IniSection& section,
                         const CheckStart& check_start);

}  // namespace zermelo::rules
