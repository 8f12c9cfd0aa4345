// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/protocol/output.hpp"

namespace zermelo::protocol {

/// A count of the ways to play a number of plies, under way on a thread of its own.
class Counting {
  public:
    using Parts = std::map<std::string, std::uint64_t>;  ///< the count after each first move, by its name
    /// Hears how it ended, once, on that thread. Errors: it was stopped; out of memory.
    using Listener = std::function<void(const Result<Parts>& parts)>;

    /// Begins. Precondition: depth ≥ 1. Throws `std::bad_alloc`, as for all memory, where threads are
    /// lacking.
    Counting(engine::AnyGameAt position, Plies depth, Listener listener);
    /// Stops it.
    ~Counting() = default;
    Counting(const Counting&) = delete;
    Counting& operator=(const Counting&) = delete;

    /// Ends it, and returns when it has ended.
    void stop();
    /// Returns when it has ended by itself. False: the GUI has gone before that, and it was stopped.
    bool finish(const Gui& gui);

  private:
    void count(const std::stop_token& stop);

    engine::AnyGameAt position_;
    Plies depth_;
    Listener listener_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool ended_ = false;
    std::jthread counter_;
};

}  // namespace zermelo::protocol
