// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/dialect.hpp"

#include <algorithm>
#include <array>

#include "zermelo/judge/cheesy.hpp"
#include "zermelo/judge/cstate.hpp"
#include "zermelo/judge/simplified.hpp"

namespace zermelo::judge {

std::span<const Dialect* const> dialects() {
    static const std::array<const Dialect*, 5> all{&simplified(), &cstate1(), &cstate2(), &cstate3(),
                                                   &cheesy()};
    return all;
}

const Dialect* find_dialect(std::string_view name) {
    const auto all = dialects();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [name](const Dialect* dialect) { return dialect->name() == name; });
    return found == all.end() ? nullptr : *found;
}

}  // namespace zermelo::judge
