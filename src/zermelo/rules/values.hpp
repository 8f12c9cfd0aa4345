// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "zermelo/game/value.hpp"
#include "zermelo/rules/rules_builder.hpp"

/// The types of values of a rules file. All readers take the whole value, need the builder's size and pieces
/// where they name squares and letters, and give errors with the place of the part that is wrong.
namespace zermelo::rules::values {

Result<bool> boolean(const RulesBuilder& builder, const IniText& text);
/// 0 to 256, the squares of the largest board.
Result<unsigned> count(const RulesBuilder& builder, const IniText& text);
/// 1 to 16, and for files also a to p.
Result<unsigned> files(const RulesBuilder& builder, const IniText& text);
Result<unsigned> ranks(const RulesBuilder& builder, const IniText& text);
/// A file or rank of the board, counted from 0.
Result<unsigned> file(const RulesBuilder& builder, const IniText& text);
Result<unsigned> rank(const RulesBuilder& builder, const IniText& text);
/// As `file`; a file beyond the board is the last one, as Fairy-Stockfish has it for rooks.
Result<unsigned> rook_file(const RulesBuilder& builder, const IniText& text);
/// win, loss or draw.
Result<game::Outcome> outcome(const RulesBuilder& builder, const IniText& text);
/// The same, or none.
Result<std::optional<game::Outcome>> outcome_or_none(const RulesBuilder& builder, const IniText& text);
/// Squares (e4), ranks (*8) and files (a*), or '-' for none.
Result<Region> region(const RulesBuilder& builder, const IniText& text);
/// Codes of pieces in the order of their letters, without repetition; '-' for none.
Result<Letters> letters(const RulesBuilder& builder, const IniText& text);
/// As `letters`, without the royal king.
Result<Letters> common_letters(const RulesBuilder& builder, const IniText& text);
/// The code of one piece; 0 for '-'.
Result<std::optional<Letter>> letter_or_none(const RulesBuilder& builder, const IniText& text);
/// The code of one piece; 0 for '*'.
Result<std::optional<Letter>> letter_or_any(const RulesBuilder& builder, const IniText& text);

/// The piece of the letter at `offset`, or an error there.
Result<unsigned> piece(const RulesBuilder& builder, const IniText& text, std::size_t offset);

}  // namespace zermelo::rules::values
