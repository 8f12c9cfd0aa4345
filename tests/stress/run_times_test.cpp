// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/run_times.hpp"

#include <gtest/gtest.h>

namespace zermelo::stress {
namespace {

Ended run_of(double seconds) {
    Ended ended;
    ended.cpu_seconds = seconds;
    ended.clock_seconds = seconds;
    return ended;
}

/// With a limit of two seconds, of which a quarter is half a second.
class PaceOfRuns : public ::testing::Test {
  protected:
    RunTimes run_times{ProcessLimits{}};
};

TEST_F(PaceOfRuns, ASlowProgramGetsOneGameARun) {
    EXPECT_FALSE(run_times.is_known());
    run_times.add(run_of(0.6), 1);
    EXPECT_TRUE(run_times.is_known());
    EXPECT_EQ(run_times.games_a_run(), 1U);  // two would take more than half the limit
    EXPECT_EQ(run_times.least_start(), Seconds{0});
    run_times.add(run_of(0.7), 1);
    EXPECT_EQ(run_times.games_a_run(), 1U);
}

TEST_F(PaceOfRuns, WhatTheStartTakesIsKnownFromRunsOfDifferentNumbersOfGames) {
    run_times.add(run_of(0.4), 1);
    EXPECT_EQ(run_times.games_a_run(), 2U);  // to know more
    run_times.add(run_of(0.8), 2);
    EXPECT_NEAR(run_times.least_start().count(), 0, 1e-9);
    EXPECT_EQ(run_times.games_a_run(), 1U);
    EXPECT_GE(run_times.patience(4), Seconds{4 * 4 * 0.4 - 1e-9});
}

TEST_F(PaceOfRuns, AProgramThatStartsSlowlyGetsManyGamesARun) {
    run_times.add(run_of(0.4), 1);
    run_times.add(run_of(0.41), 2);
    EXPECT_NEAR(run_times.least_start().count(), 0.39, 1e-9);
    EXPECT_NEAR(static_cast<double>(run_times.games_a_run()), 50, 1);
    run_times.add(run_of(0.49), 10);
    EXPECT_NEAR(run_times.least_start().count(), 0.39, 1e-9);
    // The least that was ever seen: what looks like a slow start may be one quick game.
    run_times.add(run_of(1.3), 4);
    EXPECT_NEAR(run_times.least_start().count(), 0.1, 1e-9);
}

TEST_F(PaceOfRuns, ARunByTheClockCountsHalf) {
    Ended asleep;
    asleep.clock_seconds = 1.6;
    run_times.add(asleep, 2);
    EXPECT_EQ(run_times.longest(), Seconds{1.6});
    EXPECT_EQ(run_times.games_a_run(), 2U);  // two fifths of a second each
    EXPECT_EQ(RunTimes::time_of(asleep), Seconds{0.8});
}

}  // namespace
}  // namespace zermelo::stress
