// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string_view>

namespace zermelo {

/// Takes what stands before the first `end` off a text, and `end` with it; all of it where there is none.
inline std::string_view cut(std::string_view& text, char end) {
    const std::string_view part = text.substr(0, text.find(end));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return part;
}

}  // namespace zermelo
