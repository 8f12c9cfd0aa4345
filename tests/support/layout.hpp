// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "zermelo/base/random.hpp"

namespace zermelo::testing {

using Lines = std::vector<std::string>;

/// The input as judges write it: the number of games, every line ended by LF.
inline std::string plain_text(const std::vector<Lines>& games) {
    std::string text = std::to_string(games.size()) + "\n";
    for (const Lines& lines : games) {
        for (const std::string& line : lines) text += line + "\n";
    }
    return text;
}

/// The same input in a layout that is allowed too: CRLF, runs of blanks and tabs, blank lines, and perhaps
/// no line end at the end.
inline std::string wild_text(const std::vector<Lines>& games, Random& random) {
    const bool crlf = random.one_in(3);
    const std::uint64_t rarity = 1 + random.below(20);
    std::string text;
    const auto blanks = [&](std::uint64_t least) {
        std::uint64_t count = least + (random.one_in(rarity) ? random.below(4) : 0);
        while (count-- > 0) text += random.one_in(3) ? '\t' : ' ';
    };
    const auto end_line = [&] {
        blanks(0);
        text += crlf || random.one_in(50) ? "\r\n" : "\n";
    };
    const auto gap = [&] {
        while (random.one_in(1 + rarity)) end_line();
    };
    const auto line = [&](const std::string& words) {
        blanks(0);
        for (const char c : words) {
            if (c == ' ') {
                blanks(1);
            } else {
                text += c;
            }
        }
        end_line();
    };
    gap();
    line(std::to_string(games.size()));
    for (const Lines& lines : games) {
        gap();
        for (const std::string& words : lines) line(words);
    }
    gap();
    if (random.one_in(2)) {
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    }
    return text;
}

}  // namespace zermelo::testing
