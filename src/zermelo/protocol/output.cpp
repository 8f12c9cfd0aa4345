// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/output.hpp"

namespace zermelo::protocol {

void Output::line(std::string_view text) {
    const std::lock_guard lock{mutex_};
    if (error_) return;
    if (const auto written = sink_.write(std::string{text} + '\n'); !written) error_ = written.error();
}

std::optional<Error> Output::error() const {
    const std::lock_guard lock{mutex_};
    return error_;
}

}  // namespace zermelo::protocol
