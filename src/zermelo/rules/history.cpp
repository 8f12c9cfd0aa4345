// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/history.hpp"

#include <algorithm>

namespace zermelo::rules {
namespace {

/// Whether the move rule may end the game up to and with the last of these plies.
bool move_rule_may_come(const HistoryRules& history, const HistoryStart& start, Plies plies) {
    const std::uint64_t most = 2 * std::uint64_t{history.move_rule};
    return most != 0 && (start.half_moves >= most || plies.count() >= most - start.half_moves);
}

/// So many plies it takes at least until a position has come so often that the game ends.
unsigned plies_to_repeat(const HistoryRules& history) {
    // Who moves to and fro has made four moves of one man when he is stopped.
    if (history.moving_to_and_fro_loses) return 4;
    return 4 * std::max(history.fold_rule, 2U) - 4;
}

/// Whether a repetition can be a win of the attacker.
bool repetition_may_win(const Rules& rules, Color attacker) {
    const HistoryRules& history = rules.history;
    if (history.moving_to_and_fro_loses) return true;
    if (history.fold_rule == 0) return false;
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

std::optional<std::string> doubt_of_win(const Rules& rules, const HistoryStart& start, Plies plies) {
    const HistoryRules& history = rules.history;
    if (move_rule_may_come(history, start, plies)) return move_rule_text(history);
    // A man may go to and fro though no position comes again: the fourth of such moves ends the game.
    if (history.moving_to_and_fro_loses && plies.count() >= 7)
        return "who moves one man to and fro may lose before";
    // The counting begins when a side is bare; the other takes one man in two plies.
    if (history.counting != CountingRule::none &&
        (start.fewest_men <= 1 + (plies.count() + 1) / 2 ||
         (start.counting_left && plies.count() > *start.counting_left)))
        return "the counting of moves against few men may end the game before";
    return std::nullopt;
}

std::optional<std::string> doubt_of_no_win(const Rules& rules, const HistoryStart& start, Plies plies) {
    const HistoryRules& history = rules.history;
    if (rules.material_counting != MaterialCounting::none && move_rule_may_come(history, start, plies))
        return move_rule_text(history) + " and be won by material";
    if (repetition_may_win(rules, start.attacker) && plies.count() >= plies_to_repeat(history))
        return "a repetition may win before";
    return std::nullopt;
}

}  // namespace zermelo::rules
