// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/searched_values.hpp"

#include "zermelo/app/library.hpp"
#include "zermelo/app/position.hpp"

namespace zermelo::app {

Result<Json> searched_values(const rules::Rules& rules, const std::optional<std::string>& fen,
                             const oracle::MovesRequest& request, const SearchProgress& progress) {
    ZERMELO_TRY(const engine::AnyGameAt at, position_of(rules, fen));
    oracle::MovesReport report;
    if (progress)
        report = [&](Plies depth, const oracle::KnownValues& known) {
            progress(depth, position_object(at, known));
        };
    ZERMELO_TRY(const auto known, oracle::move_values(at, request, report));
    return position_object(at, known);
}

}  // namespace zermelo::app
