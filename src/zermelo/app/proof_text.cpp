// SPDX-License-Identifier: GPL-3.0-or-later
// A proof as lines for people and as JSON.
#include <fmt/format.h>

#include "zermelo/app/move_names.hpp"
#include "zermelo/app/prove.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/plies_text.hpp"

namespace zermelo::app {

namespace {

/// Tables know more than was asked.
std::string no_win_text(const Proof& proof) {
    const std::string within =
        proof.limit ? fmt::format("no win within {}", plies_text(*proof.limit)) : "no win at any length";
    if (!proof.value) return within;
    switch (proof.value->outcome) {
        case game::Outcome::win:
            return fmt::format("{}; the shortest takes {}", within, plies_text(*proof.value->distance));
        case game::Outcome::loss:
            if (*proof.value->distance == Plies{0}) return "no win at any length: the game is over";
            return fmt::format("no win at any length: the other side wins in {}",
                               plies_text(*proof.value->distance));
        case game::Outcome::draw:
            break;
    }
    return "no win at any length: nobody can force one";
}

}  // namespace

std::string verdict_text(const Proof& proof) {
    switch (proof.verdict) {
        case Verdict::win:
            if (proof.exact()) return fmt::format("win in {}", plies_text(*proof.plies));
            return fmt::format("win in at most {}, at least {}: the limit of {} was reached",
                               plies_text(*proof.plies), proof.none_within.value_or(Plies{0}).count() + 1,
                               proof.stopped_by);
        case Verdict::no_win:
            return no_win_text(proof);
        default:
            if (!proof.doubt.empty())
                return fmt::format("unknown: {} (--ideal leaves such rules out)", proof.doubt);
            return fmt::format("unknown: the limit of {} was reached; no win within {} is proved",
                               proof.stopped_by, plies_text(proof.none_within.value_or(Plies{0})));
    }
}

std::string text_of(const ProofAt& proof, bool tries) {
    std::string text = verdict_text(proof) + "\n";
    const engine::AnyGameAt& start = proof.start;
    if (!proof.line.empty()) text += line_text("line:", start, proof.line);
    for (const FirstMove& move : proof.winning)
        text += fmt::format("{}: wins in {}{}\n", last_of(start, {move.move}),
                            proof.exact() ? "" : "at most ", plies_text(*move.plies));
    if (tries)
        for (const FirstMove& move : proof.tries) {
            const std::string name = last_of(start, {move.move});
            text += move.refutation ? fmt::format("{}: refuted by {}\n", name,
                                                  last_of(start, {move.move, *move.refutation}))
                                    : fmt::format("{}: ends the game without a win\n", name);
        }
    if (!proof.complete && proof.verdict != Verdict::unknown)
        text += "a limit was reached: the line or the list of moves is not complete\n";
    return text;
}

std::string json_of(const Proof& proof, bool tries) {
    Json object = json_object("proof");
    object["variant"] = proof.variant;
    object["fen"] = proof.fen;
    object["limit"] = json_plies(proof.limit);
    object["unit"] = "plies";
    object["category"] = name(proof.verdict);
    object["plies"] = json_plies(proof.plies);
    object["no_win_within"] = json_plies(proof.none_within);
    object["stopped_by"] = proof.stopped_by.empty() ? Json() : Json(proof.stopped_by);
    object["doubt"] = proof.doubt.empty() ? Json() : Json(proof.doubt);
    object["value"] = nullptr;
    if (proof.value)
        object["value"] = {{"category", name(proof.value->outcome)},
                           {"plies", json_plies(proof.value->distance)}};
    object["line"] = json_moves(proof.line);
    object["winning_moves"] = Json::array();
    for (const FirstMove& move : proof.winning)
        object["winning_moves"].push_back({{"move", move.move}, {"plies", json_plies(move.plies)}});
    object["tries"] = tries ? Json::array() : Json();
    if (tries)
        for (const FirstMove& move : proof.tries)
            object["tries"].push_back(
                {{"move", move.move},
                 {"refutation", move.refutation ? Json{{"move", *move.refutation}} : Json()}});
    object["complete"] = proof.complete;
    object["certificate"] = nullptr;
    return json_line(object);
}

}  // namespace zermelo::app
