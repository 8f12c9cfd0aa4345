// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/validate.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/puzzles/registry.hpp"
#include "zermelo/stress/random_games.hpp"

#include "support/cuttable.hpp"
#include "support/scale.hpp"

namespace zermelo::tell {
namespace {

Result<std::uint64_t> validated(const std::string& game, const std::string& text) {
    auto source = Source::of_text("test", text);
    return validate(*puzzles::find(game), source);
}

const std::string hunt = "1\n1 1 6\nQ A 1\nQ D 3\n";
const std::string board_rows =
    "2\nk.......\n........\n........\n........\n........\n........\n........\n.......K\n\n"
    "k.......\n........\n........\n........\n........\n........\n........\n.......K\n\n";
const std::string pieces = "2\n8 2\n1 1 k\n8 8 K\n\n9 2\n1 1 k\n8 8 K\n\n";
const std::string marks =
    "1\n........\n........\n........\n........\n........\n........\n........\n........\n3 1\n6 3\n";

TEST(Validate, TakesWhatIsWell) {
    EXPECT_EQ(validated("simplified", hunt), 1U);
    EXPECT_EQ(validated("cstate1", board_rows), 2U);
    EXPECT_EQ(validated("cstate2", pieces), 2U);
    EXPECT_EQ(validated("cstate3", pieces), 2U);
    EXPECT_EQ(validated("cheesy", marks), 1U);
}

class ValidateMapped : public testing::WithMapping {};

TEST_F(ValidateMapped, AFileThatIsCutOffIsNoError) {
    for (const std::size_t size : {0U, 5U, 4096U, 9999U}) {
        const testing::Cuttable file{"1000\n" + std::string(50'000, 'x')};
        Source source = file.open();
        file.cut(size);
        const auto games = validate(*puzzles::find("simplified"), source);
        ASSERT_FALSE(games);
        EXPECT_EQ(games.error().kind, ErrorKind::io) << size << ": " << games.error().message;
        EXPECT_NE(games.error().message.find("it was cut off while it was read"), std::string::npos);
    }
}

struct Mistake {
    std::string_view game;
    std::string text;
    Location where;
    std::string_view message;  ///< begins so
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
}

TEST(Validate, NamesTheFirstErrorByPlace) {
    const std::string no_end = hunt.substr(0, hunt.size() - 1);
    const std::array<Mistake, 38> table{{
        // Layout, in every puzzle that it can be in.
        {"simplified", replaced(hunt, "1 1 6", "1  1 6"), {2, 3}, "a second space, expected one"},
        {"simplified", replaced(hunt, "1 1 6", " 1 1 6"), {2, 1}, "a space at the start of the line"},
        {"simplified", replaced(hunt, "1 1 6", "1 1 6 "), {2, 6}, "a space at the end of the line"},
        {"simplified", replaced(hunt, "1 1 6", "1\t1 6"), {2, 2}, "a tab, expected one space"},
        {"simplified", replaced(hunt, "1 1 6\n", "1 1 6\r\n"), {2, 6}, "a carriage return"},
        {"simplified", replaced(hunt, "1 1 6", "01 1 6"), {2, 1}, "a leading zero"},
        {"simplified", replaced(hunt, "1 1 6", "1 1 06"), {2, 5}, "a leading zero"},
        {"simplified", "0" + hunt, {1, 1}, "a leading zero"},
        {"simplified", hunt + "\n", {5, 1}, "a blank line"},
        {"simplified", replaced(hunt, "1\n1", "1\n\n1"), {2, 1}, "a blank line"},
        {"simplified", "\n" + hunt, {1, 1}, "a blank line"},
        {"simplified", hunt + " ", {5, 1}, "a space at the start"},
        {"simplified", no_end, {4, 6}, "the last line has no end"},
        {"simplified", replaced(hunt, "Q A", "Q\xC2 A"), {3, 1}, "'Q\\xc2' is not a piece"},
        {"cheesy", marks + "\n", {12, 1}, "a blank line"},
        {"cheesy", replaced(marks, "3 1", "3 01"), {10, 3}, "a leading zero"},
        {"cheesy", marks.substr(0, marks.size() - 1), {11, 4}, "the last line has no end"},
        {"cstate1",
         board_rows.substr(0, board_rows.size() - 1),
         {19, 1},
         "no blank line, expected one after each board"},
        {"cstate1", board_rows + "\n", {20, 1}, "a blank line"},
        {"cstate1", replaced(board_rows, ".K\n\n", ".K\n"), {10, 1}, "no blank line"},
        {"cstate1", replaced(board_rows, ".K\n\n", ".K\n\n\n"), {11, 1}, "a blank line"},
        {"cstate1", replaced(board_rows, "........\n", "........ \n"), {3, 9}, "a space at the end"},
        {"cstate2", pieces.substr(0, pieces.size() - 1), {9, 1}, "no blank line"},
        {"cstate2", pieces + "\n", {10, 1}, "a blank line"},
        {"cstate2", replaced(pieces, "K\n\n9", "K\n9"), {5, 1}, "no blank line"},
        {"cstate2", replaced(pieces, "8 8 K", "8 8  K"), {4, 5}, "a second space"},
        {"cstate3", replaced(pieces, "9 2", "9 02"), {6, 3}, "a leading zero"},
        // What the judge finds is told if no error of layout comes before it.
        {"simplified", replaced(hunt, "1 1 6", "1 1 7"), {2, 5}, "'7' is out of range"},
        {"simplified", replaced(hunt + "\n", "1 1 6", "1 1 7"), {2, 5}, "'7' is out of range"},
        {"simplified", replaced("0" + hunt, "1 1 6", "1 1 7"), {1, 1}, "a leading zero"},
        {"simplified", replaced(hunt, "1\n", "201\n"), {1, 1}, "'201' is out of range"},
        {"simplified", "", {1, 1}, "the input ends too early"},
        {"cstate2", replaced(pieces, "8 2", "7 2"), {2, 1}, "'7' is out of range"},
        {"cstate2", replaced(pieces, "8 2", "8 x"), {2, 3}, "'x' is not a number"},
        {"cstate2", replaced(pieces, "2\n", "x\n"), {1, 1}, "'x' is not a number"},
        {"cstate2", pieces + "x\n", {10, 1}, "unexpected"},
        {"cstate1", replaced(board_rows, "k", "K"), {9, 8}, "a second"},
        {"cheesy", replaced(marks, "3 1", "+3 1"), {10, 1}, "'+3' is not a number"},
    }};
    for (const Mistake& row : table) {
        const auto games = validated(std::string{row.game}, row.text);
        ASSERT_FALSE(games) << row.game << '\n' << row.text;
        ASSERT_TRUE(games.error().where) << games.error().message;
        EXPECT_EQ(games.error().where->line, row.where.line) << row.text << games.error().message;
        EXPECT_EQ(games.error().where->column, row.where.column) << row.text << games.error().message;
        EXPECT_EQ(games.error().message.substr(0, row.message.size()), row.message) << row.text;
    }
}

/// Whatever bytes there are: an answer, and with an error its place in the text.
TEST(Validate, AnyBytes) {
    Random random{5};
    for (std::uint64_t round = 0; round < testing::scaled(1000); ++round) {
        const auto& puzzle = *puzzles::all()[random.below(puzzles::all().size())];
        puzzles::GameBounds small;
        for (std::size_t i = 0; i < small.most.size(); ++i) small.most[i] = puzzle.measures()[i].least + 6;
        std::string text = puzzles::input_of(puzzle, stress::random_games(puzzle, 2, random, small));
        for (std::uint64_t i = random.below(4); i > 0; --i) {
            static constexpr std::string_view bytes = " \n\r\t0159kKQFD.x\xFF";
            const std::size_t at = random.below(text.size());
            const char byte = bytes[random.below(bytes.size())];
            if (random.one_in(2)) {
                text[at] = byte;
            } else {
                text.insert(at, 1, byte);
            }
        }
        if (random.one_in(8)) text.resize(random.below(text.size()));
        const auto& judge = random.one_in(9) ? *puzzles::all().back() : puzzle;
        const auto result = validated(std::string{judge.name()}, text);
        if (result) continue;
        ASSERT_TRUE(result.error().where) << text;
        const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
        ASSERT_LE(result.error().where->line, lines + 1) << text;
    }
}

}  // namespace
}  // namespace zermelo::tell
