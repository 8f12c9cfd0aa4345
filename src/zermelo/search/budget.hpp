// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
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
/// budget is made. A *part* of a budget takes its nodes from that one and ends by itself after some: so
/// searches alternate. What stops the whole stops all its parts, of which none outlives it, as each is there
/// for one call alone. Serves one thread; several share one by `share`.
class Budget {
  public:
    Budget() = default;
    Budget(const Budget&) = delete;
    Budget& operator=(const Budget&) = delete;
    explicit Budget(Limits limits)
        : limits_(std::move(limits)), often_(limits_.time || limits_.stop.stop_possible()) {
        if (!often_) return;
        const auto now = last_look_ = std::chrono::steady_clock::now();
        if (!limits_.time) return;
        // A time beyond the end of the clock is no limit.
        if (*limits_.time < std::chrono::steady_clock::time_point::max() - now)
            deadline_ = now + *limits_.time;
    }
    /// When `nodes` nodes are used a part asks, between two nodes, how many more there are before it asks
    /// again; where that is none, it has ended for good.
    using More = std::function<std::uint64_t()>;
    /// Calls f(part) with a part of `nodes` nodes, and returns what that returns. Meanwhile this one grants
    /// nodes to nobody else.
    template <typename F>
    auto part(std::uint64_t nodes, F&& f, More more = {}) {
        Budget part{*this, nodes, std::move(more)};
        return std::forward<F>(f)(part);
    }
    /// Calls f(round), in which several threads use it up, each by a part of the round, and returns what that
    /// returns. Meanwhile nobody else uses this one. Throws what the watch throws.
    template <typename F>
    auto share(F&& f);

    /// Takes at most `wanted` nodes, less at the end, and none once a limit is reached. Under a limit of
    /// time, and where somebody may ask it to end, it looks at the clock and grants so few nodes that it
    /// looks again after a millisecond or so, as long as they cost what they cost before: on large boards a
    /// node may take as long.
    std::uint64_t take(std::uint64_t wanted) {
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
            if (since < std::chrono::microseconds{250}) share_ = std::min(2 * share_, max_share);
            if (since > std::chrono::milliseconds{1}) share_ = std::max(share_ / 4, std::uint64_t{1});
            last_look_ = now;
            wanted = std::min(wanted, share_);
        }
        if (limits_.nodes) wanted = std::min(wanted, *limits_.nodes - used_);
        if (wanted == 0) return stop(Stop::nodes);
        used_ += wanted;
        return wanted;
    }
    /// Whether it or the whole is stopped, or the round over. Looks at the request and at the clock itself:
    /// for work that takes long and uses no nodes.
    bool over() {
        if (whole_ != nullptr) return stopped_ || whole_over();
        if (!stopped_ && limits_.stop.stop_requested()) stop(Stop::request);
        if (!stopped_ && deadline_ && std::chrono::steady_clock::now() >= *deadline_) stop(Stop::time);
        return stopped_.has_value();
    }
    /// Whether the end is asked for, or the time over: without noting it, so that the parts of several
    /// threads may ask.
    bool is_due() const {
        const Budget& all = root();
        return all.limits_.stop.stop_requested() ||
               (all.deadline_ && std::chrono::steady_clock::now() >= *all.deadline_);
    }
    /// Takes nodes back that were not used.
    void give_back(std::uint64_t nodes);

    /// Why it grants no more nodes: what stopped the whole, or `nodes` where a part has ended by itself. The
    /// part of one of several threads says that alone.
    std::optional<Stop> stopped() const {
        if (whole_ != nullptr && round_ == nullptr)
            if (const auto why = whole_->stopped()) return why;
        return stopped_;
    }
    /// Whether it is a part that has ended by itself, while the whole goes on.
    bool ended() const { return whole_ != nullptr && stopped_ && !whole_->stopped(); }
    std::uint64_t nodes_used() const { return used_; }
    /// The moment at which the limit of time is reached, if there is one.
    std::optional<std::chrono::steady_clock::time_point> deadline() const { return root().deadline_; }
    const Limits& limits() const { return root().limits_; }

    /// Limits for `nodes` nodes beside those of this one, which end when it is asked to end, and `after` its
    /// time: to look well at what was found, say.
    Limits beside(std::uint64_t nodes, std::chrono::steady_clock::duration after = {}) const {
        Limits limits{std::nullopt, nodes, this->limits().stop};
        if (deadline())
            limits.time = std::max(*deadline() - std::chrono::steady_clock::now(), decltype(after){}) + after;
        return limits;
    }

    /// From now on `look` is called between two nodes, where the last call is as long ago as `every`: to tell
    /// how a search is going, or to keep what it has found. The first call comes after that time, too.
    void watch(std::chrono::steady_clock::duration every, std::function<void()> look) {
        Budget& all = root();
        all.every_ = every;
        all.watch_ = std::move(look);
        all.next_watch_ = std::chrono::steady_clock::now() + every;
        all.often_ = true;
    }

    /// A number of nodes that no search comes to.
    static constexpr std::uint64_t no_end = std::uint64_t{1} << 62;

  private:
    friend SharedBudget;

    Budget(Budget& whole, std::uint64_t nodes, More more)
        : whole_(&whole), left_(nodes), more_(std::move(more)) {}
    Budget(SharedBudget& round, std::uint64_t nodes);

    const Budget& root() const { return whole_ == nullptr ? *this : whole_->root(); }
    Budget& root() { return whole_ == nullptr ? *this : whole_->root(); }
    std::uint64_t take_of_whole(std::uint64_t wanted);
    bool whole_over();
    std::uint64_t stop(Stop why) {
        stopped_ = why;
        return 0;
    }
    std::chrono::steady_clock::time_point watch_now() {
        watch_();
        last_look_ = std::chrono::steady_clock::now();
        next_watch_ = last_look_ + every_;
        return last_look_;
    }

    std::uint64_t used_ = 0;

    std::optional<Stop> stopped_;  ///< a part keeps its own end alone

    // A part:
    Budget* whole_ = nullptr;
    SharedBudget* round_ = nullptr;  ///< by which it shares the whole with other threads
    std::uint64_t left_ = 0;
    More more_;

    // A whole:
    Limits limits_;
    bool often_ = false;  ///< to be looked at again soon
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    static constexpr std::uint64_t max_share = std::uint64_t{1} << 16;
    std::chrono::steady_clock::time_point last_look_;
    std::uint64_t share_ = 1;  ///< nodes that may be used up before the next look at the clock
    std::optional<std::uint64_t> shared_since_;  ///< nodes used when several threads began to share it
    std::function<void()> watch_;
    std::chrono::steady_clock::duration every_{};
    std::chrono::steady_clock::time_point next_watch_;
};

