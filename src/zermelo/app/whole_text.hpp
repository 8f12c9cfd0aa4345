// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>

#include "zermelo/base/result.hpp"
#include "zermelo/base/source.hpp"

namespace zermelo::app {

/// The source with its whole content in reach: itself if it is mapped, otherwise read into memory.
/// Errors: `ErrorKind::io`; `ErrorKind::bad_input` if there are more than `most` bytes.
Result<Source> whole_text(Source& input, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace zermelo::app
