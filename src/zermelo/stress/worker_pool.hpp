// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "zermelo/base/thread.hpp"
#include "zermelo/stress/process.hpp"

namespace zermelo::stress {

/// Several runners of one command that share the work of a search.
class WorkerPool {
  public:
    /// Errors: as `Runner::start`. Precondition: count ≥ 1.
    static Result<WorkerPool> start(const Command& command, const ProcessLimits& limits, unsigned count) {
        WorkerPool workers;
        for (unsigned i = 0; i < count; ++i) {
            ZERMELO_TRY(auto runner, Runner::start(command, limits));
            workers.runners_.push_back(std::move(runner));
        }
        return workers;
    }

    std::size_t size() const { return runners_.size(); }

    /// The runner for what is done one by one.
    Runner& first() { return runners_.front(); }

    template <typename Found>
    struct Hit {
        std::size_t index;
        Found found;
    };

    /// The lowest index from 0 to count − 1 for which `attempt(runner, index, wanted)`, a
    /// `Result<std::optional<Found>>`, has a value: the same however many runners there are. Indices are
    /// taken in order as long as `go_on()` says so, none beyond a hit; once `wanted()` is false there has
    /// been a hit below, and the attempt may end with nothing. Errors: the one of the lowest index, unless
    /// there is a hit below it.
    template <typename Found, typename Attempt, typename GoOn>
    Result<std::optional<Hit<Found>>> lowest(std::size_t count, const Attempt& attempt, const GoOn& go_on) {
        std::mutex mutex;
        std::size_t next = 0;
        std::atomic<std::size_t> end = count;  // nothing at or after it matters any more
        Result<std::optional<Hit<Found>>> best = std::optional<Hit<Found>>{};
        const auto work = [&](Runner& runner) {
            while (true) {
                std::size_t index = 0;
                {
                    const std::lock_guard lock{mutex};
                    if (next >= end || !go_on()) return;
                    index = next++;
                }
                Result<std::optional<Found>> found = std::optional<Found>{};
                try {
                    found = attempt(runner, index, [&] { return index < end; });
                } catch (const std::bad_alloc&) {  // it would end the program if it left the thread
                    found = failure(ErrorKind::io, "out of memory");
                }
                if (found && !*found) continue;
                const std::lock_guard lock{mutex};
                if (index >= end) return;
                end = index;
                if (found) {
                    best = std::optional{Hit<Found>{index, **std::move(found)}};
                } else {
                    best = tl::make_unexpected(std::move(found).error());
                }
            }
        };
        std::vector<std::jthread> threads;
        threads.reserve(runners_.size());
        for (std::size_t i = 1; i < std::min(runners_.size(), count); ++i)
            threads.push_back(begin_thread_if_possible([&, i] { work(runners_[i]); }));
        work(runners_.front());
        threads.clear();
        return best;
    }

  private:
    WorkerPool() = default;
    std::vector<Runner> runners_;
};

}  // namespace zermelo::stress
