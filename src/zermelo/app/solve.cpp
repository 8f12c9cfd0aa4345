// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/solve.hpp"

#include <variant>

#include "zermelo/puzzles/tier_kernels.hpp"

namespace zermelo::app {

Result<void> solve(Library& library, const std::string& variant, const SolveOptions& options,
                   const Report& report) {
    ZERMELO_TRY(const rules::Rules* const rules, library.find(variant));
    ZERMELO_TRY(const engine::AnyGameAt at, position_of(*rules, std::nullopt));
    return std::visit(
        [&](const auto& start) {
            const auto graph = tablebase::tier_graph(start.game, puzzles::tier_kernels());
            return tablebase::solve(*graph, *rules, options, report);
        },
        at);
}

}  // namespace zermelo::app
