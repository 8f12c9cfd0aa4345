// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace zermelo::app {

/// How a command answers: in words for people, or as docs/json.md has it.
enum class Form : std::uint8_t { text, json };

/// The form that `--json` asks for.
constexpr Form form_of(bool json) { return json ? Form::json : Form::text; }

}  // namespace zermelo::app
