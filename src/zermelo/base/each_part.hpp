// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

#include "zermelo/base/stop.hpp"

namespace zermelo {

/// Calls f(first, end) for parts of 0 … `size` − 1 of at most `most` numbers each, on all threads of the task
/// arena and in any order. Parts that are not begun when a stop is asked for are left out: then not all has
/// been done, and the caller asks `stop` once more; `{}` never asks. Precondition: `most` is not 0, and f may
/// be called by several threads at once. Cost: some nanoseconds a part.
void each_part(std::uint64_t size, std::uint64_t most, const StopToken& stop,
               const std::function<void(std::uint64_t first, std::uint64_t end)>& f);

}  // namespace zermelo