/// A round in which several threads use up a budget (`Budget::share`), each by a part of it. It is over for
/// all when one has used up its part or says so, when a limit is reached, or when it is time for the watch,
/// which is called after it.
class SharedBudget {
  public:
    SharedBudget(const SharedBudget&) = delete;
    SharedBudget& operator=(const SharedBudget&) = delete;
    /// Throws what the watch throws, which is not called where the round ends by an exception itself.
    ~SharedBudget() noexcept(false) {
        root_.shared_since_.reset();
        if (std::uncaught_exceptions() > thrown_before_) return;
        if (root_.watch_ && std::chrono::steady_clock::now() >= root_.next_watch_) root_.watch_now();
    }

    /// Any thread: calls f(part) with its part of `nodes` nodes, and returns what that returns.
    template <typename F>
    auto part(std::uint64_t nodes, F&& f) {
        Budget part{*this, nodes};
        return std::forward<F>(f)(part);
    }
    /// Any thread: ends the round.
    void end() { over_ = true; }

  private:
    friend Budget;

    explicit SharedBudget(Budget& budget) : budget_(budget), root_(budget.root()) {
        root_.shared_since_ = root_.used_;
    }

    bool over() {
        if (!over_ && budget_.is_due()) {
            const std::lock_guard lock{mutex_};
            over_ = budget_.over() || over_;
        }
        return over_;
    }
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
    Budget& root_;
    const int thrown_before_ = std::uncaught_exceptions();
    std::mutex mutex_;
    std::atomic<bool> over_ = false;
};

inline Budget::Budget(SharedBudget& round, std::uint64_t nodes)
    : whole_(&round.budget_), round_(&round), left_(nodes) {}

template <typename F>
auto Budget::share(F&& f) {
    SharedBudget round{*this};
    return std::forward<F>(f)(round);
}
inline bool Budget::whole_over() { return round_ != nullptr ? round_->over() : whole_->over(); }
inline std::uint64_t Budget::take_of_whole(std::uint64_t wanted) {
    if (left_ == 0 && more_ && !stopped_) left_ = more_();
    if (left_ == 0) stop(Stop::nodes);
    wanted = stopped_ ? 0 : std::min(wanted, left_);
    const std::uint64_t granted = round_ != nullptr ? round_->take(wanted)
                                  : wanted == 0     ? 0
                                                    : whole_->take(wanted);
    used_ += granted;
    left_ -= granted;
    return granted;
}
inline void Budget::give_back(std::uint64_t nodes) {
    used_ -= nodes;
    if (whole_ == nullptr) return;
    left_ += nodes;
    round_ != nullptr ? round_->give_back(nodes) : whole_->give_back(nodes);
}

}  // namespace zermelo::search
