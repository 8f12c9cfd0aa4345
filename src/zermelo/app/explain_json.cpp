// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <utility>
#include <vector>

#include "zermelo/app/explain_parts.hpp"

namespace zermelo::app {

namespace {

using judge::Json;

Json json_of(const explain::HuntTurn& turn) {
    Json replies = Json::array();
    for (const explain::HuntReply& reply : turn.replies)
        replies.push_back(
            {{"move", text(reply.move)}, {"plies", reply.left.count()}, {"answer", text(reply.answer)}});
    return {{"move", text(turn.move)},
            {"plies", turn.plies.count()},
            {"longest", turn.longest ? Json(text(turn.replies[*turn.longest].move)) : Json()},
            {"replies", std::move(replies)}};
}

Json json_of(const check_state::Piece& piece) {
    return {{"piece", std::string(1, letter_of(piece.color, piece.kind))},
            {"x", piece.column.number()},
            {"y", piece.row.number()}};
}

Json json_of(const std::vector<check_state::Piece>& pieces) {
    Json all = Json::array();
    for (const check_state::Piece& piece : pieces) all.push_back(json_of(piece));
    return all;
}

Json json_of(const check_state::Move& move) {
    Json object = json_of(move.piece);
    object["to_x"] = move.column.number();
    object["to_y"] = move.row.number();
    if (move.captured)
        object["captured"] = std::string(1, letter_of(move.captured->color, move.captured->kind));
    return object;
}

Json moves_of(const check_state::Rescuers& rescuers) {
    Json moves = Json::array();
    for (const check_state::KingStep& step : rescuers.king_steps)
        if (step.plausible()) moves.push_back(json_of(step.move));
    for (const check_state::Move& move : rescuers.captures) moves.push_back(json_of(move));
    for (const check_state::Move& move : rescuers.interpositions) moves.push_back(json_of(move));
    return moves;
}

/// The moves that seem to save the king, with the pieces that bar them.
Json misses_of(const check_state::Rescuers& rescuers) {
    Json moves = Json::array();
    for (const check_state::KingStep& step : rescuers.king_steps) {
        if (step.plausible() || step.taken) continue;
        Json move = json_of(step.move);
        move["attackers"] = json_of(step.attackers);
        moves.push_back(std::move(move));
    }
    for (const check_state::PinnedMove& pinned : rescuers.pinned_moves) {
        Json move = json_of(pinned.move);
        move["pinner"] = json_of(pinned.pinner);
        moves.push_back(std::move(move));
    }
    return moves;
}

Json xy(king_pawn::Square square) {
    return Json::array({square.file().index() + 1, square.rank().index() + 1});
}

}  // namespace

Json fields_of(const explain::HuntAccount& account) {
    Json turns = Json::array();
    for (const explain::HuntTurn& turn : account.line) turns.push_back(json_of(turn));
    Json tries = Json::array();
    for (const explain::HuntTry& each : account.tries)
        tries.push_back({{"move", text(each.move)},
                         {"refutation", each.reply ? Json(text(*each.reply)) : Json()},
                         {"loses_queen", each.loses_queen}});
    return {{"limit_plies", account.bound.count()},
            {"plies", account.shortest ? Json(account.shortest->count()) : Json()},
            {"none_within", account.shortest || account.never ? Json() : Json(account.none_within.count())},
            {"never", account.never},
            {"line", std::move(turns)},
            {"tries", std::move(tries)}};
}

Json fields_of(const explain::CheckAccount& account) {
    Json checkers = Json::array();
    Json pins = Json::array();
    for (const std::size_t color : {std::size_t{0}, std::size_t{1}}) {
        for (const check_state::Piece& piece : account.threats.checkers[color])
            checkers.push_back(json_of(piece));
        for (const check_state::Pin& pin : account.threats.pins[color])
            pins.push_back({{"pinned", json_of(pin.pinned)}, {"pinner", json_of(pin.pinner)}});
    }
    Json fields{{"checkers", std::move(checkers)}, {"pins", std::move(pins)}};
    if (!account.rescuers) return fields;
    fields["threatened"] = name(account.state.threatened);
    fields["count"] = account.state.moves;
    fields["moves"] = moves_of(*account.rescuers);
    fields["unlisted"] = account.rescuers->untold;
    fields["not_plausible"] = misses_of(*account.rescuers);
    return fields;
}

Json fields_of(const king_pawn::Account& account) {
    Json walk = Json::array();
    for (const king_pawn::Square square : account.walk) walk.push_back(xy(square));
    Json reachable = Json::array();
    for (king_pawn::Squares squares : account.reachable) {
        Json set = Json::array();
        while (squares.any()) set.push_back(xy(king_pawn::Square::from_index(squares.take_first())));
        reachable.push_back(std::move(set));
    }
    return {{"end", describe(account.end)},
            {"plies", account.length.count()},
            {"walk", std::move(walk)},
            {"reachable", std::move(reachable)}};
}

}  // namespace zermelo::app
