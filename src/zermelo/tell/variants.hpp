// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/json.hpp"
#include "zermelo/base/progress.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/color.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/library/listing.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/tell/errors.hpp"
#include "zermelo/tell/output_format.hpp"

/// The commands about variants, as functions that give text: `zermelo perft`, `draw` and `rules`.
namespace zermelo::tell {

/// A position as a user names it.
struct PositionRequest {
    std::string variant;             ///< as `Library::find` takes it
    std::optional<std::string> fen;  ///< the variant's start if absent
};

struct PerftOptions {
    bool divide = false;  ///< count each first move by itself
    bool bulk = true;     ///< count the last ply's moves without playing them
    OutputFormat format = OutputFormat::text;
    std::stop_token stop = {};  ///< ends the count
    Progress progress = {};     ///< in leaves
};

/// The number of ways to play `depth` plies: a line `Nodes: N`, and before it, with `divide`, a line for each
/// first move in the order of their names. Errors: as `Library::find` and `position_of`; more than
/// `oracle::max_plies`; (stopped) the end was asked for: the message says how much was counted.
Result<std::string> perft(library::Library& library, const PositionRequest& request, Plies depth,
                          const PerftOptions& options = {});

struct Drawing {
    std::string variant;
    std::string fen;                ///< the position that is drawn
    std::vector<std::string> line;  ///< the moves that led to it
    std::string text;
    std::string svg;
};
/// The drawing as an object of docs/json.md.
Json json_of(const Drawing& drawing);

/// How a position is drawn.
struct PictureOptions {
    bool flipped = false;  ///< Black's side at the bottom
    bool western = false;  ///< the board and the men of chess, whatever the variant's own are
};

/// The position after the moves of `line` (UCI or standard algebraic notation, separated by blanks), as text
/// and as SVG with an arrow for each of them and their names in both notations. Errors: as for `perft`; a
/// move that is not legal where it stands (`ErrorKind::bad_usage`).
Result<Drawing> draw(library::Library& library, const PositionRequest& request, const std::string& line,
                     const PictureOptions& options = {});

/// The same picture alone. Without moves, of any FEN that can be read: a position that is still being set up.
/// Errors (stopped): `over` says true, between two moves.
Result<std::string> picture(const rules::Rules& rules, const std::optional<std::string>& fen,
                            const std::string& line, const PictureOptions& options = {},
                            const Over& over = {});

/// The same of a position at hand, a pass before it included, and moves in a list.
Result<std::string> picture(const engine::AnyGameAt& position, const std::vector<std::string>& line,
                            const PictureOptions& options = {});

/// A position as text.
std::string text_picture(const engine::AnyGameAt& position);

/// The moves of a line with their names and what comes of each: the `line` of docs/json.md. Errors: as
/// `draw`; (stopped) `over` says true, between two moves.
Result<Json> line_object(const rules::Rules& rules, const std::optional<std::string>& fen,
                         const std::string& line, const Over& over = {});

/// Whether a variant is told with what takes long to write: its rules in words and as a rules file.
enum class VariantTexts : std::uint8_t { none, all };

/// A variant as the `variant` of docs/json.md. Cost: some 10 µs, with all texts some 100 µs.
Json variant_object(const rules::Rules& rules, VariantTexts texts);

/// The drawing of a piece as an SVG of 100 by 100 units: of a name that a variant's `picture` gives, or a
/// capital letter on a disc. Without a color it inherits what it is put into (`draw::art`). Nothing if there
/// is none.
std::optional<std::string> piece_picture(std::string_view name, std::optional<Color> color);

/// The variants with their boards and pieces, a line each, those of a family together. Only those are read
/// that may be among them, and their parents. Errors (bad_usage): no such family; a size that is none.
Result<std::string> list_rules(const library::Library& library, const library::RulesList& which = {},
                               OutputFormat format = OutputFormat::text);

struct RulesCheck {
    std::string text;      ///< a line for each section, and one that counts them
    std::string warnings;  ///< a line for each; with JSON they stand in the text
    bool good = false;     ///< all of it
};

/// Which variants of a rules file are good, and what is wrong first with the others; of `FILE.ini:NAME` that
/// variant alone, with all that is wrong. Errors: a file that cannot be read; no variant of that name.
Result<RulesCheck> check_rules(const library::Library& library, const std::string& file,
                               rules::Reading reading, OutputFormat format = OutputFormat::text);

/// A variant's rules in plain words, and the value of its start where it is known. Errors: as
/// `Library::find`.
Result<std::string> show_rules(library::Library& library, const std::string& variant,
                               OutputFormat format = OutputFormat::text);
/// The same as a rules file that reads back to equal rules.
Result<std::string> rules_as_ini(library::Library& library, const std::string& variant);
/// The same as an SVG with a board for each kind of piece, see `draw::sheet_of`.
Result<std::string> draw_rules(library::Library& library, const std::string& variant);
std::string draw_rules(const rules::Rules& rules);

}  // namespace zermelo::tell
