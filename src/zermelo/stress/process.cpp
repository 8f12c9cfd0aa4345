// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "zermelo/base/quoted.hpp"
#include "zermelo/stress/proc.hpp"
#include "zermelo/stress/supervisor.hpp"
#include "zermelo/stress/verdict_reader.hpp"

namespace zermelo::stress {

namespace {

constexpr std::size_t last_bytes = 2000;
constexpr std::size_t last_lines = 15;

tl::unexpected<Error> system_error(std::string_view what, int error) {
    return failure(ErrorKind::io, fmt::format("{}: {}", what, std::generic_category().message(error)));
}

/// Whether the machine lacks something, which is no fault of the program that was to be executed.
bool is_want(int error) { return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE; }

bool may_run(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

/// Keeps clear of the standard streams, whose numbers are free where the user closed them.
int above_streams(int descriptor) {
    if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
    const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(descriptor);
    return moved;
}

int memory_file(const char* name) { return above_streams(::memfd_create(name, MFD_CLOEXEC)); }

Result<void> fill(int file, std::string_view text) {
    if (::ftruncate(file, 0) != 0) return system_error("cannot empty a file in memory", errno);
    for (off_t at = 0; !text.empty();) {
        const ssize_t written = ::pwrite(file, text.data(), text.size(), at);
        if (written < 0) return system_error("cannot write a file in memory", errno);
        text.remove_prefix(static_cast<std::size_t>(written));
        at += written;
    }
    return {};
}

std::uint64_t size_of(int file) {
    struct stat known {};
    return ::fstat(file, &known) == 0 ? static_cast<std::uint64_t>(known.st_size) : 0;
}

/// The last `most` bytes of a file.
std::string tail_of(int file, std::uint64_t most) {
    const std::uint64_t size = size_of(file);
    const std::uint64_t wanted = std::min(size, most);
    std::string text(wanted, '\0');
    const ssize_t got = ::pread(file, text.data(), wanted, static_cast<off_t>(size - wanted));
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return text;
}

/// The last lines, each as terminals show it.
std::string shown(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::size_t begin = text.size();
    for (std::size_t lines = 0; lines < last_lines && begin != std::string::npos && begin > 0; ++lines)
        begin = text.rfind('\n', begin - 1);
    text.erase(0, begin == std::string::npos ? 0 : begin + 1);
    if (!text.empty()) text += '\n';
    std::vector<std::string> lines;
    for (const std::string_view line : lines_of(text)) lines.push_back(in_one_line(line));
    return fmt::format("{}", fmt::join(lines, "\n"));
}

/// Whether a line of errors says that something is not there, as interpreters say it of a script.
bool says_not_found(std::string_view line) {
    constexpr std::array words{"No such file", "not open",    "n't open",  "Cannot open",     "cannot open",
                               "not find",     "Cannot find", "not found", "Unable to access"};
    return std::any_of(words.begin(), words.end(),
                       [&](const char* word) { return line.find(word) != std::string_view::npos; });
}

/// Whether a program that failed says that it got no memory, as its language's library says it.
bool says_no_memory(std::string_view errors) {
    constexpr std::array words{"bad_alloc", "MemoryError", "OutOfMemoryError", "out of memory"};
    return std::any_of(words.begin(), words.end(),
                       [&](const char* word) { return errors.find(word) != std::string_view::npos; });
}

}  // namespace

Result<Command> find_command(std::span<const std::string> words) {
    if (words.empty() || words.front().empty())
        return failure(ErrorKind::bad_usage, "no command, expected a program after '--'");
    const std::string& program = words.front();
    std::error_code error;
    Command command{{words.begin(), words.end()}};
    if (program.find('/') != std::string::npos) {
        if (!std::filesystem::exists(program, error))
            return failure(ErrorKind::bad_usage, fmt::format("no such program: '{}'", program));
        if (!may_run(program))
            return failure(ErrorKind::bad_usage,
                           fmt::format("'{}' is no file that may be executed", program));
        command.words.front() = std::filesystem::absolute(program, error).string();
    } else {
        const char* const variable = std::getenv("PATH");
        std::string_view path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
        command.words.front().clear();
        while (command.words.front().empty() && !path.empty()) {
            const std::size_t end = std::min(path.find(':'), path.size());
            const auto folder = end == 0 ? std::string_view{"."} : path.substr(0, end);
            const auto candidate = std::filesystem::path{folder} / program;
            if (may_run(candidate)) command.words.front() = std::filesystem::absolute(candidate).string();
            path.remove_prefix(std::min(end + 1, path.size()));
        }
        if (command.words.front().empty())
            return failure(
                ErrorKind::bad_usage,
                fmt::format("no such program on the path: '{}'{}", program,
                            std::filesystem::exists(program, error) ? ", expected './' before it" : ""));
    }
    for (std::size_t i = 1; i < command.words.size(); ++i)
        if (std::string& word = command.words[i]; !word.empty() && std::filesystem::exists(word, error))
            word = std::filesystem::absolute(word, error).string();
    return command;
}

std::optional<std::string> word_not_found(std::span<const std::string> words, const Ended& ended) {
    if (ended.end != End::exited || ended.number == 0 || !ended.out.empty()) return std::nullopt;
    std::error_code error;
    for (const std::string& word : words.subspan(1)) {
        if (word.empty() || word.front() == '-' || std::filesystem::exists(word, error)) continue;
        for (std::string_view left = ended.last_errors; !left.empty();) {
            const std::string_view line = left.substr(0, left.find('\n'));
            left.remove_prefix(std::min(left.size(), line.size() + 1));
            if (line.find(word) != std::string_view::npos && says_not_found(line)) return word;
        }
    }
    return std::nullopt;
}

Result<Runner> Runner::start(const Command& command, const ProcessLimits& limits) {
    if (!proc::is_there())
        return failure(ErrorKind::io,
                       "/proc does not say which processes run, which trying programs needs: is it mounted?");
    Runner runner;
    runner.limits_ = limits;
    runner.name_ = command.words.front();
    runner.input_ = memory_file("input");
    runner.output_ = memory_file("output");
    runner.errors_ = memory_file("errors");
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return system_error("cannot make a socket", errno);
    runner.socket_ = above_streams(ends[0]);
    const int theirs = above_streams(ends[1]);
    if (std::min({runner.input_, runner.output_, runner.errors_, runner.socket_, theirs}) < 0) {
        const int error = errno;
        ::close(theirs);
        return system_error("cannot make a file in memory", error);
    }
    const double seconds = std::chrono::duration<double>(limits.time).count();
    const SupervisorSettings settings{.words = command.words,
                                      .socket = theirs,
                                      .input = runner.input_,
                                      .output = runner.output_,
                                      .errors = runner.errors_,
                                      .cpu_seconds = seconds,
                                      .wall_seconds = 2 * seconds,
                                      .memory = limits.memory,
                                      .written = limits.written,
                                      .disk = limits.disk,
                                      .processes = limits.processes,
                                      .threads = limits.threads};
    runner.supervisor_ = ::fork();
    if (runner.supervisor_ == 0) supervise(settings);
    const int error = errno;
    ::close(theirs);
    if (runner.supervisor_ < 0) return system_error("cannot start a process", error);
    return runner;
}

Runner::Runner(Runner&& other) noexcept { *this = std::move(other); }

Runner& Runner::operator=(Runner&& other) noexcept {
    if (this == &other) return *this;
    close();
    limits_ = other.limits_;
    name_ = std::move(other.name_);
    supervisor_ = std::exchange(other.supervisor_, -1);
    socket_ = std::exchange(other.socket_, -1);
    input_ = std::exchange(other.input_, -1);
    output_ = std::exchange(other.output_, -1);
    errors_ = std::exchange(other.errors_, -1);
    return *this;
}

Runner::~Runner() { close(); }

void Runner::close() {
    for (int* descriptor : {&socket_, &input_, &output_, &errors_})
        if (*descriptor >= 0) ::close(std::exchange(*descriptor, -1));
    // It ends when its socket is closed; waiting for it means that its folder is gone, too.
    if (supervisor_ > 0)
        while (::waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
        }
    supervisor_ = -1;
}

Result<Ended> Runner::run(std::string_view input, std::optional<Seconds> max_wait,
                          const std::stop_token& stop) {
    ZERMELO_CHECK(fill(input_, input));
    for (const int file : {output_, errors_}) ZERMELO_CHECK(fill(file, {}));
    const RunRequest request{max_wait.value_or(Seconds::max()).count()};
    RunAnswer answer;
    ssize_t got = ::send(socket_, &request, sizeof request, MSG_NOSIGNAL);
    const std::stop_callback cut{
        stop, [&] {
            const RunRequest no_longer{RunRequest::cut};
            static_cast<void>(::send(socket_, &no_longer, sizeof no_longer, MSG_NOSIGNAL));
        }};
    if (got > 0) do
            got = ::recv(socket_, &answer, sizeof answer, 0);
        while (got < 0 && errno == EINTR);
    if (got != ssize_t{sizeof answer}) {
        int status = 0;
        if (got == 0 && supervisor_ > 0 && ::waitpid(supervisor_, &status, 0) == supervisor_)
            supervisor_ = -1;
        return failure(ErrorKind::io, WIFEXITED(status) && WEXITSTATUS(status) == supervisor_without_memory
                                          ? "out of memory"
                                          : "the process that looks after the program was killed");
    }
    if (answer.folder_error != 0) return system_error("cannot make a folder to run in", answer.folder_error);
    if (answer.start_error != 0)
        return failure(is_want(answer.start_error) ? ErrorKind::io : ErrorKind::bad_usage,
                       fmt::format("cannot execute '{}': {}", name_,
                                   std::generic_category().message(answer.start_error)));
    if (answer.stuck != 0)
        return failure(ErrorKind::io, "a process that the program started could not be ended");

    Ended ended;
    ended.left = answer.left;
    ended.cpu_seconds = answer.cpu_seconds;
    ended.clock_seconds = answer.wall_seconds;
    ended.out = tail_of(output_, limits_.written);
    ended.last_errors = shown(tail_of(errors_, last_bytes));
    const bool signalled = WIFSIGNALED(answer.wait_status);
    ended.end = signalled ? End::signalled : End::exited;
    ended.number = signalled ? WTERMSIG(answer.wait_status) : WEXITSTATUS(answer.wait_status);
    const bool failed = ended.number != 0;
    const double max_seconds = std::chrono::duration<double>(limits_.time).count();
    if (answer.cut == Cut::processes) {
        ended.end = End::processes;
    } else if (answer.cut == Cut::threads) {
        ended.end = End::threads;
    } else if (answer.cut == Cut::memory || (limits_.memory != 0 && answer.resident > limits_.memory) ||
               (failed && limits_.memory != 0 && says_no_memory(ended.last_errors))) {
        ended.end = End::memory;
    } else if (std::max(size_of(output_), size_of(errors_)) >= limits_.written) {
        ended.end = End::written;
    } else if (answer.cut == Cut::disk || (signalled && ended.number == SIGXFSZ)) {
        ended.end = End::disk;
    } else if (answer.cut == Cut::time || answer.cpu_seconds > max_seconds ||
               (signalled && ended.number == SIGXCPU)) {
        ended.end = End::time;
    } else if (answer.cut == Cut::waiting) {
        ended.end = End::unknown;
    }
    return ended;
}

}  // namespace zermelo::stress
