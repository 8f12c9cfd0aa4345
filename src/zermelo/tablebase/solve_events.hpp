// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What a run of `solve` says as it goes on. Times are seconds, sizes bytes; entries are positions up to
/// symmetry and what else has a place in a table.
namespace zermelo::tablebase {

/// What there is to do; said once, first.
struct SolvePlanned {
    std::uint64_t tiers = 0;
    std::uint64_t entries = 0;
    std::uint64_t tiers_to_do = 0;
    std::uint64_t entries_to_do = 0;
    std::string largest;               ///< the tier that needs most memory; none if there is nothing to do
    std::uint64_t largest_memory = 0;  ///< what it needs
    std::uint64_t memory = 0;          ///< at most, with tables that are kept for tiers to come
    std::uint64_t disk = 0;            ///< about
};

/// A tier of a plan, told after all that it needs.
struct TierPlanned {
    std::string tier;
    bool there = false;              ///< its file is, and whole
    std::vector<std::string> needs;  ///< the tiers to which moves out of it lead
    std::uint64_t entries = 0;
    std::string method;        ///< "setwise" or "entrywise"
    std::uint64_t memory = 0;  ///< to solve it, with the tables of `needs`
    std::uint64_t disk = 0;    ///< about
    double seconds = 0;        ///< about, to solve and verify it
};

/// A file that is there and damaged: it is made anew, or would be by more than a plan.
struct TierDamaged {
    std::string tier;
    std::string message;
    bool planned = false;
};

/// What a large tier is at.
struct TierAtWork {
    std::string tier;
    std::uint64_t entries = 0;
    std::string what;
};

/// How far the whole run is.
struct SolveProgress {
    double share = 0;  ///< the share of all entries to do
    double entries_per_second = 0;
    double seconds_left = 0;
};

/// A tier that is solved and verified; it is written, or will be with those that were solved beside it.
struct TierSolved {
    std::string tier;
    std::uint64_t entries = 0;
    std::optional<std::uint64_t> longest;  ///< win or loss, in plies; none of outcomes alone
    double solve_seconds = 0;
    double verify_seconds = 0;
    SolveProgress progress;
    bool one_of_many = false;  ///< a `BatchSolved` sums them up
};

/// Many tiers that were solved side by side and are written.
struct BatchSolved {
    std::uint64_t tiers = 0;
    std::string last;
    std::uint64_t entries = 0;
    std::optional<std::uint64_t> longest;  ///< as of `TierSolved`
    std::string longest_in;
    double seconds = 0;
    SolveProgress progress;
};

/// The end of a run that went well.
struct SolveDone {
    std::uint64_t positions = 0;  ///< solved in this run; 0: all tables were there
    std::uint64_t unique = 0;     ///< the same up to symmetry
    double seconds = 0;
    bool trusted = false;  ///< the bytes of what was there were not checked
};

using SolveEvent =
    std::variant<SolvePlanned, TierPlanned, TierDamaged, TierAtWork, TierSolved, BatchSolved, SolveDone>;

/// Takes events as they come, from one thread at a time.
using Report = std::function<void(const SolveEvent& event)>;

}  // namespace zermelo::tablebase
