// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace zermelo {

/// Puts zeros, which can be read only, in the place of `size` bytes of mapped memory; whether it could.
/// Precondition: both are multiples of a page. May be called by the handler of a signal.
bool put_zeros_at(void* address, std::size_t size);

}  // namespace zermelo
