// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/any_game.hpp"

#include <memory>

namespace zermelo::engine {

AnyGameAt play(const AnyGameAt& at, Move move) {
    return std::visit(
        [&]<typename Bits>(const GameAt<Bits>& one) -> AnyGameAt {
            return GameAt<Bits>{one.game, one.game.play(one.position, move)};
        },
        at);
}

namespace {

template <typename Bits>
tl::expected<AnyGameAt, std::vector<Violation>> set_up_on(const rules::Rules& rules, const Setup& setup) {
    const Game<Bits> game{std::make_shared<const Tables<Bits>>(rules, setup.holes, setup.barred)};
    return game.position(setup).map([&](const Position<Bits>& position) {
        return AnyGameAt{GameAt<Bits>{game, position}};
    });
}

}  // namespace

tl::expected<AnyGameAt, std::vector<Violation>> set_up(const rules::Rules& rules, const Setup& setup) {
    if (rules.files * rules.ranks <= 64) return set_up_on<std::uint64_t>(rules, setup);
    return set_up_on<Bits256>(rules, setup);
}

}  // namespace zermelo::engine
