// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/restriction.hpp"

#include <fmt/format.h>

#include "zermelo/base/parse_number.hpp"
#include "zermelo/base/quoted.hpp"

namespace zermelo::compositions {

namespace {

std::optional<unsigned> number(std::string_view text, unsigned least) {
    constexpr std::size_t max_digits = 4;
    const auto value = text.size() <= max_digits ? parse_number<unsigned>(text) : std::nullopt;
    return value && *value >= least ? value : std::nullopt;
}

/// False: the word is none, or was there.
bool add(Restriction& restriction, std::string_view word) {
    const std::size_t sign = word.find('=');
    if (sign == std::string_view::npos) return false;
    const std::string_view name = word.substr(0, sign), value = word.substr(sign + 1);
    if (name == "nontrivial") {
        const std::size_t slash = value.find('/');
        if (restriction.nontrivial || slash == std::string_view::npos) return false;
        const auto moves = number(value.substr(0, slash), 0), within = number(value.substr(slash + 1), 1);
        if (!moves || !within) return false;
        restriction.nontrivial = {*moves, *within};
        return true;
    }
    auto* const part = name == "flights"   ? &restriction.flights
                       : name == "replies" ? &restriction.replies
                       : name == "threat"  ? &restriction.threat
                                           : nullptr;
    if (part == nullptr || *part) return false;
    *part = number(value, name == "threat" ? 1 : 0);
    return part->has_value();
}

}  // namespace

Result<Restriction> Restriction::parse(std::string_view text) {
    Restriction restriction;
    for (std::string_view left = text;;) {
        const std::string_view word = left.substr(0, left.find(','));
        if (!add(restriction, word))
            return failure(ErrorKind::bad_usage,
                           fmt::format("{}, expected flights=K, replies=K, threat=K or nontrivial=N/K, each "
                                       "once, with commas between them",
                                       quoted(word, 60, Unprintable::hex)));
        if (word.size() == left.size()) return restriction;
        left.remove_prefix(word.size() + 1);
    }
}

std::string Restriction::text() const {
    std::string text;
    const auto add = [&](std::string_view name, const std::optional<unsigned>& value) {
        if (value) text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, *value);
    };
    add("flights", flights);
    add("replies", replies);
    add("threat", threat);
    add("nontrivial", nontrivial ? std::optional{nontrivial->moves} : std::nullopt);
    if (nontrivial) text += fmt::format("/{}", nontrivial->within);
    return text;
}

}  // namespace zermelo::compositions
