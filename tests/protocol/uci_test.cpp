// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/uci.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/library/shipped.hpp"
#include "zermelo/tell/probe.hpp"
#include "zermelo/tell/prove.hpp"
#include "zermelo/tell/solve.hpp"

#include "protocol/conversation.hpp"
#include "support/json_reader.hpp"
#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/scratch.hpp"
#include "support/shipped.hpp"

namespace zermelo::protocol {
namespace {

using testing::ReadJson;

using zermelo::testing::count;
using zermelo::testing::last;
using zermelo::testing::words_behind;

std::vector<std::string> uci(const std::string& commands, Settings settings = {}) {
    return testing::answers<Uci>(commands, std::move(settings));
}

std::string best_move(const std::vector<std::string>& lines) {
    return words_behind(last(lines, "bestmove"), "bestmove").at(0);
}

/// The variant small5x5 with tables of three men.
Settings with_tables(const testing::ScratchFolder& scratch) {
    tell::SolveOptions options;
    options.tables = scratch.file("t");
    options.men = 3;
    EXPECT_TRUE(tell::solve(testing::shipped(), "small5x5", options, [](const tell::SolveEvent&) {}));
    Settings settings;
    settings.variant = "small5x5";
    settings.tables = options.tables;
    return settings;
}

constexpr const char* mate_in_three = "position fen 6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1\n";

TEST(Uci, TellsItsNameAndItsOptions) {
    const auto lines = uci("uci\nisready\nquit\n");
    EXPECT_TRUE(lines.at(0).starts_with("id name Zermelo "));
    EXPECT_TRUE(lines.at(1).starts_with("id author "));
    EXPECT_EQ(lines.back(), "readyok");
    EXPECT_EQ(lines.at(lines.size() - 2), "uciok");
    const std::regex option{
        "option name [A-Za-z0-9_]+ type (check default (true|false)|spin default \\d+ min \\d+ max \\d+|"
        "combo default \\S+( var \\S+)+|string default \\S+)"};
    for (const std::string& line : lines)
        EXPECT_TRUE(!line.starts_with("option") || std::regex_match(line, option)) << line;
    for (const char* name : {"Hash", "Threads", "MultiPV", "UCI_Variant", "UCI_Chess960", "UCI_ShowWDL",
                             "VariantPath", "TablesPath", "Companion"})
        EXPECT_EQ(count(lines, std::string{"option name "} + name + " "), 1U) << name;
}

/// The answer to how many ways there are to play that number of plies.
std::string perft(const std::string& commands, int plies) {
    return last(uci(commands + "go perft " + std::to_string(plies) + "\n"), "Nodes searched: ");
}

TEST(Uci, AnyRookCastlesInChess960) {
    const std::string on = "setoption name UCI_Chess960 value true\n";
    const std::string far =
        "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n";
    // A number that everybody publishes; KQkq says the same.
    for (const std::string& text : {far, std::regex_replace(far, std::regex{"HFhf"}, "KQkq")})
        EXPECT_EQ(perft(on + text, 3), "Nodes searched: 12189");
    EXPECT_EQ(perft("setoption name UCI_Variant value chess960\n" + far, 3), "Nodes searched: 12189");
    EXPECT_EQ(count(uci(far), "info string error"), 1U);

    const std::string rooks = "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves ";
    EXPECT_TRUE(uci(on + rooks + "e1h1 e8a8\n").empty());
    EXPECT_EQ(count(uci(on + rooks + "e1g1\n"), "info string error"), 1U);
    EXPECT_EQ(count(uci(rooks + "e1h1\n"), "info string error"), 1U);
    EXPECT_TRUE(
        uci(on + "setoption name UCI_Chess960 value false\nposition startpos moves g1f3 a7a6 g2g3 a6a5 f1g2 "
                 "a5a4 e1g1\n")
            .empty());
}

TEST(Uci, Chess960GoesWithOtherVariants) {
    const std::string on = "setoption name UCI_Chess960 value true\n";
    const std::string house = "setoption name UCI_Variant value crazyhouse\n";
    const std::string position = "position fen r1k4r/8/8/8/8/8/8/1RK4R[Q] w HBha - 0 1 moves c1h1\n";
    for (const std::string& both : {on + house, house + on}) {
        const auto lines = uci(both + position);
        EXPECT_EQ(count(lines, "info string error"), 0U);
        EXPECT_EQ(count(lines, "info string variant crazyhouse "), 1U);
    }
    EXPECT_EQ(count(uci(on + "setoption name UCI_Variant value losalamos\nposition startpos\n"),
                    "info string error"),
              0U);
    // Files of gates and files of rooks would be written alike; then the variant stays what it was.
    const auto gates = uci(on + "setoption name UCI_Variant value seirawan\nposition startpos\ngo perft 1\n");
    EXPECT_EQ(count(gates, "info string error: seirawan with UCI_Chess960: "), 1U);
    EXPECT_EQ(last(gates, "Nodes"), "Nodes searched: 20");
    EXPECT_EQ(
        count(uci("setoption name UCI_Variant value seirawan\n" + on + "position startpos\ngo perft 1\n"),
              "info string error: seirawan with UCI_Chess960: "),
        1U);
    EXPECT_EQ(count(uci("setoption name UCI_Chess960 value perhaps\n"), "info string error"), 1U);
}

TEST(Uci, NamesOfOtherProgramsMeanTheSame) {
    for (const library::OtherName& other : library::other_names) {
        const auto lines = uci(fmt::format("uci\nsetoption name UCI_Variant value {}\n", other.name));
        EXPECT_EQ(count(lines, fmt::format("info string variant {} ", other.variant)), 1U);
        EXPECT_NE(last(lines, "option name UCI_Variant").find(fmt::format(" var {}", other.name)),
                  std::string::npos);
    }
}

TEST(Uci, AMateIsTheShortestWithItsWholeLine) {
    const auto lines = uci(std::string{mate_in_three} + "go mate 5\n");
    const std::string info = last(lines, "info depth");
    EXPECT_NE(info.find(" score mate 3 "), std::string::npos) << info;
    EXPECT_EQ(words_behind(info, "pv").size(), 5U);
    EXPECT_EQ(best_move(lines), "g8e6");
    EXPECT_NE(last(lines, "bestmove").find(" ponder "), std::string::npos);
    EXPECT_EQ(count(lines, "bestmove"), 1U);
    // Nothing is told of a mate that was not found.
    const auto short_of = uci(std::string{mate_in_three} + "go mate 2\n");
    EXPECT_EQ(last(short_of, "info depth").find("mate"), std::string::npos);
    EXPECT_EQ(last(short_of, "info string"), "info string no win within 4 plies is proved");
    EXPECT_EQ(count(lines, "info string no win"), 0U);
    EXPECT_EQ(count(short_of, "bestmove"), 1U);
}

TEST(Uci, TellsWhatIsProvedOfMovesAndOfThePosition) {
    const auto won = uci(std::string{mate_in_three} + "go depth 5\n");
    EXPECT_EQ(count(won, "info string proved: g8e6 win in 5 plies"), 1U);
    EXPECT_EQ(last(won, "info string proved: "), "info string proved: win in 5 plies");
    const auto lost = uci("position fen k7/8/1K6/8/8/8/8/7R b - - 0 1\ngo depth 4\n");
    EXPECT_EQ(count(lost, "info string proved: a8b8 loss in 2 plies"), 1U);
    EXPECT_EQ(last(lost, "info string proved: "), "info string proved: loss in 2 plies");
    const auto open = uci("go depth 3\n");
    EXPECT_EQ(count(open, "info string proved: "), 1U);
    EXPECT_EQ(last(open, "info string proved: "),
              "info string proved: no win within 3 plies, no loss within 3 plies");
    const auto some = uci("go depth 2 searchmoves e2e4 d2d4\n");
    EXPECT_EQ(last(some, "info string proved: "),
              "info string proved: no win within 2 plies, no loss within 2 plies by these moves");
    // A draw, where bare kings are left.
    const auto drawn =
        uci("setoption name UCI_Variant value small5x5\nposition fen 2k2/5/5/5/2K2 w - - 0 1\ngo depth 3\n");
    EXPECT_EQ(last(drawn, "info depth").find("mate"), std::string::npos);
}

TEST(Uci, WhatIsNotProvedIsNeverAMate) {
    // A mate in two moves that a look of three plies sees and no proof of one ply reaches.
    const auto lines = uci("position fen 6k1/5ppp/8/8/8/8/1Q6/1R4K1 w - - 0 1\ngo depth 4\n");
    for (const std::string& line : lines) {
        if (!line.starts_with("info depth")) continue;
        const auto score = words_behind(line, "score");
        EXPECT_TRUE(score.at(0) == "mate" || std::abs(std::stoi(score.at(1))) <= 10'000) << line;
    }
}

TEST(Uci, TakesWhatIsThereAndRepeatsNothingThatIsBetter) {
    EXPECT_EQ(
        best_move(uci("position startpos moves e2e3 e7e5 d1g4 d7d5\ngo nodes 20000 depth 4\n")).substr(0, 2),
        "g4");
    EXPECT_EQ(best_move(uci("position startpos moves e2e3 d7d5 d1g4\ngo nodes 20000\n")), "c8g4");
    // Two rooks more: the position of the beginning has been twice, and does not come a third time.
    const std::string fen = "position fen 6k1/5ppp/8/8/8/8/5PPP/R2R2K1 w - - 0 1 moves ";
    const auto again = uci(fen + "a1b1 g8f8 b1a1 f8g8 a1b1 g8f8\ngo nodes 20000\n");
    EXPECT_NE(best_move(again), "b1a1");
    // The other side is glad of it.
    EXPECT_EQ(best_move(uci(fen + "a1b1 g8f8 b1a1\ngo depth 1\n")), "f8g8");
}

TEST(Uci, AnEndedGameHasNoMove) {
    const auto mated = uci("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n");
    EXPECT_EQ(mated, (std::vector<std::string>{"info depth 0 score mate 0", "bestmove (none)"}));
    const auto drawn = uci("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\n");
    EXPECT_EQ(drawn, (std::vector<std::string>{"info depth 0 score cp 0", "bestmove (none)"}));
    // Held, the answer comes when it is asked for.
    const std::string over = "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n";
    EXPECT_EQ(uci(over + "go infinite\nisready\nstop\nstop\n"),
              (std::vector<std::string>{"info depth 0 score mate 0", "readyok", "bestmove (none)"}));
    EXPECT_EQ(uci(over + "go ponder\nisready\nponderhit\n").back(), "bestmove (none)");
}

TEST(Uci, WinsAndLossesAreCountedInMovesOfTheOneWhoMates) {
    // Lost in two plies: the other side mates with its first move.
    const auto lost = uci(
        "setoption name UCI_ShowWDL value true\nposition fen k7/8/1K6/8/8/8/8/7R b - - 0 1\ngo depth 4\n");
    EXPECT_NE(last(lost, "info depth").find(" score mate -1 wdl 0 0 1000 "), std::string::npos);
    const auto won = uci(
        "setoption name UCI_ShowWDL value true\nposition fen k7/8/1K6/8/8/8/8/7R w - - 0 1\ngo depth 4\n");
    EXPECT_NE(last(won, "info depth").find(" score mate 1 wdl 1000 0 0 "), std::string::npos);
    // What is not proved has no such thing.
    const auto open = uci("setoption name UCI_ShowWDL value true\ngo depth 2\n");
    EXPECT_EQ(last(open, "info depth").find("wdl"), std::string::npos);
}

TEST(Uci, SearchesTheMovesThatItIsTold) {
    const auto lines = uci("position startpos\ngo depth 2 searchmoves e2e4 a2a3\n");
    const std::string best = best_move(lines);
    EXPECT_TRUE(best == "e2e4" || best == "a2a3") << best;
    EXPECT_EQ(best_move(uci("go searchmoves g1h3 depth 2\n")), "g1h3");
    const auto some = uci("go depth 1 searchmoves e2e5 a2a3\n");
    EXPECT_EQ(best_move(some), "a2a3");
    EXPECT_EQ(count(some, "info string error: searchmoves: 'e2e5' is not legal"), 1U);
    EXPECT_EQ(best_move(uci("go depth 1 searchmoves e2e5\n")), "(none)");
}

TEST(Uci, SeveralLinesComeBestFirstAndEachOnce) {
    const auto lines =
        uci(std::string{"setoption name MultiPV value 500\n"} + mate_in_three + "go depth 5\n");
    std::vector<std::string> firsts;
    for (const std::string& line : lines) {
        if (line.find(" multipv 1 ") != std::string::npos) firsts.clear();
        if (!line.starts_with("info depth")) continue;
        firsts.push_back(words_behind(line, "pv").at(0));
        EXPECT_NE(line.find(" multipv " + std::to_string(firsts.size()) + " "), std::string::npos) << line;
    }
    EXPECT_EQ(firsts.at(0), "g8e6");
    EXPECT_EQ(firsts.size(), 34U);
    EXPECT_EQ(std::set<std::string>(firsts.begin(), firsts.end()).size(), firsts.size());
}

TEST(Uci, AHeldSearchAnswersWhenItIsStopped) {
    EXPECT_EQ(count(uci(std::string{mate_in_three} + "go infinite\n"), "bestmove"),
              1U);  // by the end of the input
    for (const char* end :
         {"stop\n", "ucinewgame\n", "setoption name Hash value 1\n", "position startpos\n", "quit\n"}) {
        const auto lines = uci(std::string{"go infinite\nisready\n"} + end);
        EXPECT_EQ(count(lines, "bestmove"), 1U) << end;
        EXPECT_EQ(count(lines, "readyok"), 1U) << end;
    }
    EXPECT_EQ(count(uci("stop\nstop\nponderhit\n"), "bestmove"), 0U);
    EXPECT_EQ(count(uci("go depth 1\ngo depth 1\n"), "bestmove"), 2U);
}

TEST(Uci, PonderingHasTheTimeThatComesWithTheHit) {
    EXPECT_EQ(best_move(uci(std::string{mate_in_three} + "go ponder wtime 60000 btime 60000\nponderhit\n")),
              "g8e6");
    EXPECT_EQ(count(uci("go ponder wtime 100 btime 100\nstop\n"), "bestmove"), 1U);
    // Nobody ponders: the hit is none.
    const auto held = uci("go infinite\nponderhit\nisready\nstop\n");
    EXPECT_EQ(held.back().substr(0, 8), "bestmove");
    EXPECT_EQ(count(held, "bestmove"), 1U);
}

TEST(Uci, ClocksOfAnyKindGiveAMove) {
    for (const char* go :
         {"go wtime 50 btime 50", "go wtime -5 btime 0 winc 0", "go wtime 1000 btime 1000 movestogo 1",
          "go movetime 0", "go movetime 20", "go nodes 0", "go depth 0", "go wtime x btime"})
        EXPECT_EQ(count(uci(std::string{go} + "\n"), "bestmove"), 1U) << go;
}

TEST(Uci, AGoThatSaysNoNumberIsRefused) {
    const auto refused = [](const std::string& go, const std::string& why) {
        const auto lines = uci("position startpos\n" + go + "\nisready\n");
        EXPECT_EQ(lines,
                  (std::vector<std::string>{"info string error: " + why, "bestmove (none)", "readyok"}))
            << go;
    };
    const std::string number = ", expected a whole number";
    refused("go depth x", "go depth: 'x'" + number);
    refused("go depth", "go depth: nothing" + number);
    refused("go depth 2.5", "go depth: '2.5'" + number);
    refused("go depth -3", "go depth: '-3'" + number);
    refused("go depth infinite", "go depth: 'infinite'" + number);
    refused("go nodes", "go nodes: nothing" + number);
    refused("go nodes 99999999999999999999", "go nodes: '99999999999999999999'" + number);
    refused("go movetime -5", "go movetime: '-5'" + number);
    refused("go infinite mate 0x3", "go mate: '0x3'" + number);
    refused("go wtime x btime 10", "go wtime: 'x'" + number);
    refused("go wtime 10 btime 10 movestogo", "go movestogo: nothing" + number);
    refused("go perft x", "go perft: 'x', expected a whole number from 1 to 250");
    refused("go perft 0", "go perft: '0', expected a whole number from 1 to 250");
    refused("go searchmoves", "go searchmoves: expected a legal move");
    // Nothing of it is known: it would search for ever what nobody has asked for.
    refused("go dpeth 3",
            "go: unknown word 'dpeth', expected searchmoves, wtime, btime, winc, binc, movestogo, depth, "
            "nodes, mate, movetime, infinite, ponder, perft or nothing");
    // Beside what is known it is passed over, as the protocol asks.
    EXPECT_NE(best_move(uci("go quickly depth 1 please 7\n")), "(none)");
}

TEST(Uci, CountsTheWaysToPlay) {
    const auto lines = uci("position startpos moves e2e4\ngo perft 2\nisready\n");
    std::uint64_t total = 0;
    std::set<std::string> moves;
    for (const std::string& line : lines) {
        const std::size_t colon = line.find(": ");
        if (colon != 4) continue;
        EXPECT_TRUE(moves.insert(line.substr(0, colon)).second) << line;
        total += std::stoull(line.substr(colon + 2));
    }
    EXPECT_EQ(moves.size(), 20U);
    EXPECT_EQ(total, 600U);
    EXPECT_EQ(count(lines, "e7e5: 29"), 1U);
    EXPECT_EQ(count(lines, "Nodes searched: 600"), 1U);
    EXPECT_EQ(count(lines, "bestmove"), 0U);
    // As other engines write it: the moves, an empty line, the sum.
    const auto few = uci("position fen k7/8/1K6/8/8/8/8/8 b - - 0 1\ngo perft 1\n");
    EXPECT_EQ(few, (std::vector<std::string>{"a8b8: 1", "", "Nodes searched: 1"}));
    const auto over = uci("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo perft 3\n");
    EXPECT_EQ(over, (std::vector<std::string>{"", "Nodes searched: 0"}));
}

TEST(Uci, ACountIsStoppedAsASearchIs) {
    for (const char* end : {"stop\n", "quit\n", "position startpos\n", "go depth 1\n", "ucinewgame\n",
                            "setoption name MultiPV value 2\n"}) {
        const auto lines = uci(std::string{"go perft 100\nisready\n"} + end);
        EXPECT_EQ(lines.at(0), "readyok") << end;
        EXPECT_EQ(lines.at(1), "info string error: go perft: stopped") << end;
        EXPECT_EQ(count(lines, "Nodes searched"), 0U) << end;
    }
}

TEST(Uci, ItsWorkEndsWhenTheGuiIsGone) {
    for (const char* go :
         {"go depth 200", "go nodes 1000000000000", "go perft 200", "go movetime 1000000000"}) {
        StringSink output;
        auto session = Session::open({});
        ASSERT_TRUE(session);
        Uci engine{*std::move(session), output};
        Source input = Source::of_text("commands", std::string{go} + "\n");
        Gui gui;
        gui.gone = [] { return true; };
        const auto served = engine.run(input, gui);
        ASSERT_FALSE(served) << go;
        EXPECT_EQ(served.error().kind, ErrorKind::io);
        EXPECT_EQ(output.text().find("bestmove"), std::string::npos) << go;
    }
}

TEST(Uci, AVariantIsToldToTheGui) {
    const auto lines = uci("setoption name UCI_Variant value losalamos\ngo depth 1\n");
    EXPECT_EQ(lines.at(0),
              "info string variant losalamos files 6 ranks 6 pocket 0 template fairy startpos "
              "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1");
    EXPECT_EQ(count(lines, "bestmove"), 1U);
    const auto hands = uci("setoption name UCI_Variant value crazyhouse\n");
    EXPECT_NE(hands.at(0).find(" pocket 6 "), std::string::npos) << hands.at(0);
    const testing::ScratchFolder scratch;
    const std::string file = scratch.file("mine.ini",
                                          "[mini:minishogi]\n[house:crazyhouse]\npocketSize = 3\n"
                                          "[gates:losalamos]\nvariantTemplate = seirawan\npocketSize = 9\n");
    const auto told = uci("setoption name VariantPath value " + file +
                          "\nsetoption name UCI_Variant value mini\nsetoption name UCI_Variant value house\n"
                          "setoption name UCI_Variant value gates\n");
    EXPECT_EQ(count(told, "info string variant mini files 5 ranks 5 pocket 5 template shogi startpos "), 1U);
    EXPECT_EQ(count(told, "info string variant house files 8 ranks 8 pocket 3 template fairy startpos "), 1U);
    EXPECT_EQ(count(told, "info string variant gates files 6 ranks 6 pocket 0 template seirawan startpos "),
              1U);
    const auto unknown = uci("setoption name UCI_Variant value losalmos\nposition startpos moves e2e4\n");
    ASSERT_EQ(unknown.size(), 1U);  // chess stays
    EXPECT_NE(unknown[0].find("info string error: "), std::string::npos);
    EXPECT_NE(unknown[0].find("losalamos"), std::string::npos);
}

TEST(Uci, RulesOfOnesOwnComeByTheirPath) {
    const testing::ScratchFolder scratch;
    const std::string file = scratch.file("mine.ini", "[mine:gardner]\nstalemateValue = loss\n");
    const auto lines =
        uci("setoption name VariantPath value " + file + ":\nsetoption name UCI_Variant value mine\nuci\n");
    EXPECT_TRUE(lines.at(0).starts_with("info string variant mine files 5 ranks 5 "));
    EXPECT_NE(last(lines, "option name UCI_Variant").find(" var mine "), std::string::npos);
    EXPECT_NE(uci("setoption name VariantPath value /no/such.ini\n").at(0).find("info string error: "),
              std::string::npos);
}

TEST(Uci, OfRulesThatAreNotAllGoodTheOthersCanBePlayed) {
    const testing::ScratchFolder scratch;
    const std::string file = scratch.file(
        "some.ini", "[mine:gardner]\npass = true\npass = false\n[wrong:chess]\npass = 1\n[fine:chess]\n");
    const std::string path = "setoption name VariantPath value " + file + "\n";
    const auto strict = uci(path + "setoption name UCI_Variant value wrong\nisready\n");
    EXPECT_EQ(strict, (std::vector<std::string>{
                          "info string " + file + ": 1 of 3 variants is good",
                          "info string error: " + file + ":5:8: '1' is neither true nor false", "readyok"}));
    Settings settings;
    settings.files = {file};
    settings.reading = rules::Reading::lenient;
    settings.variant = "mine";
    const auto lenient = uci("uci\nuci\nsetoption name UCI_Variant value fine\n", settings);
    EXPECT_EQ(count(lenient, "info string " + file + ": 2 of 3 variants are good"), 1U);
    EXPECT_EQ(count(lenient, "info string " + file + ":3:1: warning: the key 'pass' was there before"), 1U);
    EXPECT_EQ(count(lenient, "info string variant fine"), 1U);
}

TEST(Uci, WhatIsWrongIsSaidAndDoesNoHarm) {
    for (const char* wrong :
         {"setoption name Hash value x", "setoption name Hash value 0", "setoption name Threads value 100000",
          "setoption name Nothing value 1", "setoption", "setoption name UCI_ShowWDL value maybe",
          "setoption name TablesPath value /no/such/folder", "position fen 8/8",
          "position startpos moves e2e5", "position fen", "fen", "gibberish and more"}) {
        const auto lines = uci(std::string{wrong} + "\nisready\n");
        EXPECT_EQ(count(lines, "info string error: "), 1U) << wrong;
        EXPECT_EQ(lines.back(), "readyok") << wrong;
    }
    // Nobody is answered for another position than the one that was meant.
    EXPECT_EQ(best_move(uci("position startpos moves e2e4 e2e4\ngo depth 1\n")), "(none)");
    EXPECT_NE(best_move(uci("position fen x\ngo depth 1\nposition startpos\ngo depth 1\n")), "(none)");
    EXPECT_EQ(uci("joho isready\n"), std::vector<std::string>{"readyok"});  // unknown words are passed over
    EXPECT_TRUE(uci("debug on\nregister later\n\n   \n").empty());
}

TEST(Uci, AgreesWithTheProver) {
    std::uint64_t mates = 0;
    for (const std::string variant : {"chess", "losalamos", "knightmate", "breakthrough5x5", "shatranj"}) {
        testing::NearEnds positions{testing::shipped(variant), 3};
        for (std::uint64_t i = 0; i < testing::scaled(20); ++i) {
            const engine::Setup setup = positions.near_win();
            if (!setup.barred.empty()) continue;
            const std::string fen = engine::print_fen(setup);
            const auto proof = tell::prove(testing::shipped(), {variant, fen}, Plies{4}, {});
            ASSERT_TRUE(proof) << fen;
            const auto lines = uci("setoption name UCI_Variant value " + variant + "\nposition fen " + fen +
                                   "\ngo mate 2\n");
            if (best_move(lines) == "(none)") continue;  // the game is over
            const std::string info = last(lines, "info depth");
            if (!proof->plies) {
                EXPECT_EQ(info.find(" score mate "), std::string::npos) << fen << "\n" << info;
                continue;
            }
            ++mates;
            EXPECT_NE(info.find(" score mate " + std::to_string((proof->plies->count() + 1) / 2) + " "),
                      std::string::npos)
                << fen << "\n"
                << info;
            EXPECT_EQ(words_behind(info, "pv").size(), proof->plies->count()) << fen;
        }
    }
    EXPECT_GT(mates, testing::scaled(20));
}

TEST(Uci, AMateThatIsProvedIsToldWhenItsNodesAreUsedUp) {
    const auto lines = uci(std::string{mate_in_three} + "go nodes 1100\n");
    EXPECT_NE(last(lines, "info depth").find(" score mate 3 "), std::string::npos)
        << last(lines, "info depth");
}

TEST(Uci, TablesThatKnowSomeMovesDoNotHideShorterWins) {
    const testing::ScratchFolder scratch;
    const Settings settings = with_tables(scratch);
    // A capture leads to a table that knows a win in seven plies; there is one in three.
    const std::string some = "position fen 2k2/Q2bK/5/5/5 w - - 0 1\n";
    for (const char* go : {"go mate 2\n", "go depth 6\n"})
        EXPECT_NE(last(uci(some + go, settings), "info depth").find(" score mate 2 "), std::string::npos)
            << go;
    // Within fewer plies there is none, whatever the table knows.
    EXPECT_EQ(count(uci(some + "go mate 1\n", settings), "info string no win within 2 plies is proved"), 1U);
    // Against tables of all of it, on positions of which those of three men know but some moves.
    tell::SolveOptions whole;
    whole.tables = scratch.file("whole");
    whole.tiers = {"KQvKB", "KRvKR", "KRvKN", "KQvKR", "KRBvK"};
    ASSERT_TRUE(tell::solve(testing::shipped(), "small5x5", whole, [](const tell::SolveEvent&) {}));
    Random random{11};
    std::uint64_t mates = 0;
    for (std::uint64_t i = 0; i < testing::scaled(600); ++i) {
        const std::array armies{"KQkb", "KRkr", "KRkn", "KQkr", "KRBk"};
        std::string board(25, ' ');
        for (const char* man = armies[random.below(armies.size())]; *man != 0; ++man)
            board[random.below(25)] = *man;
        std::string fen;
        for (std::size_t square = 0, empty = 0; square < board.size(); ++square) {
            empty += board[square] == ' ' ? 1 : 0;
            const bool last_one = square % 5 == 4;
            if (empty > 0 && (board[square] != ' ' || last_one))
                fen += std::to_string(std::exchange(empty, 0));
            if (board[square] != ' ') fen += board[square];
            if (last_one && square != 24) fen += '/';
        }
        fen += " w - - 0 1";
        tell::ProbeOptions probing;
        probing.tables = whole.tables;
        probing.format = tell::OutputFormat::json;
        const auto probed = tell::probe(testing::shipped(), {"small5x5", fen}, probing);
        if (!probed) continue;
        const ReadJson truth = ReadJson::parse(probed->text);
        if (truth["category"] != "win" || truth["plies"] > 5 || truth["plies"] == 0) continue;
        ++mates;
        const auto lines = uci("position fen " + fen + "\ngo depth 5\n", settings);
        const std::uint64_t plies = truth["plies"];
        EXPECT_NE(last(lines, "info depth").find(" score mate " + std::to_string((plies + 1) / 2) + " "),
                  std::string::npos)
            << fen << "\n"
            << last(lines, "info depth");
    }
    EXPECT_GT(mates, testing::scaled(20));
}

TEST(Uci, ADamagedTableIsNamedAndTheSearchGoesOn) {
    const testing::ScratchFolder scratch;
    const Settings settings = with_tables(scratch);
    const std::string table = settings.tables + "/small5x5/KRvK.zt";
    const auto size = std::filesystem::file_size(table);
    std::fstream file{table, std::ios::in | std::ios::out | std::ios::binary};
    for (std::uintmax_t at = size / 4; at < size - 64; at += 16) {
        file.seekp(static_cast<std::streamoff>(at));
        file.put('?');
    }
    file.close();
    const auto lines = uci("position fen k4/2b2/1K3/4R/5 w - - 0 1\ngo depth 7\n", settings);
    EXPECT_EQ(count(lines, "info string error: "), 1U);
    EXPECT_NE(last(lines, "info depth").find(" score mate 2 "), std::string::npos)
        << last(lines, "info depth");
    // What is proved is told as without tables.
    const std::string short_of = "position fen k4/2b2/1K3/4R/5 w - - 0 1\ngo mate 1\n";
    Settings bare = settings;
    bare.tables.clear();
    for (const Settings& each : {settings, bare})
        EXPECT_EQ(count(uci(short_of, each), "info string no win within 2 plies is proved"), 1U);
}

TEST(Uci, PlaysWhatTablesSay) {
    const testing::ScratchFolder scratch;
    const Settings settings = with_tables(scratch);
    // Against itself: as many plies as the table says, each a ply nearer to the mate.
    const std::string start = "position fen k4/5/5/5/K3R w - - 0 1";
    std::string moves;
    auto lines = uci(start + "\ngo depth 1\n", settings);
    const auto line = words_behind(last(lines, "info depth"), "pv");
    EXPECT_NE(last(lines, "info depth").find(" score mate " + std::to_string((line.size() + 1) / 2) + " "),
              std::string::npos);
    std::size_t plies = 0;
    for (std::string best = best_move(lines); best != "(none)"; ++plies) {
        EXPECT_EQ(words_behind(last(lines, "info depth"), "pv").size(), line.size() - plies);
        moves += " " + best;
        lines = uci(start + " moves" + moves + "\ngo depth 1\n", settings);
        best = best_move(lines);
    }
    EXPECT_EQ(plies, line.size());
    EXPECT_GT(plies, 4U);
}

}  // namespace
}  // namespace zermelo::protocol
