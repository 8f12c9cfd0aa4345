// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/verdict_reader.hpp"

#include <algorithm>

namespace zermelo::stress {

namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

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

std::optional<FoundVerdict> VerdictReader::next() {
    const std::string_view first = word();
    if (first.empty()) return std::nullopt;
    FoundVerdict found{std::string{first}, false, word_line_};
    while (true) {
        const puzzles::VerdictMatch match = puzzle_.match_verdict(found.words);
        found.verdict = match == puzzles::VerdictMatch::whole;
        if (match != puzzles::VerdictMatch::beginning) return found;
        const std::string_view next = word();
        if (next.empty()) return found;
        found.words += ' ';
        found.words += next;
    }
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (; !text.empty(); text.remove_prefix(lines.back().size() + 1))
        lines.push_back(text.substr(0, text.find('\n')));
    return lines;
}

}  // namespace zermelo::stress
