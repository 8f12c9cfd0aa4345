// SPDX-License-Identifier: GPL-3.0-or-later
// A position as programs are told it, against the reference, which shares nothing with the engine.
#include "zermelo/tell/position.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/variants.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/tell/variants.hpp"

#include "reference/engine.hpp"
#include "support/json_lines.hpp"
#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/shipped.hpp"

namespace zermelo::tell {
namespace {

using testing::ReadJson;

ReadJson setup_of(const std::string& variant, const std::optional<std::string>& fen = std::nullopt) {
    const auto object = setup_object(testing::shipped(variant), fen);
    EXPECT_TRUE(object) << (object ? "" : object.error().message);
    return object ? testing::read(*object) : ReadJson{};
}

TEST(SetupObject, OfTheStart) {
    const ReadJson chess = setup_of("chess");
    EXPECT_EQ(chess["schema"], 1);
    EXPECT_EQ(chess["type"], "setup");
    EXPECT_EQ(chess["variant"], "chess");
    EXPECT_EQ(chess["fen"], testing::shipped("chess").start_fen);
    EXPECT_EQ(chess["side_to_move"], "white");
    EXPECT_TRUE(chess["violations"].empty());
    EXPECT_EQ(chess["in_check"], false);
    EXPECT_EQ(chess["game_over"], false);
    EXPECT_TRUE(chess["category"].is_null());
    EXPECT_EQ(testing::moves_of(chess["moves"]),
              (std::vector<std::string>{"a2a3", "a2a4", "b1a3", "b1c3", "b2b3", "b2b4", "c2c3",
                                        "c2c4", "d2d3", "d2d4", "e2e3", "e2e4", "f2f3", "f2f4",
                                        "g1f3", "g1h3", "g2g3", "g2g4", "h2h3", "h2h4"}));
    EXPECT_EQ(
        chess["moves"][11].dump(),
        R"({"move":"e2e4","san":"e4","from":"e2","to":"e4","promotion":null,"drop":null,)"
        R"("wall":null,"gated":null,"gate":null,)"
        R"("is_capture":false,"is_pass":false,"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"})");
}

TEST(SetupObject, TellsEachMove) {
    const ReadJson chess = setup_of("chess", "1r4k1/P1P5/8/3pP3/8/8/8/R3K2R w KQ d6");
    std::map<std::string, ReadJson> moves;
    for (const ReadJson& move : chess["moves"]) moves[move["move"]] = move;
    EXPECT_EQ(moves["a7b8n"]["san"], "axb8=N");
    EXPECT_EQ(moves["a7b8n"]["promotion"], "n");
    EXPECT_EQ(moves["a7b8n"]["is_capture"], true);
    EXPECT_EQ(moves["e5d6"]["is_capture"], true);  // en passant
    EXPECT_EQ(moves["e1g1"]["san"], "O-O");
    EXPECT_EQ(moves["e1g1"]["is_capture"], false);
    EXPECT_EQ(moves["h1h8"]["san"], "Rh8+");
}

TEST(SetupObject, TellsDrops) {
    const rules::Rules rules = rules::read_rules(
                                   "[hands]\nmaxFile = 3\nmaxRank = 3\nking = k\nsilver = s\ngold = g\n"
                                   "promotedPieceType = s:g\ndropPromoted = true\npieceDrops = true\n"
                                   "startFen = k2/3/2K[S] w\ncastling = false\ndoubleStep = false\n",
                                   {})
                                   ->back();
    const ReadJson hands = testing::read(*setup_object(rules, std::nullopt));
    std::map<std::string, ReadJson> moves;
    for (const ReadJson& move : hands["moves"]) moves[move["move"]] = move;
    const ReadJson& plain = moves["S@b1"];
    EXPECT_EQ(plain["san"], "S@b1");
    EXPECT_TRUE(plain["from"].is_null());
    EXPECT_EQ(plain["to"], "b1");
    EXPECT_TRUE(plain["promotion"].is_null());
    EXPECT_EQ(plain["drop"], "s");
    EXPECT_EQ(plain["is_capture"], false);
    EXPECT_EQ(plain["fen"], "k2/3/1SK[] b - - 0 1");
    EXPECT_EQ(moves["+S@b1"]["drop"], "s");
    EXPECT_EQ(moves["+S@b1"]["fen"], "k2/3/1GK[] b - - 0 1");
    EXPECT_TRUE(moves["c1b1"]["drop"].is_null());
}

TEST(SetupObject, HasAllViolationsAndThenNoMoves) {
    const ReadJson bad = setup_of("chess", "P3k2p/8/8/8/8/8/8/R3K3 b Kk e6");
    EXPECT_GE(bad["violations"].size(), 3U);
    EXPECT_EQ(bad["violations"][0]["square"], "a8");
    EXPECT_EQ(bad["fen"], "P3k2p/8/8/8/8/8/8/R3K3 b Kk e6 0 1");
    EXPECT_EQ(bad["side_to_move"], "black");
    EXPECT_TRUE(bad["moves"].empty());
    for (const char* member : {"in_check", "game_over", "category", "checkmate", "stalemate"})
        EXPECT_TRUE(bad.at(member).is_null()) << member;
    const ReadJson empty = setup_of("chess", "8/8/8/8/8/8/8/8 w");
    ASSERT_FALSE(empty["violations"].empty());
    EXPECT_TRUE(empty["violations"][0]["square"].is_null());
}

TEST(SetupObject, AFenThatCannotBeReadIsAnErrorWithItsColumn) {
    const auto bad = setup_object(testing::shipped("chess"), "8/8/8/8/8/8/8/8/8 w");
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().input, "FEN");
    ASSERT_TRUE(bad.error().where);
    EXPECT_GT(bad.error().where->column, 1U);
}

TEST(SetupObject, OfAGameThatIsOver) {
    struct Case {
        const char* variant;
        const char* fen;
        const char* category;
        bool checkmate;
        bool stalemate;
    };
    for (const Case& c : {Case{"chess", "R5k1/5ppp/8/8/8/8/8/6K1 b", "loss", true, false},
                          Case{"chess", "k7/8/1Q6/8/8/8/8/6K1 b", "draw", false, true},
                          Case{"simplified", "N3/4/4/3Q b", "loss", false, false},
                          Case{"breakthrough5x5", "P4/5/5/4p/5 b", "loss", false, false}}) {
        const ReadJson over = setup_of(c.variant, c.fen);
        EXPECT_EQ(over["game_over"], true) << c.fen;
        EXPECT_EQ(over["category"], c.category) << c.fen;
        EXPECT_EQ(over["checkmate"], c.checkmate) << c.fen;
        EXPECT_EQ(over["stalemate"], c.stalemate) << c.fen;
        EXPECT_TRUE(over["moves"].empty()) << c.fen;
    }
}

// A setup with more moves than anybody wants listed is refused.
TEST(SetupObject, RefusesMonsters) {
    std::string rules = "[monster]\nmaxFile = p\nmaxRank = 16\ncastling = false\ndoubleStep = false\n";
    std::string letters;
    for (char letter = 'a'; letter <= 'y'; ++letter) {
        rules += "customPiece" + std::to_string(letter - 'a' + 1) + " = " + letter + ":QNN\n";
        letters += letter;
    }
    std::string start;
    for (unsigned rank = 16; rank > 0; --rank) start += rank % 2 == 0 ? "a14A/" : "16/";
    start.pop_back();
    rules += "promotionPawnTypes = a\npromotionPieceTypes = " + letters +
             "\npromotionRegionWhite = *1 *2 *3 *4 *5 *6 *7 *8 *9 *10 *11 *12 *13 *14 *15 *16\n"
             "startFen = " +
             start + " w\n";
    const auto read = engine::read_variants(rules, {});
    ASSERT_TRUE(read) << read.error().message;
    const auto refused = setup_object(read->front(), std::nullopt);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("legal moves, expected at most 4096"), std::string::npos)
        << refused.error().message;
}

