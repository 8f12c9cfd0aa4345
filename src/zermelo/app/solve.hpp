// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/app/errors.hpp"
#include "zermelo/app/library.hpp"
#include "zermelo/tablebase/solve.hpp"

/// Complete tables: `zermelo solve`.
namespace zermelo::app {

using tablebase::Report;
using tablebase::SolveOptions;

/// Solves, verifies and writes the tables of a variant. Errors: as `Library::find` and `tablebase::solve`; a
/// variant that cannot be cut into tiers.
Result<void> solve(Library& library, const std::string& variant, const SolveOptions& options,
                   const Report& report);

}  // namespace zermelo::app
