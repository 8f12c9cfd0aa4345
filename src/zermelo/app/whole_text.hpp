// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "zermelo/base/result.hpp"
#include "zermelo/base/source.hpp"

namespace zermelo::app {

/// More than any test data: a device or a pipe that never ends is not read until the memory is full.
inline constexpr std::size_t most_text = std::size_t{1} << 28U;

/// The whole content of a source, in memory, where nobody can change it while it is looked at.
/// Errors: `ErrorKind::io`; `ErrorKind::bad_input` if there are more than `most` bytes.
Result<Source> whole_text(Source& input, std::size_t most = most_text);

}  // namespace zermelo::app
