// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/setup.hpp"

/// The counters of a FEN, which are no part of a position.
namespace zermelo::app {

/// Whether a move is progress as `HistoryRules` have it: a capture, a drop, a promotion, or a move of some
/// kinds that leads where no move leads back from.
template <typename Bits>
bool is_progress(const engine::Game<Bits>& game, const engine::Position<Bits>& position, engine::Move move);

/// The counters of a FEN go on as chess programs let them: progress sets the first one back, and a move of
/// Black adds to the second. A counting against few men goes on until progress, which may begin another.
void count_move(const engine::Setup& before, bool progress, engine::Setup& after);

extern template bool is_progress(const engine::Game<std::uint64_t>&, const engine::Position<std::uint64_t>&,
                                 engine::Move);
extern template bool is_progress(const engine::Game<Bits256>&, const engine::Position<Bits256>&,
                                 engine::Move);

}  // namespace zermelo::app
