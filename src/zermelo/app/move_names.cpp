// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/move_names.hpp"

#include <cassert>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/engine/notation.hpp"

namespace zermelo::app {

std::vector<std::string> sans_of(const engine::AnyGameAt& start, const std::vector<std::string>& line) {
    return std::visit(
        [&](const auto& at) {
            std::vector<std::string> names;
            auto position = at.position;
            for (const std::string& name : line) {
                const auto move = engine::find_move(at.game, position, name);
                assert(move);
                names.push_back(engine::san(at.game, position, *move));
                position = at.game.play(position, *move);
            }
            return names;
        },
        start);
}

std::string last_of(const engine::AnyGameAt& start, const std::vector<std::string>& line) {
    return fmt::format("{} ({})", sans_of(start, line).back(), line.back());
}

std::string line_text(std::string_view label, const engine::AnyGameAt& start,
                      const std::vector<std::string>& line) {
    return fmt::format("{} {}\n{:{}} {}\n", label, fmt::join(line, " "), "", label.size(),
                       fmt::join(sans_of(start, line), " "));
}

}  // namespace zermelo::app
