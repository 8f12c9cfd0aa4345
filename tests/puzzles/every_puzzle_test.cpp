// SPDX-License-Identifier: GPL-3.0-or-later
// What `puzzles::Puzzle` promises, held against every puzzle of the registry.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/puzzles/registry.hpp"

namespace zermelo::puzzles {
namespace {

class EveryPuzzle : public ::testing::TestWithParam<const Puzzle*> {
  protected:
    const Puzzle& puzzle() const { return *GetParam(); }

    std::vector<Game> random_games(std::size_t count) const {
        Random random{1};
        std::vector<Game> games;
        while (games.size() < count) games.push_back(puzzle().random_game(random, {}));
        return games;
    }
};

/// Without the last line end.
std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

TEST_P(EveryPuzzle, IsFoundByItsName) {
    const std::string_view name = puzzle().name();
    EXPECT_EQ(find(name), &puzzle());
    EXPECT_FALSE(name.empty());
    // Names are words of command lines and addresses, and names of files.
    EXPECT_TRUE(std::all_of(name.begin(), name.end(),
                            [](char c) { return (c >= 'a' && c <= 'z') || c == '-' || is_digit(c); }));
    EXPECT_EQ(
        std::count_if(all().begin(), all().end(), [&](const Puzzle* other) { return other->name() == name; }),
        1);
    std::set<std::string_view> families;
    for (const Family& family : puzzle().families()) EXPECT_TRUE(families.insert(family.name).second);
}

TEST_P(EveryPuzzle, AFirstLineSaysWhatIsWritten) {
    for (const Game& game : random_games(300)) {
        std::string text;
        puzzle().write(game, text);
        ASSERT_TRUE(text.ends_with('\n'));
        std::vector<std::string_view> lines = lines_of(text);
        if (puzzle().blank_line_after_game()) {
            ASSERT_TRUE(lines.back().empty()) << text;
            lines.pop_back();
        }
        for (const std::string_view line : lines) ASSERT_FALSE(line.empty()) << text;
        if (puzzle().fixed_lines() != 0) {
            EXPECT_EQ(lines.size(), puzzle().fixed_lines()) << text;
        }
        for (const std::string& line : {std::string{lines[0]}, " \t" + std::string{lines[0]} + "\t "}) {
            const auto shape = puzzle().shape(line);
            ASSERT_TRUE(shape) << line;
            EXPECT_EQ(shape->lines, lines.size()) << text;
            // Where all games have as many lines, nobody asks.
            if (puzzle().fixed_lines() == 0) {
                EXPECT_EQ(shape->load, puzzle().load(game)) << text;
            }
        }
    }
}

/// A guess is right for games written as the format says, or there is none.
TEST_P(EveryPuzzle, GuessesWhereGamesBegin) {
    const std::vector<Game> games = random_games(300);
    std::string text = std::to_string(games.size()) + "\n";
    std::set<std::size_t> starts;
    for (const Game& game : games) {
        starts.insert(text.size());
        puzzle().write(game, text);
    }
    std::size_t right = 0;
    std::string_view previous;
    for (const std::string_view line : lines_of(text)) {
        if (line.empty()) continue;
        if (!previous.empty() && puzzle().begins_game(previous, line)) {
            EXPECT_TRUE(starts.contains(static_cast<std::size_t>(line.data() - text.data()))) << line;
            ++right;
        }
        previous = line;
    }
    if (right != 0) {
        EXPECT_EQ(right, games.size());
    }
}

TEST_P(EveryPuzzle, RandomGamesKeepToTheRoom) {
    const Measures measures = puzzle().measures();
    Random random{2};
    for (int round = 0; round < 300; ++round) {
        GameBounds bounds;
        for (std::size_t i = 0; i < measures.size(); ++i)
            if (!measures[i].name.empty()) bounds.most[i] = measures[i].least + random.below(6);
        const Size size = puzzle().size(puzzle().random_game(random, bounds));
        for (std::size_t i = 0; i < measures.size(); ++i) {
            if (measures[i].name.empty()) continue;
            EXPECT_GE(size[i], measures[i].least) << measures[i].name;
            EXPECT_LE(size[i], bounds.most[i]) << measures[i].name;
        }
    }
}

TEST_P(EveryPuzzle, KnowsItsOwnVerdicts) {
    const auto solver = puzzle().solver({});
    std::set<std::string> met;
    for (const Game& game : random_games(300)) {
        const auto verdict = solver->verdict(game);
        ASSERT_TRUE(verdict) << verdict.error().message;
        met.insert(*verdict);
        EXPECT_EQ(puzzle().match_verdict(*verdict), VerdictMatch::whole) << *verdict;
        EXPECT_NE(puzzle().match_verdict(*verdict + " x"), VerdictMatch::whole) << *verdict;
    }
    EXPECT_GE(met.size(), 2U);
    EXPECT_EQ(puzzle().match_verdict("perhaps"), VerdictMatch::none);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryPuzzle, ::testing::ValuesIn(all().begin(), all().end()),
                         [](const auto& parameter) {
                             std::string name{parameter.param->name()};
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(Registry, KnowsNoOthers) {
    EXPECT_FALSE(all().empty());
    for (const std::string_view name : {"", "chess", "Cheesy", "cheesy "}) EXPECT_EQ(find(name), nullptr);
}

}  // namespace
}  // namespace zermelo::puzzles
