// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/position.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/table_answers.hpp"

namespace zermelo::tell {

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

Json move_object(const engine::AnyGameAt& at, engine::Move move, std::string san) {
    Json object;
    object["move"] = at.uci(move);
    object["san"] = std::move(san);
    const bool passes = move.type == engine::Move::Type::pass;
    const bool stays = passes || move.type == engine::Move::Type::wall;
    const auto square = [&](bool has, Square place) {
        return has ? Json(name(engine::place_of(place, at.rules().files))) : Json();
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
    object["is_capture"] = at.captures(move);
    object["is_pass"] = passes;
    object["fen"] = at.play(move).fen();
    return object;
}

Result<std::vector<std::string>> names_of(const engine::AnyGameAt& at, const engine::MoveList& moves,
                                          const Over& over) {
    std::vector<std::string> names = at.sans(moves, over);
    if (names.size() < moves.size()) return stopped();
    return names;
}

Result<Json> playable(const engine::AnyGameAt& at, const Over& over) {
    ZERMELO_CHECK(oracle::check_move_count(at.count()));
    Json object = blank_setup(at.rules(), at.setup());
    const engine::Ending ending = at.ending();
    object["in_check"] = at.in_check();
    object["game_over"] = ending.outcome.has_value();
    if (ending.outcome) object["category"] = name(*ending.outcome);
    object["checkmate"] = ending.checkmate;
    object["stalemate"] = ending.stalemate;
    const engine::MoveList moves = at.moves();
    ZERMELO_TRY(const std::vector<std::string> names, names_of(at, moves, over));
    std::vector<Json> objects;
    objects.reserve(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        ZERMELO_CHECK(unless_over(over));
        objects.push_back(move_object(at, moves[i], names[i]));
    }
    std::sort(objects.begin(), objects.end(),
              [](const Json& a, const Json& b) { return a.at("move").string() < b.at("move").string(); });
    object["moves"] = std::move(objects);
    return object;
}

std::string_view outcome_name(const game::Bounds& bounds) {
    const auto outcome = bounds.outcome();
    return outcome ? name(*outcome) : "unknown";
}

Json known_move(const oracle::MoveAnswer& move, const game::Bounds& position, std::string san,
                const rules::Rules& rules) {
    return {{"move", engine::uci(move.move, rules)},
            {"san", std::move(san)},
            {"category", outcome_name(move.bounds)},
            {"plies", json_plies(move.bounds.exact() ? move.bounds.at_most() : std::nullopt)},
            {"optimal", json_or_null(move.bounds.is_optimal(position))},
            {"keeps_result", json_or_null(move.bounds.keeps_result(position))}};
}

}  // namespace

Result<Json> setup_object(const rules::Rules& rules, const std::optional<std::string>& fen,
                          const Over& over) {
    ZERMELO_TRY(const auto setup, about("FEN", engine::parse_fen(fen.value_or(rules.start_fen), rules)));
    const auto at = engine::set_up(rules, setup);
    if (!at) return refused(rules, setup, at.error());
    return playable(*at, over);
}

Json position_object(const engine::AnyGameAt& at, const oracle::Answer& known) {
    return *position_object(at, known, {});
}

Result<Json> position_object(const engine::AnyGameAt& at, const oracle::Answer& known, const Over& over) {
    const engine::Ending ending = at.ending();
    Json object = json_object("position");
    object["variant"] = at.rules().name;
    object["fen"] = at.fen();
    object["category"] = outcome_name(known.bounds);
    object["plies"] = json_plies(known.bounds.at_most());
    object["no_win_within"] = json_plies(known.bounds.no_win_within());
    object["no_loss_within"] = json_plies(known.bounds.no_loss_within());
    object["unit"] = "plies";
    object["source"] = known.source ? Json(name(*known.source)) : Json();
    object["game_over"] = ending.outcome.has_value();
    object["checkmate"] = ending.checkmate;
    object["stalemate"] = ending.stalemate;
    engine::MoveList moves;
    for (const oracle::MoveAnswer& move : known.moves) moves.push_back(move.move);
    ZERMELO_TRY(std::vector<std::string> names, names_of(at, moves, over));
    Json::Array list;
    list.reserve(known.moves.size());
    for (std::size_t i = 0; i < known.moves.size(); ++i)
        list.emplace_back(known_move(known.moves[i], known.bounds, std::move(names[i]), at.rules()));
    object["moves"] = std::move(list);
    object["line"] = known.line ? json_moves(engine::ucis(*known.line, at.rules())) : Json();
    object["doubt"] = known.doubt.empty() ? Json() : Json(known.doubt);
    object["table_error"] = known.table_error ? Json(known.table_error->message) : Json();
    return object;
}

Result<Json> known_value(oracle::OpenTables& tables, const engine::AnyGameAt& position, bool line,
                         const Over& over) {
    ZERMELO_TRY(const auto known, oracle::known_values(tables, position, line, over));
    return position_object(position, known, over);
}

Result<Json> searched_values(oracle::Session& session, const oracle::Question& question,
                             const SearchProgress& progress) {
    // To name moves may take long: after a stop there is a moment for it.
    using Clock = std::chrono::steady_clock;
    std::optional<Clock::time_point> stopped_at;
    const Over over = [&] {
        constexpr std::chrono::milliseconds moment{100};
        if (!stopped_at && question.stop.stop_requested()) stopped_at = Clock::now();
        return stopped_at && Clock::now() - *stopped_at > moment;
    };
    oracle::Report report;
    if (progress)
        report = [&](const oracle::Progress& so_far) {
            if (so_far.known == nullptr) return;
            const auto position = position_object(question.position, *so_far.known, over);
            if (position) progress(*so_far.depth, *position);
        };
    ZERMELO_TRY(const oracle::Answer known, session.answer(question, report));
    return position_object(question.position, known, over);
}

}  // namespace zermelo::tell
