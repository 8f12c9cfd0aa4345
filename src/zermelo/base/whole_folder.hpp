// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "zermelo/base/result.hpp"

namespace zermelo {

/// Makes a folder that is there as a whole or not at all: `fill` writes into a hidden folder beside it, which
/// then gets its name. Folders above it are made where they are missing.
///
/// Errors: the folder has something in it, or is none (`ErrorKind::bad_usage`, and says that `expected` was
/// expected); those of `fill`; `ErrorKind::io`. A run that fails leaves nothing behind; one that is killed
/// may leave the hidden folder `.NAME-…`.
Result<void> write_whole(const std::string& folder, const std::string& expected,
                         const std::function<Result<void>(const std::string& unfinished)>& fill);

}  // namespace zermelo
