// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "zermelo/bounds.hpp"
#include "zermelo/value.hpp"

namespace zermelo::game {

using zermelo::Bounds;
using zermelo::Outcome;
using zermelo::Value;

/// The value of a position where the game is over.
constexpr Value ended(Outcome outcome) {
    if (outcome == Outcome::draw) return {};
    return {outcome, Plies{0}};
}

/// The value of a position as the side sees it that moves there, a ply before.
constexpr Value of_the_move(const Value& v) {
    if (v.outcome == Outcome::draw) return v;
    return {v.outcome == Outcome::win ? Outcome::loss : Outcome::win,
            v.distance ? std::optional{*v.distance + Plies{1}} : std::nullopt};
}

/// Whether a is more to be wished than b: the winner hastens, the loser delays. Precondition: wins and losses
/// have distances.
constexpr bool better(const Value& a, const Value& b) {
    if (a.outcome != b.outcome) return a.outcome > b.outcome;
    if (a.outcome == Outcome::draw) return false;
    return a.outcome == Outcome::win ? *a.distance < *b.distance : *a.distance > *b.distance;
}

}  // namespace zermelo::game
