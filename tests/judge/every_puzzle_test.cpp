// SPDX-License-Identifier: GPL-3.0-or-later
// Every puzzle of the registry, and one of the tests' own: in whatever layout the format allows, and in
// whichever way the input comes, the same is said of the same games.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/puzzles/input.hpp"

#include "judge/heaps.hpp"
#include "support/judging.hpp"
#include "support/scale.hpp"

namespace zermelo::judge {
namespace {

using puzzles::Game;
using puzzles::Puzzle;

std::vector<const Puzzle*> every_puzzle() {
    static const testing::Heaps heaps;
    std::vector<const Puzzle*> all{puzzles::all().begin(), puzzles::all().end()};
    all.push_back(&heaps);
    return all;
}

class EveryPuzzle : public ::testing::TestWithParam<const Puzzle*> {
  protected:
    const Puzzle& puzzle() const { return *GetParam(); }

    /// Small games: they are delivered a byte at a time.
    std::vector<Game> small_games(std::size_t count, Random& random) const {
        puzzles::GameBounds room;
        const puzzles::Measures measures = puzzle().measures();
        for (std::size_t i = 0; i < measures.size(); ++i)
            if (!measures[i].name.empty()) room.most[i] = measures[i].least + 4;
        std::vector<Game> games;
        while (games.size() < count) games.push_back(puzzle().random_game(random, room));
        return games;
    }
};

/// Where blanks and blank lines stand, and how lines end.
struct Layout {
    std::string_view name;
    std::string_view at_start{};  ///< before the number of games
    std::string_view between{};   ///< before each game
    std::string_view at_end{};    ///< after the last game
    std::string_view line_end = "\n";
    std::string_view before_words{};  ///< at the start of each line
    std::string_view after_words{};   ///< at its end
    std::string_view space = " ";     ///< between words
    bool last_line_ends = true;
};

constexpr Layout layouts[] = {
    {.name = "no blank line"},
    {.name = "a blank line before each game", .between = "\n"},
    {.name = "blank lines with blanks on them",
     .at_start = "\n \n",
     .between = "\n \t\n\n",
     .at_end = "\t\n\n"},
    {.name = "CRLF", .line_end = "\r\n"},
    {.name = "CRLF and blank lines",
     .at_start = "\r\n",
     .between = " \r\n\r\n",
     .at_end = "\r\n \r\n",
     .line_end = "\r\n"},
    {.name = "LF, and blank lines with CRLF", .between = "\r\n\t\r\n"},
    {.name = "blanks around all words", .before_words = " \t", .after_words = "\t ", .space = "\t  "},
    {.name = "blanks, blank lines and CRLF",
     .at_start = " \r\n",
     .between = "\n\t\r\n",
     .line_end = "\r\n",
     .before_words = "  ",
     .after_words = " ",
     .space = " \t"},
    {.name = "a last line without an end", .last_line_ends = false},
    {.name = "a last blank line without an end", .at_end = "\n \t", .last_line_ends = true},
    {.name = "a blank line before each game, the last line without an end",
     .between = "\n",
     .last_line_ends = false},
};

void add_line(std::string_view words, const Layout& layout, std::string& out) {
    out += layout.before_words;
    for (const char c : words) {
        if (c == ' ') {
            out += layout.space;
        } else {
            out += c;
        }
    }
    out += layout.after_words;
    out += layout.line_end;
}

std::string laid_out(const Puzzle& puzzle, const std::vector<Game>& games, const Layout& layout) {
    std::string out{layout.at_start};
    add_line(std::to_string(games.size()), layout, out);
    for (const Game& game : games) {
        out += layout.between;
        std::string plain;
        puzzle.write(game, plain);
        for (std::size_t at = 0; at < plain.size();) {
            const std::size_t end = plain.find('\n', at);
            if (end != at) add_line(std::string_view{plain}.substr(at, end - at), layout, out);
            at = end + 1;
        }
    }
    if (!layout.last_line_ends) out.resize(out.size() - layout.line_end.size());
    return out + std::string{layout.at_end};
}

/// What is to be said of the games: by the solver, from the games as values.
std::string expected(const Puzzle& puzzle, const std::vector<Game>& games, puzzles::AnswerFormat format) {
    const auto solver = puzzle.solver({});
    std::string out;
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (format == puzzles::AnswerFormat::verdict) out += solver->verdict(games[i]).value() + "\n";
        if (format == puzzles::AnswerFormat::picture) out += solver->picture(games[i]).value();
        if (format != puzzles::AnswerFormat::json) continue;
        Json object = json_object("judgement");
        object["puzzle"] = puzzle.name();
        object["game"] = i + 1;
        object.append(solver->members(games[i]).value());
        out += json_line(object);
    }
    return out;
}

void expect_said(const testing::Judged& judged, const std::string& said) {
    EXPECT_FALSE(judged.error) << judged.error->message;
    EXPECT_EQ(judged.output, said);
}

TEST_P(EveryPuzzle, IsJudgedAlikeInEveryLayoutAndEveryWay) {
    Random random{1};
    const std::vector<Game> games = small_games(20, random);
    const std::string said = expected(puzzle(), games, puzzles::AnswerFormat::verdict);
    for (const Layout& layout : layouts) {
        const std::string text = laid_out(puzzle(), games, layout);
        for (const bool limits : {false, true}) {
            for (const auto& way : testing::all_ways({.limits = limits})) {
                SCOPED_TRACE(fmt::format("{}; limits {}, {} threads, piped {}", layout.name, limits,
                                         way.options.threads, way.delivery == testing::Delivery::piped));
                expect_said(testing::judge_text(puzzle(), text, way.options, way.delivery, random()), said);
            }
        }
    }
}

TEST_P(EveryPuzzle, SaysAlikeInEveryForm) {
    Random random{5};
    const std::vector<Game> games = small_games(20, random);
    for (const puzzles::AnswerFormat format : {puzzles::AnswerFormat::json, puzzles::AnswerFormat::picture}) {
        const std::string said = expected(puzzle(), games, format);
        for (const Layout& layout : layouts) {
            const std::string text = laid_out(puzzle(), games, layout);
            for (const auto delivery : {testing::Delivery::mapped, testing::Delivery::piped}) {
                const bool piped = delivery == testing::Delivery::piped;
                SCOPED_TRACE(
                    fmt::format("{}; format {}, piped {}", layout.name, static_cast<int>(format), piped));
                const puzzles::Options options{.format = format, .threads = piped ? 2U : 1U};
                expect_said(testing::judge_text(puzzle(), text, options, delivery, random()), said);
            }
        }
    }
}

TEST_P(EveryPuzzle, IsJudgedAlikeInPiecesOfAnySize) {
    Random random{2};
    const std::vector<Game> games = small_games(7, random);
    const std::string said = expected(puzzle(), games, puzzles::AnswerFormat::verdict);
    for (const Layout& layout : layouts) {
        const std::string text = laid_out(puzzle(), games, layout);
        for (const std::size_t size : {1U, 2U, 7U, 4096U}) {
            for (const bool limits : {false, true}) {
                SCOPED_TRACE(fmt::format("{}, pieces of {}, limits {}", layout.name, size, limits));
                expect_said(testing::judge_in_pieces(puzzle(), text,
                                                     {.limits = limits, .threads = limits ? 1U : 2U}, size),
                            said);
            }
        }
    }
}

/// Games of all sizes, more than one batch of them.
TEST_P(EveryPuzzle, IsJudgedAlikeWhereGamesAreMany) {
    Random random{3};
    std::vector<Game> games;
    const std::size_t count = std::min<std::uint64_t>(puzzle().max_games(), testing::scaled(800));
    puzzles::GameBounds room;
    while (games.size() < count) {
        games.push_back(puzzle().random_game(random, room));
        room.load += puzzle().load(games.back());
    }
    const std::string said = expected(puzzle(), games, puzzles::AnswerFormat::verdict);
    for (const Layout& layout : layouts) {
        SCOPED_TRACE(layout.name);
        const std::string text = laid_out(puzzle(), games, layout);
        for (const bool limits : {false, true}) {
            const puzzles::Options options{.limits = limits, .threads = 2};
            expect_said(testing::judge_text(puzzle(), text, options), said);
            expect_said(testing::judge_in_pieces(puzzle(), text, options, 4096), said);
        }
    }
}

/// Whatever is wrong is found in the same place and told in the same words.
TEST_P(EveryPuzzle, ErrorsAreToldAlike) {
    Random random{4};
    std::uint64_t errors = 0;
    const std::uint64_t rounds = testing::scaled(40);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const std::vector<Game> games = small_games(1 + random.below(5), random);
        std::string text = laid_out(puzzle(), games, layouts[random.below(std::size(layouts))]);
        constexpr std::string_view bytes = " \n\r\t01k.?";
        const std::size_t at = random.below(text.size());
        switch (random.below(4)) {
            case 0:
                text.resize(at);
                break;
            case 1:
                text[at] = bytes[random.below(bytes.size())];
                break;
            case 2:
                text.insert(at, 1, bytes[random.below(bytes.size())]);
                break;
            default:
                text.erase(at, 1 + random.below(9));
                break;
        }
        SCOPED_TRACE(::testing::PrintToString(text));
        const bool limits = random.one_in(2);
        const testing::Judged plain = testing::judge_text(puzzle(), text, {.limits = limits, .threads = 1});
        errors += plain.error ? 1 : 0;
        for (const auto& way : testing::all_ways({.limits = limits})) {
            const testing::Judged other =
                testing::judge_text(puzzle(), text, way.options, way.delivery, random());
            ASSERT_EQ(other.output, plain.output);
            ASSERT_EQ(other.error.has_value(), plain.error.has_value());
            if (!plain.error) continue;
            ASSERT_EQ(other.error->message, plain.error->message);
            ASSERT_EQ(other.error->where, plain.error->where);
        }
    }
    EXPECT_GT(errors, rounds / 3);
}

TEST_P(EveryPuzzle, HasNoMoreGamesThanItsLimits) {
    if (puzzle().max_games() == ~std::uint64_t{0}) return;
    const std::string text = fmt::format("{}\n", puzzle().max_games() + 1);
    for (const auto& way : testing::all_ways({.limits = true})) {
        const auto judged = testing::judge_text(puzzle(), text, way.options, way.delivery);
        ASSERT_TRUE(judged.error);
        EXPECT_EQ(judged.error->where, (Location{1, 1}));
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryPuzzle, ::testing::ValuesIn(every_puzzle()),
                         [](const auto& parameter) {
                             std::string name{parameter.param->name()};
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace zermelo::judge
