// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace zermelo::draw {

/// A picture of several lines with `words` to the right of its middle line, and a blank line below.
/// `words` may itself have several lines.
std::string beside(std::string_view picture, std::string_view words);

/// How many columns a line takes, with one for each character: UTF-8 continuation bytes take none.
std::size_t columns(std::string_view line);

}  // namespace zermelo::draw
