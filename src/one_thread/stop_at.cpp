// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/stop_at.hpp"

namespace zermelo {

class StopAt::Alarm {};

StopAt::StopAt(std::optional<Clock::time_point> moment, const std::stop_token& other)
    : relay_(other, [this] { source_.request_stop(); }) {
    source_.zermelo_request_stop_at(moment, other);
}

StopAt::~StopAt() = default;

}  // namespace zermelo
