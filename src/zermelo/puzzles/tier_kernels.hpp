// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::puzzles {

/// The puzzles' own kernels for tables: one line a kernel.
std::span<const tablebase::TierKernel> tier_kernels();

}  // namespace zermelo::puzzles
