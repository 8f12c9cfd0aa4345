// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/explanation.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"

#include "reference/minimax.hpp"
#include "support/mailbox.hpp"
#include "support/scale.hpp"

namespace zermelo::queen_hunt {
namespace {

using puzzles::Explanation;

bool wins(const Position& position, Plies bound) {
    return reference::wins_within(queen_hunt::Rules{}, position, bound);
}

/// Whether the shortest win of the side to move takes exactly this number of plies.
bool wins_in(const Position& position, Plies length) {
    return wins(position, length) && (length < Plies{2} || !wins(position, length - Plies{2}));
}

std::multiset<std::string> legal(const Position& position) {
    std::multiset<std::string> moves;
    for (const testing::MailboxMove& step : testing::mailbox_moves(testing::mailbox(position)))
        moves.insert(testing::text(step));
    return moves;
}

/// The moves that a line of a list begins with, as "b2a4": "- Qb2-a3, Qb2xa4 and Rc1-c2 run into …".
void add_subjects(std::string line, std::multiset<std::string>& moves) {
    for (const std::string_view verb :
         {" run", " leave", " is met", " are met", " hold", " put", " fail", ":"})
        line = line.substr(0, line.find(verb));
    line = line.substr(2);
    for (std::size_t at = 0; (at = line.find(" and ", at)) != std::string::npos;) line.replace(at, 5, ", ");
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find(", ", at), line.size());
        const std::string move = line.substr(at, end - at);
        ASSERT_EQ(move.size(), 6U) << line;
        moves.insert(move.substr(1, 2) + move.substr(4));
        at = end + 2;
    }
}

void expect_move(const HuntMove& step) {
    ASSERT_EQ(legal(step.before).count(text(step.move)), 1U);
    EXPECT_TRUE(wins_in(step.before, step.plies));
    const Position after = queen_hunt::play(step.before, step.move);
    if (step.plies == Plies{1}) {
        EXPECT_TRUE(queen_hunt::lost(after));
        EXPECT_TRUE(step.replies.empty());
        return;
    }
    std::multiset<std::string> replies;
    Plies most;
    for (const HuntReply& reply : step.replies) {
        replies.insert(text(reply.move));
        most = std::max(most, reply.left);
        const Position child = queen_hunt::play(after, reply.move);
        EXPECT_TRUE(wins_in(child, reply.left));
        ASSERT_EQ(legal(child).count(text(reply.answer)), 1U);
        EXPECT_TRUE(reference::loses_within(queen_hunt::Rules{}, queen_hunt::play(child, reply.answer),
                                            reply.left - Plies{1}));
    }
    EXPECT_EQ(replies, legal(after));
    ASSERT_TRUE(step.longest);
    EXPECT_EQ(step.replies[*step.longest].left, most);
    EXPECT_EQ(most + Plies{2}, step.plies);
}

void expect_line(const Position& position, const HuntReasons& reasons) {
    ASSERT_FALSE(reasons.line.empty());
    EXPECT_EQ(reasons.line.front().before, position);
    EXPECT_EQ(reasons.line.front().plies, *reasons.shortest);
    EXPECT_LE(reasons.line.back().plies, Plies{3});
    for (std::size_t i = 0; i < reasons.line.size(); ++i) {
        const HuntMove& step = reasons.line[i];
        expect_move(step);
        if (i + 1 == reasons.line.size()) break;
        const HuntReply& reply = step.replies[*step.longest];
        EXPECT_EQ(reasons.line[i + 1].before,
                  queen_hunt::play(queen_hunt::play(step.before, step.move), reply.move));
        EXPECT_EQ(reasons.line[i + 1].move, reply.answer);
        EXPECT_EQ(reasons.line[i + 1].plies, reply.left);
    }
}

void expect_refutations(const Position& position, const HuntReasons& reasons) {
    std::multiset<std::string> moves;
    for (const HuntTry& each : reasons.tries) {
        moves.insert(text(each.move));
        const Position after = queen_hunt::play(position, each.move);
        ASSERT_TRUE(each.reply);
        ASSERT_EQ(legal(after).count(text(*each.reply)), 1U);
        const Position child = queen_hunt::play(after, *each.reply);
        EXPECT_EQ(queen_hunt::lost(child), each.loses_queen);
        EXPECT_TRUE(queen_hunt::lost(child) || !wins(child, reasons.bound - Plies{2}));
    }
    EXPECT_EQ(moves, reasons.bound < Plies{3} ? std::multiset<std::string>{} : legal(position));
}

/// The lists in words name every reply to every move shown, or every first move, once.
void expect_words(const Position& position, const HuntReasons& reasons) {
    const Explanation words = explanation_of(position, reasons);
    EXPECT_EQ(words.verdict, reasons.wins() ? "YES" : "NO");
    std::vector<std::multiset<std::string>> lists;
    for (const std::string& line : words.details) {
        if (line.ends_with(':')) lists.emplace_back();
        if (line.starts_with("- ")) add_subjects(line, lists.back());
    }
    std::vector<std::multiset<std::string>> expected;
    for (const HuntMove& step : reasons.line)
        if (!step.replies.empty()) expected.push_back(legal(queen_hunt::play(step.before, step.move)));
    if (!reasons.tries.empty()) expected.push_back(legal(position));
    EXPECT_EQ(lists, expected);
    const std::string all = text_of(words);
    for (const std::string_view wrong : {" 1 plies", " 1 replies", " 1 first moves", "  -", "{}"})
        EXPECT_EQ(all.find(wrong), std::string::npos) << all;
}

