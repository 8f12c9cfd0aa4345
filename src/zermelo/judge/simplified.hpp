// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/base/plies.hpp"
#include "zermelo/judge/dialect.hpp"

namespace zermelo::judge {

/// HackerRank "Simplified Chess Engine": can White force the capture of Black's queen within m plies?
const Dialect& simplified();

/// The statement's bound on m.
inline constexpr Plies most_statement_plies{6};

}  // namespace zermelo::judge
