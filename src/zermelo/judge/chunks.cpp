// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/chunks.hpp"

#include <algorithm>

namespace zermelo::judge {

namespace {

constexpr std::size_t near = std::size_t{16} << 10;

/// The first line start at or after `from` that seems to begin a game, if there is one near by; the text's
/// end if that comes first.
std::optional<std::size_t> guess_start(std::string_view text, std::size_t from,
                                       const puzzles::Puzzle& puzzle) {
    const std::size_t limit = std::min(text.size(), from + near);
    std::string_view previous;
    std::size_t line = text.find('\n', from);
    while (line < limit) {
        const std::size_t start = line + 1;
        line = text.find('\n', start);
        if (line == std::string_view::npos) break;
        std::string_view words = text.substr(start, line - start);
        if (words.ends_with('\r')) words.remove_suffix(1);
        if (words.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        if (!previous.empty() && puzzle.begins_game(previous, words)) return start;
        previous = words;
    }
    if (line == std::string_view::npos && limit == text.size()) return limit;
    return std::nullopt;
}

}  // namespace

std::optional<std::size_t> guess_end(std::string_view text, std::size_t begin, std::size_t size,
                                     const puzzles::Puzzle& puzzle) {
    if (text.size() - begin <= 2 * size) return text.size();
    return guess_start(text, begin + size, puzzle);
}

}  // namespace zermelo::judge
