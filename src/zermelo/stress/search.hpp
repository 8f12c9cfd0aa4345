// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "zermelo/stress/reduce.hpp"
#include "zermelo/stress/trial.hpp"
#include "zermelo/stress/worker_pool.hpp"

namespace zermelo::stress {

struct SearchOptions {
    std::uint64_t seed = 1;
    std::optional<std::string> family{};   ///< games of this family; any if absent
    std::optional<std::uint64_t> games{};  ///< stop after this number
    Deadline deadline{};                   ///< stop then
    bool one_per_run = false;              ///< the program reads a single game only
    /// The most of each of the puzzle's measures; games of a family are as they are.
    std::array<std::uint64_t, 2> most{puzzles::GameBounds::any, puzzles::GameBounds::any};
    /// Called now and then with how many games the program has got right.
    std::function<void(std::uint64_t games)> progress{};
};

/// What the program got right before the search ended.
struct Covered {
    std::uint64_t games = 0;
    std::uint64_t runs = 0;
    std::array<std::uint64_t, 2> largest{};  ///< the most of each of the puzzle's measures
    /// Fewer games than this were put into one input because more of them were over the limit of time.
    std::optional<std::size_t> max_together{};
    /// Whether no game of the sizes or the family that were asked for could be drawn that had not been drawn
    /// before.
    bool exhausted = false;
};

/// Games of which nothing is known: the time was over while the program was at them, within its limits.
struct Undecided {
    std::uint64_t first_game = 0;  ///< their numbers, from 1, among all games
    std::uint64_t last_game = 0;
};

/// A failure, and where it was met.
struct Found {
    std::uint64_t game = 0;  ///< the number, from 1, of the last game of `failing` among all games
    Failing failing;
    /// Whether the same input failed in the same way when it was run again. If not, the program does not
    /// answer the same each time, and there is nothing that could be made smaller.
    bool again = true;
    /// Whether `failing` is what it takes for the program to fail. If not, the time was over before that was
    /// known: it is a whole input, and any of its games may be at fault.
    bool narrowed = true;
};

struct Searched {
    Covered covered;
    std::optional<Found> found{};
    std::optional<Undecided> undecided{};  ///< where nothing was found: the first ones
};

/// Runs the program on batches of random games, of 1, 2, 4, … games up to 1024 or what the statement allows,
/// small games first, until it fails or a limit is reached, and then finds the game at fault: the one with
/// the first wrong line, or by halving the input; alone if the program fails on it alone, else with the games
/// before it. A slow program gets its batches in several runs.
///
/// Batches are searched side by side, and the failure in the batch of the lowest number counts, so the same
/// seed finds the same failure with any number of runners. If a run is over the limit of time, smaller parts
/// are tried until a game is over it alone, or all were in time. Then, if together they took a good part of
/// the limit, the program is slow and no game at fault; if not, and the whole is late once more, it fails on
/// these games together. Where it is late and there is no time to know more, that is found, but not narrowed;
/// a run that the end of the time cuts short, though it is within its limits, is not decided. Where sizes or
/// a family are asked for, no game is drawn twice, and the search ends when there is no new one. Errors: as
/// `try_games`, and as `generate` where a family is asked for.
Result<Searched> search(const Examination& examination, WorkerPool& workers, const SearchOptions& options);

}  // namespace zermelo::stress
