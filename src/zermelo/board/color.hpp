// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace zermelo {

enum class Color : std::uint8_t { white, black };

constexpr Color operator!(Color c) { return c == Color::white ? Color::black : Color::white; }

/// "White" or "Black", as the judges print it.
constexpr std::string_view name(Color c) { return c == Color::white ? "White" : "Black"; }

}  // namespace zermelo
