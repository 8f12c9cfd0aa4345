// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/each_part.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(EachPart, MeetsEachNumberOnceInPartsThatAreNotTooLarge) {
    for (const std::uint64_t size : {0U, 1U, 7U, 8U, 9U, 1000U}) {
        std::vector<std::atomic<int>> met(size);
        each_part(size, 8, {}, [&](std::uint64_t first, std::uint64_t end) {
            ASSERT_LT(first, end);
            EXPECT_LE(end - first, 8U);
            for (std::uint64_t i = first; i < end; ++i) ++met[i];
        });
        EXPECT_TRUE(std::all_of(met.begin(), met.end(), [](const auto& times) { return times == 1; }))
            << size;
    }
}

TEST(EachPart, BeginsNoPartOnceAStopIsAskedFor) {
    std::stop_source stop;
    std::atomic<int> parts = 0;
    const auto all = [&] {
        each_part(1000, 1, stop.get_token(), [&](std::uint64_t, std::uint64_t) {
            ++parts;
            stop.request_stop();
        });
    };
    all();
    EXPECT_GE(parts, 1);
    const int before = parts;
    all();
    EXPECT_EQ(parts, before);
}

}  // namespace
}  // namespace zermelo
