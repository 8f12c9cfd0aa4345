// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace zermelo::draw {

/// The names of the drawings that are shipped (`pieces/NAME.svg`), in alphabetical order.
std::vector<std::string_view> glyphs();

/// What a shipped drawing holds between `<svg …>` and `</svg>`, in a box of 100 by 100; nothing if there is
/// no drawing of that name. It inherits `fill`, `stroke`, `stroke-width` and, for lines inside the piece,
/// `color`.
std::optional<std::string_view> art(std::string_view glyph);

}  // namespace zermelo::draw
