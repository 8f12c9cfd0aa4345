// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <concepts>
#include <stop_token>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

namespace zermelo {

/// Calls f(first, end) for parts of 0 … `size` − 1 of at most `most` numbers each, on all threads of the task
/// arena and in any order. Parts that are not begun when a stop is asked for are left out: then not all has
/// been done, and the caller asks `stop` once more. Precondition: `most` is not 0. Cost: some nanoseconds a
/// part.
template <std::unsigned_integral Number, typename F>
void each_part(Number size, Number most, const std::stop_token& stop, const F& f) {
    tbb::parallel_for(tbb::blocked_range<Number>{0, size, most}, [&](const auto& range) {
        for (Number first = range.begin(); first < range.end() && !stop.stop_requested();) {
            const Number end = first + std::min<Number>(most, range.end() - first);
            f(first, end);
            first = end;
        }
    });
}

}  // namespace zermelo
