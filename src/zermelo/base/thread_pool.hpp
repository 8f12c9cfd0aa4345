// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include "zermelo/base/result.hpp"

namespace zermelo {

/// How many threads somebody may ask for.
inline constexpr unsigned max_threads = 1024;

/// Errors (`ErrorKind::bad_usage`): more are asked for.
Result<void> check_threads(unsigned threads);

/// As many threads as are asked for; one a processor where that is 0.
unsigned threads_or_all(unsigned threads);

/// The threads of the task arena that this is called in: outside of a pool, one a processor.
unsigned threads_here();

/// Keeps the threads that oneTBB begins when work is shared outside of a pool until `end_idle_threads`.
/// Without it they end some time after the last thread that shared work, and nobody can wait for them.
/// Precondition: one thread at a time calls this or `end_idle_threads`.
void keep_idle_threads();

/// Ends the threads that are kept, and waits for their end, so that this process may be forked. Returns
/// whether none is left: they stay while anybody shares work.
bool end_idle_threads();

/// A task arena with all its threads, which begin at once and on different processors.
///
/// oneTBB begins a thread when there is work, and it begins where the system puts it. Under some virtual
/// machines that is the processor of who began it, and it waits there for 1 to 3 ms until processors are
/// balanced: much, where a file takes 50 ms (docs/performance.md). A worker of a pool begins on a processor
/// of its own, of those that this process may use, and then goes where the system wants.
///
/// Where no more threads can be had the pool is smaller, if need be one thread; all work is done, later.
/// Cost: the first of the others begins after some 0.1 ms, and all of them after few times that, as far as
/// there are processors for them.
class ThreadPool {
  public:
    /// Who makes the pool is one of its `threads`. Precondition: threads > 0.
    explicit ThreadPool(unsigned threads);
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    /// Waits for the others, which have nothing to do any more.
    ~ThreadPool();

    /// Does `work` on this thread; the others take up what it shares by oneTBB's means. What `work` throws is
    /// thrown here. Precondition: this thread made the pool.
    void execute(const std::function<void()>& work);

  private:
    class Workers;

    std::unique_ptr<Workers> workers_;
};

}  // namespace zermelo
