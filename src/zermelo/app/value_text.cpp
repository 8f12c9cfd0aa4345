// SPDX-License-Identifier: GPL-3.0-or-later
// A value as lines for people and as JSON.
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "zermelo/app/move_names.hpp"
#include "zermelo/app/prove.hpp"
#include "zermelo/app/value.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/plies_text.hpp"

namespace zermelo::app {

namespace {

using search::never;
using search::ProofFacts;

/// "in 5 plies", or "in at most 31 plies". Precondition: a win or a loss.
std::string within(const ProvedOutcome& told) {
    return fmt::format("in {}{}", told.exact() ? "" : "at most ", plies_text(*told.plies));
}

/// `longest`: play lasts no longer, where that is known.
std::string outcome_text(const FoundValue& found, std::optional<Plies> longest) {
    if (found.outcome == Outcome::draw)
        return found.source == ValueSource::rules ? "draw: the game is over"
                                                  : "draw: neither side can force a win";
    if (found.outcome) {
        std::string text = fmt::format("{} {}", name(*found.outcome), within(found));
        if (*found.plies == Plies{0}) return text + ": the game is over";
        const Plies none = *(found.outcome == Outcome::win ? found.no_win_within : found.no_loss_within);
        if (!found.exact())
            text +=
                fmt::format(", at least {}: {}", none.count() + 1, why_open(found.doubt, found.stopped_by));
        return text;
    }
    if (!found.no_win_within)
        return fmt::format("no win at any length, no loss within {}: {}", plies_text(*found.no_loss_within),
                           why_open(found.doubt, found.stopped_by));
    if (!found.no_loss_within)
        return fmt::format("no loss at any length, no win within {}: {}", plies_text(*found.no_win_within),
                           why_open(found.doubt, found.stopped_by));
    std::string text = fmt::format("unknown: no win within {}, no loss within {}",
                                   plies_text(*found.no_win_within), plies_text(*found.no_loss_within));
    if (longest) text += fmt::format(", of {} at most to the end of the game", plies_text(*longest));
    return text + ": " + why_open(found.doubt, found.stopped_by);
}

/// Nothing where nothing is known that lasts.
std::string move_text(const ProvedOutcome& move) {
    if (move.outcome == Outcome::win) return "wins " + within(move);
    if (move.outcome == Outcome::loss) return "loses " + within(move);
    if (move.outcome) return "draws";
    if (!move.no_win_within) return "does not win";
    if (!move.no_loss_within) return "does not lose";
    return {};
}

std::string_view category(const ProvedOutcome& told) {
    if (told.outcome) return name(*told.outcome);
    if (!told.no_win_within) return "no_win";
    if (!told.no_loss_within) return "no_loss";
    return "unknown";
}

void add_outcome(Json& object, const ProvedOutcome& told) {
    object["category"] = category(told);
    object["plies"] = json_plies(told.plies);
    object["no_win_within"] = json_plies(told.no_win_within);
    object["no_loss_within"] = json_plies(told.no_loss_within);
}

Json numbers_object(const std::optional<ProofNumbers>& numbers) {
    if (!numbers) return {};
    return {{"proof_number", numbers->proof}, {"disproof_number", numbers->disproof}};
}

std::string side_text(std::string_view what, const SideProgress& side) {
    if (side.facts.won_in != never) return fmt::format("{} in at most {}", what, side.facts.won_in);
    if (side.facts.not_won_in == never) return fmt::format("no {}", what);
    std::string text = fmt::format("no {} within {}", what, side.facts.not_won_in);
    if (side.numbers && side.numbers->proof < ProofNumbers::infinite &&
        side.numbers->disproof < ProofNumbers::infinite)
        text += fmt::format(" (proof {}, disproof {})", side.numbers->proof, side.numbers->disproof);
    return text;
}

}  // namespace

std::string text_of(const FoundValueAt& found) {
    const auto longest =
        std::visit([](const auto& at) { return at.game.plies_left(at.position); }, found.start);
    std::string text = outcome_text(found, longest) + "\n";
    if (!found.line.empty()) text += line_text("line:", found.start, found.line);
    for (const MoveOutcome& move : found.moves) {
        const std::string what = move_text(move);
        if (!what.empty()) text += fmt::format("{}: {}\n", last_of(found.start, {move.move}), what);
    }
    if (!found.complete && found.doubt.empty()) text += "the line is not complete\n";
    return text;
}

Json json_of(const FoundValue& found) {
    Json object = json_object("value");
    object["variant"] = found.variant;
    object["fen"] = found.fen;
    object["unit"] = "plies";
    add_outcome(object, found);
    object["source"] = found.source ? Json(name(*found.source)) : Json();
    object["stopped_by"] = found.stopped_by.empty() ? Json() : Json(found.stopped_by);
    object["doubt"] = found.doubt.empty() ? Json() : Json(found.doubt);
    object["line"] = json_moves(found.line);
    object["complete"] = found.complete;
    object["moves"] = Json::array();
    for (const MoveOutcome& move : found.moves) {
        Json each = {{"move", move.move}};
        add_outcome(each, move);
        object["moves"].push_back(std::move(each));
    }
    object["node_count"] = found.nodes;
    object["win_search"] = numbers_object(found.win_search);
    object["loss_search"] = numbers_object(found.loss_search);
    return object;
}

std::string text_of(const ValueProgress& progress) {
    if (progress.making) return making_text(*progress.making);
    std::string text = fmt::format(
        "{:.1f} million positions, looking for a {}: {}; {}; {} of {} remembered; of the first moves {} win, "
        "{} "
        "lose, {} draw, {} open",
        static_cast<double>(progress.nodes) / 1e6, progress.asking == search::Role::attacker ? "win" : "loss",
        side_text("win", progress.win), side_text("loss", progress.loss), progress.remembered, progress.room,
        progress.winning, progress.losing, progress.drawing, progress.open);
    if (progress.unsaved) text += "; the state was not saved: " + progress.unsaved->message;
    return text;
}

}  // namespace zermelo::app
