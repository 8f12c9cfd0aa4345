// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/job.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "zermelo/tell/errors.hpp"

namespace zermelo::server {
namespace {

std::string new_id() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace

Job::Job(std::string its_client, std::string its_kind, std::chrono::duration<double> its_time,
         JobWork its_work)
    : id(new_id()),
      client(std::move(its_client)),
      kind(std::move(its_kind)),
      time(its_time),
      work(std::move(its_work)) {}

void Job::begin() {
    state = State::running;
    begun = Clock::now();
    source = {};
}

void Job::reach(Plies plies, Json newest) {
    if (depth && plies < *depth) return;  // as far as the first try
    depth = plies;
    result = std::move(newest);
}

void Job::end(Result<Json> how) {
    ended = Clock::now();
    work = nullptr;
    if (how)
        result = *std::move(how);
    else
        error = std::move(how.error());
    if (state == State::running) state = error ? State::failed : State::done;
}

Json json_of(const Job& job) {
    constexpr std::array names{"queued", "running", "done", "cancelled", "failed"};
    const std::chrono::duration<double> spent =
        job.begun ? job.ended.value_or(Job::Clock::now()) - *job.begun : Job::Clock::duration{0};
    const bool over = job.state != Job::State::queued && job.state != Job::State::running;
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

}  // namespace zermelo::server
