// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace zermelo::search {

/// How much a search may cost. Memory is a matter of the table that a prover is made with.
struct Limits {
    std::optional<std::chrono::steady_clock::duration> time = std::nullopt;
    std::optional<std::uint64_t> nodes = std::nullopt;  ///< see `ForcedWin` for what counts
    std::stop_token stop = {};                          ///< somebody else's request to end
};

/// Which limit ended a search, or the making of a strategy.
enum class Stop : std::uint8_t {
    time,
    nodes,
    request,
    size,            ///< the size of a strategy
    hash_collision,  ///< two positions with the same hash were taken for one (see `game::Key`)
};

class SharedBudget;

/// Limits being used up, by one search or by several one after the other. Time runs from the moment that the
/// budget is made. Serves one thread; several share one by a `SharedBudget`.
class Budget {
  public:
    Budget() = default;
    /// A part of a budget that several threads use up, which grants `nodes` nodes and then ends the round.
    Budget(SharedBudget& whole, std::uint64_t nodes) : whole_(&whole), slice_(nodes) {}
    explicit Budget(Limits limits)
        : limits_(std::move(limits)), often_(limits_.time || limits_.stop.stop_possible()) {
        if (!often_) return;
        const auto now = last_look_ = std::chrono::steady_clock::now();
        if (!limits_.time) return;
        // A time beyond the end of the clock is no limit.
        if (*limits_.time < std::chrono::steady_clock::time_point::max() - now)
            deadline_ = now + *limits_.time;
    }

    /// Takes at most `wanted` nodes, less at the end, and none once a limit is reached. Under a limit of
    /// time, and where somebody may ask it to end, it looks at the clock and grants so few nodes that it
    /// looks again after a millisecond or so, as long as they cost what they cost before: on large boards a
    /// node may take as long.
    std::uint64_t take(std::uint64_t wanted) {
        wanted = std::min(wanted, slice_);
        if (whole_ != nullptr) return take_of_whole(wanted);
        if (stopped_ || wanted == 0) return 0;
        if (limits_.stop.stop_requested()) return stop(Stop::request);
        if (often_) {
            auto now = std::chrono::steady_clock::now();
            if (watch_ && now >= next_watch_) {
                if (!shared_since_) {
                    now = watch_now();
                } else if (used_ > *shared_since_) {
                    return 0;
                }
            }
            if (deadline_ && now >= *deadline_) return stop(Stop::time);
            const auto since = now - last_look_;
            if (since < std::chrono::microseconds{250}) share_ = std::min(2 * share_, most_share);
            if (since > std::chrono::milliseconds{1}) share_ = std::max(share_ / 4, std::uint64_t{1});
            last_look_ = now;
            wanted = std::min(wanted, share_);
        }
        if (limits_.nodes) wanted = std::min(wanted, *limits_.nodes - used_);
        if (wanted == 0) return stop(Stop::nodes);
        wanted = std::min(wanted, turn_end_ - used_);
        if (wanted == 0) {
            turn_over_ = true;
            return stop(Stop::nodes);
        }
        if (used_ >= halt_ && !goes_on_after_halt()) return stop(Stop::nodes);
        wanted = std::min(wanted, halt_ - used_);
        used_ += wanted;
        slice_ -= wanted;
        return wanted;
    }
    /// Whether it is stopped. Looks at the request and at the clock itself: for work that takes long and uses
    /// no nodes.
    bool over() {
        if (!stopped_ && limits_.stop.stop_requested()) stop(Stop::request);
        if (!stopped_ && deadline_ && std::chrono::steady_clock::now() >= *deadline_) stop(Stop::time);
        return stopped_.has_value();
    }
    /// Takes nodes back that were not used.
    void give_back(std::uint64_t nodes) {
        used_ -= nodes;
        slice_ += nodes;
        if (whole_ != nullptr) give_back_to_whole(nodes);
    }
    /// From now on it grants `nodes` nodes and then none, until this is called again. That is no stop:
    /// whoever lets several searches take turns ends a turn so.
    void slice(std::uint64_t nodes) { slice_ = nodes; }
    static constexpr std::uint64_t no_slice = std::uint64_t{1} << 62;

    /// A turn of a search that lets others take turns itself: after `nodes` nodes it is stopped, as by a
    /// limit of nodes, until the next turn.
    void begin_turn(std::uint64_t nodes) {
        if (turn_over_) stopped_.reset();
        turn_over_ = false;
        slice_ = no_slice;
        turn_end_ = used_ + std::min(nodes, no_slice);
    }
    /// Whether it is stopped by nothing but the end of a turn.
    bool turn_over() const { return turn_over_; }

