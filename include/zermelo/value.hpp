// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "zermelo/plies.hpp"

namespace zermelo {

/// What the side to move gets under best play. `draw`: neither side can force a win.
enum class Outcome : std::uint8_t { loss, draw, win };

/// "win", "draw" or "loss".
constexpr std::string_view name(Outcome outcome) {
    return outcome == Outcome::win ? "win" : outcome == Outcome::draw ? "draw" : "loss";
}

/// An outcome and its distance in plies under best play: the winner hastens, the loser delays. A draw has no
/// distance; nor has a win or a loss of which only the outcome is known, as tables of outcomes alone have it.
struct Value {
    Outcome outcome = Outcome::draw;
    std::optional<Plies> distance;
    friend constexpr bool operator==(const Value&, const Value&) = default;
};

/// What an attempt to prove a win comes to. `no_win` is a proof, too; `unknown` says only that a limit was
/// reached.
enum class Verdict : std::uint8_t { win, no_win, unknown };

/// "win", "no_win", "unknown".
constexpr std::string_view name(Verdict verdict) {
    return verdict == Verdict::win ? "win" : verdict == Verdict::no_win ? "no_win" : "unknown";
}

/// The proof and disproof numbers of a search for a win: about how many positions at the edge of what was
/// searched must still be shown to be won (not to be won) before the position is. A number is 0 if that is
/// proved, `infinite` if it cannot be.
struct ProofNumbers {
    static constexpr std::uint32_t infinite = std::uint32_t{1} << 30U;
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;
};

/// Where a value comes from. `rules` means that the game is over.
enum class ValueSource : std::uint8_t { tables, search, rules };

/// "tables", "search", "rules".
constexpr std::string_view name(ValueSource source) {
    return source == ValueSource::tables ? "tables" : source == ValueSource::search ? "search" : "rules";
}

}  // namespace zermelo
