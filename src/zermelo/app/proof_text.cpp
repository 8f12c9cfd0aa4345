// SPDX-License-Identifier: GPL-3.0-or-later
// A proof as lines for people and as JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "zermelo/app/prove.hpp"

namespace zermelo::app {

namespace {

std::string words(Plies n) { return fmt::format("{} {}", n.count(), n == Plies{1} ? "ply" : "plies"); }

/// Tables know more than was asked.
std::string no_win_text(const Proof& proof) {
    const std::string within = fmt::format("no win within {}", words(proof.limit));
    if (!proof.value) return within;
    switch (proof.value->outcome) {
        case game::Outcome::win:
            return fmt::format("{}; the shortest takes {}", within, words(*proof.value->distance));
        case game::Outcome::loss:
            if (*proof.value->distance == Plies{0}) return "no win at any length: the game is over";
            return fmt::format("no win at any length: the other side wins in {}",
                               words(*proof.value->distance));
        case game::Outcome::draw:
            break;
    }
    return "no win at any length: nobody can force one";
}

}  // namespace

std::string verdict_text(const Proof& proof) {
    switch (proof.verdict) {
        case Verdict::win:
            return fmt::format("win in {}", words(*proof.plies));
        case Verdict::no_win:
            return no_win_text(proof);
        default:
            return fmt::format("unknown: the limit of {} was reached; no win within {} is proved",
                               proof.stopped_by, words(proof.none_within.value_or(Plies{0})));
    }
}

std::string text_of(const Proof& proof, bool tries) {
    std::string text = verdict_text(proof) + "\n";
    if (!proof.line.empty()) text += fmt::format("line: {}\n", fmt::join(proof.line, " "));
    for (const FirstMove& move : proof.winning)
        text += fmt::format("{}: wins in {}\n", move.move, words(*move.plies));
    if (tries)
        for (const FirstMove& move : proof.tries)
            text += move.refutation ? fmt::format("{}: refuted by {}\n", move.move, *move.refutation)
                                    : fmt::format("{}: ends the game without a win\n", move.move);
    if (!proof.complete && proof.verdict != Verdict::unknown)
        text += "a limit was reached: the line or the list of moves is not complete\n";
    return text;
}

std::string json_of(const Proof& proof, bool tries) {
    nlohmann::ordered_json json{{"variant", proof.variant},
                                {"fen", proof.fen},
                                {"limit_plies", proof.limit.count()},
                                {"verdict", name(proof.verdict)}};
    if (proof.plies) json["plies"] = proof.plies->count();
    if (proof.verdict == Verdict::unknown) {
        json["stopped_by"] = proof.stopped_by;
        json["no_win_within"] = proof.none_within ? proof.none_within->count() : 0;
    }
    json["line"] = proof.line;
    json["winning_moves"] = nlohmann::ordered_json::array();
    for (const FirstMove& move : proof.winning)
        json["winning_moves"].push_back({{"move", move.move}, {"plies", move.plies->count()}});
    if (tries) {
        json["tries"] = nlohmann::ordered_json::array();
        for (const FirstMove& move : proof.tries) {
            nlohmann::ordered_json entry{{"move", move.move}};
            if (move.refutation) entry["refutation"] = *move.refutation;
            json["tries"].push_back(entry);
        }
    }
    json["complete"] = proof.complete;
    return json.dump() + "\n";
}

}  // namespace zermelo::app
