// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/compare.hpp"

#include <gtest/gtest.h>

#include "zermelo/puzzles/registry.hpp"

namespace zermelo::stress {
namespace {

struct Row {
    std::string_view puzzle;
    std::vector<std::string> expected;
    const char* output;
    std::optional<Fault> fault;
    std::optional<std::size_t> game = std::nullopt;
};

TEST(Compare, OutputsAreRightWrongOrUnreadable) {
    const Row rows[] = {
        {"simplified", {"YES", "NO"}, "YES\nNO\n", {}},
        {"simplified", {"YES", "NO"}, "YES\r\n  NO", {}},
        {"simplified", {"YES", "NO"}, "\n\nYES\n\nNO \t\n\n", {}},
        {"simplified", {"YES", "NO"}, "YES\nYES\n", Fault::wrong, 1},
        {"simplified", {"YES", "NO"}, "NO\nNO\n", Fault::wrong, 0},
        {"simplified", {"YES", "NO"}, "yes\nNO\n", Fault::unreadable, 0},
        {"simplified", {"YES", "NO"}, "YES NO\n", Fault::unreadable, 0},
        {"simplified", {"YES", "NO"}, "YES\n", Fault::unreadable},
        {"simplified", {"YES", "NO"}, "", Fault::unreadable},
        {"simplified", {"YES", "NO"}, "YES\nNO\nNO\n", Fault::unreadable},
        {"cheesy", {"White"}, "Black\n", Fault::wrong, 0},
        {"cheesy", {"White"}, "White wins\n", Fault::unreadable, 0},
        {"cstate1", {"White Check"}, "White  Check\n", {}},
        {"cstate1", {"White Check"}, "Black Check\n", Fault::wrong, 0},
        {"cstate1", {"White Check"}, "White Check - 3 Plausible Moves\n", Fault::unreadable, 0},
        {"cstate2", {"White Check - 3 Plausible Moves"}, "White Check - 3 Plausible Moves\n", {}},
        {"cstate2",
         {"White Check - 3 Plausible Moves"},
         "White Check - 4 Plausible Moves\n",
         Fault::wrong,
         0},
        {"cstate2", {"White Check - 3 Plausible Moves"}, "White Checkmate\n", Fault::wrong, 0},
        {"cstate2", {"White Check - 3 Plausible Moves"}, "Safe\n", Fault::wrong, 0},
        {"cstate2",
         {"White Check - 1 Plausible Moves"},
         "White Check - 1 Plausible Move\n",
         Fault::unreadable,
         0},
        {"cstate2",
         {"White Check - 1 Plausible Moves"},
         "White Check -  Plausible Moves\n",
         Fault::unreadable,
         0},
        {"cstate2",
         {"White Check - 1 Plausible Moves"},
         "White Check - x Plausible Moves\n",
         Fault::unreadable,
         0},
        {"cstate2", {"Safe"}, "White Check\n", Fault::unreadable, 0},
        {"cstate2", {"Safe"}, "Red Check - 1 Plausible Moves\n", Fault::unreadable, 0},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.output);
        Ended ended;
        ended.out = row.output;
        const auto failure = compare(*puzzles::find(row.puzzle), row.expected, ended, {});
        ASSERT_EQ(failure.has_value(), row.fault.has_value());
        if (!failure) continue;
        EXPECT_EQ(failure->fault, *row.fault);
        EXPECT_EQ(failure->game, row.game);
        EXPECT_FALSE(failure->words.empty());
    }
}

TEST(Compare, HowAProgramEndedComesFirst) {
    const std::vector<std::string> expected{"YES"};
    const auto judge = [&](End end, int number, unsigned left) {
        Ended ended{end, number, left};
        ended.out = "YES\n";
        return compare(*puzzles::find("simplified"), expected, ended, {});
    };
    EXPECT_FALSE(judge(End::exited, 0, 0));
    EXPECT_EQ(judge(End::exited, 3, 0)->words, "exit status 3");
    EXPECT_EQ(judge(End::exited, 3, 0)->fault, Fault::crash);
    EXPECT_EQ(judge(End::signalled, 11, 0)->words, "ended by signal 11 (Segmentation fault)");
    EXPECT_EQ(judge(End::signalled, 11, 0)->fault, Fault::crash);
    EXPECT_EQ(judge(End::time, 0, 0)->words, "not at its end after 4 s");
    EXPECT_EQ(judge(End::time, 0, 0)->fault, Fault::time);
    EXPECT_EQ(judge(End::memory, 0, 0)->words, "more than the 1024 MiB of a run");
    EXPECT_EQ(judge(End::memory, 0, 0)->fault, Fault::memory);
    EXPECT_EQ(judge(End::written, 0, 0)->fault, Fault::written);
    EXPECT_EQ(judge(End::disk, 0, 0)->words, "more than 64 MiB in files, or 16 MiB in one of them");
    EXPECT_EQ(judge(End::disk, 0, 0)->fault, Fault::disk);
    EXPECT_EQ(judge(End::processes, 0, 0)->words, "more than 64 processes at once");
    EXPECT_EQ(judge(End::processes, 0, 0)->fault, Fault::processes);
    EXPECT_EQ(judge(End::threads, 0, 0)->words, "more than 1024 threads at once");
    EXPECT_EQ(judge(End::threads, 0, 0)->fault, Fault::threads);
    EXPECT_EQ(judge(End::exited, 0, 2)->words, "2 processes left running when the program ended");
    EXPECT_EQ(judge(End::exited, 0, 1)->fault, Fault::processes);
}

}  // namespace
}  // namespace zermelo::stress
