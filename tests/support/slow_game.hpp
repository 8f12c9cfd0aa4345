// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zermelo/base/hash128.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/variant/reference.hpp"

namespace zermelo::testing {

/// The slow witness of the general game, as algorithms want a game: they then share nothing with the engine.
class SlowGame {
  public:
    using Position = variant::Setup;
    using Move = variant::Move;
    using MoveList = std::vector<Move>;

    explicit SlowGame(const variant::Rules& rules) : rules_(&rules) {}
    void moves(const Position& p, MoveList& list) const { list = variant::reference::moves(p, *rules_); }
    Position play(const Position& p, const Move& m) const { return variant::reference::play(p, *rules_, m); }
    std::optional<game::Outcome> end(const Position& p) const { return variant::reference::end(p, *rules_); }
    bool lost(const Position& p) const { return end(p) == game::Outcome::loss; }
    Hash128 key(const Position& p) const {
        std::uint64_t mixed = p.passes;
        for (const char c : print_fen(p)) mixed = Random{mixed ^ static_cast<unsigned char>(c)}();
        Random random{mixed};
        return {random(), random()};
    }

  private:
    const variant::Rules* rules_;
};
static_assert(game::Ends<SlowGame>);

}  // namespace zermelo::testing
