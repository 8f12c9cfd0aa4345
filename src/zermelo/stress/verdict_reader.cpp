// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/verdict_reader.hpp"

#include <algorithm>

namespace zermelo::stress {

namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool is_number(std::string_view word) {
    return !word.empty() &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string_view VerdictReader::word() {
    std::size_t begin = 0;
    for (; begin < left_.size() && is_blank(left_[begin]); ++begin)
        if (left_[begin] == '\n') ++line_;
    left_.remove_prefix(begin);
    const auto end = std::find_if(left_.begin(), left_.end(), is_blank);
    const std::string_view word = left_.substr(0, static_cast<std::size_t>(end - left_.begin()));
    left_.remove_prefix(word.size());
    word_line_ = line_;
    return word;
}

/// Takes the rest of a verdict of `cstate*` that begins with a colour.
bool VerdictReader::finish(FoundVerdict& found) {
    const auto take = [&](auto&& good) {
        const std::string_view next = word();
        if (next.empty()) return false;
        found.words += ' ';
        found.words += next;
        return good(next);
    };
    const auto is = [](std::string_view expected) {
        return [expected](std::string_view word) { return word == expected; };
    };
    bool mate = false;
    const bool state = take([&](std::string_view word) {
        mate = word == "Checkmate";
        return mate || word == "Check";
    });
    if (!state || mate || format_ == Format::rows) return state;
    return take(is("-")) && take(is_number) && take(is("Plausible")) && take(is("Moves"));
}

std::optional<FoundVerdict> VerdictReader::next() {
    const std::string_view first = word();
    if (first.empty()) return std::nullopt;
    FoundVerdict found{std::string{first}, false, word_line_};
    const bool color = first == "White" || first == "Black";
    switch (format_) {
        case Format::hunt:
            found.verdict = first == "YES" || first == "NO";
            break;
        case Format::marks:
            found.verdict = color;
            break;
        case Format::rows:
        case Format::pieces:
            found.verdict = first == "Safe" || first == "Impossible" || (color && finish(found));
            break;
    }
    return found;
}

std::string_view VerdictReader::expected() const {
    switch (format_) {
        case Format::hunt:
            return "YES or NO";
        case Format::marks:
            return "White or Black";
        case Format::rows:
            return "Safe, Impossible, {White|Black} Check or {White|Black} Checkmate";
        case Format::pieces:
            break;
    }
    return "Safe, Impossible, {White|Black} Check - m Plausible Moves or {White|Black} Checkmate";
}

}  // namespace zermelo::stress
