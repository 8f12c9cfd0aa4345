// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/plies.hpp"

namespace zermelo::server {

/// What the work of a job is told, and tells.
struct JobProgress {
    std::stop_token stop;    ///< a request to end
    bool first_try = false;  ///< it takes little memory, and may be asked to end and called anew
    /// Told that `depth` plies are searched through, and what is known by now; null where that is told at the
    /// end alone.
    std::function<void(Plies depth, Json result)> reached;
};

/// Gives the result, or why there is none. It is to end soon after a request to do so.
using JobWork = std::function<Result<Json>(const JobProgress&)>;

struct Job {
    using Clock = std::chrono::steady_clock;
    enum class State : std::uint8_t { queued, running, done, cancelled, failed };

    /// With an id that nobody can guess: who knows it may cancel the job.
    Job(std::string its_client, std::string its_kind, std::chrono::duration<double> its_time,
        JobWork its_work);

    std::string id;
    std::string client;  ///< who asks
    std::string kind;
    std::chrono::duration<double> time;  ///< at most, of its work
    JobWork work;                        ///< until it has ended
    std::stop_source source{};           ///< for the present run
    bool cut_short = false;              ///< its first try, by the end of the time for that
    std::size_t result_size = 0;
    State state = State::queued;
    std::optional<Plies> depth{};
    Json result{};
    std::optional<Error> error{};
    Clock::time_point asked = Clock::now();
    std::optional<Clock::time_point> begun{};
    std::optional<Clock::time_point> ended{};

    /// Whether nobody works at it any more.
    bool is_over() const {
        return begun ? ended.has_value() : state == State::cancelled || state == State::failed;
    }
    /// A run begins.
    void begin();
    /// How far the search has come; what says less than an earlier run is not heeded.
    void reach(Plies plies, Json newest);
    /// It has ended; one that was cancelled stays so.
    void end(Result<Json> how);
};

/// The object `job` of docs/json.md, as it is now.
Json json_of(const Job& job);

}  // namespace zermelo::server
