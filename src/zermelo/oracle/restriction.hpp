// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/engine/game.hpp"
#include "zermelo/prove.hpp"

namespace zermelo::oracle {

/// The moves that the restriction leaves the side to move as the attacker, in the order of `Game::attacks`.
/// Cost: that list, each of its moves made (under `checks`, where only mate wins, each that can give check),
/// and under `replies` its replies counted.
template <typename Bits>
void restricted_attacks(const engine::Game<Bits>& game, const Restriction& restriction,
                        const engine::Position<Bits>& position, engine::MoveList& list);

}  // namespace zermelo::oracle
