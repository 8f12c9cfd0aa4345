// SPDX-License-Identifier: GPL-3.0-or-later
// What `verify` refuses whatever it says: wins that go in circles, and names that are files.
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "zermelo/rules/hash.hpp"

#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/shell.hpp"
#include "tell/court.hpp"

namespace zermelo::tell {
namespace {

/// Two moves and their only replies that lead back to where they began, if there are: a graph of legal moves
/// that leaves none out, in which the loser is never asked anything.
std::optional<Certificate> cycle_from(SlowChecker& checker, const std::string& root) {
    Certificate c{{"", "", root, 0}, {}};
    c.nodes = {{Side::attacker, 0, root, {}},
               {Side::defender, 0, {}, {}},
               {Side::attacker, 0, {}, {}},
               {Side::defender, 0, {}, {}}};
    for (const auto& [first, after_first] : checker.view(root)->moves) {
        const auto& replies = checker.view(after_first)->moves;
        if (replies.size() != 1) continue;
        for (const auto& [second, after_second] : checker.view(replies.begin()->second)->moves) {
            const auto& last = checker.view(after_second)->moves;
            if (last.size() != 1 || last.begin()->second != root) continue;
            c.nodes[0].edges = {{first, 1}};
            c.nodes[1].position = after_first;
            c.nodes[1].edges = {{replies.begin()->first, 2}};
            c.nodes[2].position = replies.begin()->second;
            c.nodes[2].edges = {{second, 3}};
            c.nodes[3].position = after_second;
            c.nodes[3].edges = {{last.begin()->first, 0}};
            return c;
        }
    }
    return std::nullopt;
}

TEST(VerifyCycles, AreRefusedWhateverTheirLengthsSay) {
    const rules::Rules& rules = testing::shipped("small3x3");
    testing::NearEnds positions{rules, 5};
    Court court{rules};
    const std::uint64_t wanted = testing::scaled(20);
    std::uint64_t found = 0;
    for (int tries = 0; tries < 20'000 && found < wanted; ++tries) {
        auto c = cycle_from(court.checker(), engine::position_text(positions.any()));
        if (!c) continue;
        ++found;
        c->variant = rules.name;
        c->rules = rules::hash_text(rules);
        for (std::uint64_t n = 1; n < 7; ++n)
            for (std::uint64_t last = 0; last < 7; ++last) {
                for (std::size_t i = 0; i < 4; ++i) c->nodes[i].plies = n + 3 - i;
                c->nodes[3].plies = last;
                c->plies = c->nodes[0].plies;
                court.refuse(*c, "a cycle");
            }
        if (HasFatalFailure()) return;
    }
    EXPECT_EQ(found, wanted);
}

// A certificate names a variant, and does not make us read files.
TEST(VerifyNames, AreNotTakenForFiles) {
    const std::string games = ZERMELO_SOURCE_DIR "/games/";
    const rules::Rules& rules = testing::shipped("chess");
    Court court{rules};
    for (const std::string& name : {games + "chess.ini", games + "chess.ini:chess", games + "no-such.ini"}) {
        const Certificate c{{name, rules::hash_text(rules), "6k1/8/8/8/8/8/8/6K1 w - - 0 1", 1}, {}};
        const auto answer = court.verified(written(c));
        ASSERT_FALSE(answer.has_value());
        EXPECT_EQ(answer.error().kind, ErrorKind::bad_usage);
        EXPECT_EQ(&testing::shipped("chess"), &rules);
    }
}

TEST(VerifyNames, AFileWithoutVariantsIsNoVariant) {
    const testing::ScratchFolder folder;
    const std::string path = folder.file("none.ini", "# nothing\n");
    for (const char* suffix : {"", ":chess"}) {
        const auto found = testing::shipped().find(path + suffix);
        ASSERT_FALSE(found.has_value());
        EXPECT_EQ(found.error().kind, ErrorKind::bad_input);
    }
}

}  // namespace
}  // namespace zermelo::tell
