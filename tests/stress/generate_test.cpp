// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/generate.hpp"

#include <array>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/puzzles/check_state/puzzle.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/puzzles/queen_hunt/format.hpp"
#include "zermelo/stress/random_games.hpp"
#include "zermelo/stress/trial.hpp"

#include "support/golden.hpp"
#include "support/judging.hpp"

namespace zermelo::stress {
namespace {

std::vector<std::string_view> names() {
    std::vector<std::string_view> all;
    for (const puzzles::Puzzle* puzzle : puzzles::all()) all.push_back(puzzle->name());
    return all;
}

const puzzles::Puzzle& puzzle(std::string_view name) { return *puzzles::find(name); }

std::string input(std::string_view name, const GenerationRequest& request) {
    const auto games = generate(puzzle(name), request);
    EXPECT_TRUE(games) << name << ": " << (games ? "" : games.error().message);
    return games ? puzzles::input_of(puzzle(name), *games) : "";
}

std::uint64_t fnv(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return hash;
}

/// A change of what a seed gives is a change that users see.
TEST(Families, AreTheSameEverywhere) {
    std::string lines;
    for (const std::string_view name : names()) {
        for (const puzzles::Family& family : puzzle(name).families()) {
            GenerationRequest request{7, family.name, 20, {}};
            if (family.name == "largest") {
                request.games = 1;
                request.requirements.n = 1000;
                request.requirements.pieces = 5000;
            }
            lines += fmt::format("{} {} {:016x}\n", name, family.name, fnv(input(name, request)));
        }
        lines += fmt::format("{} mix {:016x}\n", name, fnv(input(name, {7, std::nullopt, std::nullopt, {}})));
        Random random{7};
        const auto tried = random_games(puzzle(name), 100, random);
        lines += fmt::format("{} tried {:016x}\n", name, fnv(puzzles::input_of(puzzle(name), tried)));
    }
    testing::expect_golden("stress/families.txt", lines);
}

TEST(Families, ThoroughAreWithinTheStatementsBounds) {
    puzzles::Options limits;
    limits.limits = true;
    for (const std::string_view name : names()) {
        const std::uint64_t most = std::min<std::uint64_t>(puzzle(name).max_games(), 3000);
        for (const puzzles::Family& family : puzzle(name).families()) {
            const auto judged =
                testing::judge_text(name, input(name, {3, family.name, std::nullopt, {}}), limits);
            EXPECT_FALSE(judged.error) << name << ' ' << family.name << ": " << judged.error->message;
        }
        const auto judged = testing::judge_text(name, input(name, {4, std::nullopt, most, {}}), limits);
        EXPECT_FALSE(judged.error) << name << ": " << judged.error->message;
    }
}

TEST(Families, DependOnTheSeedAndDoNotRepeatThemselves) {
    for (const std::string_view name : names()) {
        for (const puzzles::Family& family : puzzle(name).families()) {
            if (family.name == "largest") continue;
            const auto games = generate(puzzle(name), {5, family.name, 500, {}});
            ASSERT_TRUE(games);
            std::set<std::string> distinct;
            for (const puzzles::Game& game : *games) {
                std::string text;
                puzzle(name).write(game, text);
                distinct.insert(text);
            }
            EXPECT_EQ(distinct.size(), games->size()) << name << ' ' << family.name;
            EXPECT_NE(input(name, {5, family.name, 20, {}}), input(name, {6, family.name, 20, {}}));
        }
    }
}

/// A game does not depend on how many come after it, as long as their number leaves it the same room.
TEST(Families, GamesHaveSeedsOfTheirOwn) {
    const auto few = generate(puzzle("simplified"), {5, "win", 3, {}});
    const auto many = generate(puzzle("simplified"), {5, "win", 30, {}});
    ASSERT_TRUE(few && many);
    for (std::size_t i = 0; i < few->size(); ++i)
        EXPECT_EQ((*few)[i].as<queen_hunt::HuntGame>().position,
                  (*many)[i].as<queen_hunt::HuntGame>().position);
}

TEST(Families, AMixHasEveryFamilyInTurn) {
    const auto mix = generate(puzzle("cheesy"), {1, std::nullopt, 9, {}});
    ASSERT_TRUE(mix);
    const auto lines = verdicts(puzzle("cheesy"), *mix);
    ASSERT_TRUE(lines);
    const std::set<std::string> distinct{lines->begin(), lines->end()};
    EXPECT_EQ(distinct, (std::set<std::string>{"Black", "White"}));
}

TEST(Families, AStreamForgetsWhatIsLongAgo) {
    const auto games = generate(puzzle("simplified"), {5, "win", 6, {}});
    ASSERT_TRUE(games);
    const auto& g = *games;
    RecentGames recent{puzzle("simplified"), 2};
    EXPECT_TRUE(recent.add(g[0]));
    EXPECT_FALSE(recent.add(g[0]));
    EXPECT_TRUE(recent.add(g[1]));
    EXPECT_TRUE(recent.add(g[2]));
    EXPECT_FALSE(recent.add(g[0]));  // the last two at least
    EXPECT_FALSE(recent.add(g[1]));
    EXPECT_TRUE(recent.add(g[3]));
    EXPECT_FALSE(recent.add(g[2]));
    EXPECT_FALSE(recent.add(g[3]));
    EXPECT_TRUE(recent.add(g[0]));  // and less than twice as many
}

struct Refused {
    std::string_view game;
    std::optional<std::string_view> family;
    puzzles::Requirements requirements;
    std::string_view message;
};

TEST(Families, RefuseWhatCannotBe) {
    const auto plies = [](std::uint64_t n) { return puzzles::Requirements{n, {}, {}, {}, {}}; };
    const auto men = [](std::uint64_t n) { return puzzles::Requirements{{}, n, {}, {}, {}}; };
    const auto size = [](std::uint64_t n, std::uint64_t p) {
        return puzzles::Requirements{{}, {}, n, p, {}};
    };
    const std::array<Refused, 18> table{{
        {"simplified", "nothing", {}, "unknown family 'nothing' of simplified, expected one of win, "},
        {"simplified", "win", plies(4),
         "4 plies, expected an odd number: White makes the last move of a win"},
        {"simplified", "win", plies(0), "0 plies, expected an odd number"},
        {"simplified", "win", men(1), "1 men, expected 2 to 10, of both sides together"},
        {"simplified", "quiet", men(11), "11 men, expected 2 to 10"},
        {"simplified", "quiet", plies(3), "plies with the family quiet, expected of these: men"},
        {"simplified", "no-win", plies(3), "plies with the family no-win, expected of these: men"},
        {"simplified", "full", men(3), "men with the family full, expected of these: none"},
        {"cheesy", std::nullopt, men(3), "men with cheesy, expected of these: none"},
        {"cstate1", std::nullopt, size(9, 5), "n with cstate1, expected none: its boards are 8x8"},
        {"cstate1", "pin", {{}, {}, {}, 65, {}}, "65 pieces on a board of 8x8, expected 2 to 64"},
        {"cstate2", "mate", size(1, 2), "n 1, expected 2 to 1000000000000000000"},
        {"cstate2", "mate", size(2, 5), "5 pieces on a board of 2x2, expected 2 or more"},
        {"cstate2", "mate", size(9, 1), "1 pieces on a board of 9x9"},
        {"cstate2", "double-check", size(9, 2), "no double check found in 20000 tries"},
        {"cstate2", "mate", size(99, 2001), "2001 pieces, expected at most 2000 with this family"},
        {"cstate3", "largest", size(check_state::largest_board, 10'000'001),
         "10000001 pieces, expected at most"},
        {"cstate2", "largest", size(9, 81), "no room for 81 pieces on 9x9 squares without a second check"},
    }};
    for (const Refused& row : table) {
        const auto games = generate(puzzle(row.game), {1, row.family, 1, row.requirements});
        ASSERT_FALSE(games) << row.message;
        EXPECT_EQ(games.error().kind, ErrorKind::bad_usage);
        EXPECT_EQ(games.error().message.substr(0, row.message.size()), row.message);
    }
}

TEST(Families, MeetRequirements) {
    const auto hunts =
        generate(puzzle("simplified"), {2, "win", 40, puzzles::Requirements{7, 6, {}, {}, {}}});
    ASSERT_TRUE(hunts) << hunts.error().message;
    for (const puzzles::Game& game : *hunts) EXPECT_EQ(game.as<queen_hunt::HuntGame>().position.men(), 6U);
    const auto boards =
        generate(puzzle("cstate2"), {2, std::nullopt, 40, puzzles::Requirements{{}, {}, 30, 50, {}}});
    ASSERT_TRUE(boards) << boards.error().message;
    for (const puzzles::Game& game : *boards) {
        EXPECT_EQ(game.as<check_state::PlainBoard>().n, 30U);
        EXPECT_EQ(game.as<check_state::PlainBoard>().pieces.size(), 50U);
    }
    // Families that have no such board are left out of the mix.
    const auto full =
        generate(puzzle("cstate2"), {2, std::nullopt, 20, puzzles::Requirements{{}, {}, 3, 9, {}}});
    ASSERT_TRUE(full) << full.error().message;
    for (const puzzles::Game& game : *full) EXPECT_EQ(game.as<check_state::PlainBoard>().pieces.size(), 9U);
    EXPECT_TRUE(
        generate(puzzle("cstate2"), {2, "long-ray", 3, puzzles::Requirements{{}, {}, 1000, {}, 100}}));
    const auto largest =
        generate(puzzle("cstate3"), {2, "largest", 1, puzzles::Requirements{{}, {}, 1000, 100000, {}}});
    ASSERT_TRUE(largest) << largest.error().message;
    EXPECT_EQ(largest->front().as<check_state::PlainBoard>().pieces.size(), 100'000U);
}

}  // namespace
}  // namespace zermelo::stress
