// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/lila_tablebase.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "zermelo/oracle/limits.hpp"

namespace zermelo::tell {
namespace {

using game::Outcome;
using game::Value;

/// Plies to the end, below 0 for who loses; 0 is a draw, and a game that is over has none, nor where a table
/// has outcomes alone.
std::optional<std::int64_t> dtm(const std::optional<Value>& value) {
    if (!value) return std::nullopt;
    if (value->outcome == Outcome::draw) return 0;
    if (!value->distance || *value->distance == Plies{0}) return std::nullopt;
    const auto plies = static_cast<std::int64_t>(value->distance->count());
    return value->outcome == Outcome::win ? plies : -plies;
}

/// Whether the game is over by another rule than mate, with this outcome.
bool ends_by_rule(const engine::Ending& end, Outcome outcome) {
    return end.outcome == outcome && !end.checkmate;
}

Json position_members(const engine::AnyGameAt& at, const game::Bounds& bounds) {
    const engine::Ending end = at.ending();
    const bool counts_to_win = at.rules().name == "antichess";
    const Json plies = json_or_null(dtm(bounds.value()));
    Json object;
    object["checkmate"] = end.checkmate;
    object["stalemate"] = end.stalemate;
    object["variant_win"] = ends_by_rule(end, Outcome::win);
    object["variant_loss"] = ends_by_rule(end, Outcome::loss);
    object["insufficient_material"] = false;
    object["dtz"] = nullptr;
    object["precise_dtz"] = nullptr;
    object["dtm"] = counts_to_win ? Json() : plies;
    object["dtw"] = counts_to_win ? plies : Json();
    object["dtc"] = nullptr;
    object["category"] = bounds.outcome() ? name(*bounds.outcome()) : "unknown";
    return object;
}

/// Ranks the pieces of chess, a dearer one higher, from 1 for a pawn; other kinds and nothing get 0.
int role(const rules::Rules& rules, std::optional<rules::Letter> letter) {
    constexpr std::array<std::string_view, 6> names{"pawn", "knight", "bishop", "rook", "queen", "king"};
    const rules::Kind* const kind = letter ? rules.kind(*letter) : nullptr;
    if (kind == nullptr) return 0;
    const auto found = std::find(names.begin(), names.end(), kind->name);
    return found == names.end() ? 0 : 1 + static_cast<int>(found - names.begin());
}

/// The moves, the best first; `bounds` gets what is known of each, for who makes it.
Json moves_of(oracle::OpenTables& tables, const engine::AnyGameAt& at, std::vector<game::Bounds>& bounds) {
    // The smallest is the best move: what is worst for who answers; a loss soon, or a win late; what loses
    // pieces for who answers.
    using Key = std::tuple<int, bool, bool, bool, bool, std::int64_t, bool, int, int>;
    const engine::MoveList moves = at.moves();
    const std::vector<std::string> sans = at.sans(moves);
    const engine::Setup before = at.setup();
    std::vector<std::pair<Key, Json>> list;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const engine::Move move = moves[i];
        const engine::AnyGameAt after = at.play(move);
        const auto known = tables.value(after);
        const auto value = known ? *known : std::nullopt;
        const auto man_at = [&](Square square) {
            const auto place = engine::place_of(square, before.files);
            return before.men[rules::region_bit(place.file, place.rank)];
        };
        const bool captures = at.captures(move);
        const auto mover = man_at(move.from);
        const bool pawn = mover && role(at.rules(), mover->letter) == 1;
        const bool zeroing = captures || pawn;
        const engine::Ending end = after.ending();
        Json object;
        object["uci"] = at.uci(move);
        object["san"] = sans[i];
        object["zeroing"] = zeroing;
        object["conversion"] = captures || move.promotion != 0;
        const game::Bounds left = value ? game::Bounds{*value} : game::Bounds::not_over();
        bounds.push_back(left.of_the_move());
        object.append(position_members(after, left));
        const int category = !value                            ? 1
                             : value->outcome == Outcome::loss ? 0
                             : value->outcome == Outcome::draw ? 2
                                                               : 3;
        const auto taken = captures ? man_at(move.to) : std::nullopt;
        const auto letter = [](const auto& man) { return man ? std::optional{man->letter} : std::nullopt; };
        const auto promotion =
            move.promotion != 0 ? std::optional<rules::Letter>{move.promotion} : std::nullopt;
        list.emplace_back(
            Key{category, !end.checkmate, !ends_by_rule(end, Outcome::loss), ends_by_rule(end, Outcome::win),
                !end.stalemate, -dtm(value).value_or(0), zeroing != (category == 3),
                -role(at.rules(), letter(taken)), -role(at.rules(), promotion)},
            std::move(object));
    }
    std::stable_sort(list.begin(), list.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Json array = Json::array();
    for (auto& [key, object] : list) array.push_back(std::move(object));
    return array;
}

}  // namespace

Result<Json> lila_position(oracle::OpenTables& tables, const engine::AnyGameAt& at) {
    ZERMELO_CHECK(oracle::check_move_count(at.count()));
    std::vector<game::Bounds> bounds;
    Json moves = moves_of(tables, at, bounds);
    const auto value = tables.value(at);
    Json object =
        position_members(at, value && *value ? game::Bounds{**value} : game::Bounds::from_moves(bounds));
    object["moves"] = std::move(moves);
    return object;
}

Result<std::optional<Json>> lila_mainline(oracle::OpenTables& tables, engine::AnyGameAt at) {
    ZERMELO_TRY(const auto value, tables.value(at));
    if (!value) return std::nullopt;
    Json object;
    object["dtz"] = nullptr;
    object["precise_dtz"] = nullptr;
    object["dtm"] = json_or_null(dtm(value));
    object["mainline"] = Json::array();
    object["winner"] = nullptr;
    if (value->outcome != Outcome::draw) {
        const bool mover = value->outcome == Outcome::win;
        object["winner"] = (at.to_move() == Color::white) == mover ? "w" : "b";
    }
    if (at.end()) return object;
    ZERMELO_TRY(const auto line, tables.line(at));
    if (!line) return std::nullopt;
    Value left = *value;
    for (const engine::Move move : *line) {
        Json step;
        step["uci"] = at.uci(move);
        step["san"] = at.san(move);
        at = at.play(move);
        step["dtz"] = nullptr;
        step["precise_dtz"] = nullptr;
        left = {game::of_the_move(left).outcome, *left.distance - Plies{1}};
        step["dtm"] = json_or_null(dtm(left));
        object["mainline"].push_back(std::move(step));
    }
    return object;
}

}  // namespace zermelo::tell
