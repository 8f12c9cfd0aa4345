// SPDX-License-Identifier: GPL-3.0-or-later
// A value as lines for people and as JSON.
#include <fmt/format.h>

#include "zermelo/app/move_names.hpp"
#include "zermelo/app/value.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/plies_text.hpp"

namespace zermelo::app {

namespace {

using search::never;
using search::OutcomeFacts;
using search::ProofFacts;

/// "in 5 plies", or "in at most 31 plies".
std::string within(const ProofFacts& facts, bool exact) {
    return fmt::format("in {}{}", exact ? "" : "at most ", plies_text(Plies{facts.won_in}));
}

std::string why_stopped(const FoundValue& found) {
    if (!found.doubt.empty()) return fmt::format("{} (--ideal leaves such rules out)", found.doubt);
    return fmt::format("the limit of {} was reached", found.stopped_by);
}

std::string outcome_text(const FoundValue& found) {
    const OutcomeFacts& facts = found.facts;
    if (facts.outcome() == game::Outcome::draw)
        return found.source == ValueSource::rules ? "draw: the game is over"
                                                  : "draw: neither side can force a win";
    if (facts.won() || facts.lost()) {
        const ProofFacts& side = facts.won() ? facts.win : facts.loss;
        std::string text = fmt::format("{} {}", facts.won() ? "win" : "loss", within(side, facts.exact()));
        if (side.won_in == 0) return text + ": the game is over";
        if (!facts.exact()) text += fmt::format(", at least {}: {}", side.not_won_in + 1, why_stopped(found));
        return text;
    }
    if (facts.never_won())
        return fmt::format("no win at any length, no loss within {}: {}",
                           plies_text(Plies{facts.loss.not_won_in}), why_stopped(found));
    if (facts.never_lost())
        return fmt::format("no loss at any length, no win within {}: {}",
                           plies_text(Plies{facts.win.not_won_in}), why_stopped(found));
    return fmt::format("unknown: no win within {}, no loss within {}: {}",
                       plies_text(Plies{facts.win.not_won_in}), plies_text(Plies{facts.loss.not_won_in}),
                       why_stopped(found));
}

/// Nothing where nothing is known that lasts.
std::string move_text(const OutcomeFacts& facts) {
    if (facts.won()) return "wins " + within(facts.win, facts.exact());
    if (facts.lost()) return "loses " + within(facts.loss, facts.exact());
    if (facts.never_won() && facts.never_lost()) return "draws";
    if (facts.never_won()) return "does not win";
    if (facts.never_lost()) return "does not lose";
    return {};
}

std::string_view category(const OutcomeFacts& facts) {
    if (const auto outcome = facts.outcome()) return name(*outcome);
    if (facts.never_won()) return "no_win";
    if (facts.never_lost()) return "no_loss";
    return "unknown";
}

Json not_within(const ProofFacts& side) { return side.not_won_in == never ? Json() : Json(side.not_won_in); }

void add_facts(Json& object, const OutcomeFacts& facts) {
    object["category"] = category(facts);
    object["plies"] = facts.won() ? Json(facts.win.won_in) : facts.lost() ? Json(facts.loss.won_in) : Json();
    object["no_win_within"] = not_within(facts.win);
    object["no_loss_within"] = not_within(facts.loss);
}

Json numbers_object(const std::optional<search::ProofNumbers>& numbers) {
    if (!numbers) return {};
    return {{"proof_number", numbers->proof}, {"disproof_number", numbers->disproof}};
}

std::string side_text(std::string_view what, const SideProgress& side) {
    if (side.facts.won_in != never) return fmt::format("{} in at most {}", what, side.facts.won_in);
    if (side.facts.not_won_in == never) return fmt::format("no {}", what);
    std::string text = fmt::format("no {} within {}", what, side.facts.not_won_in);
    if (side.numbers && side.numbers->proof < search::ProofNumbers::infinite &&
        side.numbers->disproof < search::ProofNumbers::infinite)
        text += fmt::format(" (proof {}, disproof {})", side.numbers->proof, side.numbers->disproof);
    return text;
}

}  // namespace

std::string text_of(const FoundValueAt& found) {
    std::string text = outcome_text(found) + "\n";
    if (!found.line.empty()) text += line_text("line:", found.start, found.line);
    for (const MoveFacts& move : found.moves) {
        const std::string what = move_text(move.facts);
        if (!what.empty()) text += fmt::format("{}: {}\n", last_of(found.start, {move.move}), what);
    }
    if (!found.complete && found.doubt.empty()) text += "the line is not complete\n";
    return text;
}

std::string json_of(const FoundValue& found) {
    Json object = json_object("value");
    object["variant"] = found.variant;
    object["fen"] = found.fen;
    object["unit"] = "plies";
    add_facts(object, found.facts);
    object["source"] = found.source ? Json(name(*found.source)) : Json();
    object["stopped_by"] = found.stopped_by.empty() ? Json() : Json(found.stopped_by);
    object["doubt"] = found.doubt.empty() ? Json() : Json(found.doubt);
    object["line"] = json_moves(found.line);
    object["complete"] = found.complete;
    object["moves"] = Json::array();
    for (const MoveFacts& move : found.moves) {
        Json each = {{"move", move.move}};
        add_facts(each, move.facts);
        object["moves"].push_back(std::move(each));
    }
    object["node_count"] = found.nodes;
    object["win_search"] = numbers_object(found.win_numbers);
    object["loss_search"] = numbers_object(found.loss_numbers);
    return json_line(object);
}

std::string text_of(const ValueProgress& progress) {
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
