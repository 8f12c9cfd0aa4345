// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "support/json_reader.hpp"

namespace zermelo::testing {

/// The objects of an output, one a line, as an array; what is no JSON is a discarded value in it.
inline ReadJson objects_of(const std::string& text) {
    ReadJson all = ReadJson::array();
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) all.push_back(ReadJson::parse(line, nullptr, false));
    return all;
}

/// The texts of moves that are objects.
inline std::vector<std::string> moves_of(const ReadJson& moves) {
    std::vector<std::string> texts;
    for (const ReadJson& move : moves) texts.push_back(move["move"]);
    return texts;
}

}  // namespace zermelo::testing
