// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "zermelo/certificate/check.hpp"
#include "zermelo/engine/any_game.hpp"

namespace zermelo::oracle {

/// What a certificate's checker knows of a variant: the move generator, and texts for positions and moves.
/// `at` has the terrain of the certificate's positions.
std::unique_ptr<const certificate::TextGame> text_game(const engine::AnyGameAt& at);

}  // namespace zermelo::oracle
