// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/searched_values.hpp"

#include "zermelo/library/library.hpp"
#include "zermelo/tell/position.hpp"

namespace zermelo::tell {

Result<Json> searched_values(const rules::Rules& rules, const std::optional<std::string>& fen,
                             const oracle::MovesRequest& request, const SearchProgress& progress) {
    ZERMELO_TRY(const engine::AnyGameAt at, library::position_of(rules, fen));
    oracle::MovesReport report;
    if (progress)
        report = [&](Plies depth, const oracle::KnownValues& known) {
            progress(depth, position_object(at, known));
        };
    ZERMELO_TRY(const auto known, oracle::move_values(at, request, report));
    return position_object(at, known);
}

}  // namespace zermelo::tell
