// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "zermelo/puzzles/check_state/explanation.hpp"
#include "zermelo/puzzles/check_state/verdict.hpp"

namespace zermelo::check_state {

namespace {

Json json_of(const Piece& piece) {
    return {{"piece", std::string(1, letter_of(piece.color, piece.kind))},
            {"x", piece.column.number()},
            {"y", piece.row.number()}};
}

Json json_of(const Move& move) {
    const std::uint64_t x = move.column.number();
    const std::uint64_t y = move.row.number();
    return {
        {"move", fmt::format("({},{})({},{})", move.piece.column.number(), move.piece.row.number(), x, y)},
        {"mover", json_of(move.piece)},
        {"to", {{"x", x}, {"y", y}}},
        {"captured", move.captured ? json_of(*move.captured) : Json()}};
}

bool row_by_row(const Piece& a, const Piece& b) {
    return std::tie(a.row, a.column) < std::tie(b.row, b.column);
}

/// White's pins first, each by row and column of the pinned piece.
Json pins_of(std::array<std::vector<Pin>, 2> pins) {
    Json all = Json::array();
    for (auto& list : pins) {
        std::sort(list.begin(), list.end(),
                  [](const Pin& a, const Pin& b) { return row_by_row(a.pinned, b.pinned); });
        for (const Pin& pin : list)
            all.push_back({{"pinned", json_of(pin.pinned)}, {"pinner", json_of(pin.pinner)}});
    }
    return all;
}

/// The checkers of White's king first, each by row and column; with how they reach it if there is a board.
Json checkers_of(std::array<std::vector<Piece>, 2> checkers, const PlainBoard* board) {
    Json all = Json::array();
    for (const Color color : both_colors) {
        auto& list = checkers[index(color)];
        std::sort(list.begin(), list.end(), row_by_row);
        for (const Piece& piece : list) {
            all.push_back(json_of(piece));
            if (board == nullptr) continue;
            const auto approach = approach_of(piece, king_of(*board, color));
            all.back()["along"] = approach ? Json(approach->line) : Json();
            all.back()["empty_squares_between"] = approach ? Json(approach->between) : Json();
        }
    }
    return all;
}

Json evasions_of(const Reasons& reasons) {
    Json moves = Json::array();
    const auto add = [&](const Move& move, const char* kind) {
        moves.push_back(json_of(move));
        moves.back()["kind"] = kind;
    };
    for (const KingStep& step : reasons.king_steps)
        if (step.is_evasion()) add(step.move, "king_move");
    for (const Move& move : reasons.captures) add(move, "capture");
    for (const Move& move : reasons.interpositions) add(move, "interposition");
    return moves;
}

/// The moves that seem to save the king, with the pieces that bar them.
Json near_misses_of(const Reasons& reasons) {
    Json moves = Json::array();
    const auto add = [&](const Move& move, Json attackers, Json pinner, Json blocker) {
        moves.push_back(json_of(move));
        moves.back()["attackers"] = std::move(attackers);
        moves.back()["pinner"] = std::move(pinner);
        moves.back()["blocked_by"] = std::move(blocker);
    };
    for (const KingStep& step : reasons.king_steps) {
        if (step.is_evasion()) continue;
        Json attackers = Json::array();
        for (const Piece& piece : step.attackers) {
            attackers.push_back(json_of(piece));
            attackers.back()["through_king"] = step.through_king == piece;
        }
        Move move = step.move;
        if (step.taken) move.captured.reset();
        add(move, std::move(attackers), nullptr, step.taken ? json_of(*step.move.captured) : Json());
    }
    for (const PinnedMove& pinned : reasons.pinned_moves)
        add(pinned.move, Json::array(), json_of(pinned.pinner), nullptr);
    return moves;
}

/// What both objects say, more of the checkers if there is a board.
Json members_of(const CheckState& state, MoveCount count, const PlainBoard* board) {
    const bool check = state.verdict == CheckState::Verdict::check;
    const auto if_check = [check](std::uint64_t number) { return check ? Json(number) : Json(); };
    Json in_check = Json::array();
    for (const Color color : both_colors)
        if (!state.reasons->checkers[index(color)].empty()) in_check.push_back(json_name(color));
    return {{"verdict", verdict_of(state, count)},
            {"in_check", std::move(in_check)},
            {"evasion_count", if_check(state.evasions.count())},
            {"king_move_count", if_check(state.evasions.king_moves)},
            {"capture_count", if_check(state.evasions.captures)},
            {"interposition_count", if_check(state.evasions.interpositions)},
            {"checkers", checkers_of(state.reasons->checkers, board)},
            {"pins", pins_of(state.reasons->pins)}};
}

}  // namespace

Json judgement_of(const CheckState& state, MoveCount count) { return members_of(state, count, nullptr); }

Json explanation_members(const PlainBoard& board, const CheckState& state, MoveCount count) {
    const Reasons& reasons = *state.reasons;
    Json object = members_of(state, count, &board);
    const bool check = state.verdict == CheckState::Verdict::check;
    object["evasions"] = check ? evasions_of(reasons) : Json();
    object["unlisted_count"] =
        check ? Json(state.evasions.interpositions - reasons.interpositions.size()) : Json();
    object["near_misses"] = check ? near_misses_of(reasons) : Json();
    return object;
}

}  // namespace zermelo::check_state
