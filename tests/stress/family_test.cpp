// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/family.hpp"

#include <array>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/stress/random_case.hpp"

#include "support/golden.hpp"
#include "support/judging.hpp"

namespace zermelo::stress {
namespace {

constexpr std::array<std::string_view, 5> names{"simplified", "cstate1", "cstate2", "cstate3", "cheesy"};

const judge::Dialect& dialect(std::string_view name) { return *judge::find_dialect(name); }

std::string input(std::string_view name, const Request& request) {
    const auto games = generate(dialect(name), request);
    EXPECT_TRUE(games) << name << ": " << (games ? "" : games.error().message);
    return games ? input_of(format_of(dialect(name)), *games) : "";
}

std::uint64_t fnv(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return hash;
}

/// A change of what a seed gives is a change that users see.
TEST(Families, AreTheSameEverywhere) {
    std::string lines;
    for (const std::string_view name : names) {
        for (const Family& family : families(dialect(name))) {
            Request request{7, family.name, 20, {}};
            if (family.name == "largest") {
                request.games = 1;
                request.wishes.n = 1000;
                request.wishes.pieces = 5000;
            }
            lines += fmt::format("{} {} {:016x}\n", name, family.name, fnv(input(name, request)));
        }
        lines += fmt::format("{} mix {:016x}\n", name, fnv(input(name, {7, std::nullopt, std::nullopt, {}})));
        Random random{7};
        const auto tried = random_cases(dialect(name), 100, random);
        lines += fmt::format("{} tried {:016x}\n", name, fnv(input_of(format_of(dialect(name)), tried)));
    }
    testing::expect_golden("stress/families.txt", lines);
}

TEST(Families, AreWithinTheStatementsBounds) {
    judge::Options limits;
    limits.limits = true;
    for (const std::string_view name : names) {
        const std::uint64_t most = std::min<std::uint64_t>(dialect(name).most_games(), 3000);
        for (const Family& family : families(dialect(name))) {
            const auto judged =
                testing::judge_text(name, input(name, {3, family.name, std::nullopt, {}}), limits);
            EXPECT_FALSE(judged.error) << name << ' ' << family.name << ": " << judged.error->message;
        }
        const auto judged = testing::judge_text(name, input(name, {4, std::nullopt, most, {}}), limits);
        EXPECT_FALSE(judged.error) << name << ": " << judged.error->message;
    }
}

TEST(Families, DependOnTheSeedAndDoNotRepeatThemselves) {
    for (const std::string_view name : names) {
        for (const Family& family : families(dialect(name))) {
            if (family.name == "largest") continue;
            const auto games = generate(dialect(name), {5, family.name, 500, {}});
            ASSERT_TRUE(games);
            std::set<std::string> distinct;
            for (const Case& game : *games) {
                std::string text;
                append_lines(format_of(dialect(name)), game, text);
                distinct.insert(text);
            }
            EXPECT_EQ(distinct.size(), games->size()) << name << ' ' << family.name;
            EXPECT_NE(input(name, {5, family.name, 20, {}}), input(name, {6, family.name, 20, {}}));
        }
    }
}

/// A game does not depend on how many come after it, as long as their number leaves it the same room.
TEST(Families, GamesHaveSeedsOfTheirOwn) {
    const auto few = generate(dialect("simplified"), {5, "win", 3, {}});
    const auto many = generate(dialect("simplified"), {5, "win", 30, {}});
    ASSERT_TRUE(few && many);
    for (std::size_t i = 0; i < few->size(); ++i)
        EXPECT_EQ(std::get<HuntCase>((*few)[i]).position, std::get<HuntCase>((*many)[i]).position);
}

TEST(Families, AMixHasEveryFamilyInTurn) {
    const auto mix = generate(dialect("cheesy"), {1, std::nullopt, 9, {}});
    ASSERT_TRUE(mix);
    const auto lines = verdicts(dialect("cheesy"), *mix);
    ASSERT_TRUE(lines);
    const std::set<std::string> distinct{lines->begin(), lines->end()};
    EXPECT_EQ(distinct, (std::set<std::string>{"Black", "White"}));
}

struct Refused {
    std::string_view game;
    std::optional<std::string_view> family;
    Wishes wishes;
    std::string_view message;
};

TEST(Families, RefuseWhatCannotBe) {
    const auto plies = [](std::uint64_t n) { return Wishes{n, {}, {}, {}, {}}; };
    const auto men = [](std::uint64_t n) { return Wishes{{}, n, {}, {}, {}}; };
    const auto size = [](std::uint64_t n, std::uint64_t p) { return Wishes{{}, {}, n, p, {}}; };
    const std::array<Refused, 18> table{{
        {"simplified", "nothing", {}, "unknown family 'nothing' of simplified, expected one of win, "},
        {"simplified", "win", plies(4),
         "--plies 4, expected an odd number: White makes the last move of a win"},
        {"simplified", "win", plies(0), "--plies 0, expected an odd number"},
        {"simplified", "win", men(1), "--men 1, expected 2 to 10, of both sides together"},
        {"simplified", "quiet", men(11), "--men 11, expected 2 to 10"},
        {"simplified", "quiet", plies(3), "--plies with the family quiet, expected of these: --men"},
        {"simplified", "no-win", plies(3), "--plies with the family no-win, expected of these: --men"},
        {"simplified", "full", men(3), "--men with the family full, expected of these: none"},
        {"cheesy", std::nullopt, men(3), "no family of cheesy heeds all of --men, expected a wish less"},
        {"cstate1", std::nullopt, size(9, 5), "--n with cstate1, whose boards are 8x8, expected a wish less"},
        {"cstate1", "pin", {{}, {}, {}, 65, {}}, "--pieces 65 on a board of 8x8, expected 2 to 64"},
        {"cstate2", "mate", size(1, 2), "--n 1, expected 2 to 1000000000000000000"},
        {"cstate2", "mate", size(2, 5), "--pieces 5 on a board of 2x2, expected 2 or more"},
        {"cstate2", "mate", size(9, 1), "--pieces 1 on a board of 9x9"},
        {"cstate2", "double-check", size(9, 2), "no double check found in 20000 tries"},
        {"cstate2", "mate", size(99, 2001), "--pieces 2001, expected at most 2000 with this family"},
        {"cstate3", "largest", size(check_state::largest_board, 10'000'001),
         "--pieces 10000001, expected at most"},
        {"cstate2", "largest", size(9, 81), "no room for 81 pieces on 9x9 squares without a second check"},
    }};
    for (const Refused& row : table) {
        const auto games = generate(dialect(row.game), {1, row.family, 1, row.wishes});
        ASSERT_FALSE(games) << row.message;
        EXPECT_EQ(games.error().kind, ErrorKind::bad_usage);
        EXPECT_EQ(games.error().message.substr(0, row.message.size()), row.message);
    }
}

TEST(Families, HeedWishes) {
    const auto hunts = generate(dialect("simplified"), {2, "win", 40, Wishes{7, 6, {}, {}, {}}});
    ASSERT_TRUE(hunts) << hunts.error().message;
    for (const Case& game : *hunts) EXPECT_EQ(std::get<HuntCase>(game).position.men(), 6U);
    const auto boards = generate(dialect("cstate2"), {2, std::nullopt, 40, Wishes{{}, {}, 30, 50, {}}});
    ASSERT_TRUE(boards) << boards.error().message;
    for (const Case& game : *boards) {
        EXPECT_EQ(std::get<check_state::PlainBoard>(game).n, 30U);
        EXPECT_EQ(std::get<check_state::PlainBoard>(game).pieces.size(), 50U);
    }
    // Families that have no such board are left out of the mix.
    const auto full = generate(dialect("cstate2"), {2, std::nullopt, 20, Wishes{{}, {}, 3, 9, {}}});
    ASSERT_TRUE(full) << full.error().message;
    for (const Case& game : *full) EXPECT_EQ(std::get<check_state::PlainBoard>(game).pieces.size(), 9U);
    EXPECT_TRUE(generate(dialect("cstate2"), {2, "long-ray", 3, Wishes{{}, {}, 1000, {}, 100}}));
    const auto largest = generate(dialect("cstate3"), {2, "largest", 1, Wishes{{}, {}, 1000, 100000, {}}});
    ASSERT_TRUE(largest) << largest.error().message;
    EXPECT_EQ(std::get<check_state::PlainBoard>(largest->front()).pieces.size(), 100'000U);
}

}  // namespace
}  // namespace zermelo::stress
