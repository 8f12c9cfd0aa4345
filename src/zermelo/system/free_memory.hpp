// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace zermelo {

/// Bytes of memory that programs can have now; 8 GiB where the system does not say.
std::uint64_t free_memory();

}  // namespace zermelo
