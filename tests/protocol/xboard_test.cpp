// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/xboard.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/conversation.hpp"
#include "support/scratch.hpp"

namespace zermelo::protocol {
namespace {

using zermelo::testing::count;
using zermelo::testing::last;
using zermelo::testing::words_behind;

std::vector<std::string> xboard(const std::string& commands, Settings settings = {}) {
    return testing::answers<XBoard>(commands, std::move(settings));
}

TEST(XBoard, TellsItsFeatures) {
    const auto lines = xboard("xboard\nprotover 2\naccepted ping\nping 7\n");
    EXPECT_EQ(lines.front(), "feature done=0");
    EXPECT_EQ(last(lines, "feature"), "feature done=1");
    EXPECT_EQ(lines.back(), "pong 7");
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    for (const char* feature : {"ping=1", "setboard=1", "usermove=1", "analyze=1", "highlight=1", "memory=1",
                                "smp=1", "colors=0", "sigint=0", "variants=\""})
        EXPECT_NE(all.find(feature), std::string::npos) << feature;
    EXPECT_NE(all.find("normal,"), std::string::npos);  // as it calls chess
    EXPECT_EQ(all.find(",chess,"), std::string::npos);
}

TEST(XBoard, OfRulesThatAreNotAllGoodTheUserIsTold) {
    const testing::Scratch rules{"[fine:chess]\n[wrong:chess]\npass = 1\n"};
    Settings settings;
    settings.files = {rules.path()};
    const auto lines = xboard("protover 2\nvariant wrong\n", settings);
    EXPECT_EQ(lines.at(lines.size() - 2), "telluser " + rules.path() + ": 1 of 2 variants is good");
    EXPECT_EQ(lines.back(),
              "Error (" + rules.path() + ":3:8: '1' is neither true nor false): variant 'wrong'");
}

TEST(XBoard, DefinesItsVariants) {
    EXPECT_EQ(xboard("new\nvariant gardner\n"),
              (std::vector<std::string>{"setup (PNBRQ................Kpnbrq................k) 5x5+0_fairy "
                                        "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
                                        "piece K& K", "piece P& fmWfcF", "piece N& N", "piece B& B",
                                        "piece R& R", "piece Q& Q"}));
    EXPECT_TRUE(xboard("new\nvariant normal\n").empty());  // the GUI knows that one
    EXPECT_EQ(count(xboard("new\nvariant nosuch\n"), "Error ("), 1U);
    EXPECT_EQ(last(xboard("variant nightrider\n"), "piece N"), "piece N& N0");
    // Where a pawn is not that of chess XBoard is to know nothing about it but its moves.
    EXPECT_TRUE(last(xboard("variant breakthrough5x5\n"), "setup")
                    .starts_with("setup (....................P.....................p.) "));
    // Initial moves and castling are told, too.
    const auto knightmate = xboard("variant knightmate\n");
    EXPECT_EQ(last(knightmate, "piece P"), "piece P& fmWfcFifmnD");
    EXPECT_EQ(last(knightmate, "piece K"), "piece K& NO2");
}

TEST(XBoard, PlaysTheSideThatItIsGiven) {
    const auto lines = xboard("new\nst 1\nsd 2\nusermove e2e4\n");
    EXPECT_EQ(count(lines, "move "), 1U);
    EXPECT_EQ(count(xboard("new\nforce\nusermove e2e4\n"), "move "), 0U);
    EXPECT_EQ(count(xboard("new\nsd 2\nforce\nusermove e2e4\ngo\n"), "move "), 1U);
    EXPECT_EQ(count(xboard("new\nsd 2\nplayother\n"), "move "), 0U);
    EXPECT_EQ(count(xboard("new\nsd 2\nforce\nplayother\nusermove e2e4\n"), "move "), 1U);
}

TEST(XBoard, MatesAndSaysThatTheGameIsOver) {
    const auto lines = xboard("new\nforce\nsetboard k7/8/1K6/8/8/8/8/7R w - - 0 1\npost\ngo\n");
    EXPECT_EQ(last(lines, "move "), "move h1h8");
    EXPECT_EQ(lines.back(), "1-0 {White wins: checkmate}");
    EXPECT_EQ(count(lines, "1 100001 "), 1U);  // a mate in one, in the first ply
    EXPECT_EQ(xboard("new\nforce\nsetboard k7/8/1K6/8/8/8/8/7R w - - 0 1\nusermove h1h8\n"),
              std::vector<std::string>{"1-0 {White wins: checkmate}"});
    EXPECT_EQ(xboard("new\nforce\nsetboard 7k/8/6K1/8/8/8/5Q2/8 w - - 0 1\nusermove f2f7\n"),
              std::vector<std::string>{"1/2-1/2 {stalemate}"});
}

TEST(XBoard, MovesThatAreNoneAreRefused) {
    EXPECT_EQ(xboard("new\nforce\nusermove e2e5\n"), std::vector<std::string>{"Illegal move: e2e5"});
    EXPECT_EQ(xboard("new\nforce\ne2e5\n"), std::vector<std::string>{"Error (unknown command): 'e2e5'"});
    EXPECT_TRUE(xboard("new\nforce\ne2e4\n").empty());  // as older GUIs send it
    EXPECT_TRUE(xboard("new\nforce\nusermove e2e4.\n").empty());
    EXPECT_EQ(count(xboard("new\nsetboard 8/8\n"), "tellusererror Illegal position: "), 1U);
    EXPECT_EQ(xboard("edit\n"), std::vector<std::string>{"Error (edit is not supported, setboard is): edit"});
    EXPECT_EQ(count(xboard("level x\nst\nsd y\nmemory\noption x=1\noption MultiPV=0\nfoo\n"), "Error ("), 7U);
}

TEST(XBoard, APingWhileItIsToMoveIsAnsweredBehindTheMove) {
    const auto lines = xboard("new\nsd 2\nusermove e2e4\nping 4\n");
    ASSERT_GE(lines.size(), 2U);
    EXPECT_TRUE(lines[lines.size() - 2].starts_with("move ") || lines.back() == "pong 4");
    EXPECT_EQ(xboard("new\nst 1000\ngo\nping 1\nforce\nping 2\n"),
              (std::vector<std::string>{"pong 1", "pong 2"}));
}

TEST(XBoard, TakesMovesBack) {
    EXPECT_EQ(xboard("new\nforce\nusermove e2e4\nundo\nusermove e2e4\nusermove e7e5\nremove\nusermove "
                     "e2e4\nundo\nundo\nundo\n"),
              std::vector<std::string>{});
}

TEST(XBoard, ItsOwnMoveIsPartOfTheGame) {
    // What it has played is taken back, in force mode as the protocol has it: or it would play once more
    // while the man is lifted.
    const auto lines =
        xboard("new\nforce\nsetboard k7/7R/8/8/8/8/8/6RK b - - 0 1\nsd 1\ngo\n?\nforce\nundo\nlift a8\n");
    EXPECT_EQ(last(lines, "highlight"), "highlight 1Y6/8/8/8/8/8/8/8");
}

TEST(XBoard, HighlightsWhereAManCanGo) {
    EXPECT_EQ(xboard("new\nlift g1\n"), std::vector<std::string>{"highlight 8/8/8/8/8/5Y1Y/8/8"});
    EXPECT_EQ(xboard("new\nlift e5\n"), std::vector<std::string>{"highlight 8/8/8/8/8/8/8/8"});
    EXPECT_EQ(xboard("new\nforce\nsetboard 1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1\nlift a7\n"),
              std::vector<std::string>{"highlight MM6/8/8/8/8/8/8/8"});
    EXPECT_EQ(xboard("new\nforce\nsetboard 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\nlift e4\n"),
              std::vector<std::string>{"highlight 8/8/8/3RY3/8/8/8/8"});
}

TEST(XBoard, TenRanksAreCountedFromZero) {
    EXPECT_EQ(count(xboard("new\nvariant small10x10\nforce\nusermove a1a2\nusermove a8a7\n"), "Illegal"), 0U);
    const auto lines = xboard("new\nvariant small10x10\nsd 1\nforce\nlift a1\n");
    EXPECT_EQ(last(lines, "highlight").find('Y') == std::string::npos, false);
    const auto moved =
        words_behind(last(xboard("new\nvariant small10x10\nsd 1\ngo\n"), "move "), "move").at(0);
    EXPECT_EQ(moved.size(), 4U) << moved;
}

TEST(XBoard, CastlingWithAnyRookIsWrittenByItsSide) {
    const std::string castles =
        "new\nvariant fischerandom\nforce\nsetboard 1r2k3/8/8/8/8/8/8/R3KR2 w FA - 0 1\n";
    for (const char* side : {"O-O", "O-O-O"})
        EXPECT_EQ(count(xboard(castles + "usermove " + side + "\n"), "Illegal"), 0U) << side;
    EXPECT_EQ(
        count(xboard(castles + "setboard 2r1k3/8/8/8/8/8/8/1R2KR2 w BF - 0 1\nusermove O-O-O\n"), "Illegal"),
        1U);
    EXPECT_EQ(
        count(xboard(castles + "setboard 4k3/8/8/8/8/8/8/1R2KR2 w BF - 0 1\nusermove O-O-O\n"), "Illegal"),
        0U);
    // Castling is the only mate: the king stands between its rook and the file.
    const auto mate = xboard(
        "new\nvariant fischerandom\nforce\n"
        "setboard 4rkr1/4p1p1/8/8/8/8/8/5K1R w H - 0 1\nsd 1\ngo\n");
    EXPECT_EQ(last(mate, "move "), "move O-O");
    EXPECT_EQ(count(mate, "1-0 "), 1U);
}

TEST(XBoard, AResultIsToldOnce) {
    const std::string mated = "setboard rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n";
    EXPECT_EQ(count(xboard("new\nforce\n" + mated + "go\ngo\nforce\n"), "0-1 "), 1U);
    EXPECT_EQ(count(xboard("new\nforce\n" + mated + mated), "0-1 "), 2U);
    const auto won = xboard("new\nforce\nsetboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\nsd 2\ngo\ngo\n");
    EXPECT_EQ(count(won, "1-0 "), 1U);
    EXPECT_EQ(count(xboard("new\nforce\n" + mated + "undo\ngo\n"), "0-1 "), 2U);
}

TEST(XBoard, AnalysesWhatIsSetUp) {
    const auto lines = xboard("new\nanalyze\n.\nusermove e2e4\n.\nundo\nexit\n");
    EXPECT_EQ(count(lines, "move "), 0U);
    EXPECT_EQ(count(lines, "Error"), 0U);
    EXPECT_EQ(count(xboard("new\nhint\n"), "Hint: "), 1U);
}

TEST(XBoard, AGoThatSaysMoreIsRefused) {
    const auto lines = xboard("new\nforce\ngo perft 3\nping 1\nsd x\n");
    EXPECT_EQ(lines, (std::vector<std::string>{"Error (expected nothing after it): go 'perft 3'", "pong 1",
                                               "Error (expected a number): sd 'x'"}));
}

TEST(XBoard, ItsWorkEndsWhenTheGuiIsGone) {
    for (const char* limits : {"sd 200\nst 1000000\n", "st 1000000\n", "level 0 1000000 0\n"}) {
        StringSink output;
        auto session = Session::open({});
        ASSERT_TRUE(session);
        XBoard engine{*std::move(session), output};
        Source input = Source::of_text("commands", std::string{"new\n"} + limits + "go\n");
        Gui gui;
        gui.gone = [] { return true; };
        EXPECT_FALSE(engine.run(input, gui)) << limits;
        EXPECT_EQ(output.text().find("move "), std::string::npos) << limits;
    }
}

TEST(XBoard, EndsWhereverItIs) {
    for (const char* commands : {"quit\n", "new\ngo\nquit\n", "new\nanalyze\nquit\n", "new\nanalyze\n",
                                 "new\nst 1000\ngo\n?\nquit\n", ""})
        EXPECT_EQ(count(xboard(commands), "Error"), 0U) << commands;
}

}  // namespace
}  // namespace zermelo::protocol
