// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/json.hpp"
#include "zermelo/draw/diagram.hpp"

namespace zermelo::puzzles {

/// The reason of a verdict: as sentences, as fields, as pictures.
struct Explanation {
    std::string verdict;               ///< the judge's line: "YES"
    std::string picture;               ///< the game drawn as text, several lines
    std::vector<std::string> summary;  ///< the reason in a sentence or a few
    std::vector<std::string> details;  ///< everything else; a line that begins with "- " is one of a list
    std::string legend = {};           ///< below the picture, a line with its end: what the signs on it mean
    std::vector<std::string> pictures = {};  ///< boards of what happens later, drawn as text, in rows
    Json members = {};           ///< the members of a JSON object, the verdict first: docs/json.md
    draw::Diagram diagram = {};  ///< the game, the verdict below
    std::vector<draw::Diagram> boards = {};  ///< what happens later, as `pictures`
};

/// All of it: the picture with the verdict beside it, the summary, the details and the later boards.
/// Sentences are broken at 100 columns.
std::string text_of(const Explanation& explanation);

/// The reason in a few lines, broken as above: the summary without picture and verdict.
std::string short_text_of(const Explanation& explanation);

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& words);

/// "1 ply", "2 plies", "1,234 plies"; `several` is the plural.
std::string count_text(std::uint64_t count, std::string_view one, std::string_view several);

}  // namespace zermelo::puzzles
