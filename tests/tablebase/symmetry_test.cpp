// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/symmetry.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "zermelo/rules/reader.hpp"

#include "support/shipped.hpp"

namespace zermelo::tablebase {
namespace {

using CompiledBoard = engine::CompiledRules<std::uint64_t>;

CompiledBoard compiled(const rules::Rules& rules) { return CompiledBoard{rules, {}, {}}; }

std::size_t count(const rules::Rules& rules, const char* material) {
    return symmetries(compiled(rules), kinds_of(parse_material(material, rules).value(), rules)).size();
}

rules::Rules child(const std::string& parent, const std::string& lines) {
    const auto find = [](std::string_view name) { return &testing::shipped(std::string{name}); };
    return rules::read_rules("[child:" + parent + "]\n" + lines, find).value().front();
}

TEST(Symmetry, EightWithoutPawnsAndTwoWithThem) {
    const rules::Rules& chess = testing::shipped("chess");
    EXPECT_EQ(count(chess, "KQvKR"), 8U);
    EXPECT_EQ(count(chess, "KPvK"), 2U);
    EXPECT_EQ(count(chess, "KvKP"), 2U);
    EXPECT_EQ(count(testing::shipped("small3x4"), "KQvKR"), 4U);
    EXPECT_EQ(count(testing::shipped("small3x4"), "KQvKP"), 2U);
    EXPECT_EQ(count(testing::shipped("simplified"), "QRvQN"), 8U);
    EXPECT_EQ(count(testing::shipped("breakthrough"), "PPvP"), 2U);
}

TEST(Symmetry, RegionsAndOneSidedPiecesLeaveLess) {
    EXPECT_EQ(count(child("chess", "mobilityRegionWhiteKing = a* e1\n"), "KQvK"), 1U);
    EXPECT_EQ(count(child("chess", "mobilityRegionWhiteQueen = a* d1\n"), "KRvK"), 8U);
    EXPECT_EQ(count(child("chess", "customPiece1 = z:frF\n"), "KZvK"), 2U);  // its own diagonal
    EXPECT_EQ(count(child("chess", "customPiece1 = z:rW\n"), "KZvK"), 2U);   // upside down
    EXPECT_EQ(count(child("chess", "customPiece1 = z:nN\n"), "KZvK"), 8U);
    EXPECT_EQ(count(child("chess", "customPiece1 = z:fsW\n"), "KZvK"), 2U);
    EXPECT_EQ(count(child("chess", "flagPiece = k\nflagRegion = d4 e4 d5 e5\n"), "KQvK"), 8U);
    EXPECT_EQ(count(child("chess", "flagPiece = k\nflagRegion = *8\n"), "KQvK"), 2U);
    EXPECT_EQ(count(child("chess", "flagPiece = k\nflagRegion = a1 h8\n"), "KQvK"), 4U);
}

TEST(Symmetry, FilesOfDropsStayFiles) {
    const std::string hands =
        "pieceDrops = true\ncapturesToHand = true\nstartFen = 4k3/8/8/8/8/8/8/4K3[] w\n";
    EXPECT_EQ(count(child("nocastle", hands), "KQvK"), 8U);
    EXPECT_EQ(count(child("nocastle", hands + "dropNoDoubled = q\n"), "KQvK"), 4U);
    EXPECT_EQ(count(child("nocastle", hands + "dropNoDoubled = q\n"), "KRvK"), 8U);
}

TEST(Symmetry, HolesCount) {
    const rules::Rules& chess = testing::shipped("chess");
    rules::Region holes;
    holes.set(rules::region_bit(0, 0));
    const auto kinds = kinds_of(parse_material("KQvK", chess).value(), chess);
    EXPECT_EQ(symmetries(CompiledBoard{chess, holes, {}}, kinds).size(), 2U);
    EXPECT_FALSE(colour_swap(CompiledBoard{chess, holes, {}}).has_value());
    holes.set(rules::region_bit(0, 7));
    EXPECT_EQ(symmetries(CompiledBoard{chess, holes, {}}, kinds).size(), 2U);
    EXPECT_TRUE(colour_swap(CompiledBoard{chess, holes, {}}).has_value());
}

TEST(Symmetry, ColoursMatterWhereTheRulesTellThemApart) {
    for (const char* name : {"chess", "losalamos", "knightmate", "shatranj", "breakthrough", "simplified"}) {
        const auto map = colour_swap(compiled(testing::shipped(name)));
        ASSERT_TRUE(map) << name;
        EXPECT_EQ((*map)[0].index(), testing::shipped(name).files * (testing::shipped(name).ranks - 1))
            << name;
    }
    EXPECT_FALSE(colour_swap(compiled(testing::shipped("cheesy"))));
    for (const char* lines :
         {"passWhite = true\n", "enPassantTypesBlack = -\n", "promotionPieceTypesBlack = qr\n",
          "promotionRegionWhite = *7 *8\n", "flagPiece = k\nflagRegionWhite = *8\n",
          "doubleStepRegionWhite = *2 *3\n", "mobilityRegionBlackQueen = *8\n", "customPiece1 = z:rF\n",
          "flagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\nflagMove = true\n"}) {
        const auto map = colour_swap(compiled(child("chess", lines)));
        // A piece that looks to one side needs the half turn.
        if (std::string{lines}.find("rF") != std::string::npos) {
            ASSERT_TRUE(map);
            EXPECT_EQ((*map)[0].index(), 63U);
        } else {
            EXPECT_FALSE(map) << lines;
        }
    }
}

}  // namespace
}  // namespace zermelo::tablebase
