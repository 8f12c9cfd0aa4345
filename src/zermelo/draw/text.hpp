// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace zermelo::draw {

/// A picture of several lines with `words` to the right of its middle line, and a blank line below.
/// `words` may itself have several lines.
std::string beside(std::string_view picture, std::string_view words);

}  // namespace zermelo::draw
