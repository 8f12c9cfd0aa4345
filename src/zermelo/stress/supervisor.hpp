// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace zermelo::stress {

/// What a supervisor gets before it begins; the descriptors are closed everywhere else in it.
struct SupervisorSettings {
    std::vector<std::string> words{};  ///< the program's path, and its arguments
    int socket = -1;                   ///< a request is a `RunRequest`, an answer is a `RunAnswer`
    int input = -1;                    ///< anonymous files that the program's three streams are
    int output = -1;
    int errors = -1;
    double cpu_seconds = 0;
    double wall_seconds = 0;
    std::uint64_t memory = 0;  ///< bytes; 0: no limit
    std::uint64_t written = 0;
    std::uint64_t disk = 0;
    unsigned processes = 0;
    unsigned threads = 0;
};

/// What is asked of a supervisor.
struct RunRequest {
    /// Nobody waits for the run's end any longer than this. `cut`: for that of the run that goes on; where
    /// none does, nothing is asked.
    double wait_seconds = 0;
    static constexpr double cut = -1;
};

/// Why a supervisor ended a run, or what it found too much of in the end. Limits hold for all processes that
/// the program started, together.
enum class Cut : std::uint8_t {
    none,       ///< it did not: the program ended by itself
    time,       ///< either clock
    waiting,    ///< nobody waits for it any longer
    disk,       ///< more lay in its folder than the limit
    memory,     ///< more was resident than the limit
    threads,    ///< more were running at once than the limit
    processes,  ///< more were running at once than the limit
};

/// How a run went.
struct RunAnswer {
    int folder_error = 0;  ///< `errno` of making its folder
    int start_error = 0;   ///< `errno` of starting the program
    int stuck = 0;         ///< processes that could not be ended
    Cut cut = Cut::none;
    int wait_status = 0;     ///< as of `wait`
    unsigned left = 0;       ///< processes that still ran when the program had ended; they have been ended
    double cpu_seconds = 0;  ///< what all its processes took
    double wall_seconds = 0;
    /// The most memory that one of its processes held at once, in bytes; 0 if too little to measure.
    std::uint64_t resident = 0;
};

/// How a supervisor ends that finds no memory for its work.
inline constexpr int supervisor_without_memory = 12;

/// The life of a supervisor: a copy of this process, forked for it, that runs the program once for each
/// request and is the parent to whom every process falls that the program leaves running. Before it answers,
/// none of them runs any more and the folder in which the program ran is gone. When the other end of the
/// socket is closed, for whatever reason, it ends what runs, and itself; so nothing outlives us when we are
/// killed.
[[noreturn]] void supervise(const SupervisorSettings& settings);

}  // namespace zermelo::stress
