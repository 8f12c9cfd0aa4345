// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/print.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <mutex>

#include <poll.h>
#include <unistd.h>

#include "zermelo/cli/progress.hpp"

namespace zermelo::cli {

namespace {

std::atomic<bool> output_unread = false;  // whoever read standard output has left
std::timed_mutex output_whole;            // held while something is written that is to be whole

}  // namespace

void complain(const std::string& text) {
    DescriptorSink err{STDERR_FILENO, "standard error"};
    static_cast<void>(err.write(text));
}

int report(const Error& error, std::string_view input, tell::OutputFormat format) {
    if (output_unread) return exit_unread;
    if (format == tell::OutputFormat::json) {
        DescriptorSink out{STDOUT_FILENO, "standard output"};
        static_cast<void>(
            out.write(json_line(tell::json_of(error, input))));  // what cannot be written is said below
    }
    complain(tell::diagnostic(error, input) + "\n");
    return tell::exit_status(error);
}

Result<void> StandardOutput::write(std::string_view bytes) {
    const std::lock_guard lock{output_whole};
    auto written = DescriptorSink{STDOUT_FILENO, "standard output"}.write(bytes);
    if (!written) static_cast<void>(is_unread());  // `report` asks for it
    return written;
}

bool StandardOutput::is_unread() {
    // When the reader has left, poll says of a pipe that it can only fail, and of a socket that it is closed.
    pollfd out{STDOUT_FILENO, 0, 0};
    if (::poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP)) != 0) output_unread = true;
    return output_unread;
}

void wait_for_input() {
    std::array<pollfd, 2> ends{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{STDOUT_FILENO, 0, 0}};
    while (::poll(ends.data(), ends.size(), -1) < 0 && errno == EINTR) {
    }
}

int report_interrupt(tell::OutputFormat format) {
    constexpr std::chrono::milliseconds patience{50};
    const bool whole = output_whole.try_lock_for(patience);
    if (::isatty(STDERR_FILENO) == 1) complain(std::string{erased_line});
    return report({ErrorKind::stopped, "interrupted"}, {}, whole ? format : tell::OutputFormat::text);
}

int print(std::string_view text) {
    StandardOutput out;
    const auto written = out.write(text);
    return written ? tell::exit_success : report(written.error());
}

int answer_input(const std::function<Result<tell::LineCounts>(Source& input, Sink& output)>& answer,
                 tell::OutputFormat format) {
    auto input = Source::standard_input();
    if (!input) return report(input.error(), {}, format);
    StandardOutput output;
    const auto counts = answer(*input, output);
    if (counts) warn(counts->table_error);
    return counts ? tell::exit_status(*counts) : report(counts.error(), {}, format);
}

void warn(const std::optional<Error>& table_error) {
    if (table_error) complain(tell::warning_line(*table_error) + "\n");
}

int print_or_report(const Result<std::string>& text, tell::OutputFormat format) {
    return text ? print(*text) : report(text.error(), {}, format);
}

}  // namespace zermelo::cli
