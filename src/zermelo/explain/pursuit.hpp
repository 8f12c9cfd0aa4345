// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/explain/explanation.hpp"
#include "zermelo/pursuit/decide.hpp"
#include "zermelo/pursuit/position.hpp"

namespace zermelo::explain {

/// How king and pawn meet where White wins; why every walk of the king fails where Black does. The account is
/// that of `pursuit::explain`. Precondition: it is of this position.
Explanation tell(const pursuit::Position& position, const pursuit::Account& account);

}  // namespace zermelo::explain
