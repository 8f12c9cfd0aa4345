// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <system_error>

#include "zermelo/base/result.hpp"

namespace zermelo {

/// The error that a file cannot be read, and why; `error` is a number as `errno` has it.
inline tl::unexpected<Error> cannot_read(const std::string& name, const std::string& why) {
    return failure(ErrorKind::io, "cannot read " + name + ": " + why);
}
inline tl::unexpected<Error> cannot_read(const std::string& name, int error) {
    return cannot_read(name, std::generic_category().message(error));
}
/// The same of a file that cannot be written.
inline tl::unexpected<Error> cannot_write(const std::string& name, int error) {
    return failure(ErrorKind::io, "cannot write " + name + ": " + std::generic_category().message(error));
}

}  // namespace zermelo
