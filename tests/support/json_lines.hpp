// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "zermelo/base/json.hpp"

namespace zermelo::testing {

/// The objects of an output, one a line, as an array; what is no JSON is a discarded value in it.
inline Json objects_of(const std::string& text) {
    Json all = Json::array();
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line, nullptr, false));
    return all;
}

/// The texts of moves that are objects.
inline std::vector<std::string> moves_of(const Json& moves) {
    std::vector<std::string> texts;
    for (const Json& move : moves) texts.push_back(move["move"]);
    return texts;
}

}  // namespace zermelo::testing
