// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/base/random.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"

/// Positions in which rules have something to say.
namespace zermelo::reference {

/// A setup after one to four changes that bring the rules into play: kings and last men beside each other and
/// in reach of enemies, castlers at home, full hands, walls, men about to promote, a pawn that has just
/// passed another, boards almost full, kings in a corner. The result may have violations.
engine::Setup brought_together(Random& random, const engine::Setup& setup, const rules::Rules& rules);

}  // namespace zermelo::reference
