// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/jobs.hpp"

#include <algorithm>
#include <utility>

#include "zermelo/base/thread.hpp"
#include "zermelo/system/give_way.hpp"

namespace zermelo::server {

Jobs::Jobs(JobLimits limits) : limits_(limits) {
    workers_.reserve(limits_.running + 1);
    for (unsigned i = 0; i < limits_.running; ++i) {
        workers_.push_back(begin_thread([this](const std::stop_token& over) {
            give_way();  // to those that answer at once
            work(over, tried_);
        }));
    }
    if (limits_.first_try.count() != 0)
        workers_.push_back(begin_thread([this](const std::stop_token& over) { work(over, new_); }));
    watcher_ = begin_thread([this](const std::stop_token& over) { watch(over); });
}

Jobs::~Jobs() { stop(); }

void Jobs::stop() {
    const std::lock_guard lock{mutex_};
    stopped_ = true;
    for (const auto& [id, job] : jobs_) job->source.request_stop();
    changed_.notify_all();
}

/// Precondition: the mutex is held.
bool Jobs::let_wait(const std::shared_ptr<Job>& job) {
    if (waiting() >= limits_.waiting) {
        Queue& larger = new_.size() > tried_.size() ? new_ : tried_;
        const auto last = larger.make_room(job->client);
        if (!last) return false;
        (*last)->state = Job::State::failed;
        (*last)->error = {ErrorKind::io, "too many jobs wait, and this client had most of them"};
    }
    (limits_.first_try.count() != 0 ? new_ : tried_).push(job->client, job);
    return true;
}

std::optional<Json> Jobs::begin(const std::string& client, std::string kind,
                                std::chrono::duration<double> time, JobWork work) {
    const std::lock_guard lock{mutex_};
    tidy(Clock::now());
    if (stopped_) return std::nullopt;
    const auto job =
        std::make_shared<Job>(client, std::move(kind), std::min(time, limits_.max_time), std::move(work));
    if (!let_wait(job)) return std::nullopt;
    jobs_[job->id] = job;
    changed_.notify_all();
    return json_of(*job);
}

std::optional<Json> Jobs::look(const std::string& id) {
    const std::lock_guard lock{mutex_};
    const auto found = jobs_.find(id);
    if (found == jobs_.end()) return std::nullopt;
    found->second->asked = Clock::now();
    return json_of(*found->second);
}

std::optional<Json> Jobs::cancel(const std::string& id) {
    const std::lock_guard lock{mutex_};
    const auto found = jobs_.find(id);
    if (found == jobs_.end()) return std::nullopt;
    Job& job = *found->second;
    job.asked = Clock::now();
    take_out(job);
    return json_of(job);
}

/// Cancels a job that has not ended. Precondition: the mutex is held.
void Jobs::take_out(Job& job) {
    if (job.state != Job::State::queued && job.state != Job::State::running) return;
    job.state = Job::State::cancelled;
    job.source.request_stop();
    const auto own = jobs_.at(job.id);
    if (!new_.remove(job.client, own)) tried_.remove(job.client, own);
}

void Jobs::work(const std::stop_token& over, Queue& queue) {
    std::unique_lock lock{mutex_};
    while (true) {
        changed_.wait(lock, over, [&] { return stopped_ || !queue.empty(); });
        if (stopped_ || over.stop_requested()) return;
        do_next(lock, queue);
    }
}

/// Does the first job of a queue; one whose first try was cut short waits again. Precondition: the mutex is
/// held, there is such a job.
void Jobs::do_next(std::unique_lock<std::mutex>& lock, Queue& queue) {
    const std::shared_ptr<Job> job = queue.pop();
    const bool first_try = &queue == &new_;
    job->begin();
    if (first_try) {
        trying_ = job;
        try_until_ = *job->begun + limits_.first_try;
        watched_.notify_all();
    }
    lock.unlock();
    const JobProgress progress{job->source.get_token(), first_try, [&](Plies depth, Json newest) {
                                   const std::lock_guard held{mutex_};
                                   job->reach(depth, std::move(newest));
                               }};
    Result<Json> result = [&]() -> Result<Json> {
        try {
            return job->work(progress);
        } catch (const std::bad_alloc&) {
            return failure(ErrorKind::io, "out of memory");
        }
    }();
    const std::size_t size = result ? json_line(*result).size() : 0;
    lock.lock();
    if (first_try) trying_ = nullptr;
    if (std::exchange(job->cut_short, false) && job->state == Job::State::running && !stopped_) {
        job->state = Job::State::queued;
        job->begun.reset();
        tried_.push(job->client, job);
        changed_.notify_all();
        return;
    }
    job->result_size = size;
    job->end(std::move(result));
}

void Jobs::watch(const std::stop_token& stop) {
    std::unique_lock lock{mutex_};
    while (!stop.stop_requested()) {
        const auto may_last = [&] { return trying_ && !trying_->cut_short; };
        auto until = Clock::now() + std::chrono::seconds{1};
        if (may_last()) until = std::min(until, try_until_);
        watched_.wait_until(lock, stop, until, [&] { return may_last() && try_until_ < until; });
        if (may_last() && Clock::now() >= try_until_) {
            trying_->cut_short = true;
            trying_->source.request_stop();
        }
        tidy(Clock::now());
    }
}

/// Ends and forgets what nobody asks about. Precondition: the mutex is held.
void Jobs::tidy(Clock::time_point now) {
    std::size_t results = 0;
    for (auto at = jobs_.begin(); at != jobs_.end();) {
        Job& job = *at->second;
        const auto silence = now - job.asked;
        if (silence > limits_.idle) take_out(job);
        if (silence > limits_.kept && job.is_over()) {
            at = jobs_.erase(at);
            continue;
        }
        results += job.result_size;
        ++at;
    }
    while (jobs_.size() > limits_.most || results > limits_.results) {
        const auto oldest = std::min_element(jobs_.begin(), jobs_.end(), [](const auto& a, const auto& b) {
            return std::pair{!a.second->is_over(), a.second->asked} <
                   std::pair{!b.second->is_over(), b.second->asked};
        });
        if (!oldest->second->is_over()) return;
        results -= oldest->second->result_size;
        jobs_.erase(oldest);
    }
}

void Jobs::do_waiting(const std::function<void(const Json& job)>& /*report*/) {}

}  // namespace zermelo::server
