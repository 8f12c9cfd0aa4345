// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/explanation.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/base/cut.hpp"
#include "zermelo/draw/text.hpp"

namespace zermelo::puzzles {

namespace {

constexpr std::size_t widest = 100;

/// Appends a sentence, broken at blanks; a list's line goes on under its first word.
void append_wrapped(std::string_view sentence, std::string& out) {
    const std::size_t hanging = sentence.starts_with("- ") ? 2 : 0;
    std::size_t column = 0;
    while (!sentence.empty()) {
        const std::string_view word = cut(sentence, ' ');
        const std::size_t width = draw::columns(word);
        if (column > hanging && column + 1 + width > widest) {
            out += '\n';
            out.append(hanging, ' ');
            column = hanging;
        } else if (column > 0) {
            out += ' ';
            ++column;
        }
        out += word;
        column += width;
    }
    out += '\n';
}

}  // namespace

std::string text_of(const Explanation& explanation) {
    std::string text = draw::beside(explanation.picture, explanation.verdict, explanation.legend);
    for (const std::string& sentence : explanation.summary) append_wrapped(sentence, text);
    for (const std::string& sentence : explanation.details) append_wrapped(sentence, text);
    for (const std::string& picture : explanation.pictures) text += "\n" + picture;
    return text;
}

std::string short_text_of(const Explanation& explanation) {
    std::string text;
    for (const std::string& sentence : explanation.summary) append_wrapped(sentence, text);
    return text;
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
        text += words[i];
    }
    return text;
}

std::string count_text(std::uint64_t count, std::string_view one, std::string_view several) {
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return fmt::format("{} {}", digits, count == 1 ? one : several);
}

}  // namespace zermelo::puzzles
