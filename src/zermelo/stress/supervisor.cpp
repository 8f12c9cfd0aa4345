// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/supervisor.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "zermelo/stress/proc.hpp"
#include "zermelo/stress/run_folder.hpp"

namespace zermelo::stress {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto tick = 20ms;     // between two looks at a running program, or longer:
constexpr int look_share = 10;  // a look takes no more than this part of the time
constexpr auto grace = 1s;      // for its other processes to end by themselves when it has ended
constexpr auto patience = 10s;  // for ended processes to be gone
constexpr rlim_t slack = rlim_t{16} << 20U;
constexpr rlim_t deep_stack = rlim_t{64} << 20U;  // not more: it is what threads get, too
constexpr rlim_t max_new_tasks = 4096;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The processor time of an ended process, and of those that it has waited for.
double cpu_seconds(const rusage& usage) {
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void pause(std::chrono::microseconds time) {
    const timespec span{0, std::chrono::nanoseconds{time}.count()};
    ::nanosleep(&span, nullptr);
}

/// The most that an ended process held at once, in bytes.
std::uint64_t max_resident(const rusage& usage) { return static_cast<std::uint64_t>(usage.ru_maxrss) << 10U; }

void limit(__rlimit_resource_t resource, rlim_t most) {
    rlimit known{};
    if (::getrlimit(resource, &known) != 0) return;
    const rlim_t value = std::min(most, known.rlim_max);
    const rlimit wanted{value, value};
    ::setrlimit(resource, &wanted);
}

/// Deep recursion is not held against a program before it has used this much.
void allow_deep_stack() {
    rlimit known{};
    if (::getrlimit(RLIMIT_STACK, &known) != 0) return;
    known.rlim_cur = std::min(std::max(known.rlim_cur, deep_stack), known.rlim_max);
    ::setrlimit(RLIMIT_STACK, &known);
}

/// Opens an anonymous file again, so that its offset is the program's own.
void open_as(int descriptor, int file, int flags) {
    const int opened = ::open(fmt::format("/proc/self/fd/{}", file).c_str(), flags | O_CLOEXEC);
    if (opened >= 0) ::dup2(opened, descriptor);
}

/// Turns the forked child into the program, or sets `errno`.
void try_to_become_program(const SupervisorSettings& settings, const std::string& folder) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::setsid();
    open_as(STDIN_FILENO, settings.input, O_RDONLY);
    open_as(STDOUT_FILENO, settings.output, O_WRONLY | O_APPEND);
    open_as(STDERR_FILENO, settings.errors, O_WRONLY | O_APPEND);
    limit(RLIMIT_CORE, 0);
    // It counts all that the user runs, so it only ends what `watch` is too slow for.
    limit(RLIMIT_NPROC, proc::tasks() + max_new_tasks);
    limit(RLIMIT_FSIZE, settings.written);
    limit(RLIMIT_CPU, static_cast<rlim_t>(std::ceil(settings.cpu_seconds)) + 1);
    allow_deep_stack();
    for (int signal = 1; signal < SIGRTMAX; ++signal) std::signal(signal, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::setenv("TMPDIR", folder.c_str(), 1);
    std::vector<char*> arguments;
    for (const std::string& word : settings.words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    if (::chdir(folder.c_str()) == 0) {
        // What is private and writable, which is what a program asks for. Java and Go reserve far more
        // addresses than they use, so RLIMIT_AS would be wrong; what is resident is looked at, too. It comes
        // last: we may hold more than that ourselves, and nothing can be allocated from here on.
        if (settings.memory != 0) limit(RLIMIT_DATA, settings.memory + settings.memory / 8 + slack);
        ::execv(arguments.front(), arguments.data());
    }
}

/// Turns the forked child into the program; says on `report` why it could not.
[[noreturn]] void become_program(const SupervisorSettings& settings, const std::string& folder, int report) {
    try {
        try_to_become_program(settings, folder);
    } catch (const std::bad_alloc&) {
        errno = ENOMEM;
    }
    const int error = errno;
    [[maybe_unused]] const ssize_t written = ::write(report, &error, sizeof error);
    ::_exit(1);
}

class Supervisor {
  public:
    explicit Supervisor(const SupervisorSettings& settings) : settings_(settings) {
        sigset_t all;
        ::sigfillset(&all);
        ::sigprocmask(SIG_SETMASK, &all, nullptr);
        sigset_t child;
        ::sigemptyset(&child);
        ::sigaddset(&child, SIGCHLD);
        signals_ = ::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
        const pid_t idle = ::fork();
        if (idle == 0) ::_exit(0);
        rusage usage{};
        if (::wait4(idle, nullptr, 0, &usage) == idle) own_resident_ = max_resident(usage);
    }

    RunAnswer run(const RunRequest& request);

    /// Waits for a request; false when there will be none.
    bool wait_for(RunRequest& request) {
        ssize_t got = 0;
        do got = ::recv(settings_.socket, &request, sizeof request, 0);
        while ((got < 0 && errno == EINTR) ||
               (got == ssize_t{sizeof request} && request.wait_seconds == RunRequest::cut));
        return got == ssize_t{sizeof request};
    }

  private:
    void start(RunAnswer& answer);
    void watch(RunAnswer& answer);
    /// Waits for news, or for the time of another look; false if nobody is there any more who asked for the
    /// run.
    bool wait_a_tick();
    /// Takes the ends of processes that have ended; true if the program is among them.
    bool reap(RunAnswer& answer);
    /// Whether the program has had its time by the clock.
    bool over_clock(RunAnswer& answer) const;
    /// Looks at all that runs, when it is time for that.
    bool over_limits(RunAnswer& answer);
    bool over_disk(const RunFolder::Use& use) const {
        return use.bytes > settings_.disk || use.largest >= settings_.written;
    }
    /// Notes a request to wait no longer, if there is one.
    void look_for_cut();
    void end_all(RunAnswer& answer);
    void remove_folder(RunAnswer& answer);

    const SupervisorSettings& settings_;
    RunRequest request_;
    int signals_ = -1;
    RunFolder folder_;
    pid_t program_ = 0;
    /// What a fork holds before it becomes the program: the system counts that as the program's, too.
    std::uint64_t own_resident_ = 0;
    bool ended_ = false;
    bool alone_ = false;  ///< there is no other process below us
    Clock::time_point start_;
    Clock::time_point next_look_;
};

RunAnswer Supervisor::run(const RunRequest& request) {
    request_ = request;
    RunAnswer answer;
    answer.folder_error = folder_.make();
    if (answer.folder_error != 0) return answer;
    try {
        start(answer);
        if (answer.start_error == 0) {
            watch(answer);
            answer.wall_seconds = seconds_since(start_);
        }
    } catch (const std::bad_alloc&) {
        answer.start_error = ENOMEM;  // nobody has looked after it: the run says nothing
    }
    end_all(answer);
    remove_folder(answer);
    return answer;
}

void Supervisor::start(RunAnswer& answer) {
    std::array<int, 2> report{};
    if (::pipe2(report.data(), O_CLOEXEC) != 0) {
        answer.start_error = errno;
        return;
    }
    start_ = Clock::now();
    next_look_ = start_ + tick;
    ended_ = alone_ = false;
    program_ = ::fork();
    if (program_ == 0) become_program(settings_, folder_.path(), report[1]);
    if (program_ < 0) answer.start_error = errno;
    ::close(report[1]);
    int error = 0;
    if (program_ > 0 && ::read(report[0], &error, sizeof error) == ssize_t{sizeof error})
        answer.start_error = error;
    ::close(report[0]);
}

bool Supervisor::reap(RunAnswer& answer) {
    while (true) {
        int status = 0;
        rusage usage{};
        const pid_t pid = ::wait4(-1, &status, WNOHANG, &usage);
        if (pid <= 0) {
            alone_ = pid < 0;
            return ended_;
        }
        answer.cpu_seconds += cpu_seconds(usage);
        const std::uint64_t most = max_resident(usage);
        if (most > own_resident_ + slack / 4) answer.resident = std::max(answer.resident, most);
        if (pid != program_) continue;
        ended_ = true;
        answer.wait_status = status;
    }
}

bool Supervisor::over_clock(RunAnswer& answer) const {
    const double wall = seconds_since(start_);
    if (wall > request_.wait_seconds) answer.cut = Cut::waiting;
    if (wall > settings_.wall_seconds) answer.cut = Cut::time;
    return answer.cut != Cut::none;
}

bool Supervisor::over_limits(RunAnswer& answer) {
    const auto began = Clock::now();
    if (began < next_look_) return false;
    const auto all = proc::descendants(settings_.processes);
    double cpu = answer.cpu_seconds;
    unsigned threads = 0;
    for (const proc::Use& process : all) {
        cpu += process.cpu_seconds;
        threads += process.threads;
    }
    if (cpu > settings_.cpu_seconds) answer.cut = Cut::time;
    RunFolder::Use disk = folder_.use();
    disk.bytes += proc::nameless(all, folder_.device());
    if (over_disk(disk)) answer.cut = Cut::disk;
    if (settings_.memory != 0 && proc::memory(all, settings_.memory) > settings_.memory)
        answer.cut = Cut::memory;
    if (threads > settings_.threads) answer.cut = Cut::threads;
    if (all.size() > settings_.processes) answer.cut = Cut::processes;
    const auto now = Clock::now();
    next_look_ = now + std::max<Clock::duration>(tick, (now - began) * look_share);
    return answer.cut != Cut::none;
}

void Supervisor::look_for_cut() {
    RunRequest more;
    if (::recv(settings_.socket, &more, sizeof more, MSG_DONTWAIT) == ssize_t{sizeof more})
        request_.wait_seconds = 0;
}

bool Supervisor::wait_a_tick() {
    std::array<pollfd, 2> events{pollfd{signals_, POLLIN, 0}, pollfd{settings_.socket, POLLIN, 0}};
    ::poll(events.data(), events.size(), static_cast<int>(tick.count()));
    if ((events[1].revents & (POLLHUP | POLLERR)) != 0) return false;
    if ((events[1].revents & POLLIN) != 0) look_for_cut();
    signalfd_siginfo info{};
    while (::read(signals_, &info, sizeof info) > 0) {
    }
    return true;
}

void Supervisor::watch(RunAnswer& answer) {
    while (!reap(answer))
        if (!wait_a_tick() || (!reap(answer) && over_clock(answer)) || over_limits(answer)) return;
    for (const auto ended = Clock::now();
         Clock::now() - ended < grace && !alone_ && request_.wait_seconds > 0; reap(answer))
        if (!wait_a_tick() || over_limits(answer)) return;
    if (alone_) return;
    const std::size_t left = proc::descendants(settings_.processes).size();
    answer.left = std::max(1U, static_cast<unsigned>(left));
    if (left > settings_.processes) answer.cut = Cut::processes;
}

void Supervisor::end_all(RunAnswer& answer) {
    const auto began = Clock::now();
    if (program_ > 0 && !ended_) {
        // A signal to a group reaches forks that are under way, too.
        ::kill(-program_, SIGKILL);
        ::kill(program_, SIGKILL);
    }
    for (reap(answer); !alone_; reap(answer)) {
        if (Clock::now() - began > patience) {
            answer.stuck = static_cast<int>(proc::descendants(settings_.processes).size());
            return;
        }
        // Whose parent ends, falls to us, and is ended in the next round. Nobody but us takes the ends of
        // our children, so none of these numbers can be another process's by now.
        for (const pid_t child : proc::children()) {
            ::kill(-child, SIGKILL);
            ::kill(child, SIGKILL);
        }
        pause(100us);
    }
}

void Supervisor::remove_folder(RunAnswer& answer) {
    if (folder_.remove_empty()) return;
    try {
        if (answer.cut == Cut::none && over_disk(folder_.use())) answer.cut = Cut::disk;
    } catch (const std::bad_alloc&) {
        answer.start_error = ENOMEM;
    }
    folder_.remove();
}

void serve(const SupervisorSettings& settings) {
    ::setsid();  // Ctrl-C is for those who asked for the run, and their end is seen on the socket
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    ::prctl(PR_SET_NAME, "zermelo-supervisor");
    // Nobody must wait for a pipe because a supervisor still has its end.
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
    std::array kept{settings.socket, settings.input, settings.output, settings.errors};
    std::sort(kept.begin(), kept.end());
    unsigned from = STDERR_FILENO + 1;
    for (const int descriptor : kept) {
        const auto next = static_cast<unsigned>(descriptor);
        if (next > from) ::close_range(from, next - 1, 0);
        from = std::max(from, next + 1);
    }
    ::close_range(from, ~0U, 0);

    Supervisor supervisor{settings};
    for (RunRequest request; supervisor.wait_for(request);) {
        const RunAnswer answer = supervisor.run(request);
        if (::send(settings.socket, &answer, sizeof answer, MSG_NOSIGNAL) < 0) break;
    }
}

}  // namespace

void supervise(const SupervisorSettings& settings) {
    // Nothing that is thrown may go on in the fork as if it were the process that tries the program.
    try {
        serve(settings);
    } catch (const std::bad_alloc&) {
        ::_exit(supervisor_without_memory);
    }
    ::_exit(0);
}

}  // namespace zermelo::stress
