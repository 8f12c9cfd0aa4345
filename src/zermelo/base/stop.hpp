// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "zermelo/base/result.hpp"

namespace zermelo {

/// For work that somebody may end half way: the error that ends it, once a stop is requested.
inline Result<void> unless_stopped(const std::stop_token& stop) {
    if (stop.stop_requested()) return failure(ErrorKind::io, "stopped");
    return {};
}

}  // namespace zermelo
