// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <nanobind/nanobind.h>

#include "zermelo/library/compiled_variant.hpp"

namespace zermelo::python {

using Variant = library::CompiledVariant;
using SharedVariant = std::shared_ptr<const Variant>;
using Position = library::CompiledPosition;

/// The variant that a user means, as a `Variant` or by what that takes. Throws what Python raises: there is
/// none, or it is neither.
SharedVariant variant_meant(const nanobind::object& variant);

void bind_variant(nanobind::module_& module);
void bind_position(nanobind::module_& module);
void bind_game(nanobind::module_& module);
void bind_proofs(nanobind::module_& module);
void bind_problems(nanobind::module_& module);
void bind_tables(nanobind::module_& module);
void bind_environments(nanobind::module_& module);
void bind_puzzles(nanobind::module_& module);

}  // namespace zermelo::python
