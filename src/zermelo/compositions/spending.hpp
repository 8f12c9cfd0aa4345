// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "zermelo/search/budget.hpp"

namespace zermelo::compositions {

/// The limits of a search, used up one position at a time by one thread. While it shares them, others use
/// them up as well, each by a `Spending` of its own.
class Spending {
  public:
    explicit Spending(search::Limits limits) : whole_(std::move(limits)) {}
    /// What another thread uses of a round.
    explicit Spending(search::SharedBudget& round) { join(round); }
    Spending(const Spending&) = delete;
    Spending& operator=(const Spending&) = delete;
    ~Spending() { leave(); }

    /// Calls f() once, at about this moment or later, before a position is taken.
    void at(std::chrono::steady_clock::time_point moment, std::function<void()> f) {
        moment_ = moment;
        then_ = std::move(f);
    }
    /// A round in which others use up the limits, too. Precondition: it was made of limits, and shares
    /// nothing. The round outlives all that use it.
    void share(search::SharedBudget& round) {
        whole_.give_back(granted_);
        granted_ = 0;
        join(round);
    }
    search::Budget& whole() { return whole_; }
    /// Precondition: nobody else uses the round any more.
    void unshare() {
        leave();
        if (over_) whole_.over();
    }

    /// Takes one position. False: a limit is reached, and whatever is found from now on is not complete.
    bool one() {
        if (granted_ == 0) take();
        if (granted_ == 0) return false;
        --granted_;
        return true;
    }
    /// Whether a limit is reached; looks at the clock and at the request to end now and then. For work within
    /// a position: one may have thousands of moves.
    bool due() {
        constexpr unsigned between_looks = 256;
        if (++since_look_ < between_looks) return over();
        since_look_ = 0;
        return look();
    }
    /// The same, looking each time: for what costs more than a microsecond.
    bool look() {
        if (!over_) over_ = round_ != nullptr ? round_->ended() || part_->is_due() : whole_.over();
        return over_;
    }
    /// Whether a limit has been reached.
    bool over() const { return over_; }
    /// Which one, and how many positions were taken, by all threads. Precondition: it shares nothing.
    std::optional<search::Stop> why() const { return whole_.stopped(); }
    std::uint64_t used() const { return whole_.nodes_used() - granted_; }

  private:
    void join(search::SharedBudget& round) {
        round_ = &round;
        part_.emplace(round, search::Budget::no_end);
    }
    void leave() {
        if (round_ == nullptr) return;
        part_->give_back(granted_);
        granted_ = 0;
        part_.reset();
        round_ = nullptr;
    }
    void take() {
        if (then_ && std::chrono::steady_clock::now() >= moment_) std::exchange(then_, nullptr)();
        granted_ = part_ ? part_->take(64) : whole_.take(64);
        over_ = over_ || granted_ == 0;
    }

    search::Budget whole_;
    search::SharedBudget* round_ = nullptr;
    std::optional<search::Budget> part_;  ///< its own, of a round
    std::uint64_t granted_ = 0;
    unsigned since_look_ = 0;
    bool over_ = false;
    std::chrono::steady_clock::time_point moment_;
    std::function<void()> then_;
};

}  // namespace zermelo::compositions