class EachVariant : public ::testing::TestWithParam<std::string> {};

// Moves, the positions after them, and ends are those of the reference; what is refused is refused for its
// reasons.
TEST_P(EachVariant, IsTheReference) {
    const rules::Rules& rules = testing::shipped(GetParam());
    testing::NearEnds positions{rules, testing::seed_of(GetParam()) + 16};
    for (std::uint64_t i = testing::scaled(12); i > 0; --i) {
        const engine::Setup setup = positions.any();
        SCOPED_TRACE(print_fen(setup));
        const ReadJson object = setup_of(rules.name, print_fen(setup));
        ASSERT_TRUE(object["violations"].empty());
        std::vector<std::pair<std::string, std::string>> expected;
        for (const engine::Move& move : reference::moves(setup, rules)) {
            engine::Setup after = reference::play(setup, rules, move);
            after.half_moves = 0;  // positions do not count moves
            after.full_moves = 1;
            expected.emplace_back(engine::uci(move, rules), print_fen(after));
        }
        std::sort(expected.begin(), expected.end());
        std::vector<std::pair<std::string, std::string>> found;
        for (const ReadJson& move : object["moves"]) {
            found.emplace_back(move["move"], move["fen"]);
            const std::string uci = move["move"];
            if (!move["from"].is_null()) {
                EXPECT_TRUE(uci.starts_with(move["from"].get<std::string>() + move["to"].get<std::string>()));
            }
        }
        EXPECT_EQ(found, expected);
        const auto end = expected.empty() ? reference::end(setup, rules) : std::nullopt;
        EXPECT_EQ(object["game_over"], end.has_value());
        EXPECT_EQ(object["category"], end ? ReadJson(name(*end)) : ReadJson());
    }
}

