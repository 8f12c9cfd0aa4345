// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/output.hpp"

#include <utility>

#include <fmt/format.h>

#include "zermelo/base/quoted.hpp"

namespace zermelo::protocol {

void Output::line(std::string_view text) {
    const std::lock_guard lock{mutex_};
    if (status_) status_ = sink_.write(std::string{text} + '\n');
}

Result<void> Output::status() const {
    const std::lock_guard lock{mutex_};
    return status_;
}

std::string with_place(const Error& error) {
    if (error.input.empty() || !error.where) return in_one_line(error.message);
    return in_one_line(
        fmt::format("{}:{}:{}: {}", error.input, error.where->line, error.where->column, error.message));
}

}  // namespace zermelo::protocol
