// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/found_value.hpp"

#include "zermelo/api/internals.hpp"
#include "zermelo/tell/value.hpp"

namespace zermelo {

Result<FoundValue> value(const Position& position, const ValueOptions& options) {
    const auto& compiled = Internals::of(position);
    return tell::or_uncertified(tell::value(compiled.at, compiled.with_counters(options)));
}

}  // namespace zermelo
