// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "zermelo/base/hash128.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::rules {

/// XXH3, 128 bits, of a text.
Hash128 hash_of(std::string_view text);
/// A line for each pair of rules that meet in these and were once understood otherwise; mostly nothing. It is
/// part of hashes, so that what was proved or solved then is refused as of other rules, not misread.
std::string later_meanings(const Rules& rules);
/// The hash of the rules' canonical text and their later meanings: certificates name their rules by it. Cost:
/// as `canonical_text`.
Hash128 hash(const Rules& rules);
/// The same as 32 hexadecimal digits.
std::string hash_text(const Rules& rules);

}  // namespace zermelo::rules
