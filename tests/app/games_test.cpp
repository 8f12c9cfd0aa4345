// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/games.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "zermelo/app/errors.hpp"
#include "zermelo/judge/dialect.hpp"

namespace zermelo::app {
namespace {

// No dialect without its rules in words, no rules without a dialect.
TEST(Games, AreTheDialects) {
    std::set<std::string_view> listed;
    for (const Game& game : games()) {
        SCOPED_TRACE(game.name);
        listed.insert(game.name);
        const judge::Dialect* dialect = judge::find_dialect(game.name);
        ASSERT_NE(dialect, nullptr);
        EXPECT_EQ(dialect->name(), game.name);
        for (const std::string_view text : {game.source, game.question, game.rules, game.format})
            EXPECT_FALSE(text.empty());
    }
    EXPECT_EQ(listed.size(), judge::dialects().size());
    EXPECT_EQ(judge::find_dialect("chess"), nullptr);
}

TEST(Errors, HaveOneStatusAndOneLineEach) {
    const Error offence{ErrorKind::bad_input, "wrong, expected right", Location{3, 7}};
    EXPECT_EQ(exit_status(offence), exit_bad_input);
    EXPECT_EQ(diagnostic(offence, "a.in"), "a.in:3:7: error: wrong, expected right");
    const Error world{ErrorKind::io, "the disk is full"};
    EXPECT_EQ(exit_status(world), exit_failure);
    EXPECT_EQ(diagnostic(world, "a.in"), "zermelo: error: the disk is full");
    EXPECT_EQ(exit_status({ErrorKind::bad_usage, ""}), exit_bad_input);
}

}  // namespace
}  // namespace zermelo::app
