// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
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
    std::optional<std::string> family{};                       ///< games of this family; any if absent
    std::optional<std::uint64_t> games{};                      ///< stop after so many
    std::optional<std::chrono::duration<double>> most_time{};  ///< stop after so long
    bool one_per_run = false;                                  ///< the program reads a single game only
    /// Called now and then with how many games the program has got right.
    std::function<void(std::uint64_t games)> progress{};
};

/// What the program got right before the search ended.
struct Covered {
    std::uint64_t games = 0;
    std::uint64_t runs = 0;
    /// Fewer games than this were put into one input because more of them were over the limit of time.
    std::optional<std::size_t> most_together{};
};

/// A failure, and where it was met.
struct Found {
    std::uint64_t game = 0;  ///< the number, from 1, of the last game of `failing` among all games
    Failing failing;
    /// Whether the same input failed in the same way when it was run again. If not, the program does not
    /// answer the same each time, and there is nothing that could be made smaller.
    bool again = true;
};

struct Searched {
    Covered covered;
    std::optional<Found> found{};
};

/// Runs the program on batches of random games, of 1, 2, 4, … games up to 1024 or what the statement allows,
/// until it fails or a limit is reached, and then finds the game at fault: the one with the first wrong line,
/// or by halving the input; alone if the program fails on it alone, else with the games before it.
///
/// Batches are searched side by side, and the failure in the batch of the lowest number counts, so the same
/// seed finds the same failure with any number of runners. A batch over the limit of time is run again in
/// halves: only a game that is over it alone is a failure. Errors: as `try_games`, and as `generate` where a
/// family is asked for.
Result<Searched> search(const Examination& examination, WorkerPool& workers, const SearchOptions& options);

}  // namespace zermelo::stress
