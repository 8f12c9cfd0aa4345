// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace zermelo {

enum class Color : std::uint8_t { white, black };

inline constexpr std::array<Color, 2> both_colors{Color::white, Color::black};

constexpr Color operator!(Color c) { return c == Color::white ? Color::black : Color::white; }

/// The index of a colour in arrays that have one element a colour: 0 for White, 1 for Black.
constexpr unsigned index(Color c) { return c == Color::white ? 0 : 1; }

/// "White" or "Black", as the judges print it.
constexpr std::string_view name(Color c) { return c == Color::white ? "White" : "Black"; }

/// "white" or "black", as JSON and messages have them.
constexpr std::string_view json_name(Color c) { return c == Color::white ? "white" : "black"; }

}  // namespace zermelo
