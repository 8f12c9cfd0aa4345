// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "zermelo/puzzles/check_state/explanation.hpp"
#include "zermelo/puzzles/check_state/verdict.hpp"

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

/// White's pieces first, each by row and column.
Json sorted(std::array<std::vector<Piece>, 2> lists) {
    Json all = Json::array();
    for (auto& list : lists) {
        std::sort(list.begin(), list.end(), [](const Piece& a, const Piece& b) {
            return std::tie(a.row, a.column) < std::tie(b.row, b.column);
        });
        for (const Piece& piece : list) all.push_back(json_of(piece));
    }
    return all;
}

Json evasions_of(const Reasons& reasons) {
    Json moves = Json::array();
    for (const KingStep& step : reasons.king_steps)
        if (step.is_evasion()) moves.push_back(json_of(step.move));
    for (const Move& move : reasons.captures) moves.push_back(json_of(move));
    for (const Move& move : reasons.interpositions) moves.push_back(json_of(move));
    return moves;
}

/// The moves that seem to save the king, with the pieces that bar them.
Json misses_of(const Reasons& reasons) {
    Json moves = Json::array();
    for (const KingStep& step : reasons.king_steps) {
        if (step.is_evasion() || step.taken) continue;
        Json move = json_of(step.move);
        move["attackers"] = json_of(step.attackers);
        moves.push_back(std::move(move));
    }
    for (const PinnedMove& pinned : reasons.pinned_moves) {
        Json move = json_of(pinned.move);
        move["pinner"] = json_of(pinned.pinner);
        moves.push_back(std::move(move));
    }
    return moves;
}

}  // namespace

puzzles::Json verdict_fields(const CheckState& state, MoveCount count) {
    const bool check = state.verdict == CheckState::Verdict::check;
    const auto if_check = [check](auto value) { return check ? Json(value) : Json(); };
    std::array<std::vector<Piece>, 2> pinned;
    for (const Color color : both_colors)
        for (const Pin& pin : state.reasons->pins[index(color)]) pinned[index(color)].push_back(pin.pinned);
    return {{"verdict", verdict_of(state, count)},
            {"threatened", if_check(name(state.threatened))},
            {"moves", if_check(state.evasions.count())},
            {"king_moves", if_check(state.evasions.king_moves)},
            {"captures", if_check(state.evasions.captures)},
            {"interpositions", if_check(state.evasions.interpositions)},
            {"checkers", sorted(state.reasons->checkers)},
            {"pinned", sorted(pinned)}};
}

puzzles::Json explanation_fields(const CheckState& state) {
    const Reasons& reasons = *state.reasons;
    Json checkers = Json::array();
    Json pins = Json::array();
    for (const Color color : both_colors) {
        for (const Piece& piece : reasons.checkers[index(color)]) checkers.push_back(json_of(piece));
        for (const Pin& pin : reasons.pins[index(color)])
            pins.push_back({{"pinned", json_of(pin.pinned)}, {"pinner", json_of(pin.pinner)}});
    }
    Json fields{{"checkers", std::move(checkers)}, {"pins", std::move(pins)}};
    if (state.verdict != CheckState::Verdict::check) return fields;
    fields["threatened"] = name(state.threatened);
    fields["count"] = state.evasions.count();
    fields["moves"] = evasions_of(reasons);
    fields["unlisted"] = state.evasions.interpositions - reasons.interpositions.size();
    fields["not_plausible"] = misses_of(reasons);
    return fields;
}

}  // namespace zermelo::check_state
