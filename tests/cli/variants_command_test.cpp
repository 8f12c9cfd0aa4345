// SPDX-License-Identifier: GPL-3.0-or-later
// The commands about variants as a user runs them: what they print, exit statuses, messages, and what happens
// when the world fails.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "cli/commands.hpp"
#include "support/child.hpp"
#include "support/scale.hpp"

namespace zermelo::cli {
namespace {

// --- perft

TEST(PerftCommand, Counts) {
    expect("perft chess 0", 0, "Nodes: 1\n");
    expect("perft chess 3", 0, "Nodes: 8902\n");
    expect("perft chess 3 --no-bulk", 0, "Nodes: 8902\n");
    expect("perft chess '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w' 3", 0, "Nodes: 2812\n");
    expect("perft chess '7k/5Q2/6K1/8/8/8/8/8 b' 2", 0, "Nodes: 0\n");  // stalemate
}

TEST(PerftCommand, DivideTellsTheFirstMovesApart) {
    const Ended run = zermelo("perft losalamos 3 --divide");
    EXPECT_EQ(run.status, 0);
    std::vector<std::string> all = lines(run.out);
    ASSERT_EQ(all.size(), 11U);
    EXPECT_EQ(all.back(), "Nodes: 1212");
    all.pop_back();
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
    std::uint64_t total = 0;
    for (const std::string& line : all) {
        ASSERT_EQ(line.substr(4, 2), ": ") << line;
        total += std::stoull(line.substr(6));
    }
    EXPECT_EQ(total, 1212U);
    EXPECT_EQ(all.front(), "a2a3: 99");
    EXPECT_EQ(zermelo("perft losalamos 3 --divide --no-bulk").out, run.out);
}

TEST(PerftCommand, JsonIsOneObject) {
    const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    expect("perft chess 2 --json", 0,
           ReadJson{{"schema", 1},
                    {"type", "perft"},
                    {"variant", "chess"},
                    {"fen", start},
                    {"depth", 2},
                    {"unit", "plies"},
                    {"node_count", 400},
                    {"moves", nullptr}}
                   .dump() +
               "\n");
    const ReadJson divided = ReadJson::parse(zermelo("perft chess 2 --json --divide").out);
    EXPECT_EQ(divided["node_count"], 400);
    ASSERT_EQ(divided["moves"].size(), 20U);
    for (const ReadJson& move : divided["moves"]) EXPECT_EQ(move["node_count"], 20) << move;
}

// A game that goes on for ever while there is next to no choice: a search of it goes down as far as it may.
TEST(PerftCommand, TheDeepestSearchesNeedLessThanTwoMebibytesOfStack) {
    const Scratch rules{
        "[track]\nmaxFile = 16\nmaxRank = 16\ncustomPiece1 = r:rW\ncustomPiece2 = l:lW\n"
        "promotionPawnTypes = rl\npromotionPieceTypes = rl\npromotionRegionWhite = a* p*\n"
        "promotionRegionBlack = a* o*\ncastling = false\ndoubleStep = false\nstalemateValue = loss\n"
        "startFen = 1l13*/16/16/16/16/16/16/16/16/16/16/16/16/16/16/1R14 w\n"};
    const std::string names = "--variant-path " + rules.path() + " ";
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    const std::string limited = "$Z ";
#else
    const std::string limited = "ulimit -s 2048; $Z ";
#endif
    EXPECT_EQ(shell(limited + "perft track 250 " + names).out, "Nodes: 2\n");
    EXPECT_EQ(shell(limited + "prove track --plies 250 --memory 1 " + names).out,
              "no win within 250 plies\n");
    EXPECT_EQ(zermelo("perft track 251 " + names).status, 2);
    EXPECT_EQ(zermelo("prove track --plies 251 " + names).status, 2);
}

// --- draw

TEST(DrawCommand, TextAndPicture) {
    const ScratchFolder folder;
    const std::string picture = folder.file("board.svg");
    expect("draw simplified --svg " + picture, 0,
           "4 r q n .\n3 . . . .\n2 . . . .\n1 . N R Q\n  a b c d\nWhite to move\nrqn1/4/4/1NRQ w - - 0 1\n");
    const std::string svg = contents(picture);
    EXPECT_NE(svg.find("<svg"), std::string::npos);
    EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
    EXPECT_EQ(folder.names(), "board.svg\n");
    // A picture that is there is replaced, and keeps its permissions.
    ASSERT_EQ(shell("chmod 640 " + picture).status, 0);
    EXPECT_EQ(zermelo("draw chess --svg " + picture).status, 0);
    EXPECT_NE(contents(picture), svg);
    EXPECT_EQ(shell("stat -c %a " + picture).out, "640\n");
    EXPECT_EQ(folder.names(), "board.svg\n");
}

TEST(DrawCommand, BoardsAndMenAreTheVariantsOwnOrThoseOfChess) {
    const ScratchFolder folder;
    const std::string picture = folder.file("board.svg");
    const auto drawn = [&](const std::string& words) {
        EXPECT_EQ(zermelo("draw " + words + " --svg " + picture).status, 0) << words;
        return contents(picture);
    };
    const std::string own = drawn("dobutsu");
    EXPECT_NE(own.find("#zermelo-piece-dobutsu-lion"), std::string::npos);
    EXPECT_NE(own.find("White: chick b2, elephant a1, giraffe c1, lion b1."), std::string::npos);
    const std::string western = drawn("dobutsu --western");
    EXPECT_EQ(western.find("piece-dobutsu"), std::string::npos);
    EXPECT_NE(western.find("#zermelo-piece-commoner"), std::string::npos);
    EXPECT_NE(western.find("lion b1"), std::string::npos);
    EXPECT_EQ(drawn("chess"), drawn("chess --western"));
}

TEST(DrawCommand, ALineIsPlayedAndShown) {
    const Ended run = zermelo("draw chess --line 'e2e4 e7e5 g1f3'");
    EXPECT_EQ(run.status, 0);
    ASSERT_GE(lines(run.out).size(), 2U);
    EXPECT_EQ(lines(run.out)[lines(run.out).size() - 2], "1 e4 (e2e4), 2 e5 (e7e5), 3 Nf3 (g1f3)");
    EXPECT_EQ(lines(run.out).back(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    expect_has(run.out, "\n[ ] the last move\n");
    expect(
        "draw chess --line 'e2e4 e7e5 e1e3'", 2,
        "zermelo: error: 'e1e3', move 3 of the line, is not legal in "
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2: the king on e1 does not go to e3\n");
    // Moves as people write them.
    EXPECT_EQ(zermelo("draw chess --line 'e4 e5 Nf3!?'").out, run.out);
    EXPECT_EQ(
        lines(zermelo("draw chess 'r3k3/6P1/8/8/8/8/8/4K2R w K - 0 1' --line '0-0 Kd7 g8Q'").out).rbegin()[1],
        "1 O-O (e1g1), 2 Kd7 (e8d7), 3 g8=Q (g7g8q)");
    // Why a move is not legal.
    const auto why = [](const std::string& game, const std::string& move) {
        const std::string told = zermelo("draw " + game + " --line " + move).out;
        return told.substr(told.rfind(": ") + 2);
    };
    EXPECT_EQ(why("chess", "e7e5"), "White is to move\n");
    EXPECT_EQ(why("chess", "e3e4"), "nothing stands on e3\n");
    EXPECT_EQ(why("chess '4k3/8/8/8/4r3/8/4B3/4K3 w'", "e2d3"), "it leaves the king attacked\n");
    EXPECT_EQ(why("chess '4k3/8/8/8/8/8/r7/K6r w'", "a1b1"), "it does not end the check\n");
    EXPECT_EQ(why("antichess '4k3/4P3/8/8/8/8/4r3/4K3 w'", "e1d1"), "who can capture must\n");
    EXPECT_EQ(why("chess '7k/5KQ1/8/8/8/8/8/8 b'", "h8g8"), "the game is over\n");
    EXPECT_EQ(why("chess '4r1k1/4P3/8/8/8/8/8/4K3 w'", "e7e8"), "the pawn on e7 does not go to e8\n");
    EXPECT_EQ(zermelo("draw chess --line nonsense").status, 2);
    EXPECT_EQ(zermelo("draw chess --line ''").out, zermelo("draw chess").out);
    const auto flipped = lines(zermelo("draw chess --flipped").out);
    EXPECT_EQ(flipped.back(), lines(zermelo("draw chess").out).back());
    EXPECT_NE(flipped.front().find("R N B K Q B N R"), std::string::npos) << flipped.front();
}

TEST(DrawCommand, CountersAreKeptAndGoOn) {
    const std::string fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";
    const auto drawn = [](const std::string& what) { return lines(zermelo("draw " + what).out).back(); };
    EXPECT_EQ(drawn("chess '" + fen + "'"), fen);
    EXPECT_EQ(drawn("chess '" + fen + "' --line e1g1"),
              "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQ1RK1 b kq - 7 5");
    const auto expect_end = [&](const std::string& line, const std::string& end) {
        EXPECT_TRUE(drawn("chess '" + fen + "' --line '" + line + "'").ends_with(end)) << line;
    };
    expect_end("e1g1 e8g8", " w - - 8 6");
    expect_end("e1g1 d7d6", " w kq - 0 6");  // a pawn's move
    expect_end("c4f7", " b KQkq - 0 5");     // a capture
}

TEST(DrawCommand, ALongFenIsWrittenSmallerAndNotBrokenWithinItsBoard) {
    const ScratchFolder folder;
    const std::string picture = folder.file("board.svg");
    const std::string board = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R";
    EXPECT_EQ(zermelo("draw chess '" + board + " w KQkq - 6 5' --svg " + picture).status, 0);
    expect_has(contents(picture), ">" + board + "</text>");
    expect_has(contents(picture), ">w KQkq - 6 5</text>");
    EXPECT_EQ(zermelo("draw small10x10 --svg " + picture).status, 0);
    const std::string start = lines(zermelo("draw small10x10").out).back();
    expect_has(contents(picture), ">" + start.substr(0, start.find(' ')));
}

TEST(DrawCommand, ArrowsHaveALegend) {
    const ScratchFolder folder;
    const std::string picture = folder.file("board.svg");
    EXPECT_EQ(zermelo("draw chess --line 'e2e4 e7e5' --svg " + picture).status, 0);
    expect_has(contents(picture), ">the moves, in order</text>");
    const std::string games = ZERMELO_SOURCE_DIR "/examples/";
    EXPECT_EQ(zermelo("explain simplified " + games + "simplified.in 1 --svg " + picture).status, 0);
    expect_has(contents(picture), ">the moves, in order</text>");
    const std::string walk = "1\n" + [] {
        std::string rows;
        for (int i = 0; i < 8; ++i) rows += "........\n";
        return rows;
    }() + "3 5\n3 7\n";
    const std::string game = folder.file("walk.in", walk);
    EXPECT_EQ(zermelo("explain cheesy " + game + " --svg " + picture).status, 0);
    expect_has(contents(picture), ">the king&#39;s moves, in order</text>");
    expect_has(zermelo("judge cheesy " + game + " --draw 1").out,
               "\nK the king, p the pawn, digits the king's moves in order.\n");
    expect_has(zermelo("judge cheesy " + games + "cheesy.in --draw 1").out, "D dangerous ones.\n");
}

TEST(JudgeCommand, DrawShowsOneGameOrAll) {
    const std::string second =
        "8 . . . . . . . .\n7 . . . . . . . .\n6 . . . . . . . .\n5 . . . . . . . .\n"
        "4 . . . . . . . .   White: the king captures the pawn (5 plies)\n"
        "3 . . . . . p . .\n2 . . . . 2 . . .\n1 . . K 1 . 3 . .\n  1 2 3 4 5 6 7 8\n"
        "K the king, p the pawn, digits the king's moves in order.\n\n";
    expect("judge cheesy examples/cheesy.in --draw 2", 0, second);
    const std::string first = zermelo("judge cheesy examples/cheesy.in --draw 1").out;
    EXPECT_NE(first.find("Black: the pawn reaches the bottom line (13 plies)"), std::string::npos);
    expect("judge cheesy examples/cheesy.in --draw all", 0, first + second);
}

// --- rules

TEST(RulesCommand, ListShowAndCheck) {
    const ScratchFolder folder;
    const std::string file = folder.file("two.ini", "[good:chess]\nmustCapture = true\n[better:good]\n");
    const Ended list = zermelo("rules list");
    EXPECT_EQ(list.status, 0);
    EXPECT_NE(("\n" + list.out).find("\nchess                8x8  KPNBRQ\n"), std::string::npos);
    EXPECT_EQ(zermelo("rules list --variant-path " + file).out,
              list.out + "good                 8x8  KPNBRQ\nbetter               8x8  KPNBRQ\n");
    for (const std::string& line : lines(list.out)) {
        const std::string name = line.substr(0, line.find(' '));
        const Ended shown = zermelo("rules show " + name);
        EXPECT_EQ(shown.status, 0) << name;
        EXPECT_EQ(shown.out.substr(0, name.size() + 12), name + ": a board of") << shown.out;
    }
    EXPECT_NE(zermelo("rules show " + file + ":good").out.find("Who can capture must."), std::string::npos);
    const std::string good = ": good, 8x8, 6 kinds of pieces: good\n";
    const std::string better = ": better, 8x8, 6 kinds of pieces: good\n";
    const std::string count = ": 2 of 2 variants are good\n";
    expect("rules check " + file, 0, file + good + file + better + file + count);
    expect("rules check - < " + file, 0, "<stdin>" + good + "<stdin>" + better + "<stdin>" + count);
    expect("rules check " + file + ":better", 0, file + better);
    const std::string several = "zermelo: error: " + file + " has 2 variants, expected one of " + file +
                                ":good, " + file + ":better\n";
    for (const std::string& command : {"perft " + file + " 2", "draw " + file, "rules show " + file,
                                       "prove " + file + " --plies 1", "stats " + file + " --tables ."})
        expect(command, 2, several);
    expect("perft " + file + ":bettre 2", 2,
           "zermelo: error: no variant 'bettre' in " + file + ", expected perhaps better\n");
    expect("perft " + file + ":go 2", 2,
           "zermelo: error: no variant 'go' in " + file + ", expected perhaps good\n");
    const std::string single = folder.file("one.ini", "[alone:chess]\n");
    expect("perft " + single + " 2", 0, "Nodes: 400\n");
    expect("perft " + file + ":good 2", 0, "Nodes: 400\n");
    expect("perft good 2 --variant-path " + file, 0, "Nodes: 400\n");
}

TEST(RulesCommand, ListsThoseThatAreAskedFor) {
    const auto names = [](const std::string& options) {
        std::vector<std::string> first;
        for (const std::string& line : lines(zermelo("rules list " + options).out))
            first.push_back(line.substr(0, line.find(' ')));
        return first;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(names("--family slovak"), Names{"slovak"});
    EXPECT_EQ(names("--size 5x5 --family small"), (Names{"gardner", "small5x5"}));
    EXPECT_EQ(names("--size 5x6 --family boards"), Names{"clobber"});
    EXPECT_EQ(names("--size 6x5 --family losing"), Names{});
    EXPECT_EQ(names("--solved --size 5x5"), (Names{"breakthrough5x5", "connect4-5x5", "gardner"}));
    const ScratchFolder folder;
    const std::string file = folder.file("own.ini", "[small5x5:chess]\n[own:gardner]\n");
    EXPECT_EQ(
        names("--size 5x5 --variant-path " + file),
        (Names{"breakthrough5x5", "connect4-5x5", "minishogi", "mini", "kyotoshogi", "gardner", "own"}));
    expect("rules list --family small --solved", 0,
           "gardner              5x5  a draw (Mhalla and Prost, 2013)\n"
           "small3x3             3x3  the first player wins in 31 plies (Kryukov, 2004)\n"
           "small3x4             3x4  the first player wins in 9 plies (zermelo value)\n"
           "small4x4             4x4  the first player wins in 7 plies (zermelo prove)\n"
           "small4x5             4x5  a draw (zermelo value)\n");
    expect_has(zermelo("rules show dobutsu").out,
               "Solved: the second player wins in 78 plies (Tanaka, 2009).\n");
    expect("rules list --family smal", 2, "zermelo: error: no family 'smal', expected perhaps small\n");
    expect(
        "rules list --family none", 2,
        "zermelo: error: no family 'none', expected one of boards, cheesy, chess, conditions, drops, "
        "explosions, fairy, "
        "gating, goals, historic, large, losing, makruk, shogi, simplified, slovak, small, walls, xiangqi\n");
    for (const char* size : {"5", "5x", "x5", "5x5x5", "5x5 ", "-5x5"})
        expect(std::string{"rules list --size '"} + size + "'", 2,
               std::string{"zermelo: error: '"} + size +
                   "' is no size of a board, expected files x ranks, as 5x6\n");
}

TEST(RulesCommand, ShowsAFileThatReadsBack) {
    const ScratchFolder folder;
    unsigned read = 0;
    for (const std::string& line : lines(zermelo("rules list").out)) {
        if (zermelo::testing::scaled_down() && read++ % 5 != 0) continue;
        const std::string name = line.substr(0, line.find(' '));
        const Ended ini = zermelo("rules show --ini " + name);
        EXPECT_EQ(ini.status, 0);
        const std::string file = folder.file(name + ".ini", ini.out);
        expect("rules show --ini " + file, 0, ini.out);
        expect("rules show " + file, 0, zermelo("rules show " + name).out);
    }
}

TEST(DrawCommand, CountersGoOnAsTheRulesHaveIt) {
    const ScratchFolder folder;
    const std::string file = folder.file("nm.ini", "[nm:chess]\nnMoveRule = 50\nnMoveRuleTypes = -\n");
    const auto counters = [&](const std::string& words) {
        const std::string out = zermelo("draw " + words + " --json").out;
        const std::string fen = ReadJson::parse(out.substr(0, out.find('\n')))["fen"];
        return fen.substr(fen.find_last_of(' ', fen.find_last_of(' ') - 1) + 1);
    };
    EXPECT_EQ(counters("chess 'k7/8/2K5/8/8/8/4P3/7R w - - 97 80' --line 'e2e4 a8b8'"), "1 81");
    // No kind's moves are progress.
    EXPECT_EQ(counters(file + ":nm 'k7/8/2K5/8/8/8/4P3/7R w - - 97 80' --line 'e2e4 a8b8'"), "99 81");
    // A capture that brings a man into its gate, and a drop.
    EXPECT_EQ(
        counters(
            "seirawan 'rnbqkbnr/pppp1ppp/8/8/8/5n2/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 7 5' --line "
            "g1f3h"),
        "0 5");
    EXPECT_EQ(counters("crazyhouse '4k3/8/8/8/8/8/8/4K3[P] w - - 7 5' --line P@e4"), "0 5");
    EXPECT_EQ(
        counters("chess 'k7/8/8/8/8/8/8/K7 b - - 18446744073709551615 18446744073709551615' --line a8b8"),
        "18446744073709551615 18446744073709551615");
}

TEST(RulesCommand, ShowsABoardForEachKind) {
    const ScratchFolder folder;
    const std::string picture = folder.file("amazon.svg");
    expect("rules show amazon --svg " + picture, 0, zermelo("rules show amazon").out);
    const std::string svg = contents(picture);
    for (const char* caption : {">king (K), royal<", ">pawn (P)<", ">knight (N)<", ">bishop (B)<",
                                ">rook (R)<", ">amazon (A)<", ">may go there, as an initial move<"})
        expect_has(svg, caption);
    expect("rules show amazon --svg /dev/full", 1,
           "zermelo: error: cannot write /dev/full: No space left on device\n");
    EXPECT_EQ(zermelo("rules show amazon --svg -").status, 2);
}

TEST(RulesCommand, ABrokenFileIsOneLineWithItsPlace) {
    const std::vector<std::pair<std::string, std::string>> errors{
        {"[a:chess]\nfoo = 1\n", "2:1: error: unknown key 'foo'"},
        {"[a:chess]\n\n  flagPeice = k\n", "3:3: error: unknown key 'flagPeice', expected perhaps flagPiece"},
        {"[a:chess]\nmaxFile = 20\n",
         "2:11: error: '20' is out of range, expected a file from a to p or a number from 1 to 16"},
        {"[a:nothere]\n",
         "1:4: error: no variant 'nothere' is known, expected one further up in this file or a shipped one"},
        {"[a:chess]\ntwoBoards = true\n",
         "2:13: error: twoBoards is known but not supported (a second board), expected its neutral value "
         "false"},
        {"[a:chess]\r\nmustCapture = true\r\nmustCapture = false\r\n",
         "3:1: error: the key 'mustCapture' was there before in this section"},
        {"a = b\n", "1:1: error: a line before the first section, expected [variant] first"},
        {"[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w\n",
         "2:54: error: 'X' is no piece of a, expected one of KPNBRQ"},
        {"", "1:1: error: no variant in this file, expected a section [name]"},
        {"# only a comment\n", "1:1: error: no variant in this file, expected a section [name]"}};
    for (const auto& [text, message] : errors) {
        const ScratchFolder folder;
        const std::string file = folder.file("bad.ini", text);
        const std::string line = file + ":" + message + "\n";
        for (const std::string& command :
             {"rules show " + file, "rules show " + file + ":a", "rules list --variant-path " + file,
              "perft " + file + " 1", "draw " + file, "prove " + file + " --plies 1",
              "verify --variant-path " + file + " " + file})
            expect(command, 2, line);
        // A section's errors name it.
        const bool section = text.starts_with("[");
        std::string named = message;
        if (section) named.insert(named.find(" error: ") + 8, "a: ");
        const std::string count = section ? ": 0 of 1 variant is good\n" : ": 0 of 0 variants are good\n";
        expect("rules check " + file, 2, file + ":" + named + "\n" + file + count);
        expect("rules check - < " + file, 2, "<stdin>:" + named + "\n<stdin>" + count);
    }
    expect("rules check /nowhere/a.ini", 1,
           "zermelo: error: cannot read /nowhere/a.ini: No such file or directory\n");
    expect("perft /nowhere/a.ini 1", 1,
           "zermelo: error: cannot read /nowhere/a.ini: No such file or directory\n");
}

TEST(RulesCommand, CheckTellsOfEverySectionWhatIsWrongFirst) {
    const ScratchFolder folder;
    const std::string file = folder.file("some.ini",
                                         "before = 1\n[good:chess]\n[a:chess]\npass = 1\nflagPeice = k\n"
                                         "[b:a]\n[c:good]\nno line\n[]\n[d:good]\npass = true\n");
    const std::string a = file + ":4:8: error: a: '1' is neither true nor false";
    const std::string board = ", 8x8, 6 kinds of pieces: good\n";
    expect("rules check " + file, 2,
           file + ":1:1: error: a line before the first section, expected [variant] first\n" + file +
               ": good" + board + a + " (and 1 more)\n" + file +
               ":6:4: error: b: the parent 'a' has errors, the first in line 4\n" + file +
               ":8:1: error: c: 'no line' is no line of a rules file, expected [variant], key = value or a "
               "comment after #\n" +
               file + ":9:2: error: no name, expected one like [chess] or [mine:chess]\n" + file + ": d" +
               board + file + ": 2 of 6 variants are good\n");
    // All that is wrong with one of them.
    expect("rules check " + file + ":a", 2,
           a + "\n" + file + ":5:1: error: a: unknown key 'flagPeice', expected perhaps flagPiece\n");
    expect("rules check " + file + ":gud", 2,
           file + ":1:1: error: a line before the first section, expected [variant] first\n");
    EXPECT_EQ(shell("$Z rules check " + file + " 2>&1 >/dev/null").out, "");

    const ReadJson all = objects_of(shell("$Z rules check " + file + " --json").out);
    ASSERT_EQ(all.size(), 7U);
    for (const ReadJson& object : all) EXPECT_EQ(object["input"], file);
    EXPECT_EQ(all[0]["variant"]["name"], "good");
    EXPECT_EQ(all[1]["name"], "a");
    EXPECT_EQ(all[1]["line"], 3);
    EXPECT_EQ(all[1]["variant"], nullptr);
    ASSERT_EQ(all[1]["errors"].size(), 2U);
    EXPECT_EQ(all[1]["errors"][1]["column"], 1);
    EXPECT_EQ(all[4]["name"], nullptr);
    EXPECT_EQ(all[6]["type"], "rules_count");
    EXPECT_EQ(all[6]["variant_count"], 6);
    EXPECT_EQ(all[6]["good_count"], 2);
    EXPECT_EQ(all[6]["errors"][0]["line"], 1);
    EXPECT_EQ(zermelo("rules check " + file + " --json").status, 2);
    EXPECT_EQ(zermelo("rules check " + file + ":d --json").status, 0);
    EXPECT_EQ(objects_of(shell("$Z rules check " + file + ":a --json").out), ReadJson::array({all[1]}));
}

TEST(RulesCommand, AVariantNeedsOnlyItselfAndItsParents) {
    const ScratchFolder folder;
    const std::string file = folder.file(
        "some.ini",
        "[good:chess]\n[bad:chess]\npass = 1\nno line\n[child:bad]\n[also:good]\n[chess]\nx = 1\n");
    const std::string bad = file + ":3:8: error: '1' is neither true nor false\n";
    const std::string child = file + ":5:8: error: the parent 'bad' has errors, the first in line 3\n";
    expect("perft " + file + ":also 1", 0, "Nodes: 20\n");
    expect("perft also 1 --variant-path " + file, 0, "Nodes: 20\n");
    for (const std::string& command : {"perft " + file + ":bad 1", "perft bad 1 --variant-path " + file,
                                       "draw " + file + ":bad", "rules show bad --variant-path " + file})
        expect(command, 2, bad);
    expect("perft " + file + ":child 1", 2, child);
    expect("perft child 1 --variant-path " + file, 2, child);
    // What is not good is never taken for a shipped variant of the same name.
    expect("perft chess 1 --variant-path " + file, 2, file + ":8:1: error: unknown key 'x'\n");
    const std::string other = folder.file("other.ini", "[own:child]\n[fine:also]\n");
    expect("perft own 1 --variant-path " + file + " --variant-path " + other, 2,
           other + ":1:6: error: the parent 'child' has errors, the first in " + file + ", line 5\n");
    expect("perft fine 1 --variant-path " + file + " --variant-path " + other, 0, "Nodes: 20\n");
    expect("perft " + file + " 1", 2,
           "zermelo: error: " + file + " has 5 variants, 3 of them with errors, expected one of " + file +
               ":good, " + file + ":also\n");
    expect("perft " + file + ":childe 1", 2,
           "zermelo: error: no variant 'childe' in " + file + ", expected perhaps child\n");
    const std::vector<std::string> all = lines(zermelo("rules list --variant-path " + file).out);
    EXPECT_EQ(all.back(), "also                 8x8  KPNBRQ");
    EXPECT_TRUE(std::none_of(all.begin(), all.end(), [](const std::string& line) {
        return line.starts_with("bad ") || line.starts_with("child ") || line.starts_with("chess ");
    }));
    // What was proved of a variant asks for its rules by name.
    const std::string proof = folder.file("proof.txt");
    EXPECT_EQ(zermelo("prove chess " + mate + " --plies 5 --certificate " + proof).status, 0);
    expect("verify " + proof + " --variant-path " + file, 2, file + ":8:1: error: unknown key 'x'\n");
}

TEST(RulesCommand, LenientlyFilesAreReadAsFairyStockfishDoes) {
    const ScratchFolder folder;
    const std::string file = folder.file(
        "twice.ini", "[twice:gardner]\npass = true\npass = false\nflagPiece =\n[wrong:twice]\nx =\n");
    const std::string warnings =
        file +
        ":3:1: warning: the key 'pass' was there before, in line 2: this value counts, not that one\n" +
        file + ":4:12: warning: no value after 'flagPiece' =: read as if the line were not there\n";
    expect("perft " + file + ":twice 1", 2,
           file + ":3:1: error: the key 'pass' was there before in this section\n");
    expect("perft " + file + ":twice 1 --lenient", 0, warnings + "Nodes: 7\n");
    expect("perft twice 1 --lenient --variant-path " + file, 0, warnings + "Nodes: 7\n");
    EXPECT_EQ(shell("$Z perft " + file + ":twice 1 --lenient 2>/dev/null").out, "Nodes: 7\n");
    const std::string wrong = file + ":6:1: error: wrong: unknown key 'x'\n";
    expect("rules check --lenient " + file, 2,
           warnings + file + ": twice, 5x5, 6 kinds of pieces: good\n" + wrong + file +
               ": 1 of 2 variants is good\n");
    // Only what the variant is made of is told.
    const std::string more =
        folder.file("more.ini", "[own:gardner]\nwhiteFlag = *5\n[not:own]\nblackFlag = *1\n");
    const std::string older = ": warning: whiteFlag is an older name: read as flagRegionWhite\n";
    expect("perft " + more + ":own 1 --lenient", 0, more + ":2:1" + older + "Nodes: 7\n");
    expect("perft gardner 1 --lenient --variant-path " + more, 0, "Nodes: 7\n");
    EXPECT_EQ(lines(shell("$Z rules list --lenient --variant-path " + more + " 2>&1 >/dev/null").out).size(),
              2U);
    const ReadJson all = objects_of(zermelo("rules check --json --lenient " + file).out);
    ASSERT_EQ(all.size(), 3U);
    ASSERT_EQ(all[0]["warnings"].size(), 2U);
    EXPECT_EQ(all[0]["warnings"][1]["line"], 4);
    EXPECT_EQ(all[0]["warnings"][1]["column"], 12);
}

// --- what all of them have in common

TEST(VariantCommands, MemoryThatRunsOutIsStatus1AndAMessage) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers take more address space than the limit leaves";
#endif
    const Ended run = shell("cat /dev/zero 2>/dev/null | ( ulimit -v 200000; $Z validate simplified 2>&1 )");
    EXPECT_EQ(run.out, "zermelo: error: out of memory\n");
    EXPECT_EQ(run.status, 1);
}

// A proof of a variant of one's own needs its rules again; under other rules of that name it proves nothing.
TEST(VariantCommands, AnUnknownVariantIsToldWithTheNearestNames) {
    const ScratchFolder folder;
    const std::string file = folder.file("own.ini", "[own:chess]\n");
    for (const char* command : {"perft ches 1", "draw ches", "prove ches --plies 1", "rules show ches"})
        expect(
            command, 2,
            "zermelo: error: no variant 'ches', expected perhaps chess ('zermelo rules list' lists all)\n");
    expect("perft nothing-like-it 1", 2,
           "zermelo: error: no variant 'nothing-like-it', expected a shipped variant, FILE.ini or "
           "FILE.ini:NAME ('zermelo rules list' lists all)\n");
    expect("perft nano 5", 2,
           "zermelo: error: no variant 'nano', expected a shipped variant, FILE.ini or FILE.ini:NAME "
           "('zermelo rules list' lists all)\n");
    expect("perft " + file + ":other 1", 2,
           "zermelo: error: no variant 'other' in " + file + ", expected one of own\n");
}

TEST(VariantCommands, ABrokenFenHasItsPlaceOrAllItsViolations) {
    const std::string many = "'P3k2p/8/8/8/8/8/8/R3K3 w Kk e6'";
    for (const std::string& command : {"perft chess " + many + " 1", "draw chess " + many,
                                       "prove chess " + many + " --plies 1 --certificate /dev/full"})
        expect(command, 2,
               "FEN:1:1: error: not a position of chess: a8: 'P' of White must have promoted here; "
               "castling letter 'K', but White has no king on e1 with a rook on h1, expected both there or "
               "the letter "
               "left out; "
               "castling letter 'k', but Black has no king on e8 with a rook on h8, expected both there or "
               "the letter "
               "left out; "
               "e6: an en passant square without an enemy piece behind it\n");
    const std::string broken = "'8/8/8/8/8/8/8/9 w'";
    for (const std::string& command :
         {"perft chess " + broken + " 1", "draw chess " + broken, "prove chess " + broken + " --plies 1"})
        expect(command, 2, "FEN:1:15: error: rank 1 is too long, expected 8 squares\n");
    EXPECT_EQ(complaint("draw chess nonsense").status, 2);
    EXPECT_EQ(complaint("draw chess '8/8/8/8/8/8/8/8[Q] w'").status, 2);
}

TEST(VariantCommands, AnEmptyFenIsNoStart) {
    const std::string message = "FEN:1:1: error: rank 8 has 0 squares, expected 8\n";
    for (const char* command :
         {"perft chess '' 1", "draw chess ''", "prove chess '' --plies 1", "prove --plies 1 chess ''"})
        expect(command, 2, message);
}

TEST(VariantCommands, EmptyFileNamesAndDashesAreRefused) {
    for (const char* arguments :
         {"draw chess --svg ''", "draw chess --svg -", "prove chess --plies 1 --certificate ''",
          "prove chess --plies 1 --certificate -", "draw chess --variant-path ''", "verify ''",
          "rules check ''"}) {
        const Ended run = complaint(arguments);
        EXPECT_EQ(run.status, 2) << arguments;
        EXPECT_NE(run.out.find("expected a file name"), std::string::npos) << arguments << ": " << run.out;
    }
    EXPECT_FALSE(std::filesystem::exists(ZERMELO_SOURCE_DIR "/-"));
}

TEST(VariantCommands, BadUsageHasStatus2) {
    for (const char* arguments : {"perft",
                                  "perft chess",
                                  "perft chess x",
                                  "perft chess -1",
                                  "perft chess +1",
                                  "perft chess ''",
                                  "perft chess 18446744073709551616",
                                  "perft chess 1 2 3",
                                  "perft chess 1 --frobnicate",
                                  "draw",
                                  "draw chess a b",
                                  "prove --plies 1",
                                  "prove chess --plies",
                                  "prove chess --plies -1",
                                  "prove chess --plies=-1",
                                  "prove chess --plies 0x3",
                                  "prove chess --plies ' 1'",
                                  "prove chess --plies ''",
                                  "prove chess --plies 18446744073709551616",
                                  "prove chess --plies 1 --nodes -1",
                                  "prove chess --plies 1 --nodes x",
                                  "prove chess --plies 1 --seconds 0",
                                  "prove chess --plies 1 --seconds -1",
                                  "prove chess --plies 1 --seconds nan",
                                  "prove chess --plies 1 --seconds inf",
                                  "prove chess --plies 1 --memory -1",
                                  "prove chess --plies 1 --memory 0x10",
                                  "prove chess --plies 1 --memory 5Q",
                                  "prove chess --plies 1 --memory 99999999999G",
                                  "prove chess --plies 1 --memory ''",
                                  "verify",
                                  "verify a b",
                                  "rules",
                                  "rules show",
                                  "rules check",
                                  "rules frobnicate"}) {
        const Ended run = complaint(arguments);
        EXPECT_EQ(run.status, 2) << arguments;
        EXPECT_FALSE(run.out.empty()) << arguments;
    }
}

TEST(VariantCommands, HelpTeachesByExample) {
    EXPECT_NE(zermelo("--help").out.find("3 a limit or an interrupt"), std::string::npos);
    for (const char* command : {"games", "perft", "draw", "prove", "rules"}) {
        const Ended run = zermelo(std::string{command} + " --help");
        EXPECT_EQ(run.status, 0);
        EXPECT_NE(run.out.find("Examples:\n  zermelo " + std::string{command}), std::string::npos) << command;
    }
    const std::string verify = zermelo("verify --help").out;
    EXPECT_NE(verify.find("  zermelo verify win.txt"), std::string::npos);
    EXPECT_EQ(verify.find("zermelo judge"), std::string::npos);
}

TEST(VariantCommands, WhatCannotBeWrittenIsStatus1AndLeavesNothingBehind) {
    const ScratchFolder folder;
    const std::string full = "zermelo: error: cannot write /dev/full: No space left on device\n";
    const std::string prove = "prove chess " + mate + " --plies 5 --certificate ";
    // The verdict is told though its certificate cannot be kept.
    const std::string verdict = zermelo("prove chess " + mate + " --plies 5").out;
    expect(prove + "/dev/full", 1, verdict + full);
    expect("draw chess --svg /dev/full", 1, full);
    for (const std::string& command : {prove, std::string{"draw chess --svg "}}) {
        const std::string told = command == prove ? verdict : "";
        const std::string missing = folder.file("missing/file");
        expect(command + missing, 1,
               told + "zermelo: error: cannot write " + missing + ": No such file or directory\n");
        expect(command + "/", 1, told + "zermelo: error: cannot write /: Is a directory\n");
        EXPECT_EQ(folder.names(), "");
        // No file may grow: what is there stays as it was.
        const std::string there = folder.file("there", "as it was\n");
        const std::string limited = "trap '' XFSZ; ulimit -f 0; $Z " + command;
        const Ended run = shell("( " + limited + folder.file("new") + " ) 2>&1");
        EXPECT_EQ(run.status, 1);
        EXPECT_EQ(run.out,
                  told + "zermelo: error: cannot write " + folder.file("new") + ": File too large\n");
        EXPECT_EQ(shell("( " + limited + there + " ) 2>&1").status, 1);
        EXPECT_EQ(contents(there), "as it was\n");
        EXPECT_EQ(folder.names(), "there\n");
        std::filesystem::remove(there);
    }
}

TEST(VariantCommands, AFullOrClosedOutputIsStatus1AndAMessage) {
    const Scratch rules{"[own:chess]\n"};
    for (const std::string& command :
         {std::string{"perft chess 1"}, std::string{"perft chess 1 --divide"}, std::string{"draw chess"},
          "prove chess " + mate + " --plies 5", std::string{"prove chess --plies 31 --nodes 10"},
          std::string{"rules list"}, std::string{"rules show chess"}, "rules check " + rules.path()}) {
        SCOPED_TRACE(command);
        const Ended full = shell("$Z " + command + " 2>&1 >/dev/full");
        EXPECT_EQ(full.status, 1);
        EXPECT_EQ(full.out, "zermelo: error: cannot write standard output: No space left on device\n");
        const Ended closed = shell("$Z " + command + " 2>&1 >&-");
        EXPECT_EQ(closed.status, 1);
        EXPECT_NE(closed.out.find("cannot write standard output"), std::string::npos);
    }
    // Nobody is there any more who would read.
    const Ended pipe = shell(
        "d=$(mktemp -d) && mkfifo $d/go && ( ( cat $d/go; $Z rules list; echo $? >&2 ) | "
        "{ exec <&-; echo > $d/go; } ) 2>&1; rm -r $d");
    EXPECT_EQ(pipe.out, "141\n");
}

TEST(PerftCommand, AnInterruptTellsWhatWasCounted) {
    testing::Child run{{ZERMELO_PROGRAM, "perft", "chess", "9"}};
    ASSERT_TRUE(testing::eventually([&] { return run.blocks(SIGINT); }));
    run.signal(SIGINT);
    EXPECT_EQ(run.wait(), 3);
}

}  // namespace
}  // namespace zermelo::cli
