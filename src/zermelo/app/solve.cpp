// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/solve.hpp"

#include <oneapi/tbb/global_control.h>

#include "zermelo/app/hunt_family.hpp"
#include "zermelo/app/solving.hpp"

namespace zermelo::app {

Attempt<void> solve(Library& library, const std::string& variant, const SolveOptions& options,
                    const Report& report) {
    const auto rules = library.find(variant);
    if (!rules) return tl::make_unexpected(rules.error());
    std::optional<tbb::global_control> threads;
    if (options.threads) threads.emplace(tbb::global_control::max_allowed_parallelism, *options.threads);
    if (HuntFamily::serves(**rules)) return Solving{HuntFamily{}, **rules, options, report}.run();
    return fail({ErrorKind::bad_usage, "not yet"});
}

}  // namespace zermelo::app
