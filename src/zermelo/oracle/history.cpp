// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/history.hpp"

#include <algorithm>
#include <utility>

#include "zermelo/search/forced_win.hpp"

namespace zermelo::oracle {

template <typename Bits>
HistoryRules::HistoryRules(const engine::GameAt<Bits>& at, std::uint64_t half_moves,
                           std::optional<std::uint64_t> counting_left)
    : rules_(at.game.rules()),
      start_{half_moves, at.position.to_move(),
             std::min(at.position.men(Color::white).size(), at.position.men(Color::black).size()),
             counting_left, at.game.plies_left(at.position)} {}

rules::HistoryStart HistoryRules::start(Color attacker) const {
    rules::HistoryStart start = start_;
    start.attacker = attacker;
    return start;
}

auto HistoryRules::of_win(Plies within) const -> Doubt { return doubt_of_win(rules_, start_, within); }
auto HistoryRules::of_no_win(Plies within) const -> Doubt { return doubt_of_no_win(rules_, start_, within); }

game::Bounds HistoryRules::standing(const game::Bounds& bounds, Color attacker, Doubt& doubt) const {
    using game::Bounds;
    Bounds left;
    if (bounds.lost()) return left;              // it follows from the other side's win
    left.add(Bounds::not_won_within(Plies{0}));  // the game goes on
    const auto none = bounds.no_win_within();
    if (none != Plies{0}) {
        if (auto why = doubt_of_no_win(rules_, start(attacker), none.value_or(Plies{search::never})))
            doubt = std::move(why);
        else
            left.add(none ? Bounds::not_won_within(*none) : Bounds::never_won());
    }
    if (bounds.won()) {
        if (auto why = doubt_of_win(rules_, start(attacker), *bounds.at_most()))
            doubt = std::move(why);
        else
            left.add(Bounds::won_within(*bounds.at_most()));
    }
    return left;
}

auto HistoryRules::apply(game::Bounds& bounds) const -> Doubt {
    Doubt doubt;
    const game::Bounds own = standing(bounds, start_.attacker, doubt);
    const game::Bounds others = standing(bounds.of_the_other(), !start_.attacker, doubt);
    bounds = own;
    bounds.add(others.of_the_other());
    return doubt;
}

template HistoryRules::HistoryRules(const engine::GameAt<std::uint64_t>&, std::uint64_t,
                                    std::optional<std::uint64_t>);
template HistoryRules::HistoryRules(const engine::GameAt<Bits256>&, std::uint64_t,
                                    std::optional<std::uint64_t>);

}  // namespace zermelo::oracle
