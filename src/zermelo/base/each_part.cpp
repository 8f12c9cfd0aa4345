// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/each_part.hpp"

#include <algorithm>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace zermelo {

void each_part(std::uint64_t size, std::uint64_t most, const StopToken& stop,
               const std::function<void(std::uint64_t first, std::uint64_t end)>& f) {
    tbb::parallel_for(
        tbb::blocked_range<std::uint64_t>{0, size, static_cast<std::size_t>(most)}, [&](const auto& range) {
            for (std::uint64_t first = range.begin(); first < range.end() && !stop.stop_requested();) {
                const std::uint64_t end = first + std::min(most, range.end() - first);
                f(first, end);
                first = end;
            }
        });
}

}  // namespace zermelo
