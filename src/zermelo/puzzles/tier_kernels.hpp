// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::puzzles {

/// The puzzles' own kernels for tables: one line a kernel.
std::span<const tablebase::TierKernel> tier_kernels();

/// The tiers of a game, whatever serves it.
std::unique_ptr<tablebase::TierGraph> tier_graph(const engine::AnyGameAt& at);

/// What looks positions of a game up: in a folder, or without one in tables that it is given to hold.
template <typename Bits, typename... Folder>
std::unique_ptr<tablebase::Prober<Bits>> make_prober(const engine::Game<Bits>& game, Folder&&... folder) {
    return std::make_unique<tablebase::Prober<Bits>>(tablebase::tier_graph(game, tier_kernels()), game,
                                                     std::forward<Folder>(folder)...);
}

}  // namespace zermelo::puzzles
