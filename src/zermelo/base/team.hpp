// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

#include <tbb/task_arena.h>

namespace zermelo {

/// A task arena with all its threads, which begin at once and on different processors.
///
/// oneTBB begins a thread when there is work, and it begins where the system puts it. Under some virtual
/// machines that is the processor of who began it, and it waits there for 1 to 3 ms until processors are
/// balanced: much, where a file takes 50 ms (docs/performance.md). A member of a team begins on a processor
/// of its own, of those that this process may use, and then goes where the system wants.
///
/// Where no more threads can be had the team is smaller, if need be one thread; all work is done, later.
/// Cost: the first of the others begins after some 0.1 ms, and all of them after few times that, as far as
/// there are processors for them.
class Team {
  public:
    /// Who makes the team is one of its `threads`. Precondition: threads > 0.
    explicit Team(unsigned threads);
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    /// Waits for the others, which have nothing to do any more.
    ~Team();

    /// Does `work` on this thread; the others take up what it shares by oneTBB's means. What `work` throws is
    /// thrown here. Precondition: this thread made the team.
    template <typename Work>
    void execute(Work&& work) {
        arena_.execute(std::forward<Work>(work));
    }

  private:
    class Members;

    tbb::task_arena arena_;
    std::unique_ptr<Members> members_;
};

}  // namespace zermelo
