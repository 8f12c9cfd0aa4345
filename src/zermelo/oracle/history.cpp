// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/history.hpp"

#include <algorithm>
#include <utility>

#include "zermelo/oracle/question.hpp"
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
        const auto length = bounds.at_most();
        if (auto why = doubt_of_win(rules_, start(attacker), length.value_or(Plies{search::never})))
            doubt = std::move(why);
        else
            left.add(length ? Bounds::won_within(*length)
                            : Bounds{game::Value{game::Outcome::win, std::nullopt}});
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

void HistoryRules::apply(Answer& answer, const Question& question) const {
    if (question.ideal || !rules_.history.any() || answer.source == ValueSource::rules) return;
    const bool of_win = question.asked == Asked::win;
    const auto decided = [&](const game::Bounds& bounds) {
        if (!of_win) return bounds.outcome();
        const Verdict verdict = bounds.win_within(question.plies);
        return verdict == Verdict::unknown
                   ? std::nullopt
                   : std::optional{verdict == Verdict::win ? Outcome::win : Outcome::draw};
    };
    const auto take_back = [&](game::Bounds& bounds) {
        const auto before = decided(bounds);
        auto doubt = apply(bounds);
        if (of_win && question.plies && before == Outcome::draw && !decided(bounds)) {
            // That there is no win within these plies may stand where more was known that does not.
            auto enough = game::Bounds::not_won_within(*question.plies);
            apply(enough);
            bounds.add(enough);
        }
        return doubt;
    };
    for (MoveAnswer& move : answer.moves) {
        const bool was = decided(move.bounds).has_value();
        take_back(move.bounds);
        if (of_win && was && !decided(move.bounds)) answer.complete = false;
    }
    answer.sort_moves();
    const auto conclude = [&](const game::Bounds& bounds, const std::optional<Outcome>& before,
                              const Doubt& doubt) {
        if (!doubt || decided(bounds) == before) return true;
        answer.doubt = *doubt;
        answer.stopped_by.reset();
        return false;
    };
    if (answer.restricted) {
        const auto before = decided(*answer.restricted);
        conclude(*answer.restricted, before, take_back(*answer.restricted));
    }
    const auto before = decided(answer.bounds);
    const auto doubt = take_back(answer.bounds);
    if (!conclude(answer.bounds, before, doubt)) {
        answer.source.reset();
        answer.line.reset();
        answer.complete = false;
    } else if (doubt && before && !answer.bounds.exact() && !answer.stopped_by &&
               (!of_win || before == Outcome::win)) {
        answer.doubt = *doubt;  // what is decided stands, its least length does not
    }
}

template HistoryRules::HistoryRules(const engine::GameAt<std::uint64_t>&, std::uint64_t,
                                    std::optional<std::uint64_t>);
template HistoryRules::HistoryRules(const engine::GameAt<Bits256>&, std::uint64_t,
                                    std::optional<std::uint64_t>);

}  // namespace zermelo::oracle
