// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/tier_kernels.hpp"

#include <array>
#include <variant>

#include "zermelo/puzzles/queen_hunt/tier_graph.hpp"

namespace zermelo::puzzles {

std::span<const tablebase::TierKernel> tier_kernels() {
    static constexpr auto kernels = std::to_array<tablebase::TierKernel>({
        queen_hunt::TierGraph::of,
    });
    return kernels;
}

std::unique_ptr<tablebase::TierGraph> tier_graph(const engine::AnyGameAt& at) {
    return std::visit(
        [](const auto& one) -> std::unique_ptr<tablebase::TierGraph> {
            return tablebase::tier_graph(one.game, tier_kernels());
        },
        at);
}

}  // namespace zermelo::puzzles
