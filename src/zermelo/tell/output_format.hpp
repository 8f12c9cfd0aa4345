// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "zermelo/base/json.hpp"

namespace zermelo::tell {

/// How a command answers: in words for people, or as docs/json.md has it.
enum class OutputFormat : std::uint8_t { text, json };

/// A list of objects as a line each.
inline std::string json_lines(const Json& list) {
    std::string lines;
    for (const Json& each : list.elements()) lines += json_line(each);
    return lines;
}

/// The format that `--json` asks for.
constexpr OutputFormat format_of(bool json) { return json ? OutputFormat::json : OutputFormat::text; }

}  // namespace zermelo::tell