TEST(ExplainHunt, EveryLineIsLegalAndEndsAsItClaims) {
    Random random{1};
    queen_hunt::HuntSolver solver;
    std::array<int, 8> lengths{};
    int refused = 0;
    const auto games = testing::scaled(15'000);
    for (std::uint64_t i = 0; i < games && !::testing::Test::HasFailure(); ++i) {
        const Position position = queen_hunt::random_position(random);
        const Plies bound{1 + random.below(position.men() > 6 ? 5 : 7)};
        const auto reasons = reasons_of(position, bound, solver, {.table_men = 3, .nodes = 300});
        ASSERT_TRUE(reasons);
        ASSERT_EQ(reasons->wins(), wins(position, bound));
        if (reasons->wins()) {
            ++lengths[reasons->shortest->count()];
            expect_line(position, *reasons);
        } else {
            ++refused;
            expect_refutations(position, *reasons);
        }
        expect_words(position, *reasons);
    }
    if (games < 15'000) return;
    EXPECT_GT(refused, 1'000);
    EXPECT_GT(lengths[1], 300);
    EXPECT_GT(lengths[3], 200);
    EXPECT_GT(lengths[5], 50);
}

TEST(ExplainHunt, WhatIsSaidBeyondTheBoundIsProved) {
    Random random{2};
    queen_hunt::HuntSolver solver;
    int longer = 0;
    int never = 0;
    for (int i = 0; i < 200 && !::testing::Test::HasFailure(); ++i) {
        const unsigned men = 1 + static_cast<unsigned>(random.below(2));
        const Position position = queen_hunt::random_position(queen_hunt::random_army(men, random),
                                                              queen_hunt::random_army(1, random), random);
        const Plies bound{1 + random.below(4)};
        for (const std::uint32_t table_men : {0U, 3U}) {
            const auto reasons =
                reasons_of(position, bound, solver, {.table_men = table_men, .nodes = 2'000});
            ASSERT_TRUE(reasons);
            if (reasons->wins()) continue;
            EXPECT_GE(reasons->none_within, bound);
            if (reasons->shortest && *reasons->shortest <= Plies{7}) {
                ++longer;
                EXPECT_TRUE(wins_in(position, *reasons->shortest));
            }
            if (!reasons->shortest && reasons->none_within <= Plies{7}) {
                EXPECT_FALSE(wins(position, reasons->none_within));
            }
            if (reasons->never) {
                ++never;
                EXPECT_FALSE(wins(position, Plies{7}));
            }
        }
    }
    EXPECT_GT(longer, 10);
    EXPECT_GT(never, 10);
}

TEST(ExplainHunt, WhatWasNotLookedForIsSaid) {
    Random random{4};
    queen_hunt::HuntSolver solver;
    int open = 0;
    for (int i = 0; i < 12; ++i) {
        const Position position = queen_hunt::random_position(queen_hunt::random_army(4, random),
                                                              queen_hunt::random_army(4, random), random);
        const auto reasons = reasons_of(position, Plies{11}, solver, {.table_men = 0, .nodes = 1});
        ASSERT_TRUE(reasons);
        expect_words(position, *reasons);
        if (reasons->wins()) continue;
        EXPECT_EQ(reasons->never,
                  std::all_of(reasons->tries.begin(), reasons->tries.end(),
                              [](const HuntTry& each) { return each.reply && each.loses_queen; }));
        if (reasons->never) continue;
        for (const HuntTry& each : reasons->tries) open += each.reply ? 0 : 1;
        const std::string all = text_of(explanation_of(position, *reasons));
        EXPECT_NE(all.find("was not looked into"), std::string::npos) << all;
    }
    EXPECT_GT(open, 0);
}

TEST(ExplainHunt, LongWinsAreToldToTheEnd) {
    Random random{3};
    queen_hunt::HuntSolver solver;
    std::uint64_t longest = 0;
    for (int i = 0; i < 400; ++i) {
        const Position position = queen_hunt::random_position(queen_hunt::random_army(2, random),
                                                              queen_hunt::random_army(1, random), random);
        const auto reasons = reasons_of(position, Plies{1'000'000}, solver);
        ASSERT_TRUE(reasons);
        if (!reasons->wins()) {
            EXPECT_TRUE(reasons->never);
            for (const HuntTry& each : reasons->tries) EXPECT_TRUE(each.reply);
            continue;
        }
        longest = std::max(longest, reasons->shortest->count());
        EXPECT_EQ(reasons->line.size(), std::max<std::uint64_t>(1, (reasons->shortest->count() - 1) / 2));
        expect_words(position, *reasons);
    }
    EXPECT_GT(longest, 9U);
}

}  // namespace
}  // namespace zermelo::queen_hunt
