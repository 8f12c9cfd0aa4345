// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/move_names.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace zermelo::tell {

std::string last_of(const engine::AnyGameAt& start, const std::vector<std::string>& line) {
    return fmt::format("{} ({})", start.sans(line).back(), line.back());
}

FirstMoveNames::FirstMoveNames(const engine::AnyGameAt& start, std::vector<std::string> ucis) {
    if (ucis.empty()) return;
    std::sort(ucis.begin(), ucis.end());
    engine::MoveList asked;
    std::vector<std::string> names;
    for (const engine::Move move : start.moves())
        if (std::string uci = start.uci(move); std::binary_search(ucis.begin(), ucis.end(), uci)) {
            asked.push_back(move);
            names.push_back(std::move(uci));
        }
    const std::vector<std::string> sans = start.sans(asked);
    for (std::size_t i = 0; i < sans.size(); ++i) sans_.emplace(std::move(names[i]), sans[i]);
}

std::string FirstMoveNames::of(const std::string& uci) const {
    return fmt::format("{} ({})", sans_.at(uci), uci);
}

std::string line_text(std::string_view label, const engine::AnyGameAt& start,
                      const std::vector<std::string>& line) {
    return fmt::format("{} {}\n{:{}} {}\n", label, fmt::join(line, " "), "", label.size(),
                       fmt::join(start.sans(line), " "));
}

}  // namespace zermelo::tell
