// SPDX-License-Identifier: GPL-3.0-or-later
// Every error of every puzzle: the verdicts before it are written, and its place and words are reported, in
// whichever way the input comes and is worked on.
#include <ostream>

#include <gtest/gtest.h>

#include "support/judging.hpp"

namespace zermelo::judge {
namespace {

using testing::judge_text;

struct Case {
    const char* puzzle;
    std::string text;
    const char* verdicts;  ///< those of the games before the error
    Location where;
    const char* words;  ///< that the message must hold
    bool limits = false;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.puzzle << ": " << ::testing::PrintToString(c.text);
}

// A good game of each puzzle and its verdict; line 2 is its first.
const std::string hunt = "2 1 1\nN B 2\nQ B 1\nQ A 4\n";
const std::string check = "8 2\n1 1 k\n8 8 K\n";
const std::string rows = "k.......\n........\n........\n........\n........\n........\n........\n.......K\n";
const std::string cheese =
    "........\n........\n........\n........\n........\n........\n........\n........\n3 1\n6 3\n";
const std::string seven = "........\n........\n........\n........\n........\n........\n........\n";

const Case cases[] = {
    // The number of games.
    {"simplified", "", "", {1, 1}, "the input ends too early, expected the number of games"},
    {"cheesy", " \n\r\n\t", "", {3, 2}, "the input ends too early, expected the number of games"},
    {"cstate2", "x\n", "", {1, 1}, "'x' is not a number, expected the number of games"},
    {"cstate2", "-1\n", "", {1, 1}, "'-1' is not a number"},
    {"cstate2", "18446744073709551616\n", "", {1, 1}, "out of range, expected the number of games"},
    {"cheesy", "1", "", {1, 2}, "the input ends too early, expected row 1"},
    {"cstate2", "\n 7 ", "", {2, 4}, "the input ends too early, expected a board"},
    {"simplified", "1\r\n", "", {2, 1}, "the input ends too early, expected a game"},
    {"cheesy", "1 1\n", "", {1, 3}, "unexpected '1', expected the end of the line"},
    {"simplified", "2\n" + hunt, "YES\n", {6, 1}, "the input ends too early, expected a game"},
    {"simplified", "1\n" + hunt + "x", "YES\n", {6, 1}, "unexpected 'x' after the last game"},
    {"simplified", "0\n\n 1", "", {3, 2}, "unexpected '1' after the last game"},
    {"simplified",
     std::string{"1\n"} + hunt + std::string{"\0", 1},
     "YES\n",
     {6, 1},
     "unexpected '\\x00' after"},
    {"simplified", "201\n", "", {1, 1}, "'201' is out of range, expected the number of games", true},
    {"simplified", "0\n", "", {1, 1}, "'0' is out of range", true},
    {"cstate1", "2001\n", "", {1, 1}, "'2001' is out of range", true},
    {"cstate2", "12001\n", "", {1, 1}, "'12001' is out of range", true},

    // simplified
    {"simplified",
     "2\n" + hunt + "0 1 1\n",
     "YES\n",
     {6, 1},
     "expected the number of White's pieces, a number from 1 to 5"},
    {"simplified", "2\n" + hunt + "6 1 1\n", "YES\n", {6, 1}, "'6' is out of range"},
    {"simplified", "2\n" + hunt + "1 0 1\n", "YES\n", {6, 3}, "the number of Black's pieces"},
    {"simplified", "1\n1 6 1\n", "", {2, 3}, "'6' is out of range"},
    {"simplified", "1\n1 1 0\n", "", {2, 5}, "expected m"},
    {"simplified", "1\n1 1 18446744073709551616\n", "", {2, 5}, "out of range, expected m"},
    {"simplified", "1\n1 1 7\nQ A 1\nQ A 2\n", "", {2, 5}, "expected m, a number from 1 to 6", true},
    {"simplified", "1\n1 1\nQ A 1\nQ A 2\n", "", {2, 4}, "the line ends too early, expected m"},
    {"simplified",
     "1\n1 1 1 \t 9\nQ A 1\nQ A 2\n",
     "",
     {2, 9},
     "unexpected '9', expected the end of the line"},
    {"simplified", "1\n1 1 1\nQ A 1\nQ A 1\n", "", {4, 1}, "a second piece on A1"},
    {"simplified", "1\n1 1 1\n  q A 1\nQ A 1\n", "", {3, 3}, "'q' is not a piece, expected one of QRBN"},
    {"simplified", "1\n1 1 1\nQ E 1\nQ A 1\n", "", {3, 3}, "'E' is not a file"},
    {"simplified", "1\n1 1 1\nQ a 1\nQ A 1\n", "", {3, 3}, "'a' is not a file"},
    {"simplified", "1\n1 1 1\nQ A 5\nQ A 1\n", "", {3, 5}, "'5' is not a rank"},
    {"simplified", "1\n1 1 1\nQ A 0\nQ A 1\n", "", {3, 5}, "'0' is not a rank"},
    {"simplified", "1\n1 1 1\nQA1\nQ A 1\n", "", {3, 1}, "'QA1' is not a piece"},
    {"simplified", "1\n1 1 1\nQ A\n1\nQ A 1\n", "", {3, 4}, "the line ends too early, expected a rank"},
    {"simplified", "1\n1 1 1\nQ A 1 Q A 2\n", "", {3, 7}, "unexpected 'Q', expected the end of the line"},
    {"simplified", "1\n1 1 1\nQ A 1\n", "", {4, 1}, "the input ends too early, expected a piece"},
    {"simplified", "1\n1 1 1\nQ A 1\nQ B", "", {4, 4}, "the input ends too early, expected a rank"},
    {"simplified", "1\n2 1 1\nQ A 1\nQ A 2\nQ B 4\n", "", {4, 1}, "a second queen"},
    {"simplified", "1\n1 1 1\nR A 1\nQ A 2\n", "", {2, 1}, "White has no queen"},
    {"simplified", "1\n1 2 1\nQ A 1\nB A 2\nN A 3\n", "", {2, 1}, "Black has no queen"},
    {"simplified", "1\n4 1 1\nQ A 1\nR A 2\nR A 3\nR A 4\nQ B 1\n", "", {6, 1}, "a third rook"},
    {"simplified", "1\n4 1 1\nQ A 1\nB A 2\nN A 3\nN A 4\nQ B 1\n", "", {6, 1}, "a third minor piece"},

    {"simplified",
     "1\n1 1 1\nQ A 1\n \t\r\nQ A 2\n",
     "",
     {4, 1},
     "a blank line inside a game, expected a piece"},
    {"simplified", "1\n1 1 1\nQ A 1\n\n\n", "", {6, 1}, "the input ends too early"},

    // cstate2 and cstate3
    {"cstate2", "1\n8 2\n\n1 1 k\n8 8 K\n", "", {3, 1}, "a blank line inside a game, expected a piece"},
    {"cstate2",
     "2\n" + check + "\n0 2\n",
     "Safe\n",
     {6, 1},
     "expected the board's size n, a number from 2 to 1000000000000000000"},
    {"cstate3", "1\n1000000000000000001 2\n", "", {2, 1}, "out of range, expected the board's size n"},
    {"cstate2", "1\n2 5\n", "", {2, 3}, "expected the number of pieces p, a number from 2 to 4"},
    {"cstate2", "1\n8\n", "", {2, 2}, "the line ends too early, expected the number of pieces p"},
    {"cstate2", "1\n8 2 1\n", "", {2, 5}, "unexpected '1'"},
    {"cstate2",
     "1\n8 2\n1 1 k\n9 8 K\n",
     "",
     {4, 1},
     "'9' is out of range, expected the piece's x, a number from 1 to 8"},
    {"cstate2", "1\n8 2\n1 1 k\n8 0 K\n", "", {4, 3}, "'0' is out of range, expected the piece's y"},
    {"cstate2", "1\n8 2\n1 1 k\n8 8 N\n", "", {4, 5}, "unknown piece 'N', expected a piece's letter"},
    {"cstate2", "1\n8 2\n1 1 k\n8 8 KK\n", "", {4, 5}, "unknown piece 'KK'"},
    {"cstate2", "1\n8 2\n1 1 k\n8 8\nK\n", "", {4, 4}, "the line ends too early, expected a piece's letter"},
    {"cstate2", "1\n8 2\n1 1 k\n", "", {4, 1}, "the input ends too early, expected a piece"},
    {"cstate2", "1\n8 2\n1 1 k\n8 8", "", {4, 4}, "the input ends too early, expected a piece's letter"},
    {"cstate2", "1\n8 2\n1 1 k 8 8 K\n", "", {3, 7}, "unexpected '8', expected the end of the line"},
    {"cstate2", "1\n8 2\n1 1 k\n8 8 K x\n", "", {4, 7}, "unexpected 'x'"},
    {"cstate2",
     "1\n8 2\n1 1 k\n8\x0b"
     "8 K\n",
     "",
     {4, 1},
     "'8\\x0b8' is not a number"},
    {"cstate2", "1\n8 2\n1 1 k\n8 8\rK\n", "", {4, 4}, "unexpected '\\x0d'"},
    {"cstate2", "1\n8 3\n1 1 k\n8 8 K\n1 1 q\n", "", {5, 1}, "a second piece on square (1, 1)"},
    {"cstate2", "1\n8 4\n1 1 k\n8 8 K\n 1 1 q\n9 9 q\n", "", {5, 2}, "a second piece on square (1, 1)"},
    {"cstate2", "1\n8 4\n1 1 k\n8 8 K\n9 9 q\n1 1 q\n", "", {5, 1}, "'9' is out of range"},
    {"cstate2", "1\n8 3\n1 1 k\n8 8 K\n2 2 k\n", "", {5, 5}, "a second white king"},
    {"cstate2", "1\n8 3\n1 1 k\n8 8 K\n2 2 K\n", "", {5, 5}, "a second black king"},
    {"cstate2", "1\n8 2\n1 1 k\n8 8 p\n", "", {2, 1}, "the board has no black king"},
    {"cstate2", "2\n" + check + "8 2\n1 1 r\n8 8 K\n", "Safe\n", {5, 1}, "the board has no white king"},
    {"cstate2", "1\n8 0\n", "", {2, 3}, "a number from 2 to 64"},
    {"cstate2", "1\n8 1\n1 1 k\n", "", {2, 3}, "a number from 2 to 64"},
    {"cstate2", "1\n1 2\n1 1 k\n", "", {2, 1}, "a number from 2 to"},
    {"cstate2", "1\n7 2\n1 1 k\n7 7 K\n", "", {2, 1}, "a number from 8 to 100000", true},
    {"cstate2", "1\n100001 2\n1 1 k\n7 7 K\n", "", {2, 1}, "a number from 8 to 100000", true},
    {"cstate2", "1\n8 1\n1 1 k\n", "", {2, 3}, "a number from 2 to 64", true},
    {"cstate2", "1\n1000 100001\n", "", {2, 6}, "a number from 2 to 100000", true},
    {"cstate2",
     "5\n100000 2\n1 1 k\n8 8 K\n100000 2\n1 1 k\n8 8 K\n100000 2\n1 1 k\n8 8 K\n100000 2\n1 1 k\n8 8 "
     "K\n50000 2\n",
     "Safe\nSafe\nSafe\nSafe\n",
     {14, 7},
     "the sum of n + p over all boards is 450010 here, expected at most 450000",
     true},

    // cstate1
    {"cstate1",
     "2\n" + rows + rows.substr(0, 9),
     "Safe\n",
     {11, 1},
     "the input ends too early, expected a row of the board"},
    {"cstate1", "1\nk......\n", "", {2, 1}, "is 7 characters long, expected a row"},
    {"cstate1", "1\nk........\n", "", {2, 1}, "is 9 characters long"},
    {"cstate1", "1\nk..n....\n", "", {2, 4}, "unknown piece 'n'"},
    {"cstate1", "1\nk.......\n........ x\n", "", {3, 10}, "unexpected 'x'"},
    {"cstate1", "1\nk.......\nk.......\n", "", {3, 1}, "a second white king"},
    {"cstate1", "1\nk" + rows.substr(1, 62) + "........", "", {2, 1}, "the board has no black king"},

    {"cstate1", "1\nk.......\n\n........\n", "", {3, 1}, "a blank line inside a game"},

    // cheesy
    {"cheesy",
     "1\n" + seven + "........\n\n1 1\n2 2\n",
     "",
     {10, 1},
     "a blank line inside a game, expected the king's x"},
    {"cheesy",
     "2\n" + cheese + "\n....F..\n",
     "White\n",
     {13, 1},
     "'....F..' is 7 characters long, expected row 1"},
    {"cheesy", "1\n.........\n", "", {2, 1}, "is 9 characters long"},
    {"cheesy", "1\n....x...\n", "", {2, 5}, "unknown mark 'x'"},
    {"cheesy", "1\n....d...\n", "", {2, 5}, "unknown mark 'd'"},
    {"cheesy", "1\n" + seven + "........ 1\n", "", {9, 10}, "unexpected '1'"},
    {"cheesy", "1\n" + seven + "........\n0 1\n", "", {10, 1}, "expected the king's x"},
    {"cheesy", "1\n" + seven + "........\n1 9\n", "", {10, 3}, "expected the king's y"},
    {"cheesy",
     "1\n" + seven + "........\n1\n1\n",
     "",
     {10, 2},
     "the line ends too early, expected the king's y"},
    {"cheesy", "1\n" + seven + "........\n1 1 1\n", "", {10, 5}, "unexpected '1'"},
    {"cheesy",
     "1\n" + seven + "........\n1 1\n",
     "",
     {11, 1},
     "the input ends too early, expected the pawn's x and y"},
    {"cheesy",
     "1\n" + seven + "........\n1 1\n2 a\n",
     "",
     {11, 3},
     "'a' is not a number, expected the pawn's y"},
    {"cheesy",
     "1\n" + seven + "F.......\n1 1\n2 2\n",
     "",
     {10, 1},
     "the king stands on a square that is not open"},
    {"cheesy",
     "1\n" + seven + "D.......\n 1 1\n2 2\n",
     "",
     {10, 2},
     "the king stands on a square that is not open"},
    {"cheesy", "1\n" + seven + "F.......\n2 2\n1 1\n", "", {11, 1}, "the pawn stands on a forbidden square"},
    {"cheesy", "1\n" + seven + "D.......\n2 2\n2 2\n", "", {11, 1}, "the pawn stands on the king's square"},
};

class BadInput : public ::testing::TestWithParam<Case> {};

TEST_P(BadInput, IsToldAlikeInEveryWay) {
    const Case& c = GetParam();
    puzzles::Options options;
    options.limits = c.limits;
    for (const auto& way : testing::all_ways(options)) {
        const auto judged = judge_text(c.puzzle, c.text, way.options, way.delivery);
        ASSERT_TRUE(judged.error.has_value());
        EXPECT_EQ(judged.output, c.verdicts);
        EXPECT_EQ(judged.error->kind, ErrorKind::bad_input);
        ASSERT_TRUE(judged.error->where.has_value());
        EXPECT_EQ(judged.error->where->line, c.where.line) << judged.error->message;
        EXPECT_EQ(judged.error->where->column, c.where.column) << judged.error->message;
        EXPECT_NE(judged.error->message.find(c.words), std::string::npos) << judged.error->message;
    }
}

INSTANTIATE_TEST_SUITE_P(EveryError, BadInput, ::testing::ValuesIn(cases));

// The first error wins, however far after it another batch has one.
TEST(BadInputOrder, TheFirstErrorEndsTheRun) {
    std::string text = "60000\n";
    std::string expected;
    for (int i = 0; i < 60000; ++i) {
        text += i == 40000 ? "8 2\n1 1 k\n1 1 K\n" : i == 50000 ? "x\n" : check;
        if (i < 40000) expected += "Safe\n";
    }
    for (const auto& way : testing::all_ways()) {
        const auto judged = judge_text("cstate2", text, way.options, way.delivery);
        ASSERT_TRUE(judged.error.has_value());
        EXPECT_EQ(judged.output, expected);
        EXPECT_EQ(judged.error->where, (Location{2 + 3 * 40000 + 2, 1}));
    }
}

}  // namespace
}  // namespace zermelo::judge
