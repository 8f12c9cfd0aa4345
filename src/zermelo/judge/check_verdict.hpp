// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "zermelo/judge/dialect.hpp"
#include "zermelo/puzzles/check_state/check_state.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::judge {

/// Whether a dialect tells how many moves rescue the king.
enum class Count { told, untold };

/// The verdict's line, without its end: "White Check - 5 Plausible Moves".
std::string verdict_of(const check_state::CheckState& state, Count count);

/// Appends what the dialects of check states write about a board, in the form that the options ask for.
/// Precondition: the list has no defect.
void write_verdict(const check_state::PieceList& pieces, const Options& options, std::uint64_t game,
                   Count count, std::string& out);

}  // namespace zermelo::judge
