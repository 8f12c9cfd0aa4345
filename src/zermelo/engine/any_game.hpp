// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <variant>

#include "zermelo/engine/game.hpp"

namespace zermelo::engine {

/// A game and one of its positions.
template <typename Bits>
struct GameAt {
    Game<Bits> game;
    Position<Bits> position;
};

/// The same for boards of any size: at most 64 squares go the fast way.
using AnyGameAt = std::variant<GameAt<std::uint64_t>, GameAt<Bits256>>;

/// The same game after a move. Precondition: it is legal there.
AnyGameAt play(const AnyGameAt& at, Move move);

/// Compiles the rules with the setup's terrain and takes its position, or says everything that is wrong with
/// it. Cost: some 10 µs a kind of piece on 8×8.
tl::expected<AnyGameAt, std::vector<Violation>> set_up(const rules::Rules& rules, const Setup& setup);

}  // namespace zermelo::engine
