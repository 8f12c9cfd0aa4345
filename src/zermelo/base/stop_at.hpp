// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace zermelo {

/// A request to end that comes at some moment, if there is one, or with another request.
class StopAt {
  public:
    using Clock = std::chrono::steady_clock;

    /// Cost: a thread, where there is a moment; throws `std::bad_alloc` where there is none to be had.
    StopAt(std::optional<Clock::time_point> moment, const std::stop_token& other);
    StopAt(const StopAt&) = delete;
    StopAt& operator=(const StopAt&) = delete;
    ~StopAt();

    std::stop_token token() const { return source_.get_token(); }
    bool stop_requested() const { return source_.stop_requested(); }

  private:
    class Alarm;

    std::stop_source source_;
    std::stop_callback<std::function<void()>> relay_;
    std::unique_ptr<Alarm> alarm_;
};

}  // namespace zermelo
