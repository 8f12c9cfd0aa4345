// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "zermelo/base/json.hpp"
#include "zermelo/server/fair_queue.hpp"
#include "zermelo/server/job.hpp"

/// Work that takes longer than a request may.
namespace zermelo::server {

struct JobLimits {
    unsigned running = 2;  ///< at once; others wait, and clients take turns
    unsigned waiting = 8;  ///< more are refused, of the client that has most
    /// What every job is given at once, one after the other: what is easy does not wait for what is hard. A
    /// job that takes longer begins anew, when it is its turn. 0: nothing.
    std::chrono::milliseconds first_try{100};
    std::chrono::seconds idle{10};  ///< nobody asked about it: it is cancelled
    std::chrono::seconds kept{60};  ///< ended, and nobody asked about it: it is forgotten
    std::size_t most{64};  ///< jobs of all kinds; where there are more, those that ended first are forgotten
    std::size_t results = std::size_t{32} << 20U;  ///< bytes of what is kept of them; likewise
    std::chrono::duration<double> max_time{60};    ///< what one job may take, which `seconds` can only lessen
};

/// Jobs, each done by one thread of their own. Who asks about a job keeps it alive: a page that is closed
/// asks no more, and its job ends. All calls from any thread.
class Jobs {
  public:
    explicit Jobs(JobLimits limits);
    /// Cancels all, and waits for those that work.
    ~Jobs();
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    /// Begins a job of a kind, or lets it wait; the object `job` of docs/json.md. `client`: who asks. `time`:
    /// at most, of its work. Nothing where too many wait, and nobody has more of them than this client; else
    /// the last one of who has most fails.
    std::optional<Json> begin(const std::string& client, std::string kind, std::chrono::duration<double> time,
                              JobWork work);
    /// The same object of a job as it is now. Nothing where there is none (any more).
    std::optional<Json> look(const std::string& id);
    /// Cancels a job; one that has ended stays as it is.
    std::optional<Json> cancel(const std::string& id);
    /// Where there are no threads, does the job that waits; `report` is given the object each time that more
    /// is known, and at the end. With threads nothing is left to do.
    void do_waiting(const std::function<void(const Json& job)>& report);
    /// Asks all jobs to end and begins none any more.
    void stop();

    const JobLimits& limits() const { return limits_; }

  private:
    using Clock = Job::Clock;
    using Queue = FairQueue<std::shared_ptr<Job>>;

    std::size_t waiting() const { return new_.size() + tried_.size(); }
    bool let_wait(const std::shared_ptr<Job>& job);
    void take_out(Job& job);
    void work(const std::stop_token& over, Queue& queue);
    void do_next(std::unique_lock<std::mutex>& lock, Queue& queue);
    void tidy(Clock::time_point now);
    void watch(const std::stop_token& stop);

    JobLimits limits_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::condition_variable_any watched_;
    std::map<std::string, std::shared_ptr<Job>> jobs_;
    Queue new_;                    ///< what waits for its first try
    Queue tried_;                  ///< what waits for a thread of its own
    std::shared_ptr<Job> trying_;  ///< what has its first try now
    Clock::time_point try_until_{};
    bool stopped_ = false;
    std::vector<std::jthread> workers_;
    std::jthread watcher_;
};

}  // namespace zermelo::server
