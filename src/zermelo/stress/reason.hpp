// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/draw/diagram.hpp"
#include "zermelo/stress/case.hpp"

namespace zermelo::stress {

/// Why a game's verdict is what it is, in sentences: what the judge's own facts (`--json`) come to.
/// Errors: those of the judge's deciders.
Result<std::string> reason_of(const judge::Dialect& dialect, const Case& game);

/// The game as a picture. Precondition: as of `append_lines`.
draw::Diagram diagram_of(const Case& game);

}  // namespace zermelo::stress
