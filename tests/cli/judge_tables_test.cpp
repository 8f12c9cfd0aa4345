// SPDX-License-Identifier: GPL-3.0-or-later
// `judge --tables` and `prove --tables`: the same answers as without.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"

#include "cli/tables.hpp"
#include "support/scale.hpp"

namespace zermelo::cli {
namespace {

/// Random hunts of at most five men, and few enough that all have tables.
std::string random_hunts(unsigned games, std::uint64_t seed) {
    Random random{seed};
    std::ostringstream text;
    text << games << "\n";
    for (unsigned i = 0; i < games;) {
        const queen_hunt::ArmyCounts white = queen_hunt::all_armies[random.below(18)];
        const queen_hunt::ArmyCounts black = queen_hunt::all_armies[random.below(18)];
        if (white.men() + black.men() > 5) continue;
        ++i;
        const auto position = queen_hunt::random_position(white, black, random);
        text << white.men() << " " << black.men() << " " << 1 + random.below(60) << "\n";
        for (const Color color : both_colors)
            for (const queen_hunt::Piece& piece : position.pieces(Color::white))
                if (piece.color == color)
                    text << queen_hunt::letter(piece.kind) << " "
                         << static_cast<char>('A' + piece.square.file().index()) << " "
                         << piece.square.rank().index() + 1 << "\n";
    }
    return text.str();
}

TEST(JudgeTables, TheSameVerdictsAsWithout) {
    const Tables tables{"simplified --men 5"};
    const auto games = static_cast<unsigned>(testing::scaled(400));
    const std::string input = tables.folder().file("games", random_hunts(games, 3));
    const Ended plain = shell("$Z judge simplified " + input + " 2>&1");
    EXPECT_EQ(plain.status, 0);
    EXPECT_EQ(std::count(plain.out.begin(), plain.out.end(), '\n'), games);
    for (const char* threads : {"", " --threads 1"}) {
        EXPECT_EQ(zermelo("judge simplified " + input + tables.at() + threads).out, plain.out);
        EXPECT_EQ(shell("cat " + input + " | $Z judge simplified" + tables.at() + threads).out, plain.out);
    }
    std::istringstream with{zermelo("judge simplified " + input + " --json" + tables.at()).out};
    std::istringstream without{zermelo("judge simplified " + input + " --json").out};
    std::uint64_t won = 0;
    for (std::string a, b; std::getline(with, a);) {
        ASSERT_TRUE(std::getline(without, b));
        const ReadJson x = ReadJson::parse(a);
        const ReadJson y = ReadJson::parse(b);
        EXPECT_EQ(x["verdict"], y["verdict"]);
        EXPECT_EQ(x.contains("plies"), y.contains("plies"));
        if (x.contains("plies")) {
            EXPECT_EQ(x["plies"], y["plies"]) << a << b;
        }
        won += x["verdict"] == "YES" ? 1 : 0;
    }
    EXPECT_GT(won, games / 4);
    EXPECT_LT(won, games);
    // Some of the tables are enough: what is not there is searched for.
    for (const std::string& name : tables.names("simplified"))
        if (random_hunts(1, std::hash<std::string>{}(name)).size() % 2 == 0)
            std::filesystem::remove(tables.path("simplified/" + name));
    EXPECT_EQ(zermelo("judge simplified " + input + tables.at()).out, plain.out);
}

TEST(JudgeTables, OtherGamesAndMissingOrForeignTables) {
    const Tables tables{"simplified --tiers QRvQ"};
    expect_says("judge cheesy examples/cheesy.in" + tables.at(), 2, "expected simplified");
    tables.folder().file("t/simplified/QNvQ.zt", "garbage");
    expect_says("judge simplified examples/simplified.in" + tables.at(), 2, "QNvQ.zt");
}

TEST(JudgeTables, ADamagedTableIsAWarningAndWhatItHoldsIsSearched) {
    const Tables tables{"simplified --tiers QRvQ"};
    const std::string path = tables.path("simplified/QvQR.zt");
    std::string bad = contents(path);
    // Every block is bad; header and index are good.
    for (std::size_t i = first_block(bad); i < bad.size() - 40; i += 50)
        bad[i] = static_cast<char>(bad[i] ^ 1);
    std::ofstream{path, std::ios::binary | std::ios::trunc} << bad;
    // Two games that need no table, then some that do: nobody wins soon.
    const std::string input =
        tables.folder().file("games",
                             "5\n1 1 2\nQ A 1\nQ A 4\n1 1 4\nQ A 1\nQ B 3\n2 1 60\nQ A 1\nR B 1\nQ D 3\n"
                             "2 1 60\nQ A 1\nR B 2\nQ D 3\n2 1 59\nQ B 1\nR B 2\nQ D 3\n");
    for (const char* how : {"", " --threads 1", " --json"}) {
        const std::string judge = "judge simplified " + input + how;
        const Ended without = zermelo(judge);
        const Ended run = shell("$Z " + judge + tables.at() + " 2>/dev/null");
        const Ended said = shell("$Z " + judge + tables.at() + " 2>&1 >/dev/null");
        EXPECT_EQ(run.status, 0);
        EXPECT_EQ(run.out, without.out);
        EXPECT_EQ(lines(said.out).size(), 1U) << said.out;  // once, however many games need it
        expect_has(said.out, "zermelo: warning: ");
        expect_has(said.out, "QvQR.zt");
    }
}

TEST(ProveTables, TheSameProofsAsWithout) {
    const Tables tables{"small4x4 --men 4"};
    EXPECT_EQ(tables.solve("simplified --men 4").status, 0);
    Random random{5};
    std::uint64_t wins = 0;
    std::uint64_t asked = 0;
    const auto expect_same = [&](const std::string& variant, const std::string& fen) {
        const std::string command = "prove " + variant + " '" + fen + "' --plies " +
                                    std::to_string(1 + random.below(11)) + " --json --tries";
        const Ended plain = zermelo(command);
        if (plain.status == 2) return;  // no position
        const Ended looked_up = zermelo(command + tables.at());
        EXPECT_EQ(plain.status, looked_up.status);
        const ReadJson a = ReadJson::parse(plain.out, nullptr, false);
        const ReadJson b = ReadJson::parse(looked_up.out, nullptr, false);
        ASSERT_TRUE(a.is_object() && b.is_object()) << plain.out << looked_up.out;
        for (const char* key : {"variant", "fen", "limit", "category", "plies", "complete"})
            EXPECT_EQ(a[key], b[key]) << command << ": " << key;
        const auto moves = [](const ReadJson& json, const char* key) {
            std::set<std::string> all;
            for (const ReadJson& move : json[key])
                all.insert(move["move"].get<std::string>() +
                           (move.contains("plies") ? move["plies"].dump() : ""));
            return all;
        };
        EXPECT_EQ(moves(a, "winning_moves"), moves(b, "winning_moves")) << command;
        EXPECT_EQ(a["line"].size(), b["line"].size()) << command;
        EXPECT_EQ(a["tries"].size(), b["tries"].size()) << command;
        if (b["category"] == "win" && b["plies"] != 0) {
            EXPECT_EQ(played_out(variant, fen, moves_of(b["line"])), b["plies"]) << command;
        }
        ++asked;
        wins += b["category"] == "win" ? 1 : 0;
    };
    const auto random_fen = [&](const std::string& men) {
        std::string squares(16, '.');
        for (const char man : men) {
            std::size_t at = random.below(16);
            while (squares[at] != '.') at = random.below(16);
            squares[at] = man;
        }
        return rows_of_four(squares) + (random.one_in(2) ? " w" : " b");
    };
    for (unsigned i = 0; i < testing::scaled(25); ++i) {
        for (const char* men :
             {"KkR", "KkP", "KkQr", "KkPp", "KkNB", "KkRPr"})  // the last are not in the tables
            expect_same("small4x4", random_fen(men));
        for (const char* men : {"Qqr", "QRqn", "QBNq"}) expect_same("simplified", random_fen(men));
    }
    EXPECT_GT(wins, asked / 10);
    // What the tables do not hold is searched for.
    expect("prove small4x4 'k1r1/4/2RR/1QKR w' --plies 3" + tables.at(), 0,
           "win in 3 plies\nline: c2c4 a4a3 d2a2\n      Rxc4+ Ka3 Ra2#\nRxc4+ (c2c4): wins in 3 plies\n"
           "Qa2+ (b1a2): wins in 3 plies\n");
    expect_says("prove small4x4 'k3/4/2R1/2K1 w' --plies 31" + tables.at(), 0, "win in ");
}

// The searches of some lines come to a table that cannot be read; the others have nothing to do with it.
TEST(ProveTables, ADamagedOneIsAWarningAndWhatItHoldsIsSearched) {
    const Tables tables{"small4x4 --tiers KRvK"};
    std::string bytes = contents(tables.path("small4x4/KRvK.zt"));
    bytes[bytes.size() / 2] ^= 0x55;
    std::ofstream{tables.path("small4x4/KRvK.zt"), std::ios::binary} << bytes;
    std::string fens;
    for (int i = 0; i < 8; ++i) fens += "4/2k1/3R/K3 w\nk1r1/4/2RR/1QKR w\n";
    const std::string input = tables.folder().file("fens", fens);
    const std::string prove = "prove small4x4 - < " + input + tables.at();
    const Ended run = zermelo(prove);
    EXPECT_EQ(run.status, 0);
    std::size_t damaged = 0;
    std::size_t longer = 0;
    std::size_t won = 0;
    for (const std::string& line : lines(run.out)) {
        damaged += line.find("zermelo: warning: ") == 0 && line.find("damaged") != std::string::npos ? 1 : 0;
        longer += line == "win in 13 plies" ? 1 : 0;
        won += line == "win in 3 plies" ? 1 : 0;
    }
    EXPECT_EQ(damaged, 1U) << run.out;  // once, however many lines need it
    EXPECT_EQ(longer, 8U) << run.out;
    EXPECT_EQ(won, 8U) << run.out;
    // In JSON the object says of which line it is.
    std::size_t objects = 0;
    for (const std::string& line : lines(shell("$Z " + prove + " --json 2>/dev/null").out)) {
        const auto proof = ReadJson::parse(line);
        EXPECT_EQ(proof["table_error"].is_null(), proof["plies"] == 3) << line;
        ++objects;
    }
    EXPECT_EQ(objects, 16U);
    // The same holds for the search that comes to it, where tables are not made instead.
    expect_says("prove small4x4 '3r/1k2/4/RK2 w' --restrict checks --nodes 50000" + tables.at(), 3,
                "warning: ");
}

TEST(ProveTables, WhereNothingIsWonTheyKnowWhatIs) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const auto prove = [&](const std::string& fen, const std::string& plies) {
        return lines(zermelo("prove small4x4 '" + fen + "' --plies " + plies + tables.at()).out)[0];
    };
    EXPECT_EQ(prove("k3/4/4/3K w", "9"), "no win at any length: nobody can force one");
    EXPECT_EQ(prove("4/2k1/3R/K3 w", "9"), "no win within 9 plies; the shortest takes 13 plies");
    EXPECT_EQ(prove("4/2k1/3R/K3 w", "13"), "win in 13 plies");
    EXPECT_EQ(prove("2k1/4/3R/K3 b", "250"), "no win at any length: the other side wins in 14 plies");
    EXPECT_EQ(prove("k2R/4/1K2/4 b", "9"), "no win at any length: the game is over");
    // Without them only what was asked is proved.
    expect("prove small4x4 'k3/4/4/3K w' --plies 9", 0, "no win within 9 plies\n");
}

}  // namespace
}  // namespace zermelo::cli
