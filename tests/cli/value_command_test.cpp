// SPDX-License-Identifier: GPL-3.0-or-later
// `zermelo value` as a user runs it: limits, states, and what kills and interrupts leave.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"

#include "cli/commands.hpp"
#include "support/child.hpp"
#include "support/scale.hpp"

namespace zermelo::cli {
namespace {

using testing::Child;
using testing::eventually;

TEST(ValueCommand, TellsWhoWins) {
    expect("value hexapawn", 0,
           "loss in 6 plies\nline: b1b2 c3b2 a1b2 a3a2 c1c2 a2a1\n      Pb2 Pcxb2 Paxb2 Pa2 Pc2 Pa1#\n"
           "Pb2 (b1b2): loses in 6 plies\nPa2 (a1a2): loses in 4 plies\nPc2 (c1c2): loses in 4 plies\n");
    expect_says("value small4x4", 0, "win in 7 plies\nline: ");
    expect_says("value tictactoe", 0, "draw: neither side can force a win\n");
    expect_says("value tictactoe --threads 2", 0, "draw: neither side can force a win\n");
    expect_says("value chess '8/8/8/8/8/8/8/8 w'", 2, "FEN");
    expect_says("value nosuch", 2, "nosuch");
    expect_says("value hexapawn --save-every 5", 2, "--state");
}

TEST(ValueCommand, ALimitLeavesItUnknown) {
    expect_says("value chess --nodes 1000", 3, "the limit of nodes was reached\n");
    EXPECT_EQ(complaint("value chess --nodes 1000").out, "");
    const ReadJson json = ReadJson::parse(zermelo("value chess --nodes 1000 --json").out);
    EXPECT_EQ(json["type"], "value");
    EXPECT_EQ(json["category"], "unknown");
    EXPECT_EQ(json["stopped_by"], "nodes");
    EXPECT_TRUE(json["plies"].is_null());
    EXPECT_TRUE(json["source"].is_null());
    EXPECT_EQ(json["moves"].size(), 20U);
    EXPECT_GE(json["no_win_within"], 1);
}

TEST(ValueCommand, JsonHasAllOfIt) {
    const ReadJson json = ReadJson::parse(zermelo("value hexapawn --json").out);
    EXPECT_EQ(json["category"], "loss");
    EXPECT_EQ(json["plies"], 6);
    EXPECT_EQ(json["no_loss_within"], 5);
    EXPECT_TRUE(json["no_win_within"].is_null());
    EXPECT_EQ(json["source"], "search");
    EXPECT_EQ(json["line"].size(), 6U);
    EXPECT_EQ(json["moves"][0]["move"], "b1b2");
    EXPECT_EQ(json["moves"][0]["category"], "loss");
    EXPECT_EQ(json["moves"][2]["plies"], 4);
}

TEST(ValueCommand, ProgressIsALineATurn) {
    const Ended run = complaint("value hexapawn4x4 --progress");
    expect_has(run.out, "looking for a win: win in at most 11");
    expect_has(run.out, "of the first moves");
    EXPECT_EQ(run.out.back(), '\n');
}

TEST(ValueCommand, AStateGoesOn) {
    const ScratchFolder folder;
    const std::string command = "value small3x3 --state " + folder.file("s") + " --json";
    const Ended first = zermelo(command + " --nodes 100");
    EXPECT_EQ(first.status, 3);
    const Ended second = zermelo(command);
    EXPECT_EQ(second.status, 0);
    EXPECT_EQ(ReadJson::parse(second.out)["plies"], 31);
    const Ended third = zermelo(command + " --memory 1M");
    EXPECT_EQ(third.status, 0);
    EXPECT_EQ(ReadJson::parse(third.out)["node_count"], 0);
    EXPECT_EQ(ReadJson::parse(third.out)["line"], ReadJson::parse(second.out)["line"]);
    expect_says("value small3x4 --state " + folder.file("s"), 2,
                "is of the variant small3x3, expected small3x4");
}

// What a state has settled has a certificate, too; a limit leaves the file as it was.
TEST(ValueCommand, ACertificateIsWhatVerifyTakes) {
    const ScratchFolder folder;
    const std::string file = folder.file("who_wins.txt.zst");
    const std::string state = folder.file("s");
    EXPECT_EQ(zermelo("value hexapawn --certificate " + file).status, 0);
    expect_says("verify " + file, 0, "loses within 6 plies");
    ASSERT_EQ(zermelo("value tictactoe --state " + state).status, 0);
    ASSERT_EQ(zermelo("value tictactoe --state " + state + " --certificate " + file).status, 0);
    expect_says("verify " + file, 0, "draws: neither side forces a win, at any length");
    const std::string before = contents(file);
    const Ended open = complaint("value chess --nodes 1000 --certificate " + file);
    expect_has(open.out, "no certificate was written to " + file + ": who wins is not proved");
    EXPECT_TRUE(contents(file) == before);
    const Ended full = shell("$Z value hexapawn --certificate /dev/full 2>&1");
    EXPECT_EQ(full.status, 1);
    expect_has(full.out, "loss in 6 plies\n");
    expect_has(full.out, "No space left on device");
}

TEST(ValueCommand, AStateThatMayNotGrow) {
    const ScratchFolder folder;
    const std::string state = folder.file("s");
    ASSERT_EQ(zermelo("value small3x3 --state " + state + " --nodes 1000").status, 3);
    const std::string before = contents(state);
    // In blocks of 512 bytes: the state as it was fits, what is added does not.
    const auto blocks = std::to_string(before.size() / 512 + 1);
    const Ended run = shell("(ulimit -f " + blocks + "; $Z value small3x3 --state " + state + " 2>&1)");
    EXPECT_EQ(run.status, 1) << run.out;
    expect_has(run.out, "win in 31 plies\n");  // what was found is told all the same
    expect_has(run.out, "File too large");
    EXPECT_EQ(contents(state), before);
    EXPECT_EQ(folder.names(), "s\n");
    const Ended full = shell("$Z value hexapawn 2>&1 >/dev/full");
    EXPECT_EQ(full.status, 1);
    expect_has(full.out, "No space left on device");
}

TEST(ValueCommand, KilledAtAnyMomentItGoesOn) {
    const ScratchFolder folder;
    const std::string state = folder.file("s");
    const std::vector<std::string> words{ZERMELO_PROGRAM, "value", "simplified",   "N2q/4/4/Q2n w",
                                         "--state",       state,   "--save-every", "0.001"};
    Random random{5};
    for (std::uint64_t i = testing::scaled(12); i > 0; --i) {
        Child run{words};
        std::this_thread::sleep_for(std::chrono::milliseconds{random.below(60)});
        run.signal(SIGKILL);
        (void)run.wait();
        // Whatever stands there is whole, or nothing does.
        if (!std::filesystem::exists(state)) continue;
        EXPECT_EQ(zermelo("value simplified 'N2q/4/4/Q2n w' --nodes 0 --state " + state).status % 3, 0);
    }
    const Ended whole = zermelo("value simplified 'N2q/4/4/Q2n w' --json");
    const Ended last = zermelo("value simplified 'N2q/4/4/Q2n w' --json --state " + state);
    EXPECT_EQ(last.status, whole.status) << last.out;
    for (const char* member : {"category", "plies", "no_win_within", "no_loss_within"})
        EXPECT_EQ(ReadJson::parse(last.out)[member], ReadJson::parse(whole.out)[member]) << member;
}

TEST(ValueCommand, AnInterruptIsALimit) {
    const ScratchFolder folder;
    const std::string state = folder.file("s");
    for (const int signal : {SIGINT, SIGTERM}) {
        Child run{{ZERMELO_PROGRAM, "value", "gardner", "--memory", "1M", "--state", state}};
        ASSERT_TRUE(eventually([&] { return std::filesystem::exists(state); }));
        run.signal(signal);
        EXPECT_EQ(run.wait(), 3);
        EXPECT_EQ(folder.names(), "s\n");
        EXPECT_EQ(zermelo("value gardner --memory 1M --nodes 1 --state " + state).status, 3);
        std::filesystem::remove(state);
    }
}

}  // namespace
}  // namespace zermelo::cli
