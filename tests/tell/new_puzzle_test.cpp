// SPDX-License-Identifier: GPL-3.0-or-later
// A puzzle of its own, written by the recipe in HACKING.md, and what it gets without another line: every
// command.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/tell/check.hpp"
#include "zermelo/tell/explain.hpp"
#include "zermelo/tell/generate.hpp"
#include "zermelo/tell/judge.hpp"
#include "zermelo/tell/stress.hpp"
#include "zermelo/tell/validate.hpp"

#include "support/proc.hpp"
#include "support/shell.hpp"

namespace zermelo::tell {
namespace {

using puzzles::Game;

/// Does the side that begins win a heap of stones, from which each side takes one in turn?
constexpr puzzles::Description words{"stones", "These tests", "Who takes the last stone?",
                                     "Each side takes one stone in turn.",
                                     "g, then g heaps, a number each. Verdict: first or second."};

/// A game: a heap with its number of stones.
struct Heap {
    std::uint64_t stones;
};
constexpr std::uint64_t max_stones = 99;

class StonesSolver final : public puzzles::Solver {
  public:
    Result<std::string> verdict(const Game& game) override {
        return std::string{game.as<Heap>().stones % 2 == 1 ? "first" : "second"};
    }
    Result<Json> members(const Game& game) override {
        return Json{{"verdict", *verdict(game)}, {"stones", game.as<Heap>().stones}};
    }
    Result<std::string> picture(const Game& game) override {
        return fmt::format("{} stones: {}\n", game.as<Heap>().stones, *verdict(game));
    }
    Result<puzzles::Explanation> explain(const Game& game) override {
        puzzles::Explanation out;
        out.verdict = *verdict(game);
        out.picture = std::string(game.as<Heap>().stones, 'o') + "\n";
        out.summary.push_back(fmt::format("The heap has {} stones.", game.as<Heap>().stones));
        out.members = {{"verdict", out.verdict}, {"stones", game.as<Heap>().stones}};
        out.diagram = draw::Diagram::blank(1, 1);
        out.diagram.caption.push_back(out.verdict);
        return out;
    }
};

Result<Game> make_few(const puzzles::GameRequest& request) { return Game{Heap{1 + request.random.below(9)}}; }
constexpr puzzles::Family few{"few", "Fewer than ten stones.", puzzles::Requirement::none, 5, true, make_few};

class Stones final : public puzzles::Puzzle {
  public:
    const puzzles::Description& description() const override { return words; }
    std::uint64_t max_games() const override { return 1000; }
    std::uint64_t fixed_lines() const override { return 1; }
    std::optional<puzzles::Shape> shape(std::string_view) const override { return puzzles::Shape{1, 0}; }
    Result<Game> read(puzzles::Reader& reader, puzzles::Limits*) const override {
        ZERMELO_CHECK(reader.open_line("a heap"));
        ZERMELO_TRY(const auto stones, reader.number("the number of stones", 1, max_stones));
        ZERMELO_CHECK(reader.close_line());
        return Game{Heap{stones}};
    }
    void write(const Game& game, std::string& out) const override {
        out += fmt::format("{}\n", game.as<Heap>().stones);
    }
    std::unique_ptr<puzzles::Solver> solver(const puzzles::Options&) const override {
        return std::make_unique<StonesSolver>();
    }
    puzzles::VerdictMatch match_verdict(std::string_view verdict) const override {
        return verdict == "first" || verdict == "second" ? puzzles::VerdictMatch::whole
                                                         : puzzles::VerdictMatch::none;
    }
    std::string_view verdicts() const override { return "first or second"; }
    Game random_game(Random& random, const puzzles::GameBounds&) const override {
        return Game{Heap{1 + random.below(max_stones)}};
    }
    std::span<const puzzles::Family> families() const override { return {&few, 1}; }
    puzzles::Size size(const Game& game) const override { return {game.as<Heap>().stones, 0, 0, 0, 0}; }
    std::vector<Game> smaller(const Game& game) const override {
        const std::uint64_t stones = game.as<Heap>().stones;
        std::vector<Game> games;
        for (const std::uint64_t fewer : {stones / 2, stones - 2, stones - 1})
            if (fewer >= 1 && fewer < stones) games.emplace_back(Heap{fewer});
        return games;
    }
};

const Stones stones;
const std::string input = "3\n1\n2\n7\n";

Source source_of(const std::string& text) { return Source::of_text("stones.in", text); }

std::string judged(const puzzles::Options& options, const std::string& text = input) {
    StringSink sink;
    auto source = source_of(text);
    const auto games = judge(stones, source, options, sink);
    return games ? sink.text() : sink.text() + diagnostic(games.error(), source.name());
}

TEST(NewPuzzle, IsJudged) {
    for (const unsigned threads : {1U, 3U}) {
        puzzles::Options options;
        options.threads = threads;
        EXPECT_EQ(judged(options), "first\nsecond\nfirst\n");
        EXPECT_EQ(
            judged(options, "2\n1\n100\n"),
            "first\nstones.in:3:1: error: '100' is out of range, expected the number of stones, a number "
            "from 1 to 99");
    }
    EXPECT_EQ(judged({.format = puzzles::AnswerFormat::json}).substr(0, 91),
              "{\"schema\":1,\"type\":\"judgement\",\"puzzle\":\"stones\",\"game\":1,\"verdict\":\"first\","
              "\"stones\":1}\n{\"s");
    EXPECT_EQ(judged({.format = puzzles::AnswerFormat::picture, .only_game = 3}), "7 stones: first\n");
}

TEST(NewPuzzle, IsExplained) {
    StringSink sink;
    const auto games = explain(stones, source_of(input), {.only_game = 3}, sink);
    ASSERT_TRUE(games) << games.error().message;
    EXPECT_EQ(games, 3U);
    EXPECT_EQ(sink.text(), "Game 3\nooooooo   first\n\nThe heap has 7 stones.\n");
}

TEST(NewPuzzle, IsGeneratedAndValid) {
    EXPECT_EQ(list_families(stones), "few              Fewer than ten stones.\n");
    StringSink sink;
    const auto made = generate(stones, {.seed = 3, .family = "few", .games = {}, .requirements = {}}, sink);
    ASSERT_TRUE(made) << made.error().message;
    auto source = source_of(sink.text());
    EXPECT_EQ(validate(stones, source), 5U);
    auto loose = source_of("1\n07\n");
    const auto wrong = validate(stones, loose);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().message, "a leading zero, expected none");
}

TEST(NewPuzzle, AnswersToItAreChecked) {
    const auto checked_with = [](const std::string& output) {
        auto games = source_of(input);
        auto answer = source_of("first\nsecond\nfirst\n");
        auto theirs = source_of(output);
        return checker_message(check(stones, games, theirs, answer, {}));
    };
    EXPECT_EQ(checked_with("first second first"), "ok 3 games");
    EXPECT_EQ(checked_with("first second second"),
              "wrong answer game 3, line 1 of the output: expected 'first', found 'second': The heap has 7 "
              "stones.");
    EXPECT_EQ(
        checked_with("first third first"),
        "wrong output format game 2, line 1 of the output: 'third' is no verdict, expected first or second");
}

class NewPuzzleStress : public testing::WithProc {};

TEST_F(NewPuzzleStress, AWrongProgramIsFoundOutAndItsGameMadeSmall) {
    const testing::ScratchFolder folder;
    StressOptions options;
    options.command = {"awk", "NR > 1 { print ($1 % 2 == 1 && $1 < 51) ? \"first\" : \"second\" }"};
    options.games = 500;
    options.threads = 2;
    options.save = folder.file("found");
    const auto report = stress(stones, options);
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(report->failure);
    EXPECT_EQ(report->failure->input, "1\n51\n");
    const std::string text = text_of(*report);
    EXPECT_NE(text.find("\n1\n51\n"), std::string::npos) << text;
    EXPECT_NE(text.find("expected: first\nfound:    second\n"), std::string::npos) << text;
    EXPECT_NE(text.find("; no smaller one found.\n"), std::string::npos) << text;
    EXPECT_FALSE(report->not_saved);
    // Users choose the sizes that the puzzle names, and this one names none.
    options.most = {{"men", 5}};
    const auto refused = stress(stones, options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "a bound on men with stones, whose games have no such size, expected none");
}

}  // namespace
}  // namespace zermelo::tell
