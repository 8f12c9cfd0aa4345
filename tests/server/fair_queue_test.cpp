// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/fair_queue.hpp"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"

namespace zermelo::server {
namespace {

std::string drained(FairQueue<char>& queue) {
    std::string all;
    while (!queue.empty()) all += queue.pop();
    return all;
}

TEST(FairQueue, ClientsTakeTurnsAndFirstComeIsFirstServed) {
    FairQueue<char> queue;
    for (const char item : {'a', 'b', 'c', 'd'}) queue.push("greedy", item);
    queue.push("modest", 'x');
    queue.push("other", 'y');
    EXPECT_EQ(queue.size(), 6U);
    EXPECT_EQ(queue.next_client(), "greedy");
    EXPECT_EQ(queue.pop(), 'a');
    EXPECT_EQ(queue.next_client(), "modest");
    queue.push("modest", 'z');
    EXPECT_EQ(drained(queue), "xybzcd");
    EXPECT_EQ(queue.size(), 0U);
}

TEST(FairQueue, AClientMayPass) {
    FairQueue<char> queue;
    queue.push("one", 'a');
    queue.pass();  // nobody else is there
    queue.push("one", 'b');
    queue.push("other", 'x');
    queue.pass();
    EXPECT_EQ(drained(queue), "xab");
}

TEST(FairQueue, WhoHasMostGivesWayToWhoHasLess) {
    FairQueue<char> queue;
    EXPECT_FALSE(queue.make_room("anybody"));
    queue.push("greedy", 'a');
    EXPECT_FALSE(queue.make_room("modest"));  // one each is fair
    queue.push("greedy", 'b');
    EXPECT_FALSE(queue.make_room("greedy"));
    EXPECT_EQ(queue.make_room("modest"), 'b');
    EXPECT_FALSE(queue.make_room("modest"));
    EXPECT_EQ(drained(queue), "a");
}

TEST(FairQueue, WhatIsTakenOutWaitsNoMore) {
    FairQueue<char> queue;
    queue.push("one", 'a');
    queue.push("other", 'b');
    queue.push("other", 'c');
    EXPECT_FALSE(queue.remove("one", 'b'));
    EXPECT_FALSE(queue.remove("nobody", 'a'));
    EXPECT_TRUE(queue.remove("one", 'a'));
    EXPECT_TRUE(queue.remove("other", 'b'));
    EXPECT_EQ(queue.next_client(), "other");
    EXPECT_EQ(drained(queue), "c");
}

/// The same by lists that are searched from the start each time: whoever was served longest ago is next.
TEST(FairQueue, AgreesWithListsAtRandom) {
    Random random{7};
    FairQueue<int> queue;
    std::map<std::string, std::vector<int>> lists;
    std::map<std::string, int> since;  // when a client began to wait, or was served
    int now = 0;
    for (int step = 0; step < 20'000; ++step) {
        const std::string client(1, static_cast<char>('a' + random.below(5)));
        const auto what = random.below(8);
        if (what < 4) {
            queue.push(client, step);
            if (lists[client].empty()) since[client] = ++now;
            lists[client].push_back(step);
        } else if (what < 7 && !queue.empty()) {
            std::string next;
            for (const auto& [each, items] : lists)
                if (!items.empty() && (next.empty() || since[each] < since[next])) next = each;
            ASSERT_EQ(queue.next_client(), next);
            ASSERT_EQ(queue.pop(), lists[next].front());
            lists[next].erase(lists[next].begin());
            since[next] = ++now;
        } else if (!lists[client].empty()) {
            const std::size_t at = random.below(lists[client].size());
            ASSERT_TRUE(queue.remove(client, lists[client][at]));
            lists[client].erase(lists[client].begin() + static_cast<std::ptrdiff_t>(at));
        }
        std::size_t all = 0;
        for (const auto& [each, items] : lists) all += items.size();
        ASSERT_EQ(queue.size(), all);
    }
}

}  // namespace
}  // namespace zermelo::server
