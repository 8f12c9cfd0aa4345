// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/team.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <vector>

#include <pthread.h>
#include <sched.h>
#include <tbb/task_group.h>

namespace zermelo {
namespace {

/// The processors that this thread may use, its own first. Empty where the system does not tell.
std::vector<int> processors(const cpu_set_t& allowed) {
    std::vector<int> all;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &allowed)) all.push_back(cpu);
    const auto own = std::find(all.begin(), all.end(), sched_getcpu());
    if (own != all.end()) std::rotate(all.begin(), own, all.end());
    return all;
}

}  // namespace

/// The threads but the first: member k begins members 2k and 2k + 1, so that many begin as fast as few.
class Team::Members {
  public:
    Members(tbb::task_arena& arena, unsigned threads) : arena_{arena}, members_(threads) {
        if (sched_getaffinity(0, sizeof allowed_, &allowed_) == 0) processors_ = processors(allowed_);
        for (std::size_t k = 1; k < members_.size(); ++k) {
            members_[k].team = this;
            members_[k].stay = members_[k].staying.defer([] {});
        }
        begin(1);
    }

    void dismiss() {
        for (Member& member : members_) member.stay = {};
        // In order: who began a thread has ended, and so has told, before that thread is asked for.
        for (const Member& member : members_)
            if (member.thread) pthread_join(*member.thread, nullptr);
    }

  private:
    struct Member {
        Members* team = nullptr;
        tbb::task_group staying;  // who waits for its task works for the arena meanwhile
        tbb::task_handle stay;    // the task, which is never run
        std::optional<pthread_t> thread;
    };

    void begin(std::size_t k) {
        if (k >= members_.size()) return;
        pthread_attr_t attributes;
        if (pthread_attr_init(&attributes) != 0) return;
        if (!processors_.empty()) {
            cpu_set_t own;
            CPU_ZERO(&own);
            CPU_SET(processors_[k % processors_.size()], &own);
            pthread_attr_setaffinity_np(&attributes, sizeof own, &own);
        }
        pthread_t thread{};
        if (pthread_create(&thread, &attributes, enter, &members_[k]) == 0) members_[k].thread = thread;
        pthread_attr_destroy(&attributes);
    }

    static void* enter(void* of) {
        Member& member = *static_cast<Member*>(of);
        Members& team = *member.team;
        if (!team.processors_.empty()) sched_setaffinity(0, sizeof team.allowed_, &team.allowed_);
        const auto k = static_cast<std::size_t>(&member - team.members_.data());
        team.begin(2 * k);
        team.begin(2 * k + 1);
        try {
            team.arena_.execute([&] { member.staying.wait(); });
        } catch (const std::bad_alloc&) {  // a thread without memory to work with: the others do its part
        }
        return nullptr;
    }

    tbb::task_arena& arena_;
    cpu_set_t allowed_{};
    std::vector<int> processors_;
    std::vector<Member> members_;  // the first is who made the team, and has no thread
};

// All places are reserved: oneTBB begins no threads of its own.
Team::Team(unsigned threads)
    : arena_{static_cast<int>(threads), threads}, members_{std::make_unique<Members>(arena_, threads)} {}

Team::~Team() { members_->dismiss(); }

}  // namespace zermelo
