// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "zermelo/base/json.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/found_value.hpp"
#include "zermelo/oracle/value.hpp"
#include "zermelo/tell/variants.hpp"

/// Who wins: `zermelo value`.
namespace zermelo::tell {

/// The same as `oracle::value` of a position that a user names. Errors: as there and as `position_of`.
Result<oracle::FoundValueAt> value(library::Library& library, const PositionRequest& request,
                                   const ValueOptions& options, const oracle::ValueReport& report = {});

/// The value in lines for people, moves in both notations.
std::string text_of(const oracle::FoundValueAt& found);
/// The same as the `value` of docs/json.md.
Json json_of(const FoundValue& found);
/// How a search goes, in a line without its end.
std::string text_of(const oracle::ValueProgress& progress);

}  // namespace zermelo::tell
