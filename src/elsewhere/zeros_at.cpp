// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/zeros_at.hpp"

#include <sys/mman.h>

namespace zermelo {

bool put_zeros_at(void* address, std::size_t size) {
    return ::mmap(address, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == address;
}

}  // namespace zermelo
