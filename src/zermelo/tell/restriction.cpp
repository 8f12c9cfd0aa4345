// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/restriction.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/parse_number.hpp"
#include "zermelo/base/quoted.hpp"

namespace zermelo::tell {

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

}  // namespace zermelo::tell
