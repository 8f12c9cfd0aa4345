// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "zermelo/base/plies.hpp"

namespace zermelo::game {

/// What the side to move gets under best play. `draw`: neither side can force a win.
enum class Outcome : std::uint8_t { loss, draw, win };

/// "win", "draw" or "loss".
constexpr std::string_view name(Outcome outcome) {
    return outcome == Outcome::win ? "win" : outcome == Outcome::draw ? "draw" : "loss";
}

/// An outcome and its distance in plies: the winner hastens, the loser delays. `draw` has none.
struct Value {
    Outcome outcome = Outcome::draw;
    std::optional<Plies> distance;
    friend constexpr bool operator==(const Value&, const Value&) = default;
};

/// The value of a position where the game is over.
constexpr Value ended(Outcome outcome) {
    if (outcome == Outcome::draw) return {};
    return {outcome, Plies{0}};
}

/// The value of a position as the side sees it that moves there, a ply before.
constexpr Value turned(const Value& v) {
    if (v.outcome == Outcome::draw) return v;
    return {v.outcome == Outcome::win ? Outcome::loss : Outcome::win, *v.distance + Plies{1}};
}

/// Whether a is more to be wished than b: the winner hastens, the loser delays.
constexpr bool better(const Value& a, const Value& b) {
    if (a.outcome != b.outcome) return a.outcome > b.outcome;
    if (a.outcome == Outcome::draw) return false;
    return a.outcome == Outcome::win ? *a.distance < *b.distance : *a.distance > *b.distance;
}

}  // namespace zermelo::game