    /// When `nodes` nodes are used it asks `more`, between two nodes, how many more are to be used before it
    /// asks again; where that is none, it is stopped, as by a limit of nodes: who has another way to answer
    /// than to search takes that, or calls `go_on`.
    void halt_at(std::uint64_t nodes, std::function<std::uint64_t()> more) {
        halt_ = nodes;
        more_ = std::move(more);
    }
    /// Whether it is stopped by nothing but that.
    bool halted() const { return halted_; }
    /// From now on nothing but its limits stops it.
    void go_on() {
        if (halted_) stopped_.reset();
        halted_ = false;
        halt_ = never_halts;
    }
    /// The moment at which the limit of time is reached, if there is one.
    std::optional<std::chrono::steady_clock::time_point> deadline() const { return deadline_; }
    const Limits& limits() const { return limits_; }
    /// Limits for `nodes` nodes of another search, beside this one, to its end.
    Limits limits_left(std::uint64_t nodes) const {
        Limits left{std::nullopt, nodes, limits_.stop};
        if (deadline_)
            left.time = std::max(*deadline_ - std::chrono::steady_clock::now(),
                                 std::chrono::steady_clock::duration{});
        return left;
    }

    /// From now on `look` is called between two nodes, where the last call is as long ago as `every`: to tell
    /// how a search is going, or to keep what it has found. The first call comes after that time, too.
    void watch(std::chrono::steady_clock::duration every, std::function<void()> look) {
        every_ = every;
        watch_ = std::move(look);
        next_watch_ = std::chrono::steady_clock::now() + every;
        often_ = true;
    }

    std::optional<Stop> stopped() const { return stopped_; }
    std::uint64_t nodes_used() const { return used_; }

  private:
    friend SharedBudget;

    std::uint64_t take_of_whole(std::uint64_t wanted);
    void give_back_to_whole(std::uint64_t nodes);
    std::uint64_t stop(Stop why) {
        stopped_ = why;
        return 0;
    }
    bool goes_on_after_halt() {
        const std::uint64_t more = more_();
        halt_ = more < never_halts - used_ ? used_ + more : never_halts;
        halted_ = more == 0;
        return !halted_;
    }
    std::chrono::steady_clock::time_point watch_now() {
        watch_();
        last_look_ = std::chrono::steady_clock::now();
        next_watch_ = last_look_ + every_;
        return last_look_;
    }

    SharedBudget* whole_ = nullptr;              ///< which this is a part of
    std::optional<std::uint64_t> shared_since_;  ///< nodes used when several threads began to share it
    Limits limits_;
    bool often_ = false;  ///< to be looked at again soon
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    static constexpr std::uint64_t most_share = std::uint64_t{1} << 16;
    std::chrono::steady_clock::time_point last_look_;
    std::uint64_t share_ = 1;  ///< nodes that may be used up before the next look at the clock
    std::uint64_t slice_ = no_slice;
    std::uint64_t used_ = 0;
    std::uint64_t turn_end_ = std::numeric_limits<std::uint64_t>::max();  ///< nodes used by then
    bool turn_over_ = false;
    static constexpr std::uint64_t never_halts = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t halt_ = never_halts;  ///< nodes used by then
    std::function<std::uint64_t()> more_;
    bool halted_ = false;
    std::optional<Stop> stopped_;
    std::function<void()> watch_;
    std::chrono::steady_clock::duration every_{};
    std::chrono::steady_clock::time_point next_watch_;
};

/// A round in which several threads use up a budget, each by a part of it. It is over for all when one has
/// used up its part or says so, when a limit is reached, or when it is time for the budget's watch, which is
/// called after it.
class SharedBudget {
  public:
    /// Precondition: nobody else uses the budget before this is gone.
    explicit SharedBudget(Budget& budget) : budget_(budget) {
        budget.slice(Budget::no_slice);
        budget.shared_since_ = budget.used_;
    }
    SharedBudget(const SharedBudget&) = delete;
    SharedBudget& operator=(const SharedBudget&) = delete;
    /// Throws what the watch throws, which is not called where the round ends by an exception itself.
    ~SharedBudget() noexcept(false) {
        budget_.shared_since_.reset();
        if (std::uncaught_exceptions() > thrown_before_) return;
        if (budget_.watch_ && std::chrono::steady_clock::now() >= budget_.next_watch_) budget_.watch_now();
    }

    /// Any thread: ends the round.
    void end() { over_ = true; }

  private:
    friend Budget;

    std::uint64_t take(std::uint64_t wanted) {
        if (over_) return 0;
        const std::lock_guard lock{mutex_};
        const std::uint64_t granted = wanted == 0 ? 0 : budget_.take(wanted);
        if (granted == 0) over_ = true;
        return granted;
    }
    void give_back(std::uint64_t nodes) {
        const std::lock_guard lock{mutex_};
        budget_.give_back(nodes);
    }

    Budget& budget_;
    const int thrown_before_ = std::uncaught_exceptions();
    std::mutex mutex_;
    std::atomic<bool> over_ = false;
};

inline std::uint64_t Budget::take_of_whole(std::uint64_t wanted) {
    const std::uint64_t granted = whole_->take(wanted);
    used_ += granted;
    slice_ -= granted;
    return granted;
}
inline void Budget::give_back_to_whole(std::uint64_t nodes) { whole_->give_back(nodes); }

}  // namespace zermelo::search
