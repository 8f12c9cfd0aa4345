// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/search.hpp"

#include <array>
#include <bit>

#include <gtest/gtest.h>

#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/puzzles/queen_hunt/format.hpp"
#include "zermelo/puzzles/registry.hpp"

#include "stress/programs.hpp"
#include "support/shell.hpp"

namespace zermelo::stress {
namespace {

using testing::patient;
using testing::program;
using zermelo::testing::ScratchFolder;

class Search : public zermelo::testing::WithProc {};
class Reduce : public zermelo::testing::WithProc {};

struct Outcome {
    Searched searched;
    std::optional<Reduced> reduced{};
};

Outcome stress(const std::string& game, const Command& command, const SearchOptions& options,
               unsigned threads = 2, const ProcessLimits& limits = patient) {
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
    ReduceOptions reducing{options.one_per_run};
    reducing.max_games = 20'000;
    auto reduced = reduce(examination, *workers, searched->found->failing, reducing);
    if (!reduced) ADD_FAILURE() << reduced.error().message;
    if (reduced) outcome.reduced = *std::move(reduced);
    return outcome;
}

SearchOptions games(std::uint64_t count, std::uint64_t seed = 1) { return {.seed = seed, .games = count}; }

/// A small shell program that answers one line for each game of cheesy, as awk sees it.
Command awk(const std::string& script) { return *find_command(std::vector<std::string>{"awk", script}); }

TEST_F(Search, ThoroughTheSameSeedFindsTheSameWithAnyNumberOfThreads) {
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
        EXPECT_FALSE(outcome.searched.covered.max_together);
        EXPECT_LE(outcome.searched.covered.runs, 10 + count / 512);
    }
    SearchOptions options;
    options.deadline = Deadline::in(Seconds{0.2});
    const Outcome timed = stress("cstate2", program("check"), options);
    EXPECT_FALSE(timed.searched.found);
    EXPECT_GT(timed.searched.covered.games, 0U);
}

TEST_F(Search, SmallGamesComeFirst) {
    std::array<std::uint64_t, 2> before{};
    for (const std::uint64_t count : {3U, 15U, 63U, 255U, 1023U}) {
        const auto largest = stress("cstate2", program("check"), games(count)).searched.covered.largest;
        const std::uint64_t most = std::bit_width(count) < 4 ? 4U : 4U << (std::bit_width(count) - 1) / 2;
        EXPECT_LE(largest[0], std::max<std::uint64_t>(most, 8)) << count;  // the statement has no smaller n
        EXPECT_LE(largest[1], most) << count;
        for (std::size_t i = 0; i < 2; ++i) EXPECT_GE(largest[i], before[i]) << count;
        before = largest;
    }
    const auto all = stress("cstate2", program("check"), games(4000)).searched.covered.largest;
    EXPECT_GT(all[0], 10'000U);
    EXPECT_GT(all[1], 64U);
}

TEST_F(Search, SizesAreThoseThatAreAskedFor) {
    for (const auto& [game, command, most] :
         {std::tuple{"cstate2", program("check"), std::array<std::uint64_t, 2>{9, 5}},
          std::tuple{"simplified", program("hunt"), std::array<std::uint64_t, 2>{3, 2}},
          std::tuple{"cheesy", program("cheesy.py"), std::array<std::uint64_t, 2>{2, 14}}}) {
        SearchOptions options = games(1500);
        options.most = most;
        const Covered covered = stress(game, command, options).searched.covered;
        EXPECT_EQ(covered.games, 1500U) << game;
        EXPECT_EQ(covered.largest[0], most[0]) << game;
        if (std::string_view{game} != "cheesy") {
            EXPECT_EQ(covered.largest[1], most[1]) << game;
        }
    }
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
    EXPECT_FALSE(outcome.reduced->smallest);
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
    EXPECT_FALSE(outcome.reduced->smallest);  // there are too many smaller ones
}

/// A shell program that reads the number of games `n`, does something, and leaves the rest to a right one.
Command after(const std::string& script) {
    return *find_command(std::vector<std::string>{"sh", "-c", "read n; " + script + "; (echo $n; cat) | $0",
                                                  ZERMELO_WRONG_PROGRAMS "/wrong_check"});
}

/// Limits for programs that are to be late.
const ProcessLimits a_second{.time = std::chrono::seconds{1}};

Searched search_alone(const Command& command, const SearchOptions& options, const ProcessLimits& limits) {
    const Examination examination{*puzzles::find("cstate2"), limits};
    auto workers = WorkerPool::start(command, limits, 1);
    auto searched = search(examination, *workers, options);
    EXPECT_TRUE(searched) << searched.error().message;
    return searched.value_or(Searched{});
}

TEST_F(Search, ThoroughAProgramThatIsSlowIsNotAtFault) {
    // It takes longer for a large batch than a run may, but not for each game.
    const Searched searched =
        search_alone(after("sleep $(awk \"BEGIN { print $n * 0.1 }\")"), games(40), a_second);
    EXPECT_FALSE(searched.found);
    EXPECT_EQ(searched.covered.games, 40U);
}

TEST_F(Search, ThoroughAProgramThatIsAsSlowAsHalfTheLimitIsNotAtFault) {
    // Two games take longer than a run may, by the processor; what its start takes nobody can tell.
    const Searched searched = search_alone(
        after("timeout $(awk \"BEGIN { print $n * 0.6 }\") sh -c 'while :; do :; done'"), games(7), a_second);
    if (searched.found) GTEST_SKIP() << "the machine gave one game too little processor time";
    EXPECT_EQ(searched.covered.games, 7U);
    EXPECT_EQ(searched.covered.runs, 7U);
}

TEST_F(Search, ThoroughAProgramThatHangsOnManyGamesIsFoundOut) {
    // It is right about a hundred games, and never comes to an end with more.
    const Searched searched =
        search_alone(after("if [ $n -gt 100 ]; then sleep 1000; fi"), games(400), a_second);
    ASSERT_TRUE(searched.found);
    EXPECT_TRUE(searched.found->narrowed);
    EXPECT_GT(searched.found->failing.games.size(), 100U);
    EXPECT_TRUE(searched.found->failing.trial.is_late());
}

TEST_F(Search, ThoroughAGameOnWhichAProgramHangsIsFoundAmongOthers) {
    std::optional<std::uint64_t> before;
    for (const std::uint64_t seed : {1U, 1U}) {
        const Searched searched =
            search_alone(program("check", {"--wrong=hang"}), games(100'000, seed), a_second);
        ASSERT_TRUE(searched.found);
        EXPECT_TRUE(searched.found->narrowed);
        EXPECT_TRUE(searched.found->failing.trial.is_late());
        ASSERT_EQ(searched.found->failing.games.size(), 1U);
        EXPECT_GT(searched.found->failing.games[0].as<check_state::PlainBoard>().n, 64U);
        EXPECT_EQ(before.value_or(searched.found->game), searched.found->game);
        before = searched.found->game;
    }
}

/// Its first run is right, no other one ever ends.
Command stuck_after_one(const ScratchFolder& folder, const std::string& how) {
    return after("if mkdir '" + folder.file("been-here") + "' 2>/dev/null; then :; else " + how + "; fi");
}

// Never "no failure": what is not known when time is over is said to be so.
TEST_F(Search, ThoroughAHangThatThereIsNoTimeToNarrowIsAFailure) {
    const ScratchFolder folder;
    SearchOptions options;
    options.deadline = Deadline::in(Seconds{4});
    ProcessLimits limits;
    limits.time = std::chrono::milliseconds{2500};
    const Searched searched = search_alone(stuck_after_one(folder, "while :; do :; done"), options, limits);
    if (searched.undecided) GTEST_SKIP() << "the machine gave it too little processor time";
    EXPECT_EQ(searched.covered.games, 1U);
    ASSERT_TRUE(searched.found);
    EXPECT_FALSE(searched.found->narrowed);
    EXPECT_TRUE(searched.found->again);
    EXPECT_TRUE(searched.found->failing.trial.is_late());
    EXPECT_EQ(searched.found->failing.games.size(), 2U);
    EXPECT_EQ(searched.found->game, 3U);
}

TEST_F(Search, ThoroughARunWithinItsLimitsIsCutShortByTheEndOfTheTimeAndNotDecided) {
    const ScratchFolder folder;
    SearchOptions options;
    options.deadline = Deadline::in(Seconds{1});
    const Searched searched = search_alone(stuck_after_one(folder, "sleep 1000"), options, patient);
    EXPECT_FALSE(searched.found);
    ASSERT_TRUE(searched.undecided);
    EXPECT_EQ(searched.undecided->first_game, searched.covered.games + 1);
    EXPECT_GE(searched.undecided->last_game, searched.undecided->first_game);
    EXPECT_TRUE(options.deadline.is_over());
}

TEST_F(Search, TheFirstRunIsBegunHoweverLittleTimeThereIs) {
    SearchOptions options;
    options.deadline = Deadline::in(Seconds{0});
    const Searched searched = search_alone(program("misbehave", {"hang"}), options, patient);
    EXPECT_FALSE(searched.found);
    ASSERT_TRUE(searched.undecided);
    EXPECT_EQ(searched.undecided->first_game, 1U);
    EXPECT_EQ(searched.undecided->last_game, 1U);
    EXPECT_EQ(searched.covered.games, 0U);
}

TEST_F(Search, EndsWhereNoOtherGameCanBeDrawn) {
    for (const unsigned threads : {1U, 3U}) {
        SearchOptions options;
        options.most = {2, puzzles::GameBounds::any};
        const Covered covered = stress("simplified", program("hunt"), options, threads).searched.covered;
        EXPECT_TRUE(covered.exhausted);
        // Two queens, on two squares out of sixteen, with the bounds from 1 to 6.
        EXPECT_EQ(covered.games, 16U * 15U * 6U);
    }
    SearchOptions options = games(50);
    options.most = {2, puzzles::GameBounds::any};
    EXPECT_FALSE(stress("simplified", program("hunt"), options).searched.covered.exhausted);
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
    const Examination examination{*puzzles::find("cstate2"), patient};
    auto workers = WorkerPool::start(program("check", {"--wrong=pinned"}), patient, 1);
    ASSERT_TRUE(workers);
    auto searched = search(examination, *workers, games(10'000));
    ASSERT_TRUE(searched && searched->found);
    ReduceOptions options;
    options.deadline = Deadline::in(Seconds{0});
    const auto reduced = reduce(examination, *workers, searched->found->failing, options);
    ASSERT_TRUE(reduced);
    EXPECT_FALSE(reduced->smallest);
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
