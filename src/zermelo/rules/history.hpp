// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "zermelo/color.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/rules/rules.hpp"

/// What answers of the game without history are worth in the game with it (docs/rules.md, "History").
namespace zermelo::rules {

/// Where a proof begins.
struct HistoryStart {
    std::uint64_t half_moves = 0;   ///< plies without progress before, as a FEN counts them
    Color attacker = Color::white;  ///< who wants to win
    unsigned fewest_men = 0;        ///< the men of the side that has fewer on the board
    /// Where moves against few men are counted already: the number of plies after which the game is a draw.
    std::optional<std::uint64_t> counting_left = {};
    /// More plies no play can last, where no position comes twice; nothing: it may.
    std::optional<Plies> plies_left = std::nullopt;
};

/// Why a win within `plies` may fail by the history of the game; nothing if it stands. Nothing has happened
/// before the start but plies without progress.
///
/// It stands under every rule by which positions repeat: a win by strictly falling distance repeats none.
/// One man may go to and fro in it.
std::optional<std::string> doubt_of_win(const Rules& rules, const HistoryStart& start, Plies plies);

/// The same of the proof that there is no win within `plies`. It stands where history can only draw, and
/// where it has no time to do anything, or nothing to repeat.
std::optional<std::string> doubt_of_no_win(const Rules& rules, const HistoryStart& start, Plies plies);

}  // namespace zermelo::rules
