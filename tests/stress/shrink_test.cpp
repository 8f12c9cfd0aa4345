// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/shrink.hpp"

#include <array>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/judge/run.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/stress/random_games.hpp"

#include "support/judging.hpp"
#include "support/scale.hpp"

namespace zermelo::stress {
namespace {

/// What the judge has against an input under the statement's own bounds; empty if nothing.
std::string error_in(const puzzles::Puzzle& puzzle, const std::vector<puzzles::Game>& games) {
    const auto decider = puzzle.decider({.limits = true, .threads = 1});
    std::string text;
    for (const puzzles::Game& game : games) puzzle.write(game, text);
    puzzles::Batch batch;
    batch.text = text;
    batch.readable_end = text.data() + text.size();
    batch.games = games.size();
    puzzles::Output output;
    decider->decide(batch, output);
    return output.error ? output.error->message : "";
}

TEST(RandomGames, BatchesKeepTheStatementsBounds) {
    for (const puzzles::Puzzle* puzzle : puzzles::all())
        for (std::uint64_t seed = 0; seed < zermelo::testing::scaled(20); ++seed) {
            Random random{seed};
            const std::size_t count = std::min<std::uint64_t>(1024, puzzle->max_games());
            const auto games = random_games(*puzzle, count, random);
            EXPECT_EQ(games.size(), count);
            EXPECT_EQ(error_in(*puzzle, games), "") << puzzle->name();
        }
}

TEST(RandomGames, SmallAndLargeGamesAreAmongThem) {
    for (const puzzles::Puzzle* puzzle : puzzles::all()) {
        Random random{3};
        std::array<std::set<std::uint64_t>, 2> sizes;
        for (const puzzles::Game& game : random_games(*puzzle, 1000, random))
            for (std::size_t i = 0; i < 2; ++i) sizes[i].insert(puzzle->size(game)[i]);
        const puzzles::Measures measures = puzzle->measures();
        for (std::size_t i = 0; i < 2; ++i) {
            if (measures[i].name.empty()) continue;
            EXPECT_GE(sizes[i].size(), measures[i].name == "m" ? 6U : 9U)
                << puzzle->name() << ' ' << measures[i].name;
            EXPECT_GE(*sizes[i].begin(), measures[i].least) << puzzle->name() << ' ' << measures[i].name;
            EXPECT_LE(*sizes[i].begin(), measures[i].least + 2) << puzzle->name() << ' ' << measures[i].name;
        }
        if (puzzle->name() == "cstate2") {
            EXPECT_GT(*sizes[0].rbegin(), 50'000U);
        }
        if (puzzle->name() == "simplified") {
            EXPECT_EQ(sizes[1].size(), 6U);
        }
    }
}

TEST(Shrink, EveryStepIsSmallerAndAGame) {
    for (const puzzles::Puzzle* puzzle : puzzles::all()) {
        Random random{1};
        for (const puzzles::Game& game : random_games(*puzzle, zermelo::testing::scaled(60), random))
            for (const puzzles::Game& smaller : puzzle->smaller(game)) {
                EXPECT_LT(puzzle->size(smaller), puzzle->size(game));
                EXPECT_EQ(error_in(*puzzle, {smaller}), "") << puzzles::input_of(*puzzle, {{smaller}});
            }
    }
}

// The columns of these pieces add up to a little more than one word holds.
TEST(Shrink, EveryStepIsSmallerOnTheLargestBoards) {
    using check_state::Kind;
    check_state::PlainBoard board;
    board.n = check_state::largest_board;
    constexpr std::uint64_t pieces = 38;
    for (std::uint64_t i = 0; i < pieces; ++i)
        board.pieces.push_back({i == 0 ? Color::white : Color::black, i < 2 ? Kind::king : Kind::knight,
                                check_state::Column{~std::uint64_t{0} / pieces + 2},
                                check_state::Row{1 + 1000 * i}});
    const puzzles::Puzzle& puzzle = *puzzles::find("cstate3");
    const puzzles::Game game{board};
    const auto steps = puzzle.smaller(game);
    EXPECT_GT(steps.size(), 1000U);
    for (const puzzles::Game& smaller : steps) EXPECT_LT(puzzle.size(smaller), puzzle.size(game));
}

// Whatever fails always ends in the smallest game there is, which is the first by size.
TEST(Shrink, StepsLeadToTheSmallestGame) {
    for (const puzzles::Puzzle* puzzle : puzzles::all()) {
        Random random{2};
        std::set<puzzles::Size> ends;
        for (puzzles::Game game : random_games(*puzzle, zermelo::testing::scaled(100), random)) {
            for (auto smaller = puzzle->smaller(game); !smaller.empty(); smaller = puzzle->smaller(game))
                game = smaller.front();
            ends.insert(puzzle->size(game));
        }
        ASSERT_FALSE(ends.empty());
        puzzle->each_by_size([&](const puzzles::Game& first) {
            EXPECT_EQ(*ends.begin(), puzzle->size(first)) << puzzle->name();
            return false;
        });
        // Other ends differ in where things stand alone.
        const auto things = [](const puzzles::Size& size) { return std::array{size[0], size[1], size[2]}; };
        for (const puzzles::Size& end : ends) EXPECT_EQ(things(end), things(*ends.begin())) << puzzle->name();
        if (puzzle->name().starts_with("cstate")) {  // kings one beside or one above the other
            EXPECT_LE((*ends.rbegin())[3] + (*ends.rbegin())[4], 1U) << puzzle->name();
        }
    }
}

/// The games of a puzzle by size, up to the first that is not below `end`.
std::vector<puzzles::Game> games_below(const puzzles::Puzzle& puzzle, const puzzles::Size& end) {
    std::vector<puzzles::Game> games;
    EXPECT_FALSE(puzzle.each_by_size([&](puzzles::Game game) {
        if (puzzle.size(game) >= end) return false;
        games.push_back(std::move(game));
        return true;
    }));
    return games;
}

struct Below {
    const char* puzzle;
    puzzles::Size end;
    std::size_t games;  ///< counted by hand
};

// Two men on 16 squares, six bounds; three with six pieces, one bound. Two kings on 64 squares; a pawn of
// either colour beside them; the first board of 9×9. King and pawn; one square forbidden, where neither
// stands, or dangerous, where the king does not.
constexpr Below below[] = {
    {"simplified", {3, 1, 0, 0, 0}, std::size_t{16} * 15 * 6},
    {"simplified", {3, 2, 0, 0, 0}, std::size_t{16} * 15 * 6 + std::size_t{16} * 15 * 14 * 6},
    {"cstate1", {8, 3, 0, 0, 0}, std::size_t{64} * 63},
    {"cstate2", {8, 3, 1, 0, 0}, std::size_t{64} * 63 + std::size_t{64} * 63 * 62 * 2},
    {"cheesy", {1, 0, 0, 0, 0}, std::size_t{64} * 63},
    {"cheesy", {2, 0, 0, 0, 0}, std::size_t{64} * 63 * (1 + 62 + 63)},
};

TEST(BySize, ThoroughEveryGameIsThereOnceAndInOrder) {
    for (const auto& [name, end, count] : below) {
        const puzzles::Puzzle& puzzle = *puzzles::find(name);
        const auto games = games_below(puzzle, end);
        EXPECT_EQ(games.size(), count) << name;
        std::unordered_set<std::string> distinct;
        puzzles::Size before{};
        for (const puzzles::Game& game : games) {
            EXPECT_LE(before, puzzle.size(game));
            before = puzzle.size(game);
            std::string text;
            puzzle.write(game, text);
            distinct.insert(text);
        }
        EXPECT_EQ(distinct.size(), count) << name;
        EXPECT_EQ(error_in(puzzle, {games.begin(), games.begin() + 1000}), "") << name;
        EXPECT_EQ(error_in(puzzle, {games.end() - 1000, games.end()}), "") << name;
    }
}

// Pieces that are alike are not exchanged: four men are 16 × 15 × 14 × 13 squares, once where all four
// differ.
TEST(BySize, PiecesThatAreAlikeCountOnce) {
    const puzzles::Puzzle& hunts = *puzzles::find("simplified");
    std::size_t games = 0;
    hunts.each_by_size([&](const puzzles::Game& game) {
        const puzzles::Size size = hunts.size(game);
        // Two knights beside the queens: one each, or both of one side.
        if (size[0] == 4 && size[1] == 1 && size[2] == 6) ++games;
        return size < puzzles::Size{4, 1, 7, 0, 0};
    });
    EXPECT_EQ(games, 16 * 15 * 14 * 13 * 2);
}

TEST(Shrink, FewerIsEverythingButSome) {
    EXPECT_TRUE(puzzles::fewer(0).empty());
    using Lists = std::vector<std::vector<std::size_t>>;
    EXPECT_EQ(puzzles::fewer(1), (Lists{{}}));
    const Lists of_five = puzzles::fewer(5);
    EXPECT_TRUE(of_five.front().empty());
    const std::set<std::vector<std::size_t>> all{of_five.begin(), of_five.end()};
    for (std::size_t gone = 0; gone < 5; ++gone) {
        std::vector<std::size_t> rest;
        for (std::size_t i = 0; i < 5; ++i)
            if (i != gone) rest.push_back(i);
        EXPECT_TRUE(all.count(rest) == 1) << gone;
    }
    for (std::size_t i = 1; i < of_five.size(); ++i) EXPECT_LE(of_five[i - 1].size(), of_five[i].size());
}

}  // namespace
}  // namespace zermelo::stress
