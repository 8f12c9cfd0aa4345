// SPDX-License-Identifier: GPL-3.0-or-later
// `zermelo prove` and `verify CERTIFICATE` as a user runs them.
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "cli/commands.hpp"
#include "support/child.hpp"

namespace zermelo::cli {
namespace {

TEST(ProveCommand, AWinAndItsCertificate) {
    const ScratchFolder folder;
    const std::string path = folder.file("win.txt");
    expect("prove chess " + mate + " --plies 5 --certificate " + path, 0,
           "win in 5 plies\nline: g8e6 e4e3 e6g4 e3d2 f6c3\n      Be6 Ke3 Bg4 Kd2 Qc3#\n"
           "Be6 (g8e6): wins in 5 plies\n");
    expect("prove chess " + mate + " --plies 7", 0,
           "win in 5 plies\nline: g8e6 e4e3 e6g4 e3d2 f6c3\n      Be6 Ke3 Bg4 Kd2 Qc3#\n"
           "Be6 (g8e6): wins in 5 plies\nKc3 (c4c3): wins in 7 plies\nBd5+ (g8d5): wins in 7 plies\n"
           "Bf7 (g8f7): wins in 7 plies\nQf2 (f6f2): wins in 7 plies\n");
    EXPECT_EQ(folder.names(), "win.txt\n");
    const std::string good =
        ": good: in chess the side to move in '6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1' wins within 5 plies (8 "
        "positions)\n";
    expect("verify " + path, 0, path + good);
    expect("verify - < " + path, 0, "<stdin>" + good);
    EXPECT_EQ(shell("cat " + path + " | $Z verify -").out, "<stdin>" + good);
}

TEST(ProveCommand, NoWinIsAProofAndHasNoCertificate) {
    const ScratchFolder folder;
    const std::string command = "prove chess " + mate + " --plies 4 --certificate " + folder.file("none.txt");
    const std::string said =
        "zermelo: no certificate was written to " + folder.file("none.txt") + ": no win was found\n";
    expect(command, 0, said + "no win within 4 plies\n");
    EXPECT_EQ(complaint(command).out, said);
    EXPECT_EQ(folder.names(), "");
    // What was there stays.
    folder.file("none.txt", "an older one\n");
    expect(command, 0, said + "no win within 4 plies\n");
    EXPECT_EQ(contents(folder.file("none.txt")), "an older one\n");
    expect("prove chess --plies 0", 0, "no win within 0 plies\n");
    expect("prove chess --plies 1", 0, "no win within 1 ply\n");
    expect("prove chess '7k/5Q2/6K1/8/8/8/8/8 b' --plies 9", 0,
           "no win at any length: nobody can force one\n");  // over
}

// A win under a restriction is one of the game; that there is none is nothing.
TEST(ProveCommand, ARestrictedWinIsABoundAndNoneIsUnknown) {
    const ScratchFolder folder;
    const std::string path = folder.file("win.txt");
    const Ended won =
        zermelo("prove chess " + mate + " --restrict no-captures,replies=3 --certificate " + path);
    EXPECT_EQ(won.status, 0);
    EXPECT_EQ(won.out.substr(0, won.out.find('\n')),
              "win in at most 5 plies, the least with at most 3 replies and no captures");
    EXPECT_EQ(zermelo("verify " + path).status, 0);
    const ReadJson json =
        ReadJson::parse(zermelo("prove chess " + mate + " --json --restrict no-captures").out);
    EXPECT_EQ(json["plies"], 5);
    EXPECT_EQ(json["no_win_within"], 0);
    EXPECT_EQ(json["restriction"]["text"], "no-captures");
    EXPECT_EQ(json["restriction"]["category"], "win");
    EXPECT_EQ(json["restriction"]["no_win_within"], 4);
    const std::string none = "unknown: no win with checks alone within 5 plies\n";
    expect("prove chess " + mate + " --plies 5 --restrict checks", 3, none);
    EXPECT_EQ(shell("echo " + mate + " | $Z prove chess - --plies 5 --restrict checks").out, none);
    expect("prove chess --restrict check", 2,
           "zermelo: error: --restrict: 'check': 'check', expected checks, replies=K, no-captures or "
           "no-quiet-captures, each once, with commas between them\n");
    EXPECT_EQ(zermelo("prove chess --restrict checks --tries").status, 2);
}

// Pawns that block each other for ever, and kings that cannot pass them.
TEST(ProveCommand, NoWinAtAnyLengthHasACertificate) {
    const ScratchFolder folder;
    const std::string path = folder.file("held.txt");
    const std::string held = "8/8/8/1p1p1p1k/1P1P1P2/8/8/K7 w - - 0 1";
    expect("prove chess '" + held + "' --ideal --threads 2 --certificate " + path, 0,
           "no win at any length\n");
    const Ended verified = zermelo("verify " + path);
    EXPECT_EQ(verified.status, 0);
    const std::string good =
        path + ": good: in chess the side to move in '" + held + "' forces no win, at any length (";
    EXPECT_EQ(verified.out.substr(0, good.size()), good);
    const ReadJson json = ReadJson::parse(zermelo("verify --json " + path).out);
    EXPECT_EQ(json["category"], "no_win");
    EXPECT_EQ(json["limit"], nullptr);
    // One reply led elsewhere.
    std::string text = contents(path);
    const std::size_t reply = text.rfind(' ', text.find('\n', text.find("\ndefender ") + 1));
    text.insert(reply + 1, "1");
    EXPECT_EQ(zermelo("verify " + folder.file("changed.txt", text)).status, 2);
}

TEST(ProveCommand, AReachedLimitIsUnknownAndStatus3) {
    const ScratchFolder folder;
    const std::string file = " --certificate " + folder.file("unknown.txt");
    const std::string said = "unknown: the limit of nodes was reached; no win within 3 plies is proved\n";
    const std::string none =
        "zermelo: no certificate was written to " + folder.file("unknown.txt") + ": no win was found\n";
    expect("prove chess --plies 31 --nodes 100" + file, 3, none + said);
    EXPECT_EQ(complaint("prove chess --plies 31 --nodes 100").out, "");
    const Ended run = shell("$Z prove chess --plies 31 --seconds 0.05" + file + " 2>/dev/null");
    EXPECT_EQ(run.status, 3);
    EXPECT_EQ(run.out.substr(0, 41), "unknown: the limit of time was reached; n");
    EXPECT_EQ(folder.names(), "");
    const ReadJson unknown = ReadJson::parse(zermelo("prove chess --plies 31 --nodes 100 --json").out);
    EXPECT_EQ(unknown["category"], "unknown");
    EXPECT_EQ(unknown["stopped_by"], "nodes");
    EXPECT_EQ(unknown["no_win_within"], 3);
    EXPECT_EQ(unknown["complete"], false);
}

TEST(ProveCommand, JsonHasAllOfTheProof) {
    const Ended run = zermelo("prove chess " + mate + " --plies 5 --json");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.out.find('\n'), run.out.size() - 1);
    const ReadJson json = ReadJson::parse(run.out);
    EXPECT_EQ(json["fen"], "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1");
    EXPECT_EQ(json["limit"], 5);
    EXPECT_EQ(json["category"], "win");
    EXPECT_EQ(json["plies"], 5);
    EXPECT_EQ(moves_of(json["line"]), (std::vector<std::string>{"g8e6", "e4e3", "e6g4", "e3d2", "f6c3"}));
    EXPECT_EQ(json["winning_moves"], (ReadJson{{{"move", "g8e6"}, {"plies", 5}}}));
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(ReadJson::parse(zermelo("prove simplified '4/1q2/4/1NQ1 w' --plies 3 --json").out)["category"],
              "no_win");
}

TEST(ProveCommand, TriesTellWhatRefutesEveryOtherMove) {
    const std::string position = "chess '7k/5Q2/6K1/8/8/8/8/8 w' --plies 1 --tries";
    const ReadJson json = ReadJson::parse(zermelo("prove " + position + " --json").out);
    std::map<std::string, std::string> tries;
    for (const ReadJson& entry : json["tries"]) {
        const ReadJson& refutation = entry["refutation"];
        tries[entry["move"]] = refutation.is_null() ? "" : refutation["move"];
    }
    EXPECT_EQ(json["winning_moves"].size(), 4U);
    EXPECT_EQ(tries.size(), 22U);
    EXPECT_EQ(tries.at("f7f1"), "h8g8");
    EXPECT_EQ(tries.at("g6h6"), "");  // stalemate
    const Ended text = zermelo("prove " + position);
    EXPECT_EQ(lines(text.out).size(), 3U + 4U + 22U);
    EXPECT_NE(text.out.find("\nQf1 (f7f1): refuted by Kg8 (h8g8)\n"), std::string::npos);
    EXPECT_NE(text.out.find("\nKh6 (g6h6): ends the game without a win\n"), std::string::npos);
    EXPECT_TRUE(ReadJson::parse(zermelo("prove chess " + mate + " --plies 1 --json").out)["tries"].is_null());
}

TEST(ProveCommand, WhoseGameIsWonAlreadyNeedsNoPlies) {
    const ReadJson json =
        ReadJson::parse(zermelo("prove cheesy '8/8/8/8/8/8/8/1p1K4 b' --plies 3 --json").out);
    EXPECT_EQ(json["category"], "win");
    EXPECT_EQ(json["plies"], 0);
    EXPECT_EQ(json["winning_moves"], ReadJson::array());
}

TEST(VerifyCommand, SaysWhatIsWrongAndWhere) {
    const ScratchFolder folder;
    const std::string path = folder.file("win.txt");
    ASSERT_EQ(zermelo("prove chess " + mate + " --plies 5 --certificate " + path).status, 0);
    const std::string good = contents(path);
    const auto expect_refused = [&](const std::string& from, const std::string& to,
                                    const std::string& message) {
        std::string text = good;
        const std::size_t at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
        const std::string file = folder.file("bad.txt", text);
        const Ended run = zermelo("verify " + file);
        EXPECT_EQ(run.status, 2) << to;
        EXPECT_EQ(run.out.substr(0, (file + message).size()), file + message) << run.out;
    };
    expect_refused("zermelo certificate 1", "zermelo certificate 4", ":1:1: error: ");
    expect_refused("\nrules ", "\nrules 0", ":3:");
    expect_refused("win 5 | ", "win 4 | ", ":5:1: error: not the plies of the first node");
    expect_refused("g8e6 1\n", "g8e5 1\n", ":7:");
    const std::string cut = folder.file("cut.txt", good.substr(0, good.size() - 1));
    expect("verify " + cut, 2,
           cut + ":14:1: error: the end of the file within a line, expected a line break\n");
    EXPECT_EQ(zermelo("verify " + folder.file("empty.txt", "")).status, 2);
    std::string renamed = good;
    renamed.replace(renamed.find("variant chess"), 13, "variant ches");
    const Ended unknown = zermelo("verify " + folder.file("renamed.txt", renamed));
    EXPECT_EQ(unknown.status, 2);
    EXPECT_EQ(unknown.out.find(folder.file("renamed.txt") +
                               ":2:9: error: no variant 'ches', expected perhaps chess"),
              0U);
    const auto with_position = [&](const std::string& position) {
        std::string other = good;
        const std::size_t at = other.find("position ") + 9;
        other.replace(at, other.find('\n', at) - at, position);
        const Ended run = zermelo("verify " + folder.file("moved.txt", other));
        EXPECT_EQ(run.status, 2);
        return run.out.substr(folder.file("moved.txt").size());
    };
    EXPECT_EQ(with_position("6B1/8/5Q2/8/2K1k3/8/8/9 w - - 0 1"),
              ":4:32: error: rank 1 is too long, expected 8 squares\n");
    EXPECT_EQ(with_position("6B1/8/5Q2/8/2K1k3/8/8/8 w"),
              ":4:10: error: the position is not written as '6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1'\n");
    EXPECT_EQ(with_position("6BP/8/5Q2/8/4k3/8/8/8 w - - 0 1"),
              ":4:10: error: not a position of chess: h8: 'P' of White must have promoted here; "
              "White has 0 royal pieces, expected 1\n");
    expect("verify /nowhere/win.txt", 1,
           "zermelo: error: cannot read /nowhere/win.txt: No such file or directory\n");
    expect("verify /", 1, "zermelo: error: cannot read /: Is a directory\n");
}

// A position has the passes, castling and checks that its game has.
TEST(VerifyCommand, RefusesPositionsThatTheGameDoesNotHave) {
    const ScratchFolder folder;
    const std::string path = folder.file("mate.txt");
    ASSERT_EQ(zermelo("prove chess " + mate + " --plies 5 --certificate " + path).status, 0);
    const std::string good = contents(path);
    const std::size_t end = good.find('\n', good.find(" w "));
    for (const std::string more : {" passes=1", " passes=2", " castled", " strong=w"}) {
        std::string forged = good;
        forged.insert(end, more);
        expect_says("verify " + folder.file("forged.txt", forged), 2, "the rules do");
    }
}

// Packed by Zstandard where the name says so; taken from files and pipes, whatever their names.
TEST(VerifyCommand, TakesPackedOnes) {
    const ScratchFolder folder;
    const std::string packed = folder.file("held.zst");
    const std::string plain = folder.file("held.txt");
    const std::string prove = "prove chess '8/8/8/1p1p1p1k/1P1P1P2/8/8/K7 w' --ideal --certificate ";
    ASSERT_EQ(zermelo(prove + packed).status, 0);
    ASSERT_EQ(zermelo(prove + plain).status, 0);
    EXPECT_LT(3 * contents(packed).size(), contents(plain).size());
    const std::string good = zermelo("verify - < " + plain).out;
    EXPECT_NE(good.find("(187 positions)"), std::string::npos);
    EXPECT_EQ(zermelo("verify - < " + packed).out, good);
    EXPECT_EQ(shell("cat " + packed + " | $Z verify -").out, good);

    const std::string bytes = contents(packed);
    for (std::size_t n = 1; n < bytes.size(); n += bytes.size() / 7) {
        expect_says("verify " + folder.file("cut.zst", bytes.substr(0, n)), 2,
                    "cut.zst ends within packed data");
        std::string changed = bytes;
        changed[n] = static_cast<char>(changed[n] ^ 0x55);
        expect_says("verify " + folder.file("changed.zst", changed), 2, "changed.zst");
    }
    expect_says("verify " + folder.file("twice.zst", bytes + bytes), 2,
                "in the first node of the second certificate");
    expect_says("verify " + folder.file("more.zst", bytes + "more"), 2, "cannot be unpacked");
    expect_says("verify " + folder.file("no.zst", "(nothing"), 2, "cannot be unpacked");
}

TEST(VerifyCommand, WhatIsNoCertificateIsNotReadToItsEnd) {
    const std::string other = ":1:1: error: expected 'zermelo certificate 1', 2 or 3\n";
    expect("verify /dev/zero", 2, "/dev/zero" + other);
    expect("verify - < /dev/zero", 2, "<stdin>" + other);
    EXPECT_EQ(shell("yes | $Z verify - 2>&1").out, "<stdin>" + other);
    EXPECT_EQ(shell("printf 'zermelo certificate 4\nvariant' | $Z verify - 2>&1").out, "<stdin>" + other);
    expect("verify /dev/null", 2, "/dev/null" + other);
    expect("rules check /dev/zero", 2,
           "zermelo: error: /dev/zero is longer than 16777216 bytes, expected at most that\n");
}

TEST(VerifyCommand, AVariantOfOnesOwn) {
    const ScratchFolder folder;
    const std::string rules = folder.file("own.ini", "[own:chess]\nmustCapture = true\n");
    const std::string other = folder.file("other.ini", "[own:chess]\n");
    const std::string path = folder.file("win.txt");
    ASSERT_EQ(zermelo("prove " + rules + " " + mate + " --plies 5 --certificate " + path).status, 0);
    EXPECT_EQ(zermelo("verify " + path + " --variant-path " + rules).status, 0);
    const Ended changed = zermelo("verify " + path + " --variant-path " + other);
    EXPECT_EQ(changed.status, 2);
    EXPECT_NE(changed.out.find(":3:1: error: other rules"), std::string::npos);
    EXPECT_EQ(zermelo("verify " + path).status, 2);
}

TEST(ProveCommand, AnInterruptIsALimit) {
    for (const int signal : {SIGINT, SIGTERM}) {
        testing::Child run{{ZERMELO_PROGRAM, "prove", "chess"}};
        ASSERT_TRUE(testing::eventually([&] { return run.blocks(signal); }));
        run.signal(signal);
        EXPECT_EQ(run.wait(), 3);
    }
}

}  // namespace
}  // namespace zermelo::cli
