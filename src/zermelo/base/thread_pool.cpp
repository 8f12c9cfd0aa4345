// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/thread_pool.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <pthread.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "zermelo/system/processors.hpp"

namespace zermelo {

/// The arena and its threads but the first: worker k begins workers 2k and 2k + 1, so that many begin almost
/// as fast as few.
class ThreadPool::Workers {
  public:
    // All places are reserved: oneTBB begins no threads of its own.
    explicit Workers(unsigned threads) : arena_{static_cast<int>(threads), threads}, workers_(threads) {
        for (std::size_t k = 1; k < workers_.size(); ++k) {
            workers_[k].pool = this;
            workers_[k].give_task();
        }
        begin(1);
    }

    ~Workers() {
        for (Worker& worker : workers_) worker.stay = {};
        // In order: who began a thread has ended, and so has reported, before that thread is asked for.
        for (const Worker& worker : workers_)
            if (worker.thread) pthread_join(*worker.thread, nullptr);
    }

    tbb::task_arena& arena() { return arena_; }

  private:
    struct Worker {
        Workers* pool = nullptr;
        // Who waits for its task works for the arena meanwhile. Each has its own: only one may wait for a
        // group. None where there was no memory for it.
        std::unique_ptr<tbb::task_group> staying;
        tbb::task_handle stay;  // the task, which is never run
        std::optional<pthread_t> thread;

        void give_task() {
            // A group counts a task before it has the memory for it, and without that waits for ever for what
            // is not there, even when it is destroyed: so it is not destroyed then.
            auto* const group = new (std::nothrow) tbb::task_group;
            if (group == nullptr) return;
            try {
                stay = group->defer([] {});
                staying.reset(group);
            } catch (const std::exception&) {  // the pool is smaller
            }
        }
    };

    void begin(std::size_t k) {
        if (k >= workers_.size()) return;
        const bool begun = workers_[k].staying && begin_thread(k);
        if (!begun) begin_next(k);
    }

    bool begin_thread(std::size_t k) {
        return (!processors_.empty() && create(k, processors_[k % processors_.size()])) ||
               create(k, std::nullopt);
    }

    void begin_next(std::size_t k) {
        begin(2 * k);
        begin(2 * k + 1);
    }

    bool create(std::size_t k, std::optional<int> processor) {
        pthread_attr_t attributes;
        if (pthread_attr_init(&attributes) != 0) return false;
        // oneTBB takes it that a thread has a stack of this size, and gives it no work where it has less.
        pthread_attr_setstacksize(&attributes,
                                  tbb::global_control::active_value(tbb::global_control::thread_stack_size));
        if (processor) begin_on(attributes, *processor);
        pthread_t thread{};
        const bool created = pthread_create(&thread, &attributes, enter, &workers_[k]) == 0;
        if (created) workers_[k].thread = thread;
        pthread_attr_destroy(&attributes);
        return created;
    }

    static void* enter(void* of) {
        Worker& worker = *static_cast<Worker*>(of);
        Workers& pool = *worker.pool;
        if (!pool.processors_.empty()) run_on(pool.processors_);
        try {
            pool.begin_next(static_cast<std::size_t>(&worker - pool.workers_.data()));
            pool.arena_.execute([&] { worker.staying->wait(); });
        } catch (const std::exception&) {  // no memory to work with: the others do its part
        }
        return nullptr;
    }

    tbb::task_arena arena_;
    std::vector<int> processors_ = allowed_processors();
    std::vector<Worker> workers_;  // the first is who made the pool, and has no thread
};

Result<void> check_threads(unsigned threads) {
    if (threads <= max_threads) return {};
    return failure(ErrorKind::bad_usage,
                   fmt::format("{} threads, expected at most {}", threads, max_threads));
}

namespace {

/// What keeps oneTBB's threads. Never destroyed: other threads may share work while the process ends.
tbb::task_scheduler_handle& kept_threads() {
    static auto* const kept = new tbb::task_scheduler_handle;
    return *kept;
}

}  // namespace

void keep_idle_threads() {
    if (!kept_threads()) kept_threads() = tbb::task_scheduler_handle{tbb::attach{}};
}

bool end_idle_threads() { return !kept_threads() || tbb::finalize(kept_threads(), std::nothrow); }

unsigned threads_or_all(unsigned threads) {
    return threads != 0 ? threads : static_cast<unsigned>(tbb::info::default_concurrency());
}

unsigned threads_here() { return static_cast<unsigned>(tbb::this_task_arena::max_concurrency()); }

ThreadPool::ThreadPool(unsigned threads) : workers_{std::make_unique<Workers>(threads)} {}

ThreadPool::~ThreadPool() = default;

void ThreadPool::execute(const std::function<void()>& work) { workers_->arena().execute(work); }

}  // namespace zermelo
