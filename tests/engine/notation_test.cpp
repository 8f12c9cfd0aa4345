// SPDX-License-Identifier: GPL-3.0-or-later
// Moves in standard algebraic notation: those of chess as another program writes them, in all games no two
// alike.
#include "zermelo/engine/notation.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/library/library.hpp"

#include "reference/random_variants.hpp"
#include "support/scale.hpp"

namespace zermelo::engine {
namespace {

/// All moves of a position: UCI, SAN.
std::map<std::string, std::string> sans(const AnyGameAt& any) {
    return std::visit(
        [](const auto& at) {
            std::map<std::string, std::string> all;
            MoveList moves;
            at.game.moves(at.position, moves);
            const std::vector<std::string> names = sans(at.game, at.position, moves, moves);
            std::size_t asked = 0;
            EXPECT_EQ(sans(at.game, at.position, moves, moves, [&] { return ++asked > 2; }).size(),
                      std::min<std::size_t>(moves.size(), 2));
            for (std::size_t i = 0; i < moves.size(); ++i) {
                EXPECT_EQ(names[i], san(at.game, at.position, moves[i]));
                all[uci(moves[i], at.game.rules())] = names[i];
            }
            return all;
        },
        any);
}

std::map<std::string, std::string> sans(const std::string& variant, const std::string& fen) {
    static library::Library library = library::Library::open().value();
    return sans(library::position_of(**library.find(variant), fen).value());
}

TEST(San, OfChessAsPythonChessWritesIt) {
    std::ifstream file{ZERMELO_SOURCE_DIR "/tests/data/san.tsv"};
    std::size_t positions = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        const std::size_t tab = line.find('\t');
        std::map<std::string, std::string> expected;
        std::istringstream words{line.substr(tab + 1)};
        for (std::string move, name; words >> move >> name;) expected[move] = name;
        EXPECT_EQ(sans("chess", line.substr(0, tab)), expected) << line.substr(0, tab);
        ++positions;
    }
    EXPECT_GE(positions, 40U);
}

TEST(San, OfOtherGames) {
    // Capturing the queen wins, and so does reaching the far rank; there is no check.
    const auto hunt = sans("simplified", "q3/4/1N2/1Q2 w");
    EXPECT_EQ(hunt.at("b2a4"), "Nxa4#");
    EXPECT_EQ(hunt.at("b1d1"), "Qd1");
    EXPECT_EQ(sans("breakthrough5x5", "5/P4/5/4p/5 w").at("a4a5"), "Pa5#");  // its pieces are no pawns
    // A piece that turns into another one, letters that are no chess piece's, ranks of two digits.
    EXPECT_EQ(sans("amazon", "7k/P7/8/8/8/8/8/K7 w").at("a7a8a"), "a8=A+");
    EXPECT_EQ(sans("small10x10", "k9/10/10/10/10/10/10/10/10/K8R w").at("j1j10"), "Rj10+");
    // Two pawns that step to one square.
    library::Library library = library::Library::open().value();
    const auto rules = rules::read_rules(
        "[berolina]\nking = k\ncustomPiece1 = p:mfFcfW\npawn = -\nstartFen = k7/8/8/8/8/8/P1P5/K7 w\n"
        "castling = false\ndoubleStep = false\npassWhite = true\n",
        {});
    const auto moves = sans(library::position_of(rules.value().front(), std::nullopt).value());
    EXPECT_EQ(moves.at("a2b3"), "Pab3");
    EXPECT_EQ(moves.at("c2b3"), "Pcb3");
    EXPECT_EQ(moves.at("a1a1"), "--");
    // Two men of one kind that turn back into different ones.
    const auto turning = sans("kyotoshogi", "p3K/5/1+s1k1/2+n1+P/+L1+S+ln[] b - - 0 1");
    EXPECT_EQ(turning.at("c2c1-"), "Gcxc1-");
    EXPECT_EQ(turning.at("d1c1-"), "Gdxc1-");
}

TEST(San, NoTwoMovesAreWrittenAlike) {
    Random random{20};
    const std::uint64_t games = testing::scaled(150);
    for (std::uint64_t i = 0; i < games; ++i) {
        const rules::Rules rules = reference::random_rules(random);
        for (int j = 0; j < 4; ++j) {
            const engine::Setup setup = reference::random_setup(random, rules);
            const auto at = set_up(rules, setup);
            ASSERT_TRUE(at);
            std::map<std::string, std::string> back;
            for (const auto& [move, name] : sans(*at)) {
                const auto [found, is_new] = back.try_emplace(name, move);
                EXPECT_TRUE(is_new) << name << " is " << move << " and " << found->second << " in "
                                    << print_fen(setup);
                for (const std::string& written : {move, name}) {
                    const auto read = at->find_written_move(written);
                    EXPECT_TRUE(read && at->uci(*read) == move) << written << " in " << print_fen(setup);
                }
            }
        }
    }
}

/// A name that tells of a move of a man all of where it comes from: `Qd2xd7` of `Qxd7`; nothing of another
/// move.
std::optional<std::string> told_whole(const AnyGameAt& at, Move move, const std::string& name) {
    if (name.find_first_of("@O,/") != std::string::npos || name.find('-') != std::string::npos)
        return std::nullopt;
    const std::string from = engine::name(place_of(move.from, at.rules().files));
    const std::string to = engine::name(place_of(move.to, at.rules().files));
    const std::size_t letters = std::min(name.find_first_of("abcdefghijklmnop0123456789x"), name.size());
    const std::size_t goal = name.rfind(to);
    if (goal == std::string::npos) return std::nullopt;
    return name.substr(0, letters) + from + (at.captures(move) ? "x" : "-") + name.substr(goal);
}

TEST(San, MovesAreReadWithMoreThanIsNeeded) {
    const auto read = [](const char* variant, const char* fen, const char* text) -> std::string {
        library::Library library = library::Library::open().value();
        const auto at = library::position_of(*library.find(variant).value(), fen).value();
        const auto move = at.find_written_move(text);
        return move ? at.uci(*move) : "none";
    };
    const char* const fen = "r3k2r/3q4/8/8/8/8/P2Q4/R3K2R w KQkq - 0 1";
    for (const char* const text : {"Qd2xd7", "Qdxd7+", "Q2xd7", "Qd2d7", "Qd7", "Qd2-d7"})
        EXPECT_EQ(read("chess", fen, text), "d2d7") << text;
    for (const char* const text : {"a2-a3", "a3!", "a2a3"})
        EXPECT_EQ(read("chess", fen, text), "a2a3") << text;
    for (const char* const text : {"Qd1xd7", "Qd2xd7=Q", "@f6", "axd7", "Q", "x", "", "d7", "-d7", "Kd2xd7"})
        EXPECT_EQ(read("chess", fen, text), "none") << text;
    EXPECT_EQ(read("chess", "k7/8/8/8/8/1N3N2/8/K7 w - - 0 1", "Nd4"), "none");
    EXPECT_EQ(read("chess", "k7/8/8/8/8/1N3N2/8/K7 w - - 0 1", "Nb3-d4"), "b3d4");
    EXPECT_EQ(read("crazyhouse", "4k3/8/8/8/8/8/8/Q3K3[PNn] w - - 0 1", "@f6"), "P@f6");
    EXPECT_EQ(read("crazyhouse", "4k3/8/8/8/8/8/8/Q3K3[Nn] w - - 0 1", "@f6"), "none");
    EXPECT_EQ(read("chess", "3q4/2P4k/8/8/8/8/8/K7 w - - 0 1", "c7xd8Q"), "c7d8q");
}

TEST(San, NoMoveIsReadAsAnother) {
    Random random{21};
    std::uint64_t told = 0;
    const std::uint64_t games = testing::scaled(150);
    for (std::uint64_t i = 0; i < games; ++i) {
        const rules::Rules rules = reference::random_rules(random);
        const auto at = set_up(rules, reference::random_setup(random, rules));
        ASSERT_TRUE(at);
        for (const auto& [uci, name] : sans(*at)) {
            const auto move = at->find_move(uci);
            ASSERT_TRUE(move);
            const auto text = told_whole(*at, *move, name);
            if (!text) continue;
            const auto read = at->find_written_move(*text);
            // Two moves may differ in what such a text does not say; neither is read then.
            if (!read) continue;
            EXPECT_EQ(at->uci(*read), uci) << *text << " in " << at->fen();
            ++told;
        }
    }
    EXPECT_GT(told, games);
}

}  // namespace
}  // namespace zermelo::engine
