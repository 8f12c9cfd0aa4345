// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::protocol {

/// The protocols that are UCI in other words: USI, of shogi's GUIs, and UCCI, of xiangqi's. Each serves all
/// variants; what differs is how positions and moves are written, and a few words.
///
/// Sources: USI by Tord Romstad, "The Universal Shogi Interface, draft 1"; UCCI 3.0 of the ElephantEye
/// project.
enum class Wording : std::uint8_t { uci, usi, ucci };

/// A move that UCI writes so, in the wording. USI counts files from the right and has letters for ranks, from
/// the top (`7g7f`, `P*5e`); UCCI counts ranks from 0 (`h2e2`).
std::string in_wording(Wording wording, std::string_view uci, const rules::Rules& rules);

/// The same the other way round. What is no move comes out as something that is none, either.
std::string in_uci(Wording wording, std::string_view move, const rules::Rules& rules);

/// The FEN of a position that the wording writes so: USI's `BOARD b HANDS N`, where `b` moves first and has
/// the capital letters; UCCI's FEN, in which the first side may be called `r`. Errors (bad_input): USI's
/// fields are fewer than three, the side is neither `b` nor `w`, or hands are no counts and letters. All else
/// is left to whoever reads the FEN.
Result<std::string> fen_of(Wording wording, std::string_view position, const rules::Rules& rules);

}  // namespace zermelo::protocol
