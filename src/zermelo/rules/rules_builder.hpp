// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/rules/ini.hpp"
#include "zermelo/rules/pieces.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::rules {

/// Rules while their section is read: whatever names pieces names them by what they are, not by the letters,
/// which may still change. `pawn = s` in a child of chess leaves all roles with the pawn.
struct RulesBuilder {
    /// Every `Letter` in it is a code, see `code_of`; `kinds` is not used.
    Rules rules;
    std::array<char, 64> letters{};        ///< each piece's, 'A' to 'Z'; 0: the variant does not have it
    std::array<std::string, 64> notation;  ///< the movement of each piece, in Betza's notation

    /// Where squares beyond the board are noted that are left out; nowhere: they are errors.
    std::vector<Error>* forgiven = nullptr;

    /// The piece of a letter in either case, or nothing.
    std::optional<unsigned> piece_of(char letter) const;
    /// The letter of the piece that a code stands for, or nothing.
    std::optional<Letter> letter_of_code(Letter code) const;
};

/// What stands for a piece in a builder's rules, where `Rules` has a letter.
constexpr Letter code_of(unsigned piece) { return static_cast<Letter>(piece + 1); }
constexpr unsigned piece_of_code(Letter code) { return static_cast<unsigned>(code) - 1; }

/// What a section begins with: the parent's rules or, without one, Fairy-Stockfish's defaults and no pieces.
///
/// A parent that has no pawn, king or rook leaves these pieces the roles that they have by default where
/// nothing else has the role, so that a child may add them.
RulesBuilder builder_of(const Rules* parent);

/// The rules that a builder has come to. Pieces that the variant does not have lose their roles.
/// Precondition: `lost_roles` finds nothing, and the notations can be read.
Rules rules_of(const RulesBuilder& builder, const IniSection& section);

/// Roles that would change the game by getting lost (a flag piece, an extinction piece, what another turns
/// into), each as an error at the section's name; one may come twice.
std::vector<Error> lost_roles(const RulesBuilder& builder, const IniSection& section);

/// Adds the section's pieces to the builder and takes away those that it removes. Keys without a value are
/// passed over.
///
/// Errors: all that is wrong with them, each with its place.
std::vector<Error> read_pieces(RulesBuilder& builder, const IniSection& section);

}  // namespace zermelo::rules
