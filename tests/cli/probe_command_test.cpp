// SPDX-License-Identifier: GPL-3.0-or-later
// `zermelo probe` as a user runs it.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"

#include "cli/tables.hpp"

namespace zermelo::cli {
namespace {

TEST(ProbeCommand, Text) {
    const Tables tables{"chess --tiers KRvK"};
    expect(
        "probe chess '8/8/8/8/8/k1K5/8/1R6 w' --line" + tables.at(), 0,
        "8/8/8/8/8/k1K5/8/1R6 w - - 0 1: win in 1 ply\n"
        "  b1a1   Ra1#    win in 1 ply       optimal\n" +
            [&] {
                const std::string all =
                    zermelo("probe chess '8/8/8/8/8/k1K5/8/1R6 w' --line" + tables.at()).out;
                const auto from = all.find("optimal\n") + 8;
                return all.substr(from, all.rfind("Line:") - from);
            }() +
            "Line: b1a1\n      Ra1#\n");
    expect("probe chess 'k7/8/1K6/8/8/8/8/7R b'" + tables.at(), 0,
           "k7/8/1K6/8/8/8/8/7R b - - 0 1: loss in 2 plies\n"
           "  a8b8   Kb8     loss in 2 plies    optimal\n");
    const std::string drawn = "7K/8/8/8/8/8/1k6/R7 b";
    const Ended run = zermelo("probe chess '" + drawn + "' --line" + tables.at());
    EXPECT_EQ(run.status, 0);
    expect_has(run.out, ": draw\n  b2a1   Kxa1    draw               optimal\n");
    expect_has(run.out, "Line: nobody can force the end\n");
}

TEST(ProbeCommand, JsonTellsEveryMoveFromTheMoversView) {
    const Tables tables{"chess --tiers KRvK"};
    const std::string fen = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";
    const ReadJson json =
        ReadJson::parse(zermelo("probe chess '" + fen + "' --json --line" + tables.at()).out);
    EXPECT_EQ(json["variant"], "chess");
    EXPECT_EQ(json["fen"], fen);
    EXPECT_EQ(json["category"], "win");
    EXPECT_EQ(json["plies"], 31);
    EXPECT_EQ(json["unit"], "plies");
    EXPECT_EQ(json["game_over"], false);
    const std::vector<std::string> line = moves_of(json["line"]);
    EXPECT_EQ(played_out("chess", fen, line), 31U);
    // Best first: shorter wins, longer ones, draws.
    ASSERT_EQ(json["moves"].size(), 16U);
    int last = 0;
    for (const ReadJson& move : json["moves"]) {
        const bool win = move["category"] == "win";
        EXPECT_EQ(move["category"], win ? "win" : "draw");
        EXPECT_EQ(move["plies"].is_null(), !win);
        EXPECT_EQ(move["keeps_result"], win);
        EXPECT_EQ(move["optimal"], win && move["plies"] == 31);
        const int now = win ? move["plies"].get<int>() : 1000;
        EXPECT_GE(now, last);
        last = now;
    }
    EXPECT_EQ(json["moves"].back()["category"], "draw");
    // Black's view: all are losses, the longest first.
    const ReadJson black =
        ReadJson::parse(zermelo("probe chess '8/8/8/3k4/8/8/1R6/K7 b' --json" + tables.at()).out);
    EXPECT_EQ(black["category"], "loss");
    EXPECT_EQ(black["plies"], black["moves"][0]["plies"]);
    EXPECT_TRUE(black["line"].is_null());
    last = 1000;
    for (const ReadJson& move : black["moves"]) {
        EXPECT_EQ(move["category"], "loss");
        EXPECT_EQ(move["keeps_result"], true);
        EXPECT_EQ(move["optimal"], move["plies"] == black["plies"]);
        EXPECT_LE(move["plies"].get<int>(), last);
        last = move["plies"].get<int>();
    }
}

TEST(ProbeCommand, AGameThatIsOver) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const auto probed = [&](const std::string& fen) {
        return ReadJson::parse(zermelo("probe small4x4 '" + fen + "' --json --line" + tables.at()).out);
    };
    const ReadJson mate = probed("k2R/4/1K2/4 b");
    EXPECT_EQ(mate["category"], "loss");
    EXPECT_EQ(mate["plies"], 0);
    EXPECT_EQ(mate["game_over"], true);
    EXPECT_EQ(mate["checkmate"], true);
    EXPECT_EQ(mate["stalemate"], false);
    EXPECT_EQ(mate["moves"], ReadJson::array());
    EXPECT_EQ(mate["line"], ReadJson::array());
    const ReadJson stalemate = probed("k3/3R/1K2/4 b");
    EXPECT_EQ(stalemate["game_over"].get<bool>(), stalemate["moves"].empty());
    const ReadJson stuck = probed("k3/2K1/1R2/4 b");
    EXPECT_EQ(stuck["category"], stuck["game_over"] == true ? "draw" : "loss");
}

TEST(ProbeCommand, HuntPositionsOfBothColours) {
    const Tables tables{"simplified --men 4"};
    Random random{7};
    std::uint64_t decided = 0;
    for (unsigned i = 0; i < 600; ++i) {
        // A position and the same with the colours swapped.
        const auto own = queen_hunt::all_armies[random.below(18)];
        const auto other = queen_hunt::all_armies[random.below(18)];
        if (own.men() + other.men() > 4) continue;
        const auto position = queen_hunt::random_position(own, other, random);
        std::string squares(16, '.');
        for (const queen_hunt::Piece& piece : position.pieces(Color::white)) {
            const char upper = queen_hunt::letter(piece.kind);
            squares[(3 - piece.square.rank().index()) * 4 + piece.square.file().index()] =
                piece.color == Color::white ? upper : static_cast<char>(upper - 'A' + 'a');
        }
        std::string turned = squares;
        for (char& c : turned)
            if (c != '.') c = static_cast<char>(c <= 'Z' ? c - 'A' + 'a' : c - 'a' + 'A');
        const std::string fen = rows_of_four(squares);
        const std::string twin = rows_of_four(turned);
        const auto white = ReadJson::parse(
            zermelo("probe simplified '" + fen + " w' --json --line" + tables.at()).out, nullptr, false);
        const auto black = ReadJson::parse(
            zermelo("probe simplified '" + twin + " b' --json" + tables.at()).out, nullptr, false);
        ASSERT_TRUE(white.is_object() && black.is_object()) << fen;
        EXPECT_EQ(white["plies"], black["plies"]) << fen;
        EXPECT_EQ(white["category"], black["category"]) << fen;
        std::multiset<std::string> of_white;
        std::multiset<std::string> of_black;
        for (const ReadJson& move : white["moves"]) of_white.insert(move.dump());
        for (const ReadJson& move : black["moves"]) of_black.insert(move.dump());
        EXPECT_EQ(of_white, of_black) << fen;
        const std::vector<std::string> line = moves_of(white["line"]);
        if (white["category"] != "draw") {
            ++decided;
            EXPECT_EQ(white["plies"].get<int>(), static_cast<int>(line.size()));
            EXPECT_EQ(played_out("simplified", fen + " w", line), line.size()) << fen;
        } else {
            EXPECT_TRUE(line.empty());
        }
    }
    EXPECT_GE(decided, 10U);
}

TEST(ProbeCommand, EnPassantIsWorthWhatItsMovesAre) {
    const Tables tables;
    const std::string rules = tables.folder().file(
        "step.ini",
        "[step:small3x3]\nmaxRank = 6\nstartFen = k1p/3/3/3/3/K1P w - - 0 1\npromotionRegionWhite = *6\n"
        "doubleStep = true\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *5\nenPassantTypes = p\n");
    const std::string path = " --variant-path " + rules;
    ASSERT_EQ(tables.solve("step --tiers KPvKP" + path).status, 0);
    const auto probed = [&](const std::string& fen) {
        return ReadJson::parse(zermelo("probe step '" + fen + "' --json --line" + tables.at() + path).out,
                               nullptr, false);
    };
    std::uint64_t changed = 0;
    Random random{2};
    for (unsigned i = 0; i < 40; ++i) {
        // White has just played b2b4, Black may take on b3.
        std::array<std::string, 6> ranks;
        for (auto& rank : ranks) rank = "...";
        ranks[3][1] = 'P';
        ranks[3][random.one_in(2) ? 0 : 2] = 'p';
        for (const char king : {'K', 'k'}) {
            std::size_t square = random.below(18);
            while (ranks[square / 3][square % 3] != '.' || square == 7 || square == 4)
                square = random.below(18);
            ranks[square / 3][square % 3] = king;
        }
        std::string fen;
        for (std::size_t n = 6; n-- > 0;) {
            for (std::size_t f = 0; f < 3; ++f) {
                std::size_t empty = 0;
                while (f + empty < 3 && ranks[n][f + empty] == '.') ++empty;
                fen += empty != 0 ? std::to_string(empty) : std::string(1, ranks[n][f]);
                f += empty == 0 ? 0 : empty - 1;
            }
            fen += n == 0 ? " b - " : "/";
        }
        const ReadJson with = probed(fen + "b3");
        const ReadJson without = probed(fen + "-");
        if (!with.is_object() || !without.is_object()) continue;  // no position
        if (with["moves"].size() != without["moves"].size() + 1) continue;
        // All moves but the capture are the same, and the value is that of the best.
        std::map<std::string, ReadJson> known;
        for (const ReadJson& move : without["moves"]) known[move["move"]] = move["plies"];
        for (const ReadJson& move : with["moves"]) {
            const auto same = known.find(move["move"]);
            if (same == known.end()) {
                EXPECT_EQ(move["move"].get<std::string>().substr(2), "b3") << fen;
            } else {
                EXPECT_EQ(move["plies"], same->second) << fen;
            }
        }
        EXPECT_EQ(with["plies"], with["moves"][0]["plies"]) << fen;
        EXPECT_EQ(with["category"], with["moves"][0]["category"]) << fen;
        if (with["plies"] != nullptr) {
            EXPECT_EQ(with["plies"].get<int>(), static_cast<int>(with["line"].size())) << fen;
        }
        changed += with["plies"] != without["plies"] ? 1 : 0;
    }
    EXPECT_GT(changed, 0U);
}

TEST(ProbeCommand, WhatNoTableHolds) {
    const Tables tables{"chess --tiers KRvK"};
    const std::string at = tables.at();
    expect_says("probe chess '4k3/8/8/8/8/8/8/R3K3 w Q'" + at, 2, "castle");
    EXPECT_EQ(zermelo("probe chess '4k3/8/8/8/8/8/8/R3K3 w -'" + at).status, 0);
    expect_says("probe chess" + at, 2, "castle");  // the start
    expect_says("probe chess '2k5/8/8/8/8/8/8/QK6 w'" + at, 1, "KQvK.zt");
    // No position at all.
    expect_says("probe chess '8/8/8/8/8/8/1R6/K7 w'" + at, 2, "royal");
    expect_says("probe chess '8/8/8/8/8/2k5/1R6/K6 w'" + at, 2, "error");
    expect_says("probe chess 'x7/8/8/8/8/2k5/1R6/K7 w'" + at, 2, "FEN:1:1: error");
    expect_says("probe chess '8/8/8/8/8/1Rk5/8/K7 w'" + at, 2, "");
    // Another terrain is another game.
    expect_says("probe chess '8/8/8/8/8/2k5/1R6/K6* w'" + at, 2, "terrain");
    expect_says("probe chess '8/8/8/8/8/2k5/1R6/K7 w ~R:h8'" + at, 2, "terrain");
    // The hunt's tables hold what its games may have.
    const Tables hunt{"simplified --men 3"};
    expect_says("probe simplified 'qrrr/4/4/3Q w'" + hunt.at(), 2, "no table holds this position");
    expect_says("probe simplified 'q3/4/4/2*Q w'" + hunt.at(), 2, "terrain");
    expect_says("probe simplified 'q3/1r2/4/N2Q w'" + hunt.at(), 1, "QRvQN.zt");
}

}  // namespace
}  // namespace zermelo::cli
