// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/print.hpp"

#include <atomic>

#include <poll.h>
#include <unistd.h>

namespace zermelo::cli {

namespace {

std::atomic<bool> output_unread = false;  // whoever read standard output has left

}  // namespace

void complain(const std::string& text) {
    DescriptorSink err{STDERR_FILENO, "standard error"};
    static_cast<void>(err.write(text));
}

int report(const Error& error, std::string_view input, app::Form form) {
    if (output_unread) return exit_unread;
    if (form == app::Form::json) {
        DescriptorSink out{STDOUT_FILENO, "standard output"};
        static_cast<void>(out.write(app::json_of(error, input)));  // what cannot be written is said below
    }
    complain(app::diagnostic(error, input) + "\n");
    return app::exit_status(error);
}

Result<void> StandardOutput::write(std::string_view bytes) {
    auto written = DescriptorSink{STDOUT_FILENO, "standard output"}.write(bytes);
    // Of a pipe whose reader has left, poll says that it can only fail.
    pollfd out{STDOUT_FILENO, POLLOUT, 0};
    if (!written && ::poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0) output_unread = true;
    return written;
}

int print(std::string_view text) {
    StandardOutput out;
    const auto written = out.write(text);
    return written ? app::exit_success : report(written.error());
}

int answer_input(const std::function<Result<app::LineCounts>(Source& input, Sink& output)>& answer,
                 app::Form form) {
    auto input = Source::standard_input();
    if (!input) return report(input.error(), {}, form);
    StandardOutput output;
    const auto counts = answer(*input, output);
    return counts ? app::exit_status(*counts) : report(counts.error(), {}, form);
}

int print_or_report(const Result<std::string>& text, app::Form form) {
    return text ? print(*text) : report(text.error(), {}, form);
}

}  // namespace zermelo::cli
