// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    Deadline deadline{};       ///< stop then
    /// Stop after this number of all smaller games.
    std::uint64_t max_games = ~std::uint64_t{0};
    /// Called now and then with how many steps have been made, and how many of all smaller games were tried.
    std::function<void(std::uint64_t steps, std::uint64_t games)> progress{};
};

struct Reduced {
    Failing failing;
    std::uint64_t steps = 0;  ///< games that were made smaller, one after the other
    /// Whether the program fails in this way on no smaller game: every one of them was tried. If not, there
    /// may be one; none was found.
    bool smallest = false;
};

/// Makes the games smaller, step by step (see `Puzzle::smaller`), as long as the program still fails in the
/// same class when it is run on just them. Where no step does that, random smaller games are tried, as not
/// every small failure lies below a large one; and then all smaller games there are, in the order of their
/// size (see `Puzzle::each_by_size`), so that the first of them is the smallest. If several steps keep
/// the failure, the first is taken, so the outcome is the same with any number of runners, for a program that
/// answers the same each time. Games to judge are sent together as one input where the program takes several
/// a run; what it then fails on is tried alone before it counts. A program that is late is not waited for at
/// each step as long as it may take, but the outcome is. Errors: as `try_games`.
Result<Reduced> reduce(const Examination& examination, WorkerPool& workers, Failing failing,
                       const ReduceOptions& options);

}  // namespace zermelo::stress
