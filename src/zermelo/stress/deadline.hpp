// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <stop_token>
#include <utility>

namespace zermelo::stress {

using Seconds = std::chrono::duration<double>;

/// When the time for something is over: at a moment, or when somebody asks for a stop; never if nobody says.
class Deadline {
  public:
    using Clock = std::chrono::steady_clock;

    Deadline() = default;
    explicit Deadline(std::stop_token stop) : stop_(std::move(stop)) {}
    static Deadline in(Seconds seconds, std::stop_token stop = {}) {
        constexpr Seconds for_ever{1e9};  // some thirty years: the clock's own range is not much larger
        Deadline deadline{std::move(stop)};
        deadline.end_ =
            Clock::now() + std::chrono::duration_cast<Clock::duration>(std::min(seconds, for_ever));
        return deadline;
    }

    bool is_known() const { return end_.has_value(); }
    bool is_over() const { return stop_.stop_requested() || (end_ && Clock::now() >= *end_); }
    /// What is left of the time, nothing less than 0; absent without an end.
    std::optional<Seconds> left() const {
        if (stop_.stop_requested()) return Seconds{0};
        if (!end_) return std::nullopt;
        return std::max(Seconds{0}, Seconds{*end_ - Clock::now()});
    }
    /// What is left of the time, but no more than `most`.
    Seconds left(Seconds most) const { return std::min(most, left().value_or(most)); }
    /// So much earlier.
    Deadline before(Seconds span) const {
        Deadline earlier = *this;
        if (end_) *earlier.end_ -= std::chrono::duration_cast<Clock::duration>(span);
        return earlier;
    }

  private:
    std::optional<Clock::time_point> end_;
    std::stop_token stop_;
};

}  // namespace zermelo::stress
