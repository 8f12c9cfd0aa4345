// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/oracle/move_values.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::tell {

/// What is proved so far, when all moves have been searched `depth` plies deep: a `position` of docs/json.md.
using SearchProgress = std::function<void(Plies depth, const Json& position)>;

/// What `oracle::move_values` proves of a position (the variant's start if `fen` is absent), as a `position`
/// of docs/json.md. `optimal` and `keeps_result` are told where they are certain whatever is not known yet,
/// and null elsewhere. Errors: as there and as `position_of`.
Result<Json> searched_values(const rules::Rules& rules, const std::optional<std::string>& fen,
                             const oracle::MovesRequest& request, const SearchProgress& progress = {});

}  // namespace zermelo::tell
