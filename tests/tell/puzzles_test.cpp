// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/puzzles.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "zermelo/puzzles/registry.hpp"
#include "zermelo/tell/errors.hpp"

namespace zermelo::tell {
namespace {

TEST(Puzzles, HaveNamesAndWords) {
    std::set<std::string_view> names;
    for (const puzzles::Puzzle* puzzle : puzzles::all()) {
        const puzzles::Description& words = puzzle->description();
        SCOPED_TRACE(words.name);
        EXPECT_EQ(find_puzzle(words.name), puzzle);
        EXPECT_TRUE(names.insert(words.name).second);
        for (const std::string_view text : {words.source, words.question, words.rules, words.format})
            EXPECT_FALSE(text.empty());
        EXPECT_NE(list_puzzles().value().find(words.question), std::string::npos);
    }
    EXPECT_FALSE(find_puzzle("chess"));
    EXPECT_EQ(puzzle_names(), "simplified, cstate1, cstate2, cstate3 or cheesy");
}

TEST(Errors, HaveOneStatusAndOneLineEach) {
    const Error error{ErrorKind::bad_input, "wrong, expected right", Location{3, 7}};
    EXPECT_EQ(exit_status(error), exit_bad_input);
    EXPECT_EQ(diagnostic(error, "a.in"), "a.in:3:7: error: wrong, expected right");
    const Error world{ErrorKind::io, "the disk is full"};
    EXPECT_EQ(exit_status(world), exit_failure);
    EXPECT_EQ(diagnostic(world, "a.in"), "zermelo: error: the disk is full");
    EXPECT_EQ(exit_status({ErrorKind::bad_usage, ""}), exit_bad_input);
}

}  // namespace
}  // namespace zermelo::tell
