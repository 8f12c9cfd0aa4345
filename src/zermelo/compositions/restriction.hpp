// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"

namespace zermelo::compositions {

/// Which of the attacker's moves are looked at in direct, self and reflex play, as composers restrict a
/// search that would take too long: what is found are the solutions, tries and variations that keep to it.
/// Each part holds for all moves of the attacker that do not end play by reaching what is asked.
struct Restriction {
    /// In self and reflex play: moves that the defender may have beside one that are not met by a solution in
    /// at most `within` moves. All that a line of play has are counted together.
    struct Nontrivial {
        unsigned moves = 0;
        unsigned within = 1;
        friend bool operator==(const Nontrivial&, const Nontrivial&) = default;
    };

    std::optional<unsigned> flights = std::nullopt;  ///< the most moves that the defender's king may have
    std::optional<unsigned> replies = std::nullopt;  ///< the most moves that the defender may have
    /// A move that gives no check threatens a solution in at most these moves, and in no more than are left.
    std::optional<unsigned> threat = std::nullopt;
    std::optional<Nontrivial> nontrivial = std::nullopt;

    bool none() const { return *this == Restriction{}; }

    /// Reads `flights=2`, `replies=3`, `threat=1`, `nontrivial=1/2` (`moves`/`within`), several with commas
    /// between them. Errors (bad_usage): anything else, or one of them twice; `threat` and `within` are at
    /// least 1, and no number has more than four digits.
    static Result<Restriction> parse(std::string_view text);
    /// The same text again, in that order; empty if nothing is restricted.
    std::string text() const;

    friend bool operator==(const Restriction&, const Restriction&) = default;
};

}  // namespace zermelo::compositions
