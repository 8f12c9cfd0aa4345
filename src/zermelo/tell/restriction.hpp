// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/prove.hpp"

namespace zermelo::tell {

/// What is written of a restriction: `checks`, `replies=K`, `no-captures` and `no-quiet-captures`, several
/// with commas between them. Errors (`ErrorKind::bad_usage`): anything else, or one of them twice.
Result<Restriction> parse_restriction(std::string_view text);
/// The same text again, in that order.
std::string restriction_text(const Restriction& restriction);
/// As it stands after "no win with": "checks alone and at most 2 replies". Precondition: there is one.
std::string restriction_words(const Restriction& restriction);

}  // namespace zermelo::tell
