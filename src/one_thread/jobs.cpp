// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/jobs.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "zermelo/tell/errors.hpp"

/// Each job is done when it is asked for, to its end: who wants to go on meanwhile asks another instance.
namespace zermelo::server {

struct Jobs::Job {
    std::string id;
    std::string kind;
    double seconds = 0;
    std::optional<Plies> depth{};
    Result<Json> result{};
};

Jobs::Jobs(JobLimits limits) : limits_(limits) {}
Jobs::~Jobs() = default;
void Jobs::stop() {}

std::optional<Json> Jobs::begin(const std::string& /*client*/, std::string kind,
                                std::chrono::duration<double> /*time*/, Work work) {
    while (jobs_.size() >= limits_.most) jobs_.erase(jobs_.begin());
    const auto job = std::make_shared<Job>();
    job->id = new_id();
    job->kind = std::move(kind);
    const auto begun = Clock::now();
    job->result = work({{}, false, [&job](Plies depth, const Json& /*newest*/) { job->depth = depth; }});
    job->seconds = std::chrono::duration<double>{Clock::now() - begun}.count();
    jobs_[job->id] = job;
    return object(*job);
}

std::optional<Json> Jobs::look(const std::string& id) {
    const auto found = jobs_.find(id);
    if (found == jobs_.end()) return std::nullopt;
    return object(*found->second);
}

std::optional<Json> Jobs::cancel(const std::string& id) { return look(id); }

Json Jobs::object(const Job& job) const {
    Json object = json_object("job");
    object["id"] = job.id;
    object["kind"] = job.kind;
    object["state"] = job.result ? "done" : "failed";
    object["seconds"] = job.seconds;
    object["seconds_left"] = Json();
    object["depth"] = json_plies(job.depth);
    object["unit"] = "plies";
    object["result"] = job.result ? *job.result : Json();
    object["error"] = job.result ? Json() : tell::json_of(job.result.error());
    return object;
}

/// In order, so that the oldest is forgotten first.
std::string Jobs::new_id() {
    static std::uint64_t last = 0;
    return fmt::format("{:032x}", ++last);
}

}  // namespace zermelo::server
