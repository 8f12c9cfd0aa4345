// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "zermelo/base/result.hpp"
#include "zermelo/stress/deadline.hpp"

namespace zermelo::stress {

/// A program and its arguments, ready to be started in any folder.
struct Command {
    std::vector<std::string> words;  ///< the first is the program's path
};

/// The command that a user means by these words. A program without a `/` in its name is looked for on the
/// path; words that name something that is there are made absolute, since the program runs in a folder of
/// its own. Errors (`bad_usage`): no words; no such program; it is no file that may be executed.
Result<Command> find_command(std::span<const std::string> words);

/// What one run of a program may use: all processes that it starts together, where nothing else is said.
struct ProcessLimits {
    /// Processor time; by the clock it may take twice as long, so that a busy machine fails nobody.
    std::chrono::milliseconds time{2000};
    std::uint64_t memory = std::uint64_t{1} << 30U;    ///< bytes; 0: as much as there is
    std::uint64_t written = std::uint64_t{16} << 20U;  ///< bytes, of each stream and file that it writes
    std::uint64_t disk = std::uint64_t{64} << 20U;     ///< bytes, of all files in its folder
    unsigned processes = 64;                           ///< at once
    unsigned threads = 1024;                           ///< at once, the first one of each process, too
};

/// How a run ended.
enum class End : std::uint8_t {
    exited,     ///< by itself, with a status
    signalled,  ///< by a signal that was not ours
    time,       ///< over the limit of time, and was ended
    memory,     ///< over the limit of memory, or it said that there was none left for it
    written,    ///< over the limit of what it may write to a stream
    disk,       ///< over the limit of what may lie in its folder, in one file or in all
    processes,  ///< over the limit of processes, and was ended
    threads,    ///< over the limit of threads, and was ended
    unknown,    ///< nobody waited for it any longer, and it was ended, within its limits so far
};

struct Ended {
    End end = End::exited;
    int number = 0;             ///< the exit status or signal, with `End::exited` and `End::signalled`
    unsigned left = 0;          ///< processes that still ran when the program had ended; they were ended
    double cpu_seconds = 0;     ///< processor time of all its processes
    double clock_seconds = 0;   ///< from start to end
    std::string out{};          ///< all of its standard output
    std::string last_errors{};  ///< the last lines of its standard error
};

/// The word of a command that names nothing, if that is why a run of it ended as it did: it failed without an
/// answer, and a line of its errors names the word and says that there is no such file, or no such class.
std::optional<std::string> word_not_found(std::span<const std::string> words, const Ended& ended);

/// Runs one command, again and again, each time alone in a new folder (its `TMPDIR` too) that is gone
/// afterwards. What it reads and writes are files in memory, so that nobody ever waits for the other to read
/// or write. The program runs as the user, within limits: this guards against mistakes, not against malice.
///
/// A process of its own looks after each runner (see `supervise`): when `run` returns, and also when this
/// program is killed, whatever the command started has been ended. Serves one thread at a time.
class Runner {
  public:
    /// Forks the process that looks after the runs, so it is best called before there are many threads.
    /// Errors (`io`): the system refuses a process, a pipe or a file, or does not say under /proc which
    /// processes there are, so that nobody could end what the command leaves running.
    static Result<Runner> start(const Command& command, const ProcessLimits& limits);

    Runner(Runner&& other) noexcept;
    Runner& operator=(Runner&& other) noexcept;
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;
    ~Runner();

    /// Runs the command on an input and waits for its end, but no longer than `max_wait` by the clock, nor
    /// after a stop is asked for.
    /// Errors: `bad_usage` if it cannot be executed; `io` for all that fails on our side.
    Result<Ended> run(std::string_view input, std::optional<Seconds> max_wait = {},
                      const std::stop_token& stop = {});

  private:
    Runner() = default;
    void close();

    ProcessLimits limits_;
    std::string name_;
    pid_t supervisor_ = -1;
    int socket_ = -1;
    int input_ = -1;
    int output_ = -1;
    int errors_ = -1;
};

}  // namespace zermelo::stress
