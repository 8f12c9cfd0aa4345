// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/output.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace zermelo::protocol {

void Output::line(std::string_view text) {
    const std::lock_guard lock{mutex_};
    if (status_) status_ = sink_.write(std::string{text} + '\n');
}

Result<void> Output::status() const {
    const std::lock_guard lock{mutex_};
    return status_;
}

std::string in_one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::string with_place(const Error& error) {
    const std::string message = in_one_line(error.message);
    if (error.input.empty() || !error.where) return message;
    return fmt::format("{}:{}:{}: {}", error.input, error.where->line, error.where->column, message);
}

}  // namespace zermelo::protocol
