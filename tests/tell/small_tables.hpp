// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "zermelo/engine/setup.hpp"
#include "zermelo/tell/solve.hpp"

#include "support/scratch.hpp"
#include "support/shipped.hpp"

namespace zermelo::testing {

/// Men on the board.
inline std::uint64_t men_of(const engine::Setup& setup) {
    return static_cast<std::uint64_t>(
        std::count_if(setup.men.begin(), setup.men.end(), [](const auto& man) { return man.has_value(); }));
}

/// A folder with the tables of all positions of three men, or of two where three would take long; none where
/// the game has no tables.
inline std::optional<std::string> small_tables(const rules::Rules& rules, const ScratchFolder& folder) {
    constexpr std::uint64_t max_entries = 500'000;
    tell::SolveOptions options;
    options.tables = folder.file("tables");
    options.men = 3;
    options.plan_only = true;
    bool small = false;
    const auto planned = tell::solve(shipped(), rules.name, options, [&](const tell::SolveEvent& event) {
        const auto* const plan = std::get_if<tablebase::SolvePlanned>(&event);
        if (plan != nullptr) small = plan->entries <= max_entries;
    });
    if (!planned) return std::nullopt;
    if (!small) options.men = 2;
    options.plan_only = false;
    if (!tell::solve(shipped(), rules.name, options, [](const tell::SolveEvent&) {})) return std::nullopt;
    return options.tables;
}

}  // namespace zermelo::testing
