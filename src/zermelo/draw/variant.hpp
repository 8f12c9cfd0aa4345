// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zermelo/draw/diagram.hpp"
#include "zermelo/engine/move.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::draw {

/// A piece of a variant as pictures show it. `look`: whose men they are, where there are drawings.
Piece piece_of(const rules::Rules& rules, const rules::Kind& kind, Color color, rules::Look look);
/// The same once it has turned into what the rules say.
Piece turned_piece_of(const rules::Rules& rules, const rules::Kind& kind, Color color, rules::Look look);

/// What the board of a variant looks like, and its lines.
Ground ground_of(rules::Look look);
PointLines lines_of(const rules::Rules& rules, rules::Look look);

/// What stands where `*` is in the FENs of a game that makes walls, in words: "a wall", "the duck"; empty
/// where such a square is a hole.
std::string wall_words(const rules::Rules& rules);

/// A position of any variant as a diagram: its holes and walls, the squares that some or all pieces may not
/// enter, the men in hand, and an arrow, numbered from 1, for each move of the line that led to it. Below it
/// stands the FEN. `look`: whose board and men they are; nothing: the variant's own.
Diagram diagram_of(const engine::Setup& setup, const rules::Rules& rules,
                   const std::vector<engine::Move>& line = {}, std::optional<rules::Look> look = {});

}  // namespace zermelo::draw
