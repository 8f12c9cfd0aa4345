// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "zermelo/base/hash128.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::rules {

/// XXH3, 128 bits, of a text.
Hash128 hash_of(std::string_view text);
/// The same of the rules' canonical text: certificates name their rules by it. Cost: as `canonical_text`.
Hash128 hash(const Rules& rules);
/// The same as 32 hexadecimal digits.
std::string hash_text(const Rules& rules);

}  // namespace zermelo::rules
