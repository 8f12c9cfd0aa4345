// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "zermelo/python/errors.hpp"

namespace zermelo::python {

/// What `seconds` of a call bounds its work to. Raises InputError: they are not more than 0.
inline std::optional<std::chrono::duration<double>> time_of(const std::optional<double>& seconds) {
    if (!seconds) return std::nullopt;
    if (!(*seconds > 0))
        value_of(Result<void>{
            failure(ErrorKind::bad_usage, fmt::format("{} seconds, expected more than 0", *seconds))});
    return std::chrono::duration<double>{*seconds};
}

}  // namespace zermelo::python
