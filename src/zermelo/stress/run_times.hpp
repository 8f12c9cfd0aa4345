// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>

#include "zermelo/stress/process.hpp"

namespace zermelo::stress {

/// How long a program's runs take: what its start costs, and what a game does. Several threads may use it.
class RunTimes {
  public:
    explicit RunTimes(const ProcessLimits& limits) : limit_(limits.time) {}

    /// By the clock a run may take twice as long as by the processor, since a busy machine makes it take
    /// long.
    static Seconds time_of(const Ended& ended) {
        return Seconds{std::max(ended.cpu_seconds, ended.clock_seconds / 2)};
    }

    /// Adds a run of `games` games that came to its end by itself.
    void add(const Ended& ended, std::size_t games) {
        const Run run{games, time_of(ended)};
        const std::lock_guard lock{mutex_};
        longest_ = std::max(longest_, Seconds{ended.clock_seconds});
        if (fewest_.games == 0 || run.games < fewest_.games ||
            (run.games == fewest_.games && run.time < fewest_.time))
            fewest_ = run;
        Seconds start{0};
        if (run.games > fewest_.games) {
            const Seconds a_game = std::max(Seconds{0}, run.time - fewest_.time) /
                                   static_cast<double>(run.games - fewest_.games);
            start = std::max(Seconds{0}, fewest_.time - a_game * static_cast<double>(fewest_.games));
            least_start_ = std::min(least_start_.value_or(start), start);
        } else {
            start = std::min(least_start_.value_or(Seconds{0}), run.time);
        }
        start_ = std::min(start, run.time);
        a_game_ = (run.time - start_) / static_cast<double>(games);
    }

    /// Whether there was a run.
    bool is_known() const {
        const std::lock_guard lock{mutex_};
        return fewest_.games != 0;
    }

    /// What the program's start takes of each run at least; 0 as long as no two runs of different numbers of
    /// games tell it from what a game takes.
    Seconds least_start() const {
        const std::lock_guard lock{mutex_};
        return std::min(least_start_.value_or(Seconds{0}), fewest_.time);
    }

    /// How long a run that goes on as this one did takes to be over the limit.
    Seconds to_the_limit(const Ended& ended) const {
        // The share of a processor that it had.
        const double share = ended.cpu_seconds / std::max(ended.clock_seconds, 1e-9);
        return limit_ / std::clamp(share, 0.5, 1.0);
    }

    /// How many games make a run that takes a quarter of the time that it may take; at least one. Where only
    /// one was ever in a run, two if they take no more than half of that time: else it would never be known
    /// what the start costs.
    std::size_t games_a_run() const {
        const std::lock_guard lock{mutex_};
        const double games = limit_ / 4 / std::max(a_game_, Seconds{1e-9});
        if (games >= 2) return static_cast<std::size_t>(games);
        return !least_start_ && a_game_ <= limit_ / 4 ? 2 : 1;
    }

    /// The longest run by the clock; 0 before the first.
    Seconds longest() const {
        const std::lock_guard lock{mutex_};
        return longest_;
    }

    /// How long to wait for a run of `games` games where what is late need not be wrong: much longer than
    /// those before it let expect.
    Seconds patience(std::size_t games) const {
        const std::lock_guard lock{mutex_};
        const Seconds likely = start_ + a_game_ * static_cast<double>(games);
        return std::max(limit_ / 8, likely * 4);
    }

  private:
    struct Run {
        std::size_t games = 0;
        Seconds time{0};
    };

    Seconds limit_;
    mutable std::mutex mutex_;
    Seconds longest_{0};
    Run fewest_;                          ///< the quickest of those of the fewest games
    std::optional<Seconds> least_start_;  ///< as of `least_start`
    Seconds start_{0};                    ///< by the last run
    Seconds a_game_{0};                   ///< by the last run
};

}  // namespace zermelo::stress
