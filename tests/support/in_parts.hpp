// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/tablebase/partwise_values.hpp"
#include "zermelo/tablebase/slot_store.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/tier_graph.hpp"
#include "zermelo/tablebase/tier_record.hpp"
#include "zermelo/tablebase/value_source.hpp"

#include "support/scratch.hpp"

namespace zermelo::testing {

/// Solves a tier of a folder once more, in parts as small as may be, from the files of those that it leads
/// to: every entry and the record must be what its file says.
inline void expect_same_in_parts(const tablebase::TierGraph& graph, const tablebase::TableFolder& folder,
                                 const std::string& name) {
    using namespace tablebase;
    SCOPED_TRACE(name);
    const TierIndex index = graph.parse(name).value();
    const auto tier = graph.tier(index).value();
    std::vector<tablebase::ValueSource> sub_tables;
    for (const TierIndex sub : tier->sub_tiers())
        sub_tables.push_back(folder.has(graph.name(sub))
                                 ? tablebase::ValueSource{std::make_shared<const FileValues>(
                                       folder.open(graph.name(sub)).value())}
                                 : tablebase::ValueSource{});
    const ScratchFolder scratch;
    auto store = SlotStore::create(scratch.file("tier"));
    ASSERT_TRUE(store) << store.error().message;
    const auto solved =
        tier->solve_in_parts(sub_tables, *std::move(store), {64, 256}, [](std::string_view) {}, {});
    ASSERT_TRUE(solved) << solved.error().message;
    const auto file = folder.open(name).value();
    EXPECT_EQ(solved->values.wide(), file.wide());
    EXPECT_EQ(text(record_of(solved->audit, graph.encoding(), *tier)), file.header().record);
    for (std::uint32_t t = 0; t < tier->tables(); ++t) {
        Number last = ValueEncoding::draw;  // what a don't-care entry repeats
        for (std::uint64_t first = 0; first < tier->table_size(t); first += solved->values.window()) {
            const auto window = solved->values.read<Number>(t, first / solved->values.window());
            ASSERT_TRUE(window) << window.error().message;
            for (std::uint64_t i = 0; i < window->size(); ++i) {
                if ((*window)[i] != dont_care_mark<Number>) last = (*window)[i];
                ASSERT_EQ(last, file.entry(t, first + i).value()) << t << ':' << first + i;
            }
        }
    }
}

}  // namespace zermelo::testing
