// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "zermelo/base/json.hpp"
#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::check_state {

/// Whether the verdict on a check says how many moves save the king.
enum class MoveCount { shown, left_out };

/// Appends the verdict's line, without its end: "White Check - 5 Plausible Moves".
/// Cost: no allocation of its own; it is in the fast path.
void append_verdict(const CheckState& state, MoveCount count, std::string& out);
std::string verdict_of(const CheckState& state, MoveCount count);

/// How far the words are such a verdict, whatever the number.
puzzles::VerdictMatch match_verdict(std::string_view words, MoveCount count);

/// What `judge --json` says of a board: docs/json.md. Precondition: the state is `explain`'s.
Json judgement_of(const CheckState& state, MoveCount count);

}  // namespace zermelo::check_state
