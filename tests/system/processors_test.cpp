// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/processors.hpp"

#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(Processors, AreThoseThatAThreadWasLetRunOn) {
    const std::vector<int> all = allowed_processors();
    if (all.empty()) GTEST_SKIP() << "the system does not say on which processors this thread may run";
    EXPECT_FALSE(std::ranges::any_of(all, [&](int one) { return std::ranges::count(all, one) != 1; }));
    std::jthread{[&] {
        for (const int one : all) {
            run_on({&one, 1});
            EXPECT_EQ(allowed_processors(), std::vector{one});
        }
        run_on(all);
        EXPECT_TRUE(std::ranges::is_permutation(allowed_processors(), all));
    }};
}

TEST(Processors, AThreadBeginsWhereItsAttributesSay) {
    const std::vector<int> all = allowed_processors();
    if (all.empty()) GTEST_SKIP() << "the system does not say on which processors this thread may run";
    for (const int one : all) {
        pthread_attr_t attributes;
        ASSERT_EQ(pthread_attr_init(&attributes), 0);
        begin_on(attributes, one);
        std::vector<int> seen;
        pthread_t thread{};
        ASSERT_EQ(pthread_create(
                      &thread, &attributes,
                      [](void* to) -> void* {
                          *static_cast<std::vector<int>*>(to) = allowed_processors();
                          return nullptr;
                      },
                      &seen),
                  0);
        pthread_join(thread, nullptr);
        pthread_attr_destroy(&attributes);
        EXPECT_EQ(seen, std::vector{one});
    }
}

}  // namespace
}  // namespace zermelo
