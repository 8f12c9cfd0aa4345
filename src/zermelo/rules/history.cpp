// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/history.hpp"

#include <algorithm>

namespace zermelo::rules {
namespace {

/// How many of the plies that are asked about can be played.
Plies possible(const HistoryStart& start, Plies plies) {
    return std::min(plies, start.plies_left.value_or(plies));
}

/// Whether the move rule may end the game up to and with the last of these plies.
bool move_rule_may_come(const HistoryRules& history, const HistoryStart& start, Plies plies) {
    const std::uint64_t most = 2 * std::uint64_t{history.move_rule};
    return most != 0 && (start.half_moves >= most || plies.count() >= most - start.half_moves);
}

/// Whether a side may have one man left before the last of these plies. The other takes one in two plies;
/// who turns to stone by capturing is lost in its own; a blast takes a man and all beside it, whoseever they
/// are; and of men that change sides any number may.
bool may_be_bare(const Rules& rules, const HistoryStart& start, Plies plies) {
    constexpr std::uint64_t blasted = 9;
    if (rules.flip_enclosed != Enclosing::none) return true;
    const std::uint64_t before = plies.count() - std::min<std::uint64_t>(plies.count(), 1);
    const std::uint64_t most = rules.blast                ? blasted * before
                               : rules.petrifying.empty() ? (before + 1) / 2
                                                          : before;
    return start.fewest_men <= 1 + most;
}

/// The least number of plies until a position has come so often that the game ends. It comes again when
/// each side has moved away and back; who passes leaves that to the other, but two passes in a row end the
/// game.
unsigned plies_to_repeat(const HistoryRules& history) {
    // Who moves to and fro has made four moves of one man when he is stopped.
    if (history.moving_to_and_fro_loses) return 4;
    return 4 * std::max(history.fold_rule, 2U) - 4;
}

/// Whether a repetition can be a win of the attacker. One man may go to and fro though no position comes
/// twice.
bool repetition_may_win(const Rules& rules, const HistoryStart& start) {
    const HistoryRules& history = rules.history;
    const Color attacker = start.attacker;
    if (history.moving_to_and_fro_loses) return true;
    if (history.fold_rule == 0 || start.plies_left) return false;
    if (history.perpetual_check_loses || history.chasing_loses) return true;
    switch (history.fold_value) {
        case game::Outcome::draw:
            return rules.material_counting != MaterialCounting::none;
        case game::Outcome::win:
            return !history.fold_value_is_whites || attacker == Color::white;
        case game::Outcome::loss:
            return !history.fold_value_is_whites || attacker == Color::black;
    }
    return true;
}

std::string move_rule_text(const HistoryRules& history) {
    return "the rule of " + std::to_string(history.move_rule) + " moves may end the game before";
}

}  // namespace

std::optional<std::string> doubt_of_win(const Rules& rules, const HistoryStart& start, Plies asked) {
    const HistoryRules& history = rules.history;
    const Plies plies = possible(start, asked);
    if (move_rule_may_come(history, start, plies)) return move_rule_text(history);
    // A man may go to and fro though no position comes again: the fourth of such moves ends the game.
    if (history.moving_to_and_fro_loses && plies.count() >= 7)
        return "who moves one man to and fro may lose before";
    // The counting begins when a side is bare, or has begun.
    if (history.counting != CountingRule::none &&
        (may_be_bare(rules, start, plies) || (start.counting_left && plies.count() > *start.counting_left)))
        return "the counting of moves against few men may end the game before";
    return std::nullopt;
}

std::optional<std::string> doubt_of_no_win(const Rules& rules, const HistoryStart& start, Plies asked) {
    const HistoryRules& history = rules.history;
    const Plies plies = possible(start, asked);
    if (rules.material_counting != MaterialCounting::none && move_rule_may_come(history, start, plies))
        return move_rule_text(history) + " and be won by material";
    if (repetition_may_win(rules, start) && plies.count() >= plies_to_repeat(history))
        return "a repetition may win before";
    return std::nullopt;
}

}  // namespace zermelo::rules
