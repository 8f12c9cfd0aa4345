// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <nanobind/nanobind.h>

#include "zermelo/app/library.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::python {

/// A game's rules with the game compiled. Never changed: any thread.
class Variant {
  public:
    explicit Variant(rules::Rules rules);

    const rules::Rules& rules() const;
    /// The variant at its start.
    const engine::AnyGameAt& start() const { return start_; }
    /// One that has the variant alone, for functions that take a name.
    app::Library& library() const { return library_; }
    std::string hash() const;
    /// How many squares its board has, holes too.
    std::size_t squares() const { return std::size_t{rules().files} * rules().ranks; }

  private:
    mutable app::Library library_;  // asked by name alone, which changes nothing
    engine::AnyGameAt start_;
};

using SharedVariant = std::shared_ptr<const Variant>;

/// A position of a variant. Never changed: any thread.
struct Position {
    SharedVariant variant;
    engine::AnyGameAt at;

    /// As certificates write it: the FEN, and behind it whether the last move was a pass.
    std::string text() const;
    std::string fen() const;
    Color to_move() const;
};

void bind_variant(nanobind::module_& module);
void bind_position(nanobind::module_& module);
void bind_proofs(nanobind::module_& module);
void bind_tables(nanobind::module_& module);
void bind_puzzles(nanobind::module_& module);

}  // namespace zermelo::python
