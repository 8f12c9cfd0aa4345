// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/solve.hpp"

#include <variant>

#include <oneapi/tbb/global_control.h>

#include "zermelo/tablebase/families.hpp"
#include "zermelo/tablebase/solving.hpp"

namespace zermelo::app {

Attempt<void> solve(Library& library, const std::string& variant, const SolveOptions& options,
                    const Report& report) {
    const auto rules = library.find(variant);
    if (!rules) return tl::make_unexpected(rules.error());
    std::optional<tbb::global_control> threads;
    if (options.threads) threads.emplace(tbb::global_control::max_allowed_parallelism, *options.threads);
    const auto at = position_of(**rules, std::nullopt);
    if (!at) return tl::make_unexpected(at.error());
    return std::visit(
        [&](const auto& start) {
            return tablebase::with_family(start.game, [&](auto family) {
                return tablebase::Solving{std::move(family), **rules, options, report}.run();
            });
        },
        *at);
}

}  // namespace zermelo::app
