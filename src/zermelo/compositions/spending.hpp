// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "zermelo/search/budget.hpp"

namespace zermelo::compositions {

/// A budget used up one position at a time, by one thread. It gives back what it has not used.
class Spending {
  public:
    explicit Spending(search::Budget& budget) : budget_(budget) {}
    Spending(const Spending&) = delete;
    Spending& operator=(const Spending&) = delete;
    ~Spending() { budget_.give_back(granted_); }

    /// Calls f() once, at about this moment or later, before a position is taken.
    void at(std::chrono::steady_clock::time_point moment, std::function<void()> f) {
        moment_ = moment;
        then_ = std::move(f);
    }

    /// Takes one position. False: a limit is reached, and whatever is found from now on is not complete.
    bool one() {
        if (granted_ == 0) take();
        if (granted_ == 0) return false;
        --granted_;
        return true;
    }
    /// Whether a limit is reached; looks at the clock and at the request to end about once a millisecond, if
    /// it is asked as often. For work within a position: one may have thousands of moves, and each may take
    /// long.
    bool due() {
        if (++since_look_ < between_looks_) return over();
        since_look_ = 0;
        const auto now = std::chrono::steady_clock::now();
        const bool late = now - latest_look_ > std::chrono::milliseconds{1};
        between_looks_ = late ? std::max(between_looks_ / 4, 1U) : std::min(between_looks_ * 2, 256U);
        latest_look_ = now;
        return look();
    }
    /// The same, looking each time: for what costs more than a microsecond.
    bool look() {
        if (!over_) over_ = budget_.over();
        return over_;
    }
    /// Whether nobody waits any longer for what is found to be told: the end is asked for, or the time was
    /// over a while ago. Looks each time; a limit is reached then.
    bool late() {
        constexpr std::chrono::milliseconds patience{50};
        const auto deadline = budget_.deadline();
        const bool late = budget_.limits().stop.stop_requested() ||
                          (deadline && std::chrono::steady_clock::now() >= *deadline + patience);
        return late && look();
    }
    /// Whether a limit has been reached.
    bool over() const { return over_; }

  private:
    void take() {
        if (then_ && std::chrono::steady_clock::now() >= moment_) std::exchange(then_, nullptr)();
        granted_ = budget_.take(64);
        over_ = over_ || granted_ == 0;
    }

    search::Budget& budget_;
    std::uint64_t granted_ = 0;
    unsigned since_look_ = 0, between_looks_ = 1;
    std::chrono::steady_clock::time_point latest_look_;
    bool over_ = false;
    std::chrono::steady_clock::time_point moment_;
    std::function<void()> then_;
};

}  // namespace zermelo::compositions
