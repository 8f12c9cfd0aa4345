// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace zermelo::testing {

/// What stands between the tabs of a line; one empty column of an empty line.
inline std::vector<std::string> columns(const std::string& line) {
    std::vector<std::string> columns(1);
    for (const char c : line) {
        if (c == '\t') {
            columns.emplace_back();
        } else {
            columns.back() += c;
        }
    }
    return columns;
}

}  // namespace zermelo::testing
