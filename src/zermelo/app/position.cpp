// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/position.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/oracle/limits.hpp"

namespace zermelo::app {

template <typename Bits>
End end_of(const engine::Game<Bits>& game, const engine::Position<Bits>& position) {
    End end{game.end(position)};
    // Extinction, a flag and passes end a game that may have moves.
    if (!end.outcome || game.end_at_once(position)) return end;
    end.checkmate = game.in_check(position);
    end.stalemate = !end.checkmate;
    return end;
}

template End end_of(const engine::Game<std::uint64_t>&, const engine::Position<std::uint64_t>&);
template End end_of(const engine::Game<Bits256>&, const engine::Position<Bits256>&);

namespace {

/// What there is to be said before anything is known: the members in their order.
Json blank_setup(const rules::Rules& rules, const engine::Setup& setup) {
    Json object = json_object("setup");
    object["variant"] = rules.name;
    object["fen"] = print_fen(setup);
    object["side_to_move"] = json_name(setup.to_move);
    object["violations"] = Json::array();
    for (const char* member : {"in_check", "game_over", "category", "checkmate", "stalemate"})
        object[member] = nullptr;
    object["moves"] = Json::array();
    return object;
}

Json refused(const rules::Rules& rules, const engine::Setup& setup,
             const std::vector<engine::Violation>& violations) {
    Json object = blank_setup(rules, setup);
    for (const engine::Violation& violation : violations)
        object["violations"].push_back({{"message", violation.message},
                                        {"square", violation.place ? Json(name(*violation.place)) : Json()}});
    return object;
}

template <typename Bits>
Json move_object(const engine::GameAt<Bits>& at, engine::Move move, std::string san) {
    const auto& tables = at.game.tables();
    Json object;
    object["move"] = engine::uci(move, at.game.rules());
    object["san"] = std::move(san);
    const bool passes = move.type == engine::Move::Type::pass;
    const bool stays = passes || move.type == engine::Move::Type::wall;
    const auto square = [&](bool has, Square place) {
        return has ? Json(name(tables.place(place))) : Json();
    };
    const auto letter = [](bool has, char kind) { return has ? Json(std::string(1, lower(kind))) : Json(); };
    const bool walls = move.gated == engine::Move::wall_gated;
    const bool gates = move.gated != 0 && !walls;
    object["from"] = square(!stays && !move.is_drop(), move.from);
    object["to"] = square(!stays, move.to);
    object["promotion"] = letter(move.promotion != 0 && !move.is_drop(), move.promotion);
    object["drop"] = letter(move.is_drop(), move.promotion);
    object["wall"] = square(walls, move.gate);
    object["gated"] = letter(gates, move.gated);
    object["gate"] = square(gates, move.gate);
    object["is_capture"] = engine::captures(at.position, move);
    object["is_pass"] = passes;
    object["fen"] = print_fen(at.game.setup(at.game.play(at.position, move)));
    return object;
}

template <typename Bits>
Result<Json> playable(const engine::GameAt<Bits>& at) {
    const auto& [game, position] = at;
    ZERMELO_CHECK(oracle::check_move_count(game.count(position)));
    Json object = blank_setup(game.rules(), game.setup(position));
    const End end = end_of(game, position);
    object["in_check"] = game.in_check(position);
    object["game_over"] = end.outcome.has_value();
    if (end.outcome) object["category"] = name(*end.outcome);
    object["checkmate"] = end.checkmate;
    object["stalemate"] = end.stalemate;
    engine::MoveList moves;
    game.moves(position, moves);
    const std::vector<std::string> names = engine::sans(game, position, moves);
    std::vector<Json> objects;
    objects.reserve(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) objects.push_back(move_object(at, moves[i], names[i]));
    std::sort(objects.begin(), objects.end(),
              [](const Json& a, const Json& b) { return a.at("move").string() < b.at("move").string(); });
    object["moves"] = std::move(objects);
    return object;
}

std::string_view outcome_name(const game::Bounds& bounds) {
    const auto outcome = bounds.outcome();
    return outcome ? name(*outcome) : "unknown";
}

Json known_move(const oracle::KnownMove& move, const game::Bounds& position, std::string san,
                const rules::Rules& rules) {
    return {{"move", engine::uci(move.move, rules)},
            {"san", std::move(san)},
            {"category", outcome_name(move.bounds)},
            {"plies", json_plies(move.bounds.exact() ? move.bounds.at_most() : std::nullopt)},
            {"optimal", json_or_null(move.bounds.is_optimal(position))},
            {"keeps_result", json_or_null(move.bounds.keeps_result(position))}};
}

}  // namespace

Result<Json> setup_object(const rules::Rules& rules, const std::optional<std::string>& fen) {
    ZERMELO_TRY(const auto setup, about("FEN", engine::parse_fen(fen.value_or(rules.start_fen), rules)));
    const auto at = engine::set_up(rules, setup);
    if (!at) return refused(rules, setup, at.error());
    return std::visit([](const auto& one) { return playable(one); }, *at);
}

template <typename Bits>
Json position_object(const engine::Game<Bits>& game, const engine::Position<Bits>& position,
                     const oracle::KnownValues& known) {
    const End end = end_of(game, position);
    Json object = json_object("position");
    object["variant"] = game.rules().name;
    object["fen"] = print_fen(game.setup(position));
    object["category"] = outcome_name(known.bounds);
    object["plies"] = json_plies(known.bounds.at_most());
    object["no_win_within"] = json_plies(known.bounds.no_win_within());
    object["no_loss_within"] = json_plies(known.bounds.no_loss_within());
    object["unit"] = "plies";
    object["source"] = known.source ? Json(name(*known.source)) : Json();
    object["game_over"] = end.outcome.has_value();
    object["checkmate"] = end.checkmate;
    object["stalemate"] = end.stalemate;
    engine::MoveList moves;
    for (const oracle::KnownMove& move : known.moves) moves.push_back(move.move);
    std::vector<std::string> names = engine::sans(game, position, moves);
    Json::Array list;
    list.reserve(known.moves.size());
    for (std::size_t i = 0; i < known.moves.size(); ++i)
        list.emplace_back(known_move(known.moves[i], known.bounds, std::move(names[i]), game.rules()));
    object["moves"] = std::move(list);
    object["line"] = known.line ? json_moves(*known.line) : Json();
    object["table_error"] = known.error ? Json(known.error->message) : Json();
    return object;
}

Json position_object(const engine::AnyGameAt& position, const oracle::KnownValues& known) {
    return std::visit([&](const auto& at) { return position_object(at.game, at.position, known); }, position);
}

template Json position_object(const engine::Game<std::uint64_t>&, const engine::Position<std::uint64_t>&,
                              const oracle::KnownValues&);
template Json position_object(const engine::Game<Bits256>&, const engine::Position<Bits256>&,
                              const oracle::KnownValues&);

}  // namespace zermelo::app
