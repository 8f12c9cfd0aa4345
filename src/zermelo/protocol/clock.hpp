// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include <fmt/format.h>

#include "zermelo/color.hpp"

namespace zermelo::protocol {

/// What a side has on its clock.
struct Clocks {
    std::chrono::milliseconds left{};
    std::chrono::milliseconds increment{};
    unsigned moves_to_go = 0;               ///< until more time is added; 0: the rest of the game
    std::chrono::milliseconds each_move{};  ///< what every move has beside, and cannot save: byoyomi
};

/// What a GUI and the way to it may take of the time of a move.
inline constexpr std::chrono::milliseconds overhead{20};

/// Kept back, of a clock with little left a third, for a moment in which the machine does other things.
inline constexpr std::chrono::milliseconds reserve{80};

inline std::chrono::milliseconds usable(const Clocks& clocks) {
    const auto all = clocks.left + clocks.each_move;
    const auto kept = overhead + std::min(reserve, all / 3);
    return std::max(all - kept, std::chrono::milliseconds{1});
}

/// How long to think on a move: a share of what is left as if 30 moves were to come, and most of the
/// increment; never more than half of what is left, or three quarters before the last move of a time control.
/// What every move has beside is used to its end.
inline std::chrono::milliseconds time_for(const Clocks& clocks) {
    if (clocks.each_move.count() > 0) {
        const Clocks main{clocks.left, clocks.increment, clocks.moves_to_go};
        const auto share = clocks.left.count() > 0 ? time_for(main) : std::chrono::milliseconds{0};
        return std::min(usable(clocks), clocks.each_move + share);
    }
    const auto left = usable(clocks);
    const auto moves = clocks.moves_to_go == 0 ? 30U : std::min(clocks.moves_to_go, 30U);
    const auto wished = left / moves + clocks.increment * 3 / 4;
    return std::max(std::min(wished, moves == 1 ? left * 3 / 4 : left / 2), std::chrono::milliseconds{1});
}

/// How long a move may take that saves the thinking of those to come: a third of what is left.
inline std::chrono::milliseconds max_time_for(const Clocks& clocks) {
    return std::max(usable(clocks) / 3, time_for(clocks));
}

/// What of the time for a move is for proofs where another engine chooses: a twentieth.
inline constexpr int proofs_share = 20;

/// The words of UCI's `go` for the clocks of White and of Black, for another engine that thinks on the move
/// after the proofs: the side to move has what these take, and what a GUI may, less on its clock. What it
/// costs to ask again, of every increment too, is left to the engine, which allows for a GUI that costs as
/// much and sees each time what is left.
inline std::string clock_words(std::array<Clocks, 2> clocks, Color to_move) {
    Clocks& own = clocks[index(to_move)];
    const auto before = time_for(own) / proofs_share;
    own.left = std::max(own.left - overhead - before, std::chrono::milliseconds{1});
    return fmt::format("wtime {} btime {} winc {} binc {}{}", clocks[0].left.count(), clocks[1].left.count(),
                       clocks[0].increment.count(), clocks[1].increment.count(),
                       own.moves_to_go == 0 ? "" : fmt::format(" movestogo {}", own.moves_to_go));
}

}  // namespace zermelo::protocol
