// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <utility>
#include <vector>

#include "zermelo/puzzles/check_state/explanation.hpp"

namespace zermelo::check_state {

namespace {

using puzzles::Json;

Json json_of(const Piece& piece) {
    return {{"piece", std::string(1, letter_of(piece.color, piece.kind))},
            {"x", piece.column.number()},
            {"y", piece.row.number()}};
}

Json json_of(const std::vector<Piece>& pieces) {
    Json all = Json::array();
    for (const Piece& piece : pieces) all.push_back(json_of(piece));
    return all;
}

Json json_of(const Move& move) {
    Json object = json_of(move.piece);
    object["to_x"] = move.column.number();
    object["to_y"] = move.row.number();
    if (move.captured)
        object["captured"] = std::string(1, letter_of(move.captured->color, move.captured->kind));
    return object;
}

Json moves_of(const Rescuers& rescuers) {
    Json moves = Json::array();
    for (const KingStep& step : rescuers.king_steps)
        if (step.plausible()) moves.push_back(json_of(step.move));
    for (const Move& move : rescuers.captures) moves.push_back(json_of(move));
    for (const Move& move : rescuers.interpositions) moves.push_back(json_of(move));
    return moves;
}

/// The moves that seem to save the king, with the pieces that bar them.
Json misses_of(const Rescuers& rescuers) {
    Json moves = Json::array();
    for (const KingStep& step : rescuers.king_steps) {
        if (step.plausible() || step.taken) continue;
        Json move = json_of(step.move);
        move["attackers"] = json_of(step.attackers);
        moves.push_back(std::move(move));
    }
    for (const PinnedMove& pinned : rescuers.pinned_moves) {
        Json move = json_of(pinned.move);
        move["pinner"] = json_of(pinned.pinner);
        moves.push_back(std::move(move));
    }
    return moves;
}

}  // namespace

puzzles::Json fields_of(const CheckReasons& reasons) {
    Json checkers = Json::array();
    Json pins = Json::array();
    for (const std::size_t color : {std::size_t{0}, std::size_t{1}}) {
        for (const Piece& piece : reasons.threats.checkers[color]) checkers.push_back(json_of(piece));
        for (const Pin& pin : reasons.threats.pins[color])
            pins.push_back({{"pinned", json_of(pin.pinned)}, {"pinner", json_of(pin.pinner)}});
    }
    Json fields{{"checkers", std::move(checkers)}, {"pins", std::move(pins)}};
    if (!reasons.rescuers) return fields;
    fields["threatened"] = name(reasons.state.threatened);
    fields["count"] = reasons.state.moves;
    fields["moves"] = moves_of(*reasons.rescuers);
    fields["unlisted"] = reasons.rescuers->untold;
    fields["not_plausible"] = misses_of(*reasons.rescuers);
    return fields;
}

}  // namespace zermelo::check_state
