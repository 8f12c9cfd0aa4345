// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/betza.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo::rules {
namespace {

using Kind = Movement::Kind;
using Steps = std::vector<std::pair<int, int>>;

std::vector<Movement> read(std::string_view text) {
    const auto read = parse_betza(text);
    EXPECT_TRUE(read.has_value()) << text << ": " << (read ? "" : read.error().message);
    return read ? *read : std::vector<Movement>{};
}

/// The steps of a piece as (files, ranks), sorted.
Steps steps(std::string_view text) {
    Steps result;
    for (const Movement& m : read(text)) result.emplace_back(m.files, m.ranks);
    std::sort(result.begin(), result.end());
    return result;
}

Steps sorted(Steps list) {
    std::sort(list.begin(), list.end());
    return list;
}

/// All ways to turn and mirror a step.
Steps all_around(int far, int near) {
    Steps result;
    for (const auto& [a, b] : {std::pair{far, near}, std::pair{near, far}})
        for (const int s : {1, -1})
            for (const int t : {1, -1}) result.emplace_back(a * s, b * t);
    result = sorted(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

/// Both lists as sets of movements.
bool same(std::string_view a, std::string_view b) {
    const auto one = read(a);
    const auto two = read(b);
    return one.size() == two.size() && std::is_permutation(one.begin(), one.end(), two.begin());
}

TEST(Betza, KnowsEveryLeaper) {
    const std::vector<std::pair<std::string, std::pair<int, int>>> leapers{
        {"W", {1, 0}}, {"F", {1, 1}}, {"D", {2, 0}}, {"N", {2, 1}}, {"A", {2, 2}}, {"H", {3, 0}},
        {"L", {3, 1}}, {"C", {3, 1}}, {"J", {3, 2}}, {"Z", {3, 2}}, {"G", {3, 3}}};
    for (const auto& [text, step] : leapers) {
        EXPECT_EQ(steps(text), all_around(step.first, step.second)) << text;
        for (const Movement& m : read(text)) {
            EXPECT_EQ(m.kind, Kind::leap);
            EXPECT_TRUE(m.moves && m.captures && !m.initial);
        }
        for (const std::string& rider : {text + text, text + "0"}) {
            EXPECT_EQ(steps(rider), all_around(step.first, step.second)) << rider;
            for (const Movement& m : read(rider)) {
                EXPECT_EQ(m.kind, Kind::ride);
                EXPECT_EQ(m.limit, 0U);
            }
        }
    }
    EXPECT_TRUE(same("K", "WF"));
    EXPECT_TRUE(same("R", "WW"));
    EXPECT_TRUE(same("B", "FF"));
    EXPECT_TRUE(same("Q", "RB"));
    EXPECT_TRUE(same("C", "L"));
    EXPECT_TRUE(same("J", "Z"));
    EXPECT_TRUE(same("QQ", "Q"));
    EXPECT_TRUE(same("KK", "Q"));
    EXPECT_TRUE(same("QN", "NBR"));
    EXPECT_TRUE(read("").empty());
}

TEST(Betza, ReadsStepsInNumbers) {
    for (int far = 1; far <= 15; ++far)
        for (int near = 0; near <= far; ++near) {
            const std::string one = "(" + std::to_string(near) + "," + std::to_string(far) + ")";
            const std::string other = "(" + std::to_string(far) + "," + std::to_string(near) + ")";
            EXPECT_EQ(steps(one), all_around(far, near)) << one;
            EXPECT_TRUE(same(one, other));
            if (near != far) {
                EXPECT_TRUE(same(one + other, one));
            }
            EXPECT_TRUE(same(one + one, other + "0"));
        }
    EXPECT_TRUE(same("(1,2)", "N"));
    EXPECT_TRUE(same("mfrf(2,1)fn(3,2)W", "mfrfNfnZW"));
    EXPECT_TRUE(same("p(0,1)3", "pR3"));
    EXPECT_TRUE(same("fs(1,0)", "fsW"));
}

TEST(Betza, ReadsRanges) {
    for (const Movement& m : read("R2")) EXPECT_TRUE(m.kind == Kind::ride && m.limit == 2);
    EXPECT_TRUE(same("W3", "R3"));
    EXPECT_TRUE(same("R1", "W"));
    EXPECT_TRUE(same("N15N1", "N1N15"));
    for (const Movement& m : read("B10")) EXPECT_EQ(m.limit, 10U);
    EXPECT_EQ(read("R2R3").size(), 8U);
}

TEST(Betza, TellsMovesFromCaptures) {
    for (const Movement& m : read("mW")) EXPECT_TRUE(m.moves && !m.captures);
    for (const Movement& m : read("cW")) EXPECT_TRUE(!m.moves && m.captures);
    EXPECT_TRUE(same("mcW", "W"));
    EXPECT_TRUE(same("cmW", "W"));
    EXPECT_TRUE(same("mWcW", "W"));
    EXPECT_TRUE(same("cWFmW", "FW"));
    EXPECT_TRUE(same("WmW", "W"));
    const auto knibis = read("mNcB");
    EXPECT_EQ(knibis.size(), 12U);
    for (const Movement& m : knibis) EXPECT_EQ(m.moves, m.kind == Kind::leap);
}

TEST(Betza, TurnsSymmetricalPieces) {
    EXPECT_EQ(steps("fW"), (Steps{{0, 1}}));
    EXPECT_EQ(steps("bW"), (Steps{{0, -1}}));
    EXPECT_EQ(steps("lW"), (Steps{{-1, 0}}));
    EXPECT_EQ(steps("rW"), (Steps{{1, 0}}));
    EXPECT_EQ(steps("vW"), (Steps{{0, -1}, {0, 1}}));
    EXPECT_EQ(steps("sW"), (Steps{{-1, 0}, {1, 0}}));
    EXPECT_EQ(steps("fsW"), (Steps{{-1, 0}, {0, 1}, {1, 0}}));
    EXPECT_EQ(steps("sfW"), steps("fsW"));
    EXPECT_EQ(steps("fbW"), steps("vW"));
    EXPECT_EQ(steps("frlD"), (Steps{{-2, 0}, {0, 2}, {2, 0}}));
    EXPECT_EQ(steps("fF"), (Steps{{-1, 1}, {1, 1}}));
    EXPECT_EQ(steps("bF"), (Steps{{-1, -1}, {1, -1}}));
    EXPECT_EQ(steps("lF"), (Steps{{-1, -1}, {-1, 1}}));
    EXPECT_EQ(steps("rA"), (Steps{{2, -2}, {2, 2}}));
    EXPECT_EQ(steps("flF"), (Steps{{-1, 1}}));
    EXPECT_EQ(steps("frbrF"), (Steps{{1, -1}, {1, 1}}));
    EXPECT_EQ(steps("blG"), (Steps{{-3, -3}}));
    EXPECT_EQ(steps("fK"), (Steps{{-1, 1}, {0, 1}, {1, 1}}));
    EXPECT_EQ(steps("ffQ"), steps("fK"));
    EXPECT_EQ(steps("fR"), (Steps{{0, 1}}));
}

TEST(Betza, TurnsKnights) {
    EXPECT_EQ(steps("fN"), (Steps{{-1, 2}, {1, 2}}));
    EXPECT_EQ(steps("ffN"), steps("fN"));
    EXPECT_EQ(steps("bN"), (Steps{{-1, -2}, {1, -2}}));
    EXPECT_EQ(steps("vN"), sorted({{-1, 2}, {1, 2}, {-1, -2}, {1, -2}}));
    EXPECT_EQ(steps("lN"), (Steps{{-2, -1}, {-2, 1}}));
    EXPECT_EQ(steps("rN"), (Steps{{2, -1}, {2, 1}}));
    EXPECT_EQ(steps("sN"), sorted({{-2, 1}, {-2, -1}, {2, 1}, {2, -1}}));
    EXPECT_EQ(steps("frN"), (Steps{{2, 1}}));
    EXPECT_EQ(steps("rfN"), (Steps{{1, 2}}));
    EXPECT_EQ(steps("flN"), (Steps{{-2, 1}}));
    EXPECT_EQ(steps("lfN"), (Steps{{-1, 2}}));
    EXPECT_EQ(steps("brN"), (Steps{{2, -1}}));
    EXPECT_EQ(steps("rbN"), (Steps{{1, -2}}));
    EXPECT_EQ(steps("fsN"), (Steps{{-2, 1}, {2, 1}}));
    EXPECT_EQ(steps("bsN"), (Steps{{-2, -1}, {2, -1}}));
    EXPECT_EQ(steps("rvN"), (Steps{{1, -2}, {1, 2}}));
    EXPECT_EQ(steps("lvN"), (Steps{{-1, -2}, {-1, 2}}));
    EXPECT_EQ(steps("fhN"), sorted({{-1, 2}, {1, 2}, {-2, 1}, {2, 1}}));
    EXPECT_EQ(steps("bhN"), sorted({{-1, -2}, {1, -2}, {-2, -1}, {2, -1}}));
    EXPECT_EQ(steps("rhN"), sorted({{1, 2}, {1, -2}, {2, 1}, {2, -1}}));
    EXPECT_EQ(steps("lhN"), sorted({{-1, 2}, {-1, -2}, {-2, 1}, {-2, -1}}));
    EXPECT_EQ(steps("hrN"), sorted({{1, 2}, {2, -1}, {-1, -2}, {-2, 1}}));
    EXPECT_EQ(steps("hlN"), sorted({{-1, 2}, {-2, -1}, {1, -2}, {2, 1}}));
    EXPECT_EQ(steps("hrhlL"), all_around(3, 1));
}

TEST(Betza, KnowsHoppers) {
    for (const Movement& m : read("gQ")) EXPECT_TRUE(m.kind == Kind::hop && m.limit == 1);
    for (const Movement& m : read("pR")) EXPECT_TRUE(m.kind == Kind::hop && m.limit == 0);
    for (const Movement& m : read("pR3")) EXPECT_TRUE(m.kind == Kind::hop && m.limit == 3);
    for (const Movement& m : read("pR1")) EXPECT_TRUE(m.kind == Kind::hop && m.limit == 1);
    EXPECT_TRUE(same("pW", "pR"));
    EXPECT_TRUE(same("gK", "gQ"));
    EXPECT_TRUE(same("pNN", "pN"));
    EXPECT_TRUE(same("gNN", "gN"));
    EXPECT_TRUE(same("gDD", "gD"));
    EXPECT_EQ(steps("fpR"), (Steps{{0, 1}}));
    EXPECT_EQ(read("mRcpR").size(), 8U);
}

TEST(Betza, KnowsLameAndInitialMoves) {
    for (const Movement& m : read("nN")) EXPECT_EQ(m.kind, Kind::lame);
    EXPECT_TRUE(same("nW", "W"));
    EXPECT_TRUE(same("nF", "F"));
    for (const Movement& m : read("ifmnD")) {
        EXPECT_EQ(m.kind, Kind::lame);
        EXPECT_TRUE(m.initial && m.moves && !m.captures);
        EXPECT_EQ(std::pair(m.files, m.ranks), std::pair(0, 2));
    }
    for (const Movement& m : read("iN")) EXPECT_TRUE(m.initial && m.moves && !m.captures);
    EXPECT_EQ(read("fmWfcFifmnD").size(), 4U);
    EXPECT_EQ(read("mWimW").size(), 8U);
}

TEST(Betza, ALameLeapStepsStraightFirst) {
    using Path = std::vector<std::pair<int, int>>;
    EXPECT_EQ(lame_path(1, 2), (Path{{0, 1}}));
    EXPECT_EQ(lame_path(-2, 1), (Path{{-1, 0}}));
    EXPECT_EQ(lame_path(0, -2), (Path{{0, -1}}));
    EXPECT_EQ(lame_path(2, -2), (Path{{1, -1}}));
    EXPECT_EQ(lame_path(2, 3), (Path{{0, 1}, {1, 2}}));
    EXPECT_EQ(lame_path(-3, -1), (Path{{-1, 0}, {-2, 0}}));
    EXPECT_EQ(lame_path(-3, 3), (Path{{-1, 1}, {-2, 2}}));
    EXPECT_EQ(lame_path(3, 0), (Path{{1, 0}, {2, 0}}));
    EXPECT_TRUE(lame_path(1, 1).empty());
}

TEST(Betza, RefusesWithTheColumn) {
    struct Case {
        std::string text;
        std::uint64_t column;
        std::string word;  ///< something that the message says
    };
    const std::vector<Case> cases{
        {"X", 1, "'X'"},
        {"fmWfceF", 0, ""},
        {"fmWfeF", 5, "enPassantTypes"},
        {"Wm", 3, "before nothing"},
        {"f", 2, "before nothing"},
        {"W(N)", 2, "a step like (1,4)"},
        {"W)", 2, "not supported"},
        {"(1,4)", 0, ""},
        {"(", 1, "a step like (1,4)"},
        {"(1", 1, "a step like (1,4)"},
        {"W(1,4", 2, "a step like (1,4)"},
        {"(1,)", 1, "a step like (1,4)"},
        {"(,1)", 1, "a step like (1,4)"},
        {"(1 ,2)", 1, "a step like (1,4)"},
        {"(1;2)", 1, "a step like (1,4)"},
        {"(0,0)", 1, "a step like (1,4)"},
        {"(16,1)", 1, "a step like (1,4)"},
        {"(1,99999999999999999999)", 1, "a step like (1,4)"},
        {"(-1,2)", 1, "a step like (1,4)"},
        {"sf(2,2)", 1, "sf is no direction of '(2,2)'"},
        {"mafsmafW", 2, "'a'"},
        {"oW", 1, "not supported"},
        {"jN", 1, "not supported"},
        {"W-", 2, "not Betza"},
        {"W N", 2, "not Betza"},
        {"\xc3\xa9", 1, "no letter"},
        {"3W", 1, "stands after"},
        {"WW2", 3, "stands after"},
        {"WN3", 0, ""},
        {"R16", 2, "too long"},
        {"R99999999999999999999", 2, "too long"},
        {"W2N2N2B", 0, ""},
        {"mmW", 2, "twice"},
        {"mfmW", 3, "twice"},
        {"pgR", 2, "exclude"},
        {"gpR", 2, "exclude"},
        {"npR", 1, "hopper"},
        {"gnR", 2, "hopper"},
        {"nR", 1, "single steps"},
        {"WnNN", 2, "single steps"},
        {"nN2", 1, "single steps"},
        {"gR3", 3, "no range"},
        {"gRR", 0, ""},
        {"gN2", 3, "no range"},
        {"icW", 2, "never capture"},
        {"imcW", 3, "never capture"},
        {"hN", 1, "no direction"},
        {"hrF", 1, "leapers like N"},
        {"WfhW", 2, "leapers like N"},
        {"fhK", 1, "leapers like N"},
        {"sfF", 1, "sf is no direction of 'F'"},
        {"WvsB", 2, "vs is no direction of 'B' in column 4"},
        {"hfN", 1, "hf is no direction"},
        {"vrN", 1, "vr is no direction"},
    };
    for (const Case& c : cases) {
        const auto read = parse_betza(c.text);
        if (c.column == 0) {
            EXPECT_TRUE(read.has_value()) << c.text;
            continue;
        }
        ASSERT_FALSE(read.has_value()) << c.text;
        EXPECT_EQ(read.error().kind, ErrorKind::bad_input);
        EXPECT_EQ(read.error().where, (Location{1, c.column})) << c.text;
        EXPECT_NE(read.error().message.find(c.word), std::string::npos)
            << c.text << ": " << read.error().message;
    }
}

// A text of any length says each movement once, in the order in which it came.
TEST(Betza, JoinsWhatComesAgain) {
    std::string text;
    for (int i = 0; i < 500; ++i) text += "mNcNWN2";
    const auto movements = parse_betza(text);
    ASSERT_TRUE(movements);
    EXPECT_EQ(*movements, parse_betza("NWN2").value());
}

}  // namespace
}  // namespace zermelo::rules
