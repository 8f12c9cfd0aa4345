// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "zermelo/base/hash128.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/color.hpp"
#include "zermelo/engine/compiled_rules.hpp"
#include "zermelo/rules/piece_kind.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::tablebase {

/// The squares to which men of a kind that begins with initial moves and then promotes can come from where
/// they begin: the squares of those moves, those of the variant's start, and those where they are dropped.
/// Nothing for other kinds, and where men of another kind turn into this one, or back into it: those may
/// stand anywhere.
template <typename Bits>
std::optional<SquareSet<Bits>> within_reach(const engine::CompiledRules<Bits>& compiled, Color color,
                                            rules::PieceKind kind);

/// Whether retrograde analysis knows all rules of a game. Error (bad_usage): the first that it does not.
Result<void> check_tables_know(const rules::Rules& rules);

/// Whether a game has a rule by which a move may be illegal though it leaves nothing attacked
/// (`rules::judges`): whether a move taken back is legal is then asked of the engine.
bool judges_moves(const rules::Rules& rules);

/// What the tables of a variant depend on, as text: its rules; and of its start the terrain, the number of
/// royal men, what is `within_reach`, and which kinds end the game by being gone (`engine::ending_kinds`).
/// Two variants of one name whose texts are the same have the same tables, wherever their games start. Cost:
/// as to compile the rules, some 10 µs a kind of piece on 8×8.
std::string table_text(const rules::Rules& rules);

/// XXH3, 128 bits, of that text: table files name their rules by it.
Hash128 table_hash(const rules::Rules& rules);

extern template std::optional<SquareSet<std::uint64_t>> within_reach(
    const engine::CompiledRules<std::uint64_t>&, Color, rules::PieceKind);
extern template std::optional<SquareSet<Bits256>> within_reach(const engine::CompiledRules<Bits256>&, Color,
                                                               rules::PieceKind);

}  // namespace zermelo::tablebase
