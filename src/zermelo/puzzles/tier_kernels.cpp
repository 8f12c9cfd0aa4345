// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/tier_kernels.hpp"

#include <array>

#include "zermelo/puzzles/queen_hunt/tier_graph.hpp"

namespace zermelo::puzzles {

std::span<const tablebase::TierKernel> tier_kernels() {
    static constexpr auto kernels = std::to_array<tablebase::TierKernel>({
        queen_hunt::TierGraph::of,
    });
    return kernels;
}

}  // namespace zermelo::puzzles
