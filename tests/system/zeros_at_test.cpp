// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/zeros_at.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace zermelo {
namespace {

TEST(ZerosAt, OnePageIsZeroAndItsNeighboursStay) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    void* const memory =
        ::mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    char* const bytes = static_cast<char*>(memory);
    std::memset(memory, 'x', 3 * page);
    EXPECT_TRUE(put_zeros_at(bytes + page, page));
    const auto all = [&](std::size_t of, char byte) {
        return std::string_view{bytes + of * page, page}.find_first_not_of(byte) == std::string_view::npos;
    };
    EXPECT_TRUE(all(0, 'x') && all(1, '\0') && all(2, 'x'));
    ::munmap(memory, 3 * page);
}

}  // namespace
}  // namespace zermelo
