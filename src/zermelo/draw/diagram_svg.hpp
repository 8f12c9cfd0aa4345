// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "zermelo/draw/diagram.hpp"

namespace zermelo::draw {

/// How a picture is drawn; what it shows is the diagram's.
struct SvgOptions {
    /// The size of a square in pixels at which the picture asks to be shown; it scales to any other. 0: no
    /// size is asked for, the picture fills what it is put into.
    unsigned square_pixels = 48;
    bool coordinates = true;
    bool on_paper = false;  ///< white and grey squares, as journals print them
    std::string title{};    ///< if empty, the board's size and the side to move
    /// What all ids in the document begin with, so that several pictures can stand in one page. Characters
    /// other than ASCII letters, digits, `-` and `_` are left out.
    std::string id = "zermelo";
};

/// The diagram as a document of SVG 1.1 that refers to nothing outside itself. The same diagram and options
/// give the same bytes everywhere. Below the board stand the side to move, the caption and what each mark,
/// sign and arrow means. Nothing is shown by colour alone: arrows differ in their dashes, marks in
/// their hatching, sides in lightness; the colours are those of Okabe and Ito (2008). `title` and `desc` say
/// in words what is to be seen. Precondition: no errors.
std::string svg(const Diagram& diagram, const SvgOptions& options = {});

/// A piece alone, as boards show it: a document without words, 100 by 100 units.
std::string svg(const Piece& piece);

/// Several boards on one page.
struct Sheet {
    std::vector<Diagram> large;             ///< at full size, one below the other
    std::vector<Diagram> small;             ///< two in a row, so that they can be read on a telephone
    std::vector<std::string> caption = {};  ///< lines at the end
};

/// The boards as one document, each with its words below it, what marks, signs and arrows mean once at the
/// end. Preconditions: there is a board, none has errors.
std::string svg(const Sheet& sheet, const SvgOptions& options = {});

}  // namespace zermelo::draw
