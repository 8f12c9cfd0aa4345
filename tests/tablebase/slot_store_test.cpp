// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/slot_store.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"

#include "support/scratch.hpp"

namespace zermelo::tablebase {
namespace {

using Pile = SlotStore::Pile;

TEST(SlotStore, GivesBackWhatWasAdded) {
    const testing::ScratchFolder scratch;
    auto store = SlotStore::create(scratch.file("tier"));
    ASSERT_TRUE(store) << store.error().message;
    Random random{29};
    std::map<std::tuple<Pile, Number, std::uint32_t>, std::vector<std::vector<std::uint32_t>>> added;
    for (unsigned i = 0; i < 300; ++i) {
        std::vector<std::uint32_t> indices;
        // Dense, sparse, and from one end of a window to the other.
        const std::uint64_t step = std::uint64_t{1} << random.below(31);
        for (std::uint64_t index = random.below(step);
             index < (std::uint64_t{1} << 32U) && indices.size() < 99; index += 1 + random.below(step))
            indices.push_back(static_cast<std::uint32_t>(index));
        const auto pile = random.below(2) == 0 ? Pile::decided : Pile::due;
        const auto number = static_cast<Number>(1 + random.below(4) * 300);
        const auto window = static_cast<std::uint32_t>(random.below(3));
        store->add(pile, number, 1, window, indices);
        if (!indices.empty()) added[{pile, number, window}].push_back(indices);
    }
    std::size_t met = 0;
    for (const auto pile : {Pile::decided, Pile::due})
        for (Number number = 0; number < 1000; ++number) {
            std::map<std::uint32_t, std::vector<std::vector<std::uint32_t>>> found;
            for (const SlotStore::Chunk& chunk : store->of_number(pile, number)) {
                EXPECT_EQ(chunk.table, 1U);
                EXPECT_EQ(chunk.number, number);
                found[chunk.window].push_back(store->read(chunk));
            }
            for (const auto& [window, chunks] : found) {
                EXPECT_EQ(chunks, (added[{pile, number, window}]));
                ++met;
            }
        }
    EXPECT_EQ(met, added.size());
    EXPECT_EQ(store->greatest(), 901);
    const auto decided = store->of_window(1, 2);
    std::size_t expected = 0;
    for (const auto& [key, chunks] : added)
        if (std::get<0>(key) == Pile::decided && std::get<2>(key) == 2) expected += chunks.size();
    EXPECT_EQ(decided.size(), expected);
    EXPECT_TRUE(store->of_window(0, 2).empty());
    EXPECT_FALSE(store->take(Pile::due, 301).empty());
    EXPECT_TRUE(store->take(Pile::due, 301).empty());
    EXPECT_TRUE(store->error());
}

TEST(SlotStore, LeavesNoFile) {
    const testing::ScratchFolder scratch;
    const auto files = [&] {
        return std::distance(std::filesystem::directory_iterator{scratch.file("")}, {});
    };
    {
        auto store = SlotStore::create(scratch.file("tier"));
        ASSERT_TRUE(store) << store.error().message;
        const std::vector<std::uint32_t> indices{3};
        store->add(Pile::decided, 1, 0, 0, indices);
        EXPECT_EQ(files(), 1);
    }
    EXPECT_EQ(files(), 0);
}

// What another has cut off, as a disk that fails would.
TEST(SlotStore, SaysWhatItCannotRead) {
    const testing::ScratchFolder scratch;
    auto store = SlotStore::create(scratch.file("tier"));
    ASSERT_TRUE(store) << store.error().message;
    const std::vector<std::uint32_t> indices{3, 4, 1000};
    store->add(Pile::decided, 1, 0, 0, indices);
    std::filesystem::resize_file(scratch.file("tier.unfinished"), 2);
    EXPECT_TRUE(store->read(store->of_number(Pile::decided, 1)[0]).empty());
    const auto error = store->error();
    ASSERT_FALSE(error);
    EXPECT_EQ(error.error().kind, ErrorKind::io);
    EXPECT_EQ(error.error().message,
              "cannot read " + scratch.file("tier.unfinished") + ": it is shorter than it was");
}

}  // namespace
}  // namespace zermelo::tablebase
