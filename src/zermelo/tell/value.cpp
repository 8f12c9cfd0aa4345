// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/value.hpp"

#include <optional>

#include <fmt/format.h>

#include "zermelo/base/json.hpp"
#include "zermelo/base/plies_text.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/tell/move_names.hpp"
#include "zermelo/tell/prove.hpp"

namespace zermelo::tell {

namespace {

/// " in 5 plies", or " in at most 31 plies"; nothing where no number is known. Precondition: a win or a loss.
std::string within(const Bounds& bounds) {
    if (bounds.is_unlimited()) return {};
    return fmt::format(" in {}{}", bounds.exact() ? "" : "at most ", plies_text(*bounds.at_most()));
}

/// `longest`: play lasts no longer, where that is known.
std::string outcome_text(const FoundValue& found, std::optional<Plies> longest) {
    const Bounds& bounds = found.bounds;
    const auto outcome = bounds.outcome();
    if (outcome == Outcome::draw)
        return found.source == ValueSource::rules ? "draw: the game is over"
                                                  : "draw: neither side can force a win";
    if (outcome) {
        std::string text = fmt::format("{}{}", name(*outcome), within(bounds));
        if (bounds.is_unlimited()) return text;
        if (bounds.at_most() == Plies{0}) return text + ": the game is over";
        const Plies none = *(bounds.won() ? bounds.no_win_within() : bounds.no_loss_within());
        if (!bounds.exact())
            text +=
                fmt::format(", at least {}: {}", none.count() + 1, why_open(found.doubt, found.stopped_by));
        return text;
    }
    if (bounds.is_never_won())
        return fmt::format("no win at any length, no loss within {}: {}",
                           plies_text(*bounds.no_loss_within()), why_open(found.doubt, found.stopped_by));
    if (bounds.is_never_lost())
        return fmt::format("no loss at any length, no win within {}: {}", plies_text(*bounds.no_win_within()),
                           why_open(found.doubt, found.stopped_by));
    std::string text = fmt::format("unknown: no win within {}, no loss within {}",
                                   plies_text(*bounds.no_win_within()), plies_text(*bounds.no_loss_within()));
    if (longest) text += fmt::format(", of {} at most to the end of the game", plies_text(*longest));
    return text + ": " + why_open(found.doubt, found.stopped_by);
}

/// Nothing where nothing is known that lasts.
std::string move_text(const Bounds& move) {
    if (move.won()) return "wins" + within(move);
    if (move.lost()) return "loses" + within(move);
    if (move.outcome()) return "draws";
    if (move.is_never_won()) return "does not win";
    if (move.is_never_lost()) return "does not lose";
    return {};
}

void add_bounds(Json& object, const Bounds& bounds) {
    object["category"] = category(bounds);
    object["plies"] = json_plies(bounds.at_most());
    object["no_win_within"] = json_plies(bounds.no_win_within());
    object["no_loss_within"] = json_plies(bounds.no_loss_within());
}

Json numbers_object(const std::optional<ProofNumbers>& numbers) {
    if (!numbers) return {};
    return {{"proof_number", numbers->proof}, {"disproof_number", numbers->disproof}};
}

/// Says what is proved about the win of a side, as that side sees it.
std::string side_text(std::string_view what, const Bounds& bounds,
                      const std::optional<ProofNumbers>& numbers) {
    if (bounds.won() && bounds.at_most())
        return fmt::format("{} in at most {}", what, bounds.at_most()->count());
    if (bounds.won()) return std::string{what};
    if (bounds.is_never_won()) return fmt::format("no {}", what);
    return fmt::format("no {} within {}", what, bounds.no_win_within()->count()) + numbers_text(numbers);
}

}  // namespace

std::string_view category(const Bounds& bounds) {
    if (const auto outcome = bounds.outcome()) return name(*outcome);
    if (bounds.is_never_won()) return "no_win";
    if (bounds.is_never_lost()) return "no_loss";
    return "unknown";
}

std::string text_of(const FoundValueAt& found) {
    std::string text = outcome_text(found, found.start.plies_left()) + "\n";
    if (!found.line.empty()) text += line_text("line:", found.start, found.line);
    std::vector<std::string> told, whats;
    for (const MoveOutcome& move : found.moves) {
        std::string what = move_text(move.bounds);
        if (what.empty()) continue;
        told.push_back(move.move);
        whats.push_back(std::move(what));
    }
    const FirstMoveNames names{found.start, told};
    for (std::size_t i = 0; i < told.size(); ++i)
        text += fmt::format("{}: {}\n", names.of(told[i]), whats[i]);
    if (found.bounds.is_unlimited())
        text += "a table has outcomes alone: there is no line\n";
    else if (!found.complete && found.doubt.empty())
        text += "the line is not complete\n";
    return text;
}

Json json_of(const FoundValueAt& found) {
    Json object = json_object("value");
    object["variant"] = found.variant;
    object["fen"] = found.fen;
    object["unit"] = "plies";
    add_bounds(object, found.bounds);
    object["source"] = found.source ? Json(name(*found.source)) : Json();
    object["stopped_by"] = found.stopped_by.empty() ? Json() : Json(found.stopped_by);
    object["doubt"] = found.doubt.empty() ? Json() : Json(found.doubt);
    object["line"] = json_moves(found.line);
    object["complete"] = found.complete;
    object["moves"] = Json::array();
    for (const MoveOutcome& move : found.moves) {
        Json each = {{"move", move.move}};
        add_bounds(each, move.bounds);
        object["moves"].push_back(std::move(each));
    }
    object["node_count"] = found.nodes;
    object["win_search"] = numbers_object(found.win_search);
    object["loss_search"] = numbers_object(found.loss_search);
    object["certificate"] = nullptr;
    object["table_error"] = found.table_error ? Json(found.table_error->message) : Json();
    return object;
}

std::string outcome_search_text(const oracle::Progress& progress) {
    if (progress.making) return making_text(*progress.making);
    std::string text = fmt::format(
        "{:.1f} million positions, looking for a {}: {}; {}; {} of {} remembered; of the first moves {} win, "
        "{} "
        "lose, {} draw, {} open",
        static_cast<double>(progress.nodes) / 1e6, progress.asking == search::Role::attacker ? "win" : "loss",
        side_text("win", progress.bounds, progress.win_search),
        side_text("loss", progress.bounds.of_the_other(), progress.loss_search), progress.remembered,
        progress.room, progress.winning, progress.losing, progress.drawing, progress.open);
    if (progress.unsaved) text += "; the state was not saved: " + progress.unsaved->message;
    return text;
}

Result<FoundValueAt> value(oracle::Session& session, const oracle::Question& question,
                           const oracle::Report& report) {
    const engine::AnyGameAt& position = question.position;
    ZERMELO_TRY(oracle::Answer answer, session.answer(question, report));
    FoundValueAt found{{}, {answer.certified, std::move(answer.uncertified)}, position};
    found.bounds = answer.bounds;
    found.variant = position.rules().name;
    found.fen = position.fen();
    found.source = answer.source;
    found.stopped_by = oracle::name_of_limit(answer.stopped_by);
    found.doubt = std::move(answer.doubt);
    if (answer.line) found.line = engine::ucis(*answer.line, position.rules());
    found.complete = answer.complete;
    // The best come first.
    if (answer.moves.size() > oracle::max_moves_listed) answer.moves.resize(oracle::max_moves_listed);
    for (const oracle::MoveAnswer& move : answer.moves)
        found.moves.push_back({position.uci(move.move), move.bounds});
    found.nodes = answer.nodes;
    found.win_search = answer.win_search;
    found.loss_search = answer.loss_search;
    found.unsaved = std::move(answer.unsaved);
    found.table_error = std::move(answer.table_error);
    return found;
}

Result<FoundValueAt> value(const engine::AnyGameAt& position, const ValueOptions& options,
                           const oracle::Report& report, const std::string& named, Sink* certificate) {
    ZERMELO_TRY(auto folder, tablebase::TableFolder::existing_if(options.tables, position.rules(), named));
    oracle::Session session{std::move(folder)};
    StringSink text;
    auto question = oracle::Question::of_outcome(position, options);
    if (options.certificate) question.certificate = certificate != nullptr ? certificate : &text;
    ZERMELO_TRY(FoundValueAt found, value(session, question, report));
    if (found.certified) found.certificate = std::move(text).text();
    return found;
}

Result<FoundValueAt> value(library::Library& library, const PositionRequest& request,
                           const ValueOptions& options, const oracle::Report& report, Sink* certificate) {
    ZERMELO_TRY(const rules::Rules* const rules, library.find(request.variant, asked_by(options.stop)));
    ZERMELO_TRY(const engine::AnyGameAt position, library::position_of(*rules, request.fen));
    return value(position, library::with_counters(options, *rules, request.fen.value_or(rules->start_fen)),
                 report, library.shell_words(*rules), certificate);
}

}  // namespace zermelo::tell
