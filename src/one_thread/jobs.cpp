// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/jobs.hpp"

#include <algorithm>
#include <utility>

/// A job waits until somebody says that it is to be done, and its instance does nothing else meanwhile: who
/// wants to go on asks another instance, and ends this one to stop the job.
namespace zermelo::server {

Jobs::Jobs(JobLimits limits) : limits_(limits) {}
Jobs::~Jobs() = default;
void Jobs::stop() {}

std::optional<Json> Jobs::begin(const std::string& client, std::string kind,
                                std::chrono::duration<double> time, JobWork work) {
    jobs_.clear();  // nobody asks any more about what was before
    const auto job =
        std::make_shared<Job>(client, std::move(kind), std::min(time, limits_.max_time), std::move(work));
    jobs_[job->id] = job;
    return json_of(*job);
}

void Jobs::do_waiting(const std::function<void(const Json& job)>& report) {
    for (const auto& [id, job] : jobs_) {
        if (job->begun) continue;
        job->begin();
        job->end(job->work({{}, false, [&](Plies depth, Json newest) {
                                job->reach(depth, std::move(newest));
                                report(json_of(*job));
                            }}));
        report(json_of(*job));
    }
}

std::optional<Json> Jobs::look(const std::string& id) {
    const auto found = jobs_.find(id);
    if (found == jobs_.end()) return std::nullopt;
    return json_of(*found->second);
}

std::optional<Json> Jobs::cancel(const std::string& id) { return look(id); }

}  // namespace zermelo::server
