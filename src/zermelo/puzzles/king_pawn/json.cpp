// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <utility>

#include "zermelo/puzzles/king_pawn/explanation.hpp"

namespace zermelo::king_pawn {

namespace {

const char* json_name(End end) {
    switch (end) {
        case End::pawn_captured:
            return "pawn_captured";
        case End::pawn_obstructed:
            return "pawn_obstructed";
        case End::pawn_at_forbidden:
            return "pawn_at_forbidden";
        case End::king_without_move:
            return "king_without_move";
        case End::pawn_at_bottom:
            return "pawn_at_bottom";
    }
    return "";
}

/// As the statement counts.
Json json_of(Square square) { return {{"x", square.file().index() + 1}, {"y", square.rank().index() + 1}}; }

std::string uci(Square square) {
    return {static_cast<char>('a' + square.file().index()), static_cast<char>('1' + square.rank().index())};
}

Json json_of(const char* piece, Square from, Square to) {
    return {{"move", uci(from) + uci(to)}, {"piece", piece}, {"from", json_of(from)}, {"to", json_of(to)}};
}

/// The moves of both sides: the pawn answers each move of the king with a step, but the last.
Json line_of(const Position& position, const BestGame& best) {
    Json line = Json::array();
    Square pawn = position.pawn();
    for (std::size_t move = 1; move < best.walk.size(); ++move) {
        line.push_back(json_of("K", best.walk[move - 1], best.walk[move]));
        if (line.elements().size() == best.length.count()) break;
        const Square below{pawn.file(), Rank{pawn.rank().index() - 1}};
        line.push_back(json_of("p", pawn, below));
        pawn = below;
    }
    return line;
}

}  // namespace

Json judgement_of(const Position& position, const BestGame& best) {
    return {{"verdict", name(best.winner)},
            {"end", json_name(best.end)},
            {"plies", best.length.count()},
            {"unit", "plies"},
            {"line", line_of(position, best)}};
}

Json explanation_members(const Position& position, const BestGame& best) {
    Json reachable = Json::array();
    for (Squares squares : best.reachable) {
        Json set = Json::array();
        while (squares.any()) set.push_back(json_of(Square{squares.take_first()}));
        reachable.push_back(std::move(set));
    }
    Json object = judgement_of(position, best);
    object["reachable"] = std::move(reachable);
    return object;
}

}  // namespace zermelo::king_pawn
