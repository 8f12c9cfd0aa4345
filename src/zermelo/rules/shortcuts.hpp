// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "zermelo/rules/rules.hpp"

namespace zermelo::rules {

/// What the engine may take for granted, and be quicker for it, unless a rule stands in the way. The members
/// of `engine::RuleFacts` called so, or of which one says the opposite, tell what each means.
enum class Shortcut : std::uint32_t {
    plain_quiets = 1U << 0U,
    plain_moves = 1U << 1U,
    free_choice = 1U << 2U,
    usual_quiets = 1U << 3U,      ///< not `more_quiets`
    nothing_noted = 1U << 4U,     ///< not `notes_ends`
    ends_by_material = 1U << 5U,  ///< not `ends_beyond_material`
    plain_mates = 1U << 6U,       ///< not `mates_are_judged`
    last_men_stay = 1U << 7U,
    only_mates_win = 1U << 8U,
    nobody_guarded = 1U << 9U,  ///< not `may_leave_attacked`
    plain_legality = 1U << 10U,
    plain_drops = 1U << 11U,
    last_man_legality = 1U << 12U,
    captures_decide = 1U << 13U,
    takes_what_it_attacks = 1U << 14U,
    uses_up = 1U << 15U,  ///< `uses` says what
};

/// A set of shortcuts.
struct Shortcuts {
    std::uint32_t bits = 0;  ///< none

    constexpr bool has(Shortcut one) const { return (bits & static_cast<std::uint32_t>(one)) != 0; }
    friend constexpr bool operator==(Shortcuts, Shortcuts) = default;
};
inline constexpr Shortcuts all_shortcuts{0xFFFF};
constexpr Shortcuts all_but(auto... some) {
    return {all_shortcuts.bits & ~(static_cast<std::uint32_t>(some) | ...)};
}

/// The shortcuts that every rule leaves which says something here: the last member of its entry in
/// `keys.cpp`. What a rule forbids together with others or with the pieces, `engine::facts_of` looks at
/// itself.
Shortcuts shortcuts_of(const Rules& rules);

}  // namespace zermelo::rules
