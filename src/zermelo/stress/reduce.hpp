// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "zermelo/stress/trial.hpp"
#include "zermelo/stress/worker_pool.hpp"

namespace zermelo::stress {

/// Games on which the program fails together, as one input. Mostly it is one game; several if the program
/// fails only in company, since it keeps something from one game to the next.
struct Failing {
    std::vector<puzzles::Game> games;
    Trial trial;  ///< the last run on just these
};

struct ReduceOptions {
    bool one_per_run = false;  ///< the program reads a single game only
    std::chrono::duration<double> most_time{60};
    /// Called now and then with how many steps have been made.
    std::function<void(std::uint64_t steps)> progress{};
};

struct Reduced {
    Failing failing;
    std::uint64_t steps = 0;  ///< games that were made smaller, one after the other
    bool minimal = true;      ///< false if the time ran out: there may be smaller ones
};

/// Makes the games smaller, step by step, as long as the program still fails in the same class when it is
/// run on just them; at the end no single step (see `Puzzle::smaller`) keeps the failure. Where none does,
/// random games with fewer pieces are tried, too, as not every small failure lies below a large one. Of
/// several steps that do, the first is taken, so the outcome is the same with any number of runners, for a
/// program that answers the same each time. Steps to judge are sent together as one input where the program
/// takes several games a run and answers wrongly; what it then fails on is tried alone before it counts.
/// Errors: as `try_games`.
Result<Reduced> reduce(const Examination& examination, WorkerPool& workers, Failing failing,
                       const ReduceOptions& options);

}  // namespace zermelo::stress
