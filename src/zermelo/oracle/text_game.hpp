// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "zermelo/certificate/check.hpp"
#include "zermelo/engine/any_game.hpp"

namespace zermelo::oracle {

/// A position as certificates write it: its FEN with the counters at `0 1`, and after it what that does not
/// tell, so that equal positions have equal texts and others have not: ` passes=1` (or 2) where the last move
/// was a pass, ` castled` where it was one to castle that wins, ` strong=w` (`b`, `wb`) where checks by a
/// side have not broken since a strong one.
std::string position_text(const engine::Setup& setup);

/// The setup of a position's text. Errors: as `parse_fen`; a text that is not as `position_text` writes it.
Result<engine::Setup> setup_of(std::string_view text, const rules::Rules& rules);

/// What a certificate's checker knows of a variant: the move generator, and texts for positions and moves.
/// `at` has the terrain of the certificate's positions.
std::unique_ptr<const certificate::TextGame> text_game(const engine::AnyGameAt& at);

}  // namespace zermelo::oracle
