// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/restriction.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/parse_number.hpp"
#include "zermelo/base/quoted.hpp"

namespace zermelo::app {

namespace {

constexpr std::string_view expected =
    "expected checks, replies=K, no-captures or no-quiet-captures, each once, with commas between them";

/// Adds one of them, unless it is there or is none.
bool add(Restriction& restriction, std::string_view word) {
    constexpr std::string_view replies = "replies=";
    const auto set = [](bool& flag) { return !std::exchange(flag, true); };
    if (word == "checks") return set(restriction.checks);
    if (word == "no-captures") return set(restriction.no_captures);
    if (word == "no-quiet-captures") return set(restriction.no_quiet_captures);
    if (word.substr(0, replies.size()) != replies || restriction.replies) return false;
    restriction.replies = parse_number<std::uint32_t>(word.substr(replies.size()));
    return restriction.replies.has_value();
}

template <typename Bits>
bool keeps(const engine::Game<Bits>& game, const Restriction& restriction,
           const engine::Position<Bits>& before, const engine::Position<Bits>& after) {
    const Color defender = after.to_move();
    const bool captures = after.men(defender).size() < before.men(defender).size();
    if (captures && restriction.no_captures) return false;
    const bool may_be_quiet = !restriction.checks && !(captures && restriction.no_quiet_captures);
    if (!may_be_quiet && !game.in_check(after) && !game.lost(after)) return false;
    return !restriction.replies || game.count(after) <= *restriction.replies;
}

}  // namespace

Result<Restriction> parse_restriction(std::string_view text) {
    Restriction restriction;
    for (std::string_view left = text;;) {
        const std::string_view word = left.substr(0, left.find(','));
        if (!add(restriction, word))
            return failure(ErrorKind::bad_usage, fmt::format("{}: {}, {}", quoted(text, 60, Unprintable::hex),
                                                             quoted(word, 60, Unprintable::hex), expected));
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

template <typename Bits>
void restricted_attacks(const engine::Game<Bits>& game, const Restriction& restriction,
                        const engine::Position<Bits>& position, engine::MoveList& list) {
    engine::MoveList all;
    if (restriction.checks) {
        game.checks(position, all);
    } else {
        game.attacks(position, all);
    }
    for (const engine::Move& move : all)
        if (keeps(game, restriction, position, game.play(position, move))) list.push_back(move);
}

template void restricted_attacks(const engine::Game<std::uint64_t>&, const Restriction&,
                                 const engine::Position<std::uint64_t>&, engine::MoveList&);
template void restricted_attacks(const engine::Game<Bits256>&, const Restriction&,
                                 const engine::Position<Bits256>&, engine::MoveList&);

}  // namespace zermelo::app
