// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/restriction.hpp"

#include <cstdint>

namespace zermelo::oracle {

namespace {

template <typename Bits>
bool keeps(const engine::Game<Bits>& game, const Restriction& restriction,
           const engine::Position<Bits>& before, const engine::Position<Bits>& after) {
    const Color defender = after.to_move();
    const bool captures = after.men(defender).size() < before.men(defender).size();
    if (captures && restriction.no_captures) return false;
    const bool may_be_quiet = !restriction.checks && !(captures && restriction.no_quiet_captures);
    if (!may_be_quiet && !game.in_check(after) && !game.lost(after)) return false;
    return !restriction.replies || game.count(after) <= *restriction.replies;
}

}  // namespace

template <typename Bits>
void restricted_attacks(const engine::Game<Bits>& game, const Restriction& restriction,
                        const engine::Position<Bits>& position, engine::MoveList& list) {
    engine::MoveList all;
    if (restriction.checks) {
        game.checks(position, all);
    } else {
        game.attacks(position, all);
    }
    for (const engine::Move& move : all)
        if (keeps(game, restriction, position, game.play(position, move))) list.push_back(move);
}

template void restricted_attacks(const engine::Game<std::uint64_t>&, const Restriction&,
                                 const engine::Position<std::uint64_t>&, engine::MoveList&);
template void restricted_attacks(const engine::Game<Bits256>&, const Restriction&,
                                 const engine::Position<Bits256>&, engine::MoveList&);

}  // namespace zermelo::oracle
