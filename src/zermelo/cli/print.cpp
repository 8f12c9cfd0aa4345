// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/print.hpp"

#include <unistd.h>

#include "zermelo/base/sink.hpp"

namespace zermelo::cli {

void complain(const std::string& text) {
    DescriptorSink err{STDERR_FILENO, "standard error"};
    static_cast<void>(err.write(text));
}

int report(const Error& error, std::string_view input, app::Form form) {
    if (form == app::Form::json) print(app::json_of(error, input));
    complain(app::diagnostic(error, input) + "\n");
    return app::exit_status(error);
}

int print(std::string_view text) {
    DescriptorSink out{STDOUT_FILENO, "standard output"};
    const auto written = out.write(text);
    return written ? app::exit_success : report(written.error());
}

int print_or_report(const Result<std::string>& text, app::Form form) {
    return text ? print(*text) : report(text.error(), {}, form);
}

}  // namespace zermelo::cli
