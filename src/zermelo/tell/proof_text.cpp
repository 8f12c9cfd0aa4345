// SPDX-License-Identifier: GPL-3.0-or-later
// A proof, and what it was restricted to, as lines for people and as JSON.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/json.hpp"
#include "zermelo/base/parse_number.hpp"
#include "zermelo/base/plies_text.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/base/size_text.hpp"
#include "zermelo/tell/move_names.hpp"
#include "zermelo/tell/prove.hpp"

namespace zermelo::tell {

namespace {

constexpr std::string_view expected_restriction =
    "expected checks, replies=K, no-captures or no-quiet-captures, each once, with commas between them";

/// Adds one of them, unless it is there or is none.
bool add_words(Restriction& restriction, std::string_view word) {
    constexpr std::string_view replies = "replies=";
    const auto set = [](bool& flag) { return !std::exchange(flag, true); };
    if (word == "checks") return set(restriction.checks);
    if (word == "no-captures") return set(restriction.no_captures);
    if (word == "no-quiet-captures") return set(restriction.no_quiet_captures);
    if (word.substr(0, replies.size()) != replies || restriction.replies) return false;
    restriction.replies = parse_number<std::uint32_t>(word.substr(replies.size()));
    return restriction.replies.has_value();
}

/// As it stands after "no win with": "checks alone and at most 2 replies". Precondition: there is one.
std::string restriction_words(const Restriction& restriction) {
    std::vector<std::string> words;
    if (restriction.checks) words.emplace_back("checks alone");
    if (restriction.replies)
        words.push_back(fmt::format("at most {} {}", *restriction.replies,
                                    *restriction.replies == 1 ? "reply" : "replies"));
    if (restriction.no_captures) words.emplace_back("no captures");
    if (restriction.no_quiet_captures) words.emplace_back("no quiet captures");
    return fmt::format("{}", fmt::join(words, " and "));
}

/// Tables know more than was asked.
std::string no_win_text(const Proof& proof) {
    const std::string within = proof.none_within ? fmt::format("no win within {}", plies_text(*proof.limit))
                                                 : "no win at any length";
    if (!proof.value) return within;
    switch (proof.value->outcome) {
        case game::Outcome::win:
            if (!proof.value->distance) return within + "; there is a longer one";
            return fmt::format("{}; the shortest takes {}", within, plies_text(*proof.value->distance));
        case game::Outcome::loss:
            if (!proof.value->distance) return "no win at any length: the other side wins";
            if (*proof.value->distance == Plies{0}) return "no win at any length: the game is over";
            return fmt::format("no win at any length: the other side wins in {}",
                               plies_text(*proof.value->distance));
        case game::Outcome::draw:
            break;
    }
    return "no win at any length: nobody can force one";
}

std::string stopped_text(std::string_view by) {
    if (by == "request") return "it was interrupted";
    return fmt::format("the limit of {} was reached", by);
}

/// Says what was found where the attacker was restricted: a win is one in the game, too; the absence of wins
/// leaves the game unknown.
std::string restricted_text(const Proof& proof) {
    const RestrictedProof& restricted = *proof.restricted;
    const std::string with = restriction_words(restricted.restriction);
    const Plies none = restricted.none_within.value_or(Plies{0});
    if (proof.verdict == Verdict::win) {
        const std::string most = fmt::format("win in at most {}", plies_text(*proof.plies));
        if (proof.least_restricted()) return fmt::format("{}, the least with {}", most, with);
        if (proof.stopped_by.empty()) return fmt::format("{}, found with {}", most, with);
        return fmt::format("{}, at least {} with {}: {}", most, none.count() + 1, with,
                           stopped_text(proof.stopped_by));
    }
    if (restricted.verdict != Verdict::no_win)
        return fmt::format("unknown: {}; no win with {} within {} is proved", stopped_text(proof.stopped_by),
                           with, plies_text(none));
    return fmt::format("unknown: no win with {} {}", with,
                       restricted.none_within ? fmt::format("within {}", plies_text(none)) : "at any length");
}

}  // namespace

Result<Restriction> parse_restriction(std::string_view text) {
    Restriction restriction;
    for (std::string_view left = text;;) {
        const std::string_view word = left.substr(0, left.find(','));
        if (!add_words(restriction, word))
            return failure(ErrorKind::bad_usage,
                           fmt::format("{}: {}, {}", quoted(text, 60, Unprintable::hex),
                                       quoted(word, 60, Unprintable::hex), expected_restriction));
        if (word.size() == left.size()) return restriction;
        left.remove_prefix(word.size() + 1);
    }
}

std::string restriction_text(const Restriction& restriction) {
    std::vector<std::string> words;
    if (restriction.checks) words.emplace_back("checks");
    if (restriction.replies) words.push_back(fmt::format("replies={}", *restriction.replies));
    if (restriction.no_captures) words.emplace_back("no-captures");
    if (restriction.no_quiet_captures) words.emplace_back("no-quiet-captures");
    return fmt::format("{}", fmt::join(words, ","));
}

std::string why_open(std::string_view doubt, std::string_view stopped_by) {
    if (!doubt.empty()) return fmt::format("{} (--ideal leaves such rules out)", doubt);
    return stopped_text(stopped_by);
}

std::string making_text(const tablebase::TierAtWork& tier) {
    return fmt::format("making tables: {}: {} entries, {} …", tier.tier, grouped(tier.entries), tier.what);
}

std::string numbers_text(const std::optional<ProofNumbers>& numbers) {
    if (!numbers || numbers->proof >= ProofNumbers::infinite || numbers->disproof >= ProofNumbers::infinite)
        return {};
    return fmt::format(" (proof {}, disproof {})", numbers->proof, numbers->disproof);
}

std::string win_search_text(const oracle::Progress& progress) {
    if (progress.making) return making_text(*progress.making);
    std::string text = fmt::format("{:.1f} million positions", static_cast<double>(progress.nodes) / 1e6);
    if (const auto none = progress.bounds.no_win_within(); none && *none != Plies{0})
        text += fmt::format(", no win within {}", plies_text(*none));
    return text + numbers_text(progress.win_search);
}

std::string verdict_text(const Proof& proof) {
    if (proof.restricted && !proof.exact() && proof.doubt.empty()) return restricted_text(proof);
    switch (proof.verdict) {
        case Verdict::win:
            if (!proof.plies) return "win";
            if (proof.exact()) return fmt::format("win in {}", plies_text(*proof.plies));
            return fmt::format("win in at most {}, at least {}: {}", plies_text(*proof.plies),
                               proof.none_within.value_or(Plies{0}).count() + 1,
                               why_open(proof.doubt, proof.stopped_by));
        case Verdict::no_win:
            return no_win_text(proof);
        default:
            if (!proof.doubt.empty())
                return fmt::format("unknown: {}", why_open(proof.doubt, proof.stopped_by));
            return fmt::format("unknown: {}; no win within {} is proved",
                               why_open(proof.doubt, proof.stopped_by),
                               plies_text(proof.none_within.value_or(Plies{0})));
    }
}

std::string text_of(const ProofAt& proof, bool tries) {
    std::string text = verdict_text(proof) + "\n";
    const engine::AnyGameAt& start = proof.start;
    if (!proof.line.empty()) text += line_text("line:", start, proof.line);
    std::vector<std::string> told;
    for (const FirstMove& move : proof.winning) told.push_back(move.move);
    if (tries)
        for (const FirstMove& move : proof.tries) told.push_back(move.move);
    const FirstMoveNames names{start, told};
    for (const FirstMove& move : proof.winning)
        text += move.plies ? fmt::format("{}: wins in {}{}\n", names.of(move.move),
                                         proof.exact() ? "" : "at most ", plies_text(*move.plies))
                           : fmt::format("{}: wins\n", names.of(move.move));
    if (tries)
        for (const FirstMove& move : proof.tries) {
            const std::string name = names.of(move.move);
            text += move.refutation ? fmt::format("{}: refuted by {}\n", name,
                                                  last_of(start, {move.move, *move.refutation}))
                                    : fmt::format("{}: ends the game without a win\n", name);
        }
    if (proof.verdict == Verdict::win && !proof.plies)
        text += "a table has outcomes alone: there is no line\n";
    else if (!proof.complete && proof.verdict != Verdict::unknown)
        text += "a limit was reached, or history may matter: the line or the list of moves is not complete\n";
    return text;
}

Json json_of(const ProofAt& proof, bool tries) {
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
    object["restriction"] = nullptr;
    if (proof.restricted)
        object["restriction"] = {{"text", restriction_text(proof.restricted->restriction)},
                                 {"category", name(proof.restricted->verdict)},
                                 {"no_win_within", json_plies(proof.restricted->none_within)}};
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
    object["table_error"] = proof.table_error ? Json(proof.table_error->message) : Json();
    return object;
}

}  // namespace zermelo::tell
