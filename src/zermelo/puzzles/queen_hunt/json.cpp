// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "zermelo/puzzles/queen_hunt/explanation.hpp"

namespace zermelo::queen_hunt {

namespace {

Json json_of(const HuntMove& step) {
    Json replies = Json::array();
    for (const HuntReply& reply : step.replies) {
        Json object = json_move(reply.move);
        object["plies"] = reply.left.count();
        object["answer"] = json_move(reply.answer);
        replies.push_back(std::move(object));
    }
    Json object = json_move(step.move);
    object["plies"] = step.plies.count();
    object["replies"] = std::move(replies);
    return object;
}

}  // namespace

Json json_move(const Move& move) { return {{"move", text(move)}}; }

Json members_of(const HuntReasons& reasons) {
    const bool wins = reasons.wins();
    Json line = Json::array();
    Json turns = Json::array();
    for (const Move& move : main_line(reasons)) line.push_back(json_move(move));
    for (const HuntMove& step : reasons.line) turns.push_back(json_of(step));
    Json tries = Json::array();
    for (const HuntTry& each : reasons.tries) {
        Json object = json_move(each.move);
        object["refutation"] = each.reply ? json_move(*each.reply) : Json();
        object["loses_queen"] = each.loses_queen;
        tries.push_back(std::move(object));
    }
    const auto number = [](bool known, Plies plies) { return known ? Json(plies.count()) : Json(); };
    const Plies shortest = reasons.shortest.value_or(Plies{0});
    return {{"verdict", wins ? "YES" : "NO"},
            {"limit", reasons.bound.count()},
            {"plies", number(wins, shortest)},
            {"unit", "plies"},
            {"best_move", wins ? line.elements().front() : Json()},
            {"win_beyond_limit", number(!wins && reasons.shortest, shortest)},
            {"no_win_within", number(!reasons.shortest && !reasons.never, reasons.none_within)},
            {"no_win_ever", reasons.never},
            {"line", std::move(line)},
            {"turns", std::move(turns)},
            {"tries", std::move(tries)}};
}

}  // namespace zermelo::queen_hunt
