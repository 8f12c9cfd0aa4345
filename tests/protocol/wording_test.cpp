// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/wording.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/protocol/uci.hpp"

#include "protocol/conversation.hpp"
#include "support/shipped.hpp"

namespace zermelo::protocol {
namespace {

using zermelo::testing::count;
using zermelo::testing::last;

std::vector<std::string> say(Wording wording, const std::string& commands) {
    Settings settings;
    settings.variant = wording == Wording::usi ? "shogi" : "xiangqi";
    return testing::answers<Uci>(commands, settings, wording);
}
std::vector<std::string> usi(const std::string& commands) { return say(Wording::usi, commands); }
std::vector<std::string> ucci(const std::string& commands) { return say(Wording::ucci, commands); }

struct Pair {
    const char* variant;
    const char* uci;
    const char* other;
};

TEST(Wording, MovesAsShogisGuisWriteThem) {
    for (const Pair& pair :
         {Pair{"shogi", "c3c4", "7g7f"}, Pair{"shogi", "h2b8+", "2h8b+"}, Pair{"shogi", "P@e5", "P*5e"},
          Pair{"shogi", "i9a1", "1a9i"}, Pair{"minishogi", "a1a2", "5e5d"}, Pair{"dobutsu", "b2b3", "2c2b"},
          Pair{"okisakishogi", "a10b1", "10a9j"}, Pair{"chess", "e7e8q", "4b4aq"}}) {
        const rules::Rules& rules = testing::shipped(pair.variant);
        EXPECT_EQ(in_wording(Wording::usi, pair.uci, rules), pair.other);
        EXPECT_EQ(in_uci(Wording::usi, pair.other, rules), pair.uci);
        EXPECT_EQ(in_wording(Wording::uci, pair.uci, rules), pair.uci);
        EXPECT_EQ(in_uci(Wording::uci, pair.uci, rules), pair.uci);
    }
}

TEST(Wording, MovesAsXiangqisGuisWriteThem) {
    for (const Pair& pair : {Pair{"xiangqi", "h3e3", "h2e2"}, Pair{"xiangqi", "a1a10", "a0a9"},
                             Pair{"xiangqi", "i10h8", "i9h7"}, Pair{"shogi", "P@e5", "P@e4"}}) {
        const rules::Rules& rules = testing::shipped(pair.variant);
        EXPECT_EQ(in_wording(Wording::ucci, pair.uci, rules), pair.other);
        EXPECT_EQ(in_uci(Wording::ucci, pair.other, rules), pair.uci);
    }
}

TEST(Wording, EveryMoveOfEveryVariantComesBack) {
    Random random{1};
    library::Library& library = testing::shipped();
    for (const rules::Rules* rules : library.all()) {
        auto at = *library::position_of(*rules, std::nullopt);
        for (int ply = 0; ply < 30 && !at.end(); ++ply) {
            const auto moves = at.moves();
            for (const engine::Move move : moves)
                for (const Wording wording : {Wording::usi, Wording::ucci}) {
                    const std::string name = at.uci(move);
                    ASSERT_EQ(in_uci(wording, in_wording(wording, name, *rules), *rules), name)
                        << rules->name;
                }
            at = at.play(moves[random.below(moves.size())]);
        }
    }
}

TEST(Wording, WhatIsNoMoveStaysNone) {
    for (const Wording wording : {Wording::usi, Wording::ucci})
        for (const char* variant : {"shogi", "xiangqi", "chess"}) {
            const rules::Rules& rules = testing::shipped(variant);
            const auto at = *library::position_of(rules, std::nullopt);
            for (const char* wrong :
                 {"", "-", "*", "0a0a", "99999999999999999999a1a", "1z1z", "10a9j", "a99999999999999999999a1",
                  "7g7f7g7f", "P*", "a0a", "z9z9", "7g", "7", "g", "@@@@", "0000", "resign", "win"})
                EXPECT_FALSE(at.find_move(in_uci(wording, wrong, rules))) << variant << ": " << wrong;
        }
}

TEST(Wording, AnSfenIsAFen) {
    const rules::Rules& shogi = testing::shipped("shogi");
    const std::string board = "4k4/9/9/9/9/9/9/9/4K4";
    EXPECT_EQ(fen_of(Wording::usi, board + " b - 1", shogi), board + "[] w - - 0 1");
    EXPECT_EQ(fen_of(Wording::usi, board + " w R2Bb18p", shogi),
              board + "[RBBb" + std::string(18, 'p') + "] b - - 0 1");
    EXPECT_EQ(fen_of(Wording::usi, "8/8/8/8/8/8/8/8 b -", testing::shipped("chess")),
              "8/8/8/8/8/8/8/8 w - - 0 1");
    for (const char* wrong : {"", "4k4", "4k4 b", "4k4 x - 1", "4k4 b 2 1", "4k4 b P2 1", "4k4 b 2P* 1",
                              "4k4 b 99999999999999999999P 1", "4k4 b 1000P 1"}) {
        const auto fen = fen_of(Wording::usi, wrong, shogi);
        ASSERT_FALSE(fen) << wrong;
        EXPECT_EQ(fen.error().kind, ErrorKind::bad_input);
    }
    EXPECT_EQ(fen_of(Wording::ucci, "9/9 r - - 0 1", shogi), "9/9 w - - 0 1");
    EXPECT_EQ(fen_of(Wording::ucci, "9/9 b - - 0 1", shogi), "9/9 b - - 0 1");
    EXPECT_EQ(fen_of(Wording::ucci, "9/9", shogi), "9/9");
    EXPECT_EQ(fen_of(Wording::uci, "9/9 r", shogi), "9/9 r");
}

TEST(Usi, GreetsAndIsReady) {
    const auto lines = usi("usi\nisready\nusinewgame\ngameover win\nquit\n");
    EXPECT_TRUE(lines.at(0).starts_with("id name Zermelo "));
    EXPECT_EQ(lines.at(lines.size() - 2), "usiok");
    EXPECT_EQ(lines.back(), "readyok");
    EXPECT_EQ(count(lines, "option name Hash "), 1U);
    // What GUIs of shogi set unasked.
    EXPECT_TRUE(usi("setoption name USI_Ponder value true\nsetoption name USI_Hash value 32\n").empty());
    EXPECT_EQ(count(usi("uci\n"), "info string error: unknown command "), 1U);
}

TEST(Usi, CountsWhatEverybodyCounts) {
    EXPECT_EQ(last(usi("position startpos\ngo perft 3\n"), "Nodes"), "Nodes searched: 25470");
    EXPECT_EQ(count(usi("position startpos\ngo perft 1\n"), "7g7f: 1"), 1U);
    // The most moves that a position has.
    EXPECT_EQ(last(usi("position sfen R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1\ngo perft 1\n"),
                   "Nodes"),
              "Nodes searched: 593");
}

TEST(Usi, AMateIsInPlies) {
    const std::string mate = "position sfen 3nkn3/9/4P4/9/9/9/9/9/4K4 b 2G 1\n";
    const auto lines = usi(mate + "go depth 5\n");
    EXPECT_NE(last(lines, "info depth").find(" score mate 1 "), std::string::npos);
    EXPECT_EQ(last(lines, "bestmove"), "bestmove G*5b");
    EXPECT_EQ(last(usi(mate + "go mate infinite\n"), "checkmate"), "checkmate G*5b");
    EXPECT_EQ(last(usi(mate + "go mate 1000\n"), "checkmate"), "checkmate G*5b");
    // Three plies, told as three.
    const std::string three = "position sfen 4k4/9/9/4P4/9/9/9/9/4K4 b 2G 1\n";
    EXPECT_NE(last(usi(three + "go depth 5\n"), "info depth").find(" score mate 3 "), std::string::npos);
    // Black gives no check at all.
    EXPECT_EQ(count(usi("position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\ngo mate 200\n"), "checkmate "), 1U);
}

TEST(Usi, TheLoserOfAGameResigns) {
    const auto lines = usi("position sfen 3nkn3/4G4/4P4/9/9/9/9/9/4K4 w G 1\ngo depth 1\n");
    EXPECT_EQ(lines.back(), "bestmove resign");
    EXPECT_EQ(usi("position sfen x\ngo depth 1\n").back(), "bestmove resign");
}

TEST(Usi, PlaysByAllClocks) {
    for (const char* go : {"go btime 60000 wtime 60000 byoyomi 10", "go btime 0 wtime 0 byoyomi 40",
                           "go btime 100 wtime 60000 binc 10 winc 10", "go byoyomi 30", "go movetime 20"}) {
        const auto lines =
            usi(std::string{"position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e\n"} + go + "\n");
        EXPECT_EQ(count(lines, "bestmove "), 1U) << go;
        EXPECT_EQ(count(lines, "info string error"), 0U) << go;
    }
    EXPECT_EQ(count(usi("go byoyomi\n"), "info string error: go byoyomi: nothing"), 1U);
    EXPECT_EQ(count(testing::answers<Uci>("go byoyomi 3\n"), "info string error: go: unknown word"), 1U);
}

TEST(Usi, NobodyWaitsForAMoveAfterTheGame) {
    EXPECT_EQ(count(usi("position startpos\ngo infinite\ngameover lose\nisready\n"), "bestmove"), 0U);
    EXPECT_EQ(count(usi("position startpos\ngo ponder\ngameover draw\nposition startpos\ngo depth 1\n"),
                    "bestmove"),
              1U);
}

TEST(Ucci, GreetsAndSaysGoodbye) {
    const auto lines = ucci("ucci\nisready\nquit\n");
    EXPECT_EQ(count(lines, "ucciok"), 1U);
    EXPECT_EQ(count(lines, "option usemillisec type check default false"), 1U);
    EXPECT_EQ(count(lines, "option name "), 0U);
    EXPECT_EQ(lines.back(), "bye");
    EXPECT_TRUE(ucci("setoption usemillisec true\nsetoption name Hash value 8\nsetoption Hash 8\n").empty());
    EXPECT_EQ(count(ucci("setoption nosuch 1\n"), "info string error: no option"), 1U);
}

TEST(Ucci, CountsWhatEverybodyCounts) {
    EXPECT_EQ(last(ucci("position startpos\ngo perft 3\n"), "Nodes"), "Nodes searched: 79666");
    EXPECT_EQ(count(ucci("position startpos\ngo perft 1\n"), "h2e2: 1"), 1U);
    EXPECT_EQ(
        last(ucci("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1 moves "
                  "h2e2 h9g7\ngo perft 1\n"),
             "Nodes"),
        last(ucci("position startpos moves h2e2 h9g7\ngo perft 1\n"), "Nodes"));
}

TEST(Ucci, AnswersWhateverItIsAsked) {
    const std::string mate = "position fen 3k5/9/9/9/9/9/9/9/4R4/1R3K3 r - - 0 1\n";
    EXPECT_EQ(last(ucci(mate + "go depth 4\n"), "bestmove"), "bestmove b0d0");
    for (const char* go : {"go time 60 increment 0", "go time 1 movestogo 40 opptime 1 oppmovestogo 40",
                           "go draw time 1 increment 0 opptime 2 oppincrement 3"})
        EXPECT_EQ(count(ucci(mate + go + "\n"), "bestmove "), 1U) << go;
    EXPECT_EQ(count(ucci(mate + "go depth infinite\nstop\n"), "bestmove "), 1U);
    // Mated, and nothing set up.
    EXPECT_EQ(ucci("position fen 3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1\ngo depth 1\n").back(), "nobestmove");
    EXPECT_EQ(ucci("position fen x\ngo depth 1\n").back(), "nobestmove");
}

TEST(Ucci, BannedMovesAreNotPlayed) {
    const std::string mate = "position fen 3k5/9/9/9/9/9/9/9/4R4/1R3K3 r - - 0 1\n";
    EXPECT_NE(last(ucci(mate + "banmoves b0d0\ngo depth 2\n"), "bestmove"), "bestmove b0d0");
    // Another position knows nothing of it.
    EXPECT_EQ(last(ucci(mate + "banmoves b0d0\n" + mate + "go depth 2\n"), "bestmove"), "bestmove b0d0");
    EXPECT_EQ(last(ucci(mate + "banmoves x9y9 nothing\ngo depth 2\n"), "bestmove"), "bestmove b0d0");
}

}  // namespace
}  // namespace zermelo::protocol
