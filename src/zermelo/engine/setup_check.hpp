// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "zermelo/engine/game.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::engine {

/// Everything that keeps a setup from being a legal position of the game, at once; empty if nothing does.
///
/// That a game is over (a flag reached, pieces extinct, mate) is no violation: the position stands on the
/// board. The setup's own holes and barred squares count; where they are not the game's, its rules are
/// compiled anew. Cost: O(squares) and a look at what is attacked.
template <typename Bits>
std::vector<Violation> violations(const Setup& setup, const Game<Bits>& game,
                                  Waived waived = Waived::nothing);

/// The same where no game is compiled. Cost: that of `CompiledRules` besides.
std::vector<Violation> violations(const Setup& setup, const rules::Rules& rules);

/// What is wrong with a position, in one line.
std::string words(const std::vector<Violation>& violations, const rules::Rules& rules);

extern template std::vector<Violation> violations(const Setup&, const Game<std::uint64_t>&, Waived);
extern template std::vector<Violation> violations(const Setup&, const Game<Bits256>&, Waived);

}  // namespace zermelo::engine
