// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/huge_pages.hpp"

namespace zermelo {

void prefer_huge_pages(const void* /*memory*/, std::size_t /*bytes*/) {}

}  // namespace zermelo
