// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace zermelo::puzzles {

/// Objects keep their keys in the order in which they were given.
using Json = nlohmann::ordered_json;

/// Appends `object` and a line end.
inline void append_line(std::string& out, const Json& object) {
    out += object.dump();
    out += '\n';
}

}  // namespace zermelo::puzzles
