// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/move_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace zermelo::tell {

std::string last_of(const engine::AnyGameAt& start, const std::vector<std::string>& line) {
    return fmt::format("{} ({})", start.sans(line).back(), line.back());
}

FirstMoveNames::FirstMoveNames(const engine::AnyGameAt& start) {
    const engine::MoveList moves = start.moves();
    const std::vector<std::string> sans = start.sans(moves);
    for (std::size_t i = 0; i < sans.size(); ++i)
        sans_.emplace(start.uci(*(moves.begin() + static_cast<std::ptrdiff_t>(i))), sans[i]);
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
