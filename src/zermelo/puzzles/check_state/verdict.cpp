// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/verdict.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace zermelo::check_state {

namespace {

using puzzles::Json;
using puzzles::VerdictMatch;

Json to_json(const Piece& piece) {
    return {{"piece", std::string(1, letter_of(piece.color, piece.kind))},
            {"x", piece.column.number()},
            {"y", piece.row.number()}};
}

/// The pieces of both lists, White's list first, each by row and column.
Json to_json(std::array<std::vector<Piece>, 2> lists) {
    Json all = Json::array();
    for (auto& list : lists) {
        std::sort(list.begin(), list.end(), [](const Piece& a, const Piece& b) {
            return a.row != b.row ? a.row < b.row : a.column < b.column;
        });
        for (const Piece& piece : list) all.push_back(to_json(piece));
    }
    return all;
}

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
            std::array<char, 20> digits{};
            const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), state.moves).ptr;
            out += " Check - ";
            out.append(digits.data(), end);
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
    const auto take = [&] {
        const std::string_view word = words.substr(0, words.find(' '));
        words.remove_prefix(std::min(word.size() + 1, words.size()));
        return word;
    };
    const std::string_view first = take();
    if (first == "Safe" || first == "Impossible")
        return words.empty() ? VerdictMatch::whole : VerdictMatch::none;
    if (first != "White" && first != "Black") return VerdictMatch::none;
    if (words.empty()) return VerdictMatch::beginning;
    const std::string_view state = take();
    const bool whole = state == "Checkmate" || (state == "Check" && count == MoveCount::left_out);
    if (whole) return words.empty() ? VerdictMatch::whole : VerdictMatch::none;
    if (state != "Check") return VerdictMatch::none;
    for (const std::string_view expected : {"-", "m", "Plausible", "Moves"}) {
        if (words.empty()) return VerdictMatch::beginning;
        const std::string_view word = take();
        if (expected == "m" ? !is_number(word) : word != expected) return VerdictMatch::none;
    }
    return words.empty() ? VerdictMatch::whole : VerdictMatch::none;
}

Json fields_of(const Details& details, MoveCount count) {
    const CheckState& state = details.state;
    const bool check = state.verdict == CheckState::Verdict::check;
    return {{"verdict", verdict_of(state, count)},
            {"threatened", check ? Json(name(state.threatened)) : Json()},
            {"moves", check ? Json(state.moves) : Json()},
            {"king_moves", check ? Json(details.king_moves) : Json()},
            {"captures", check ? Json(details.captures) : Json()},
            {"interpositions", check ? Json(details.interpositions) : Json()},
            {"checkers", to_json(details.checkers)},
            {"pinned", to_json(details.pinned)}};
}

}  // namespace zermelo::check_state
