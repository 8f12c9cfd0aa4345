// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/limits.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace zermelo::oracle {

Result<void> check_limit(std::optional<Plies> limit) {
    if (!limit || *limit <= max_plies) return {};
    return failure(ErrorKind::bad_usage,
                   fmt::format("{} plies, expected at most {}", limit->count(), max_plies.count()));
}

Result<void> check_move_count(std::uint64_t count) {
    if (count <= max_moves_listed) return {};
    return failure(ErrorKind::bad_input,
                   fmt::format("{} legal moves, expected at most {} to be listed", count, max_moves_listed),
                   Location{1, 1}, "FEN");
}

search::Limits limits_of(std::optional<std::chrono::duration<double>> time,
                         std::optional<std::uint64_t> nodes, std::stop_token stop) {
    search::Limits limits;
    limits.nodes = nodes;
    limits.stop = std::move(stop);
    if (time) {
        using Clock = std::chrono::steady_clock;
        // A time that the clock cannot hold is no limit.
        if (*time < std::chrono::duration<double>{std::chrono::hours{24 * 365 * 100}})
            limits.time = std::chrono::duration_cast<Clock::duration>(std::max(*time, {}));
    }
    return limits;
}

std::string name_of_limit(std::optional<search::Stop> stop) {
    if (!stop) return "";
    switch (*stop) {
        case search::Stop::time:
            return "time";
        case search::Stop::nodes:
            return "nodes";
        case search::Stop::size:
            return "size";
        default:
            return "request";
    }
}

}  // namespace zermelo::oracle
