// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/tier_graph.hpp"

#include <type_traits>

#include "zermelo/tablebase/game_tier_graph.hpp"
#include "zermelo/tablebase/group_tier_graph.hpp"
#include "zermelo/tablebase/material.hpp"

namespace zermelo::tablebase {

template <typename Bits>
std::unique_ptr<ProbedTierGraph<Bits>> tier_graph(const engine::Game<Bits>& game,
                                                  std::span<const TierKernel> kernels) {
    if constexpr (std::is_same_v<Bits, std::uint64_t>)
        for (const TierKernel kernel : kernels)
            if (auto graph = kernel(game)) return graph;
    if (hands_come_back(game.rules())) return std::make_unique<GroupTierGraph<Bits>>(game);
    return std::make_unique<GameTierGraph<Bits>>(game);
}

template std::unique_ptr<ProbedTierGraph<std::uint64_t>> tier_graph(const engine::Game<std::uint64_t>&,
                                                                    std::span<const TierKernel>);
template std::unique_ptr<ProbedTierGraph<Bits256>> tier_graph(const engine::Game<Bits256>&,
                                                              std::span<const TierKernel>);

}  // namespace zermelo::tablebase
