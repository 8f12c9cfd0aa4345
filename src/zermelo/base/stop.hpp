// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

#include "zermelo/base/result.hpp"

namespace zermelo {

/// Where work of other threads waits until it may go on. Open at first. Any thread.
class Gate {
  public:
    void open() { set(true); }
    void close() { set(false); }
    /// Returns when the gate is open, or a stop is asked for.
    void pass(const std::stop_token& stop) const {
        if (open_) return;
        std::unique_lock lock{mutex_};
        changed_.wait(lock, stop, [this] { return open_.load(); });
    }

  private:
    void set(bool open) {
        {
            const std::lock_guard lock{mutex_};
            open_ = open;
        }
        changed_.notify_all();
    }

    std::atomic<bool> open_ = true;
    mutable std::mutex mutex_;
    mutable std::condition_variable_any changed_;
};

/// Somebody else's request to end, as `std::stop_token`, or to wait for a while.
class StopToken {
  public:
    StopToken() = default;
    StopToken(std::stop_token stop, std::shared_ptr<const Gate> gate = nullptr)
        : stop_(std::move(stop)), gate_(std::move(gate)) {}

    /// Whether the end is asked for. Returns only when the work may go on, or is to end. Cost: some
    /// nanoseconds where nobody has it wait.
    bool stop_requested() const {
        if (gate_) gate_->pass(stop_);
        return stop_.stop_requested();
    }

  private:
    std::stop_token stop_;
    std::shared_ptr<const Gate> gate_;
};

/// Whether work is to end half way, asked between two of its steps: since it has taken enough, or nobody
/// waits for it any more. Empty: never.
using Over = std::function<bool()>;

/// Once a stop is requested.
inline Over asked_by(std::stop_token stop) {
    return [stop = std::move(stop)] { return stop.stop_requested(); };
}

/// The error of work that has ended so, if it has.
inline Result<void> unless_over(const Over& over) {
    if (over && over()) return stopped();
    return {};
}

/// For work that somebody may end half way: the error that ends it, once a stop is requested.
inline Result<void> unless_stopped(const std::stop_token& stop) {
    if (stop.stop_requested()) return failure(ErrorKind::stopped, "interrupted");
    return {};
}

}  // namespace zermelo
