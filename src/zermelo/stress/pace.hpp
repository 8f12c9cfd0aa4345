// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <mutex>

#include "zermelo/stress/process.hpp"

namespace zermelo::stress {

/// How long a program's runs take: what its start costs, and what a game does. Several threads may use it.
class Pace {
  public:
    explicit Pace(const ProcessLimits& limits) : limit_(limits.time) {}

    /// Adds a run of so many games that came to its end by itself.
    void add(const Ended& ended, std::size_t games) {
        const Seconds time = time_of(ended);
        const std::lock_guard lock{mutex_};
        longest_ = std::max(longest_, Seconds{ended.clock_seconds});
        start_ = std::min(start_, time);
        a_game_ = (time - start_) / static_cast<double>(games);
    }

    /// The time of a run without what the program's start takes.
    Seconds of_games(const Ended& ended) const {
        const Seconds time = time_of(ended);
        const std::lock_guard lock{mutex_};
        return std::max(time - start_, Seconds{0});
    }

    /// How long a run that goes on as this one did takes to be over the limit.
    Seconds to_the_limit(const Ended& ended) const {
        const double share = ended.cpu_seconds / std::max(ended.clock_seconds, 1e-9);  // of a processor
        return limit_ / std::clamp(share, 0.5, 1.0);
    }

    /// How many games make a run that takes a quarter of the time that it may take; at least one.
    std::size_t games_a_run() const {
        const std::lock_guard lock{mutex_};
        const double games = limit_ / 4 / std::max(a_game_, Seconds{1e-9});
        return games < 1 ? 1 : static_cast<std::size_t>(games);
    }

    /// The longest run by the clock; 0 before the first.
    Seconds longest() const {
        const std::lock_guard lock{mutex_};
        return longest_;
    }

    /// How long to wait for a run of so many games where what is late need not be wrong: much longer than
    /// those before it let expect.
    Seconds patience(std::size_t games) const {
        const std::lock_guard lock{mutex_};
        const Seconds likely =
            longest_ > Seconds{0} ? start_ + a_game_ * static_cast<double>(games) : Seconds{0};
        return std::max(limit_ / 8, likely * 4);
    }

  private:
    /// By the clock a run may take twice as long as by the processor, since a busy machine makes it take
    /// long.
    static Seconds time_of(const Ended& ended) {
        return Seconds{std::max(ended.cpu_seconds, ended.clock_seconds / 2)};
    }

    Seconds limit_;
    mutable std::mutex mutex_;
    Seconds longest_{0};
    Seconds start_{std::numeric_limits<double>::infinity()};
    Seconds a_game_{0};
};

}  // namespace zermelo::stress
