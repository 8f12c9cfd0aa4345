// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/move_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace zermelo::tell {

std::string last_of(const engine::AnyGameAt& start, const std::vector<std::string>& line) {
    return fmt::format("{} ({})", start.sans(line).back(), line.back());
}

std::string line_text(std::string_view label, const engine::AnyGameAt& start,
                      const std::vector<std::string>& line) {
    return fmt::format("{} {}\n{:{}} {}\n", label, fmt::join(line, " "), "", label.size(),
                       fmt::join(start.sans(line), " "));
}

}  // namespace zermelo::tell
