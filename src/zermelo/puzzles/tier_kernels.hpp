// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::puzzles {

/// The puzzles' own kernels for tables: one line a kernel.
std::span<const tablebase::TierKernel> tier_kernels();

/// The tiers of a game, whatever serves it.
std::unique_ptr<tablebase::TierGraph> tier_graph(const engine::AnyGameAt& at);

}  // namespace zermelo::puzzles
