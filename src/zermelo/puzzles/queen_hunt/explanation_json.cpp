// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "zermelo/puzzles/queen_hunt/explanation.hpp"

namespace zermelo::queen_hunt {

namespace {

using puzzles::Json;

Json json_of(const HuntTurn& turn) {
    Json replies = Json::array();
    for (const HuntReply& reply : turn.replies)
        replies.push_back(
            {{"move", text(reply.move)}, {"plies", reply.left.count()}, {"answer", text(reply.answer)}});
    return {{"move", text(turn.move)},
            {"plies", turn.plies.count()},
            {"longest", turn.longest ? Json(text(turn.replies[*turn.longest].move)) : Json()},
            {"replies", std::move(replies)}};
}

}  // namespace

puzzles::Json fields_of(const HuntReasons& reasons) {
    Json turns = Json::array();
    for (const HuntTurn& turn : reasons.line) turns.push_back(json_of(turn));
    Json tries = Json::array();
    for (const HuntTry& each : reasons.tries)
        tries.push_back({{"move", text(each.move)},
                         {"refutation", each.reply ? Json(text(*each.reply)) : Json()},
                         {"loses_queen", each.loses_queen}});
    return {{"limit_plies", reasons.bound.count()},
            {"plies", reasons.shortest ? Json(reasons.shortest->count()) : Json()},
            {"none_within", reasons.shortest || reasons.never ? Json() : Json(reasons.none_within.count())},
            {"never", reasons.never},
            {"line", std::move(turns)},
            {"tries", std::move(tries)}};
}

}  // namespace zermelo::queen_hunt
