// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "zermelo/base/json.hpp"

namespace zermelo::testing {

/// What the program writes is looked at with another library than its own.
using ReadJson = nlohmann::ordered_json;

/// A value of the program's as it would be written.
inline ReadJson read(const Json& value) { return ReadJson::parse(json_text(value)); }

}  // namespace zermelo::testing
