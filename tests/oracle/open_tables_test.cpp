// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that are asked again and again are opened once, and closed when nobody asks any more.
#include "zermelo/oracle/open_tables.hpp"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "zermelo/library/compiled_variant.hpp"
#include "zermelo/tell/solve.hpp"

#include "support/scratch.hpp"
#include "support/shipped.hpp"

namespace zermelo::oracle {
namespace {

/// How many files with this in their paths are mapped into memory.
unsigned mapped_files(const std::string& path) {
    std::ifstream maps{"/proc/self/maps"};
    unsigned count = 0;
    for (std::string line; std::getline(maps, line);) count += line.find(path) != std::string::npos ? 1 : 0;
    return count;
}

TEST(OpenTables, AreClosedWhereNobodyHasAskedThem) {
    const testing::ScratchFolder scratch;
    tell::SolveOptions options;
    options.tables = scratch.file("tables");
    options.tiers = {"KRvK", "KQvK"};
    ASSERT_TRUE(tell::solve(testing::shipped(), "chess", options, [](const tell::SolveEvent&) {}));
    OpenTables tables{{options.tables}};
    const auto asked = [&](const std::string& fen) {
        const auto at = library::position_of(testing::shipped("chess"), fen).value();
        return tables.value(at).value().has_value();
    };
    const std::string rook = "8/8/8/4k3/8/8/8/K6R w - - 0 1";
    ASSERT_TRUE(asked(rook));
    const unsigned open = mapped_files(options.tables);
    if (open == 0) GTEST_SKIP() << "there is no /proc/self/maps here";
    tables.close_unused();  // asked a moment ago
    EXPECT_EQ(mapped_files(options.tables), open);
    tables.close_unused();
    EXPECT_EQ(mapped_files(options.tables), 0U);
    // What is asked meanwhile stays, and what was closed answers again.
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(asked(rook));
        tables.close_unused();
        EXPECT_EQ(mapped_files(options.tables), open) << i;
    }
}

}  // namespace
}  // namespace zermelo::oracle
