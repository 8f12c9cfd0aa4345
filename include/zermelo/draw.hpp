// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "zermelo/error.hpp"
#include "zermelo/export.hpp"
#include "zermelo/position.hpp"
#include "zermelo/variant.hpp"

/// Pictures, as text for a terminal and as SVG.
namespace zermelo {

/// The board as lines of text.
ZERMELO_API std::string diagram(const Position& position);

struct SvgOptions {
    /// Moves from the position, as UCI has them. The position after them is drawn, with an arrow for each.
    std::vector<std::string> line{};
    bool flipped = false;  ///< Black's side is at the bottom
    bool western = false;  ///< the board and the men of chess, whatever the variant's own are
};
/// The board as an SVG document. Errors (`ErrorKind::bad_usage`): a move of the line is not legal.
ZERMELO_API Result<std::string> svg(const Position& position, const SvgOptions& options = {});

/// How the pieces of a variant move, a board for each kind, as an SVG document.
ZERMELO_API std::string svg(const Variant& variant);

}  // namespace zermelo
