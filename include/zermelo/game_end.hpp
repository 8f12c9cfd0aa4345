// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "zermelo/value.hpp"

namespace zermelo {

/// What a game that is played ended by: its position, or what was played (docs/rules.md, "History").
enum class EndedBy : std::uint8_t {
    position,           ///< what stands on the board and whose move it is: mate, a flag, extinction, …
    repetition,         ///< `nFoldRule`
    perpetual_check,    ///< a repetition by checks all the time
    moving_to_and_fro,  ///< `moveRepetitionIllegal`
    move_rule,          ///< `nMoveRule`
    counting,           ///< `countingRule`
};

/// "position", "repetition", "perpetual check", "moving to and fro", "move rule", "counting".
constexpr std::string_view name(EndedBy by) {
    switch (by) {
        case EndedBy::position:
            return "position";
        case EndedBy::repetition:
            return "repetition";
        case EndedBy::perpetual_check:
            return "perpetual check";
        case EndedBy::moving_to_and_fro:
            return "moving to and fro";
        case EndedBy::move_rule:
            return "move rule";
        case EndedBy::counting:
            return "counting";
    }
    return {};
}

/// How a game that is played has ended.
struct GameEnd {
    Outcome outcome = Outcome::draw;  ///< for the side to move
    EndedBy by = EndedBy::position;
    friend constexpr bool operator==(const GameEnd&, const GameEnd&) = default;
};

/// Moves that are counted against few men (`countingRule`).
struct Counting {
    std::uint64_t plies = 0;  ///< how many have been counted
    std::uint64_t limit = 0;  ///< the game is a draw when more are
    friend constexpr bool operator==(const Counting&, const Counting&) = default;
};

}  // namespace zermelo
