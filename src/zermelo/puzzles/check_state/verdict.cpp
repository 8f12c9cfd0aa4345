// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/verdict.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/base/cut.hpp"

namespace zermelo::check_state {

namespace {

using puzzles::VerdictMatch;

bool is_number(std::string_view word) {
    return !word.empty() &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

void append_verdict(const CheckState& state, MoveCount count, std::string& out) {
    if (state.verdict == CheckState::Verdict::safe) {
        out += "Safe";
    } else if (state.verdict == CheckState::Verdict::impossible) {
        out += "Impossible";
    } else {
        out += name(state.threatened);
        if (state.is_mate()) {
            out += " Checkmate";
        } else if (count == MoveCount::left_out) {
            out += " Check";
        } else {
            const fmt::format_int evasions{state.evasions.count()};
            out += " Check - ";
            out.append(evasions.data(), evasions.size());
            out += " Plausible Moves";
        }
    }
}

std::string verdict_of(const CheckState& state, MoveCount count) {
    std::string words;
    append_verdict(state, count, words);
    return words;
}

VerdictMatch match_verdict(std::string_view words, MoveCount count) {
    const std::string_view first = cut(words, ' ');
    if (first == "Safe" || first == "Impossible")
        return words.empty() ? VerdictMatch::whole : VerdictMatch::none;
    if (first != "White" && first != "Black") return VerdictMatch::none;
    if (words.empty()) return VerdictMatch::beginning;
    const std::string_view state = cut(words, ' ');
    const bool whole = state == "Checkmate" || (state == "Check" && count == MoveCount::left_out);
    if (whole) return words.empty() ? VerdictMatch::whole : VerdictMatch::none;
    if (state != "Check") return VerdictMatch::none;
    for (const std::string_view expected : {"-", "m", "Plausible", "Moves"}) {
        if (words.empty()) return VerdictMatch::beginning;
        const std::string_view word = cut(words, ' ');
        if (expected == "m" ? !is_number(word) : word != expected) return VerdictMatch::none;
    }
    return words.empty() ? VerdictMatch::whole : VerdictMatch::none;
}

}  // namespace zermelo::check_state
