// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/search/transpositions.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/hash128.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/search/proof_table.hpp"

namespace zermelo::search {
namespace {

template <typename Key>
Key random_key(Random& random) {
    if constexpr (std::is_same_v<Key, Hash128>) {
        const std::uint64_t low = random.below(~std::uint64_t{0});
        return Hash128{low, random.below(~std::uint64_t{0})};
    } else {
        return random.below(~std::uint64_t{0});
    }
}

/// What entry i is to say.
Known known(std::size_t i) {
    return {static_cast<std::uint16_t>(i % 7 == 0 ? i % 100 + 1 : 0), static_cast<std::uint16_t>(i % 100),
            static_cast<std::uint16_t>(i % 1000)};
}
Role role(std::size_t i) { return i % 3 == 0 ? Role::attacker : Role::defender; }

template <typename Key>
void expect_little_is_forgotten(std::size_t bytes, std::size_t entries) {
    Random random{bytes};
    Transpositions<Key> table{bytes};
    table.allocate();
    for (int round = 0; round < 2; ++round) {
        std::vector<Key> keys;
        for (std::size_t i = 0; i < entries; ++i) {
            keys.push_back(random_key<Key>(random));
            table.add(keys.back(), role(i), known(i));
            ASSERT_NE(table.find(keys.back(), role(i)), std::nullopt) << i;  // the growth just made included
        }
        std::size_t forgotten = 0;
        for (std::size_t i = 0; i < entries; ++i) {
            const auto found = table.find(keys[i], role(i));
            if (!found) {
                ++forgotten;
                continue;
            }
            ASSERT_EQ(found->won_in, known(i).won_in);
            ASSERT_EQ(found->not_won_in, known(i).not_won_in);
            ASSERT_EQ(found->best, known(i).best);
            ASSERT_EQ(table.find(keys[i], role(i) == Role::attacker ? Role::defender : Role::attacker),
                      std::nullopt);
        }
        EXPECT_LE(forgotten, entries / 50) << bytes;
        table.clear();
        for (std::size_t i = 0; i < entries; ++i) ASSERT_EQ(table.find(keys[i], role(i)), std::nullopt);
    }
}

/// Growing forgets nothing, and while entries are few for the size hardly any bucket is full.
TEST(Transpositions, LittleIsForgottenWhileItGrows) {
    for (const std::size_t kilobytes : {64U, 256U, 512U, 1024U, 4096U, 16384U}) {
        const std::size_t bytes = std::size_t{kilobytes} << 10U;
        expect_little_is_forgotten<std::uint64_t>(bytes, bytes / 16 / 4);
        expect_little_is_forgotten<Hash128>(bytes, bytes / 32 / 4);
    }
}

TEST(Transpositions, WhatIsMetAgainIsAddedTo) {
    Transpositions<std::uint64_t> table{1 << 20};
    table.allocate();
    table.add(77, Role::attacker, {0, 5, 1});
    for (std::uint64_t key = 1'000; key < 9'000; ++key)
        table.add(key, Role::defender, {0, 1, 0});  // it grows
    table.add(77, Role::attacker, {9, 3, 2});
    table.add(77, Role::attacker, {11, 0, 3});
    const auto found = table.find(77, Role::attacker);
    ASSERT_NE(found, std::nullopt);
    EXPECT_EQ(found->won_in, 9);
    EXPECT_EQ(found->not_won_in, 5);
    EXPECT_EQ(found->best, 3);
}

/// Adds entries of random keys until an eighth of the memory is filled.
template <typename Table, typename Add>
void fill(Table& table, Random& random, const Add& add) {
    table.allocate();
    while (8 * table.filled() < table.most()) add(random_key<Hash128>(random), table.filled());
}

TEST(Transpositions, WhatAnotherTableRememberedIsKept) {
    constexpr std::size_t bytes = std::size_t{4} << 20U;
    Random random{5};
    Transpositions<Hash128> from{bytes};
    fill(from, random, [&](const Hash128& key, std::size_t i) { from.add(key, role(i), known(i)); });
    for (const std::size_t room : {bytes, 2 * bytes, 16 * bytes}) {
        Transpositions<Hash128> to{room};
        to.allocate();
        from.for_each([&](const Hash128& key, Role r, const Known& k) { to.keep(key, r, k); });
        EXPECT_EQ(to.filled(), from.filled()) << room;
        from.for_each([&](const Hash128& key, Role r, const Known& k) {
            const auto found = to.find(key, r);
            ASSERT_NE(found, std::nullopt);
            EXPECT_EQ(found->not_won_in, k.not_won_in);
        });
    }
}

TEST(ProofTable, WhatAnotherTableRememberedIsKept) {
    constexpr std::size_t bytes = std::size_t{4} << 20U;
    Random random{6};
    for (const bool shared : {false, true}) {
        ProofTable<Hash128> from{bytes};
        from.allocate();
        if (shared) from.share();
        fill(from, random, [&](const Hash128& key, std::size_t i) {
            from.add(key, role(i), {1, 1}, 3, {never, 2}, static_cast<std::uint32_t>(i));
        });
        for (const std::size_t room : {bytes, 2 * bytes, 16 * bytes}) {
            ProofTable<Hash128> to{room};
            to.allocate();
            from.for_each([&](const ProofTable<Hash128>::Entry& entry) { to.keep(entry); });
            EXPECT_EQ(to.filled(), from.filled()) << room;
            from.for_each([&](const ProofTable<Hash128>::Entry& entry) {
                const auto found = to.find(entry.key, static_cast<Role>(entry.used));
                ASSERT_TRUE(found);
                EXPECT_EQ(found->work, entry.work);
            });
        }
    }
}

TEST(Transpositions, TheShallowestIsForgotten) {
    Transpositions<std::uint64_t> table{1};  // one bucket of four
    table.allocate();
    for (const unsigned depth : {4U, 2U, 8U, 6U, 5U})
        table.add(depth, Role::attacker, {0, static_cast<std::uint16_t>(depth), 0});
    EXPECT_EQ(table.find(2, Role::attacker), std::nullopt);
    for (const std::uint64_t kept : {4U, 8U, 6U, 5U})
        EXPECT_NE(table.find(kept, Role::attacker), std::nullopt) << kept;
}

}  // namespace
}  // namespace zermelo::search
