// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace zermelo {

/// Lets what was written to these files, all of one file system, reach its disk. Returns 0, or the `errno` of
/// what went wrong. One call for many, where the system has it: to wait for each takes as long again.
int flush(std::span<const int> descriptors);

}  // namespace zermelo
