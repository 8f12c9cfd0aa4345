// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/base/json.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/tablebase/solve.hpp"
#include "zermelo/tell/errors.hpp"

/// Complete tables: `zermelo solve`.
namespace zermelo::tell {

using tablebase::Report;
using tablebase::SolveEvent;
using tablebase::SolveOptions;

/// Solves, verifies and writes the tables of a variant. Errors: as `Library::find` and `tablebase::solve`; a
/// variant that cannot be cut into tiers.
Result<void> solve(library::Library& library, const std::string& variant, const SolveOptions& options,
                   const Report& report);

/// An event as a line for people, with its end; empty for what is said for programs alone; a transient one
/// may be overwritten by the next.
std::string text_of(const SolveEvent& event);
bool is_transient(const SolveEvent& event);
/// The same as an object of docs/json.md; null for what is said for people alone.
Json json_of(const SolveEvent& event);

}  // namespace zermelo::tell
