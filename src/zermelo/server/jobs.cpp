// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/jobs.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/thread.hpp"
#include "zermelo/tell/errors.hpp"

namespace zermelo::server {

struct Jobs::Job {
    std::string id;
    std::string kind;
    std::chrono::duration<double> time;
    Work work;
    std::stop_source source{};
    State state = State::queued;
    std::optional<Plies> depth{};
    Json result{};
    std::optional<Error> error{};
    Clock::time_point asked = Clock::now();
    std::optional<Clock::time_point> begun{};
    std::optional<Clock::time_point> ended{};

    /// Whether nobody works at it any more.
    bool is_over() const { return begun ? ended.has_value() : state == State::cancelled; }
};

Jobs::Jobs(JobLimits limits) : limits_(limits) {
    workers_.reserve(limits_.running);
    for (unsigned i = 0; i < limits_.running; ++i)
        workers_.push_back(begin_thread([this](const std::stop_token& over) { work(over); }));
    watcher_ = begin_thread([this](const std::stop_token& over) { watch(over); });
}

Jobs::~Jobs() { stop(); }

void Jobs::stop() {
    const std::lock_guard lock{mutex_};
    stopped_ = true;
    for (const auto& [id, job] : jobs_) job->source.request_stop();
    changed_.notify_all();
}

std::optional<Json> Jobs::begin(std::string kind, std::chrono::duration<double> time, Work work) {
    const std::lock_guard lock{mutex_};
    tidy(Clock::now());
    if (stopped_ || queue_.size() >= limits_.waiting) return std::nullopt;
    const auto job = std::make_shared<Job>();
    job->id = new_id();
    job->kind = std::move(kind);
    job->time = std::min(time, limits_.max_time);
    job->work = std::move(work);
    jobs_[job->id] = job;
    queue_.push_back(job);
    changed_.notify_one();
    return object(*job);
}

std::optional<Json> Jobs::look(const std::string& id) {
    const std::lock_guard lock{mutex_};
    const auto found = jobs_.find(id);
    if (found == jobs_.end()) return std::nullopt;
    found->second->asked = Clock::now();
    return object(*found->second);
}

std::optional<Json> Jobs::cancel(const std::string& id) {
    const std::lock_guard lock{mutex_};
    const auto found = jobs_.find(id);
    if (found == jobs_.end()) return std::nullopt;
    Job& job = *found->second;
    job.asked = Clock::now();
    job.source.request_stop();
    if (job.state == State::queued || job.state == State::running) job.state = State::cancelled;
    std::erase_if(queue_, [&](const auto& waiting) { return waiting.get() == &job; });
    return object(job);
}

Json Jobs::object(const Job& job) const {
    constexpr std::array names{"queued", "running", "done", "cancelled", "failed"};
    const auto now = Clock::now();
    const std::chrono::duration<double> spent =
        job.begun ? job.ended.value_or(now) - *job.begun : Clock::duration{0};
    const bool over = job.state != State::queued && job.state != State::running;
    Json object = json_object("job");
    object["id"] = job.id;
    object["kind"] = job.kind;
    object["state"] = names[static_cast<std::size_t>(job.state)];
    object["seconds"] = spent.count();
    object["seconds_left"] = over ? Json() : Json(std::max(0.0, (job.time - spent).count()));
    object["depth"] = json_plies(job.depth);
    object["unit"] = "plies";
    object["result"] = job.result;
    object["error"] = job.error ? tell::json_of(*job.error) : Json();
    return object;
}

void Jobs::work(const std::stop_token& over) {
    std::unique_lock lock{mutex_};
    while (true) {
        changed_.wait(lock, over, [&] { return stopped_ || !queue_.empty(); });
        if (stopped_ || over.stop_requested()) return;
        const std::shared_ptr<Job> job = std::move(queue_.front());
        queue_.pop_front();
        job->state = State::running;
        job->begun = Clock::now();
        lock.unlock();
        const Progress progress{job->source.get_token(), [&](Plies depth, Json newest) {
                                    const std::lock_guard held{mutex_};
                                    job->depth = depth;
                                    job->result = std::move(newest);
                                }};
        Result<Json> result = [&]() -> Result<Json> {
            try {
                return job->work(progress);
            } catch (const std::bad_alloc&) {
                return failure(ErrorKind::io, "out of memory");
            }
        }();
        lock.lock();
        job->ended = Clock::now();
        job->work = nullptr;
        if (result) {
            job->result = *std::move(result);
        } else {
            job->error = std::move(result.error());
        }
        if (job->state == State::running) job->state = job->error ? State::failed : State::done;
    }
}

void Jobs::watch(const std::stop_token& stop) {
    std::unique_lock lock{mutex_};
    while (!stop.stop_requested()) {
        watched_.wait_for(lock, stop, std::chrono::seconds{1}, [] { return false; });
        tidy(Clock::now());
    }
}

/// Ends and forgets what nobody asks about. Precondition: the mutex is held.
void Jobs::tidy(Clock::time_point now) {
    for (auto at = jobs_.begin(); at != jobs_.end();) {
        Job& job = *at->second;
        const auto silence = now - job.asked;
        if (silence > limits_.idle && (job.state == State::queued || job.state == State::running)) {
            job.source.request_stop();
            job.state = State::cancelled;
            std::erase_if(queue_, [&](const auto& waiting) { return waiting.get() == &job; });
        }
        at = silence > limits_.kept && job.is_over() ? jobs_.erase(at) : std::next(at);
    }
    while (jobs_.size() > limits_.most) {
        const auto oldest = std::min_element(jobs_.begin(), jobs_.end(), [](const auto& a, const auto& b) {
            return std::pair{!a.second->is_over(), a.second->asked} <
                   std::pair{!b.second->is_over(), b.second->asked};
        });
        if (!oldest->second->is_over()) return;
        jobs_.erase(oldest);
    }
}

/// A name that nobody can guess: who knows it may cancel the job.
std::string Jobs::new_id() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace zermelo::server
