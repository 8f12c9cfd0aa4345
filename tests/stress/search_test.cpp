// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/search.hpp"

#include <gtest/gtest.h>

#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/puzzles/queen_hunt/format.hpp"
#include "zermelo/puzzles/registry.hpp"

#include "stress/programs.hpp"
#include "support/shell.hpp"

namespace zermelo::stress {
namespace {

using testing::program;
using zermelo::testing::ScratchFolder;

class Search : public zermelo::testing::WithProc {};
class Reduce : public zermelo::testing::WithProc {};

struct Outcome {
    Searched searched;
    std::optional<Reduced> reduced{};
};

Outcome stress(const std::string& game, const Command& command, const SearchOptions& options,
               unsigned threads = 2, const ProcessLimits& limits = {}) {
    const Examination examination{*puzzles::find(game), limits};
    auto workers = WorkerPool::start(command, limits, threads);
    if (!workers) {
        ADD_FAILURE() << workers.error().message;
        return {};
    }
    auto searched = search(examination, *workers, options);
    if (!searched) {
        ADD_FAILURE() << searched.error().message;
        return {};
    }
    Outcome outcome{*searched};
    if (!searched->found || !searched->found->again) return outcome;
    auto reduced = reduce(examination, *workers, searched->found->failing, {options.one_per_run});
    if (!reduced) ADD_FAILURE() << reduced.error().message;
    if (reduced) outcome.reduced = *std::move(reduced);
    return outcome;
}

SearchOptions games(std::uint64_t count, std::uint64_t seed = 1) { return {.seed = seed, .games = count}; }

/// A small shell program that answers one line for each game of cheesy, as awk sees it.
Command awk(const std::string& script) { return *find_command(std::vector<std::string>{"awk", script}); }

TEST_F(Search, TheSameSeedFindsTheSameWithAnyNumberOfThreads) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        std::optional<std::string> before;
        for (const unsigned threads : {1U, 2U, 5U}) {
            const Outcome outcome =
                stress("cstate2", program("check", {"--wrong=pinned"}), games(100'000, seed), threads);
            ASSERT_TRUE(outcome.reduced);
            const std::string now =
                std::to_string(outcome.searched.found->game) + "\n" +
                puzzles::input_of(*puzzles::find("cstate2"), outcome.searched.found->failing.games) +
                puzzles::input_of(*puzzles::find("cstate2"), outcome.reduced->failing.games);
            EXPECT_EQ(before.value_or(now), now) << threads;
            before = now;
        }
    }
}

TEST_F(Search, CountsWhatItCovered) {
    for (const std::uint64_t count : {1U, 2U, 3U, 100U, 1023U, 1024U, 5000U}) {
        const Outcome outcome = stress("cstate2", program("check"), games(count));
        EXPECT_FALSE(outcome.searched.found);
        EXPECT_EQ(outcome.searched.covered.games, count);
        EXPECT_FALSE(outcome.searched.covered.most_together);
        EXPECT_LE(outcome.searched.covered.runs, 10 + count / 512);
    }
    const Outcome timed =
        stress("cstate2", program("check"), {.most_time = std::chrono::duration<double>{0.2}});
    EXPECT_FALSE(timed.searched.found);
    EXPECT_GT(timed.searched.covered.games, 0U);
}

TEST_F(Search, OfAFamilyAllGamesHaveItsProperty) {
    // Who answers the one thing that is right for the family survives it, and nothing else.
    const Command safe = awk("NR == 1 { for (i = 0; i < $1; ++i) print \"Safe\" }");
    SearchOptions options = games(200);
    options.family = "safe";
    EXPECT_FALSE(stress("cstate2", safe, options).searched.found);
    options.family = "mate";
    const Outcome mate = stress("cstate2", safe, options);
    ASSERT_TRUE(mate.searched.found);
    EXPECT_EQ(mate.searched.found->game, 1U);
}

TEST_F(Search, OneGameARunWhereTheProgramReadsNoMore) {
    // It has one answer, and is confused by more games.
    const Command once = awk("NR == 1 { if ($1 != 1) exit 1; print \"Safe\" }");
    const Outcome together = stress("cstate2", once, games(20));
    ASSERT_TRUE(together.reduced);
    EXPECT_EQ(together.reduced->failing.trial.failure->fault, Fault::wrong);  // the first game already
    SearchOptions options = games(40);
    options.one_per_run = true;
    const Outcome alone = stress("cstate2", program("check"), options);
    EXPECT_FALSE(alone.searched.found);
    EXPECT_EQ(alone.searched.covered.runs, 40U);
    EXPECT_EQ(alone.searched.covered.games, 40U);
    const Outcome wrong = stress("cstate2", once, options);
    ASSERT_TRUE(wrong.reduced);
    EXPECT_EQ(wrong.reduced->failing.games.size(), 1U);
    EXPECT_EQ(wrong.reduced->failing.trial.failure->fault, Fault::wrong);
}

TEST_F(Search, WhatFailsOnlyInCompanyIsShrunkAsAList) {
    const Outcome outcome = stress("simplified", program("hunt", {"--wrong=sticky"}), games(10'000));
    ASSERT_TRUE(outcome.reduced);
    ASSERT_EQ(outcome.reduced->failing.games.size(), 2U);
    EXPECT_EQ(outcome.reduced->failing.games[0].as<queen_hunt::HuntGame>().bound, Plies{1});
    EXPECT_EQ(puzzles::find("simplified")->size(outcome.reduced->failing.games[0])[0], 2U);
    EXPECT_EQ(outcome.reduced->failing.trial.failure->game, 1U);
}

TEST_F(Search, ACrashFarInsideABatchIsFound) {
    const Outcome outcome = stress("cstate2", program("check", {"--wrong=array"}), games(10'000));
    ASSERT_TRUE(outcome.reduced);
    EXPECT_EQ(outcome.reduced->failing.trial.failure->fault, Fault::crash);
    ASSERT_EQ(outcome.reduced->failing.games.size(), 1U);
    const auto& board = outcome.reduced->failing.games[0].as<check_state::PlainBoard>();
    EXPECT_EQ(board.pieces.size(), 2U);
    EXPECT_EQ(board.n, 65U);
    EXPECT_TRUE(outcome.reduced->minimal);
}

TEST_F(Search, AProgramThatIsSlowOnManyGamesIsNotAtFault) {
    // It is right about a hundred games, and never comes to an end with more.
    const Command slow = *find_command(std::vector<std::string>{
        "sh", "-c", "read n; if [ $n -gt 100 ]; then sleep 1000; fi; (echo $n; cat) | $0",
        ZERMELO_WRONG_PROGRAMS "/wrong_check"});
    ProcessLimits limits;
    limits.time = std::chrono::seconds{1};
    const Outcome outcome = stress("cstate2", slow, games(400), 2, limits);
    EXPECT_FALSE(outcome.searched.found);
    EXPECT_EQ(outcome.searched.covered.games, 400U);
    ASSERT_TRUE(outcome.searched.covered.most_together);
    EXPECT_LE(*outcome.searched.covered.most_together, 100U);
}

TEST_F(Search, AProgramThatDoesNotAnswerTheSameEachTimeIsSaidToBeSo) {
    const ScratchFolder folder;
    // Its first run is wrong, all others are right.
    const Command moody = *find_command(std::vector<std::string>{
        "sh", "-c", "if mkdir \"$0\" 2>/dev/null; then echo nonsense; else \"$1\"; fi",
        folder.file("been-here"), ZERMELO_WRONG_PROGRAMS "/wrong_check"});
    const Outcome outcome = stress("cstate2", moody, games(100), 1);
    ASSERT_TRUE(outcome.searched.found);
    EXPECT_FALSE(outcome.searched.found->again);
    EXPECT_EQ(outcome.searched.found->failing.games.size(), 1U);
    EXPECT_EQ(outcome.searched.found->failing.trial.failure->fault, Fault::unreadable);
}

TEST_F(Reduce, StopsWhenItsTimeIsOver) {
    const Examination examination{*puzzles::find("cstate2")};
    auto workers = WorkerPool::start(program("check", {"--wrong=pinned"}), {}, 1);
    ASSERT_TRUE(workers);
    auto searched = search(examination, *workers, games(10'000));
    ASSERT_TRUE(searched && searched->found);
    ReduceOptions options;
    options.most_time = std::chrono::duration<double>{0};
    const auto reduced = reduce(examination, *workers, searched->found->failing, options);
    ASSERT_TRUE(reduced);
    EXPECT_FALSE(reduced->minimal);
    EXPECT_EQ(reduced->steps, 0U);
}

TEST_F(Search, AConstantAnswerIsWrongSoon) {
    for (const char* word : {"White", "Black"}) {
        const Outcome outcome =
            stress("cheesy", awk("NR == 1 { for (i = 0; i < $1; ++i) print \"" + std::string{word} + "\" }"),
                   games(1000));
        ASSERT_TRUE(outcome.reduced);
        EXPECT_EQ(puzzles::find("cheesy")->size(outcome.reduced->failing.games[0])[0], 0U);
    }
}

}  // namespace
}  // namespace zermelo::stress