ZERMELO_TEST_EACH_SHIPPED(EachVariant);

// --- variants

TEST(VariantObject, NamesPiecesAndTheirPictures) {
    const ReadJson chess = testing::read(variant_object(testing::shipped("chess"), VariantTexts::none));
    EXPECT_EQ(chess["castling"], true);
    EXPECT_TRUE(chess["wins_by_mate"].is_null());
    for (const char* const name : {"chess", "makruk", "xiangqi", "crazyhouse", "capablanca", "shogi"})
        EXPECT_EQ(variant_object(testing::shipped(name), VariantTexts::all)["wins_by_mate"], true) << name;
    for (const char* const name : {"kingofthehill", "antichess", "atomic", "3check", "breakthrough",
                                   "tictactoe", "duck", "horde", "racingkings"})
        EXPECT_EQ(variant_object(testing::shipped(name), VariantTexts::all)["wins_by_mate"], false) << name;
    EXPECT_TRUE(chess["text"].is_null());
    EXPECT_TRUE(chess["ini"].is_null());
    const auto kind_of = [](const std::string& variant, const std::string& letter) {
        const ReadJson object = testing::read(variant_object(testing::shipped(variant), VariantTexts::none));
        for (const ReadJson& kind : object["kinds"])
            if (kind["letter"] == letter) return kind.dump();
        return std::string{};
    };
    EXPECT_EQ(kind_of("chess", "N"),
              R"({"letter":"N","name":"knight","betza":"N","picture":"knight","own_pictures":null})");
    EXPECT_EQ(kind_of("amazon", "A"),
              R"({"letter":"A","name":"amazon","betza":"QN","picture":"amazon","own_pictures":null})");
    EXPECT_EQ(
        kind_of("grasshopper", "G"),
        R"({"letter":"G","name":"grasshopper","betza":"gQ","picture":"grasshopper","own_pictures":null})");
    EXPECT_EQ(variant_object(testing::shipped("breakthrough"), VariantTexts::none)["castling"], false);
    EXPECT_EQ(
        kind_of("xiangqi", "K"),
        R"({"letter":"K","name":"general","betza":"W","picture":"general","own_pictures":{"white":"xiangqi-general","black":"xiangqi-general-black","turned":"xiangqi-general"}})");
    EXPECT_EQ(kind_of("knightmate", "K"),
              R"({"letter":"K","name":"king","betza":"N","picture":null,"own_pictures":null})");
    const ReadJson solved = testing::read(variant_object(testing::shipped("dobutsu"), VariantTexts::none));
    EXPECT_EQ(solved["family"], "shogi");
    EXPECT_EQ(solved["solved"].dump(), R"({"category":"loss","plies":78,"source":"Tanaka, 2009"})");
    EXPECT_EQ(chess["family"], "chess");
    EXPECT_TRUE(chess["solved"].is_null());
}

TEST(VariantObject, HasTheTextsThatAreAskedFor) {
    for (const rules::Rules* rules : testing::shipped().all()) {
        const ReadJson all = testing::read(variant_object(*rules, VariantTexts::all));
        EXPECT_EQ(all["text"], describe(*rules));
        EXPECT_EQ(all["ini"], whole_text(*rules));
    }
}

}  // namespace
}  // namespace zermelo::tell
