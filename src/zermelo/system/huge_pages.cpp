// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/huge_pages.hpp"

#include <cstdint>

#include <sys/mman.h>

namespace zermelo {

void prefer_huge_pages(const void* memory, std::size_t bytes) {
    constexpr std::uintptr_t page = std::uintptr_t{2} << 20U;
    const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
    const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
    if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

}  // namespace zermelo
