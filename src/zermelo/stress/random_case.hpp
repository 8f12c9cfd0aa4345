// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/stress/case.hpp"

namespace zermelo::stress {

/// A random game within the bounds of the statement, few pieces as often as many, hard by construction (see
/// the rooms' own `random_*`). Of `cstate2` and `cstate3` half the boards are 8×8, some are as large as the
/// statement allows. Cost: O(1).
Case random_case(const judge::Dialect& dialect, Random& random);

/// Games that make an input within the statement's bounds, also on its sum of sizes: from some point on
/// boards are small where it would be passed. Precondition: count ≤ 1024, and
/// within the statement's number of games.
std::vector<Case> random_cases(const judge::Dialect& dialect, std::size_t count, Random& random);

}  // namespace zermelo::stress
