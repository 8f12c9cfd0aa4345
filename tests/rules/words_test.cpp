// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/rules_text.hpp"

namespace zermelo::rules {
namespace {

TEST(RulesReader, RulesOfAllKindsReadBack) {
    const std::vector<std::string> children{
        "promotedPieceType = n:q b:r\npromotionRegionWhite = a8 h* *7\nstartFen = 8/8/8/8/8/8/8/8",
        "mobilityRegionWhiteKing = *1 c5\nmobilityRegionBlackPawn = a*\nstartFen = 8/8/8/8/8/8/8/8",
        "doubleStepRegionWhite = a2\nenPassantRegion = -\nstartFen = 8/8/8/8/8/8/8/8",
        "castlingKingPieceBlack = -\ncastlingRookKingsideFile = g\nstartFen = 8/8/8/8/8/8/8/8",
        "extinctionValue = win\nextinctionPieceTypes = q*n\nextinctionPieceCount = 3\nflagMove = "
        "true\nstartFen = 8/8/8/8/8/8/8/8",
        "castlingRookPieces = -\ncastlingKingsideFile = h\nstartFen = 8/8/8/8/8/8/8/8",
        "castling = false\nmaxFile = 3\nmaxRank = 1\nstartFen = k1K",
        "rook = -\nmaxFile = 3\nmaxRank = 1\nstartFen = k1K",
        "customPiece7 = a:\ncustomPiece3 = c:nNpRimF2\nking = k:KAD\nstartFen = 8/8/8/8/8/8/8/8",
    };
    for (const std::string& lines : children) {
        const std::string text = canonical_text(one("[x:chess]\n" + lines + "\n"));
        EXPECT_EQ(canonical_text(one(text)), text) << lines;
    }
}

TEST(RulesReader, WordsTellEveryRule) {
    const std::string words = describe(empty_child_of_chess(
        "customPiece1 = x:nNpRgBR2imF\nmobilityRegionWhiteKing = *1\nmustCapture = true\nchecking = false\n"
        "passWhite = true\npassOnStalemateBlack = true\npromotedPieceType = n:q\nmandatoryPawnPromotion = "
        "false\n"
        "promotionRegionWhite = h8\ndoubleStepRegionBlack = -\nenPassantTypesWhite = -\nenPassantRegionBlack "
        "= c3\n"
        "castlingKingPieceBlack = -\ncastlingRookPieces = b\ncastlingKingsideFile = f\nstalemateValue = win\n"
        "checkmateValue = draw\nextinctionValue = loss\nextinctionPieceTypes = qn*\nextinctionPieceCount = "
        "2\n"
        "extinctionOpponentPieceCount = 4\nextinctionClaim = true\nextinctionPseudoRoyal = true\n"
        "flagPieceWhite = k\nflagRegion = *4\nflagRegionWhite = e5\nflagPieceCount = 2\nflagMove = true"));
    for (const char* part :
         {"8 files and 8 ranks",
          "Start: 8/8/8",
          "king (K), royal, Betza K",
          "nNpRgBR2imF",
          "(1,2)",
          "a piece on the way blocks",
          "hops over a piece",
          "right behind a piece",
          "at most 2 steps",
          "its first move",
          "White's king (K) may stand on *1 only",
          "Who can capture must",
          "No move may give check",
          "White: may pass unless in check",
          "Black: may pass where there is no other move",
          "knight (N) may turn into queen (Q)",
          "promotion region is h8",
          "may promote there to queen (Q), rook (R)",
          "double steps and initial moves from *2",
          "Black: no double steps",
          "White: no captures en passant",
          "pawn (P) may capture en passant on c3",
          "White: castling of king (K) with bishop (B)",
          "Black: no castling",
          "to f with",
          "is not attacked and has no move, has won",
          "is attacked and has no move, has drawn",
          "The last of one of queen (Q), knight (N) and all pieces together may not be left attacked",
          "2 or fewer left",
          "the opponent has 4 or more, has lost",
          "one more of them",
          "White wins with 2 pieces of king (K) on e5",
          "Black wins with 2 pieces of any kind on *4",
          "He wins when it is his turn again: the opponent has one more move.",
          "An opponent who comes there in that move is too late.",
          "An endless game is a draw"})
        EXPECT_NE(words.find(part), std::string::npos) << part << "\n" << words;
    for (const auto& [name, rules] : shipped()) EXPECT_TRUE(describe(rules).starts_with(name + ": "));
}

TEST(RulesReader, WordsTellHowARaceEnds) {
    const std::string race = "[x:chess]\nflagPiece = k\nflagMove = true\nflagRegionWhite = *8\n";
    const std::string draw =
        "If Black's king comes there in that move the game is a draw; White's would be too late.";
    const std::string both = describe(one(race + "flagRegionBlack = *8\n"));
    EXPECT_NE(both.find(draw), std::string::npos) << both;
    EXPECT_EQ(both.find("An opponent who"), std::string::npos);
    const std::string alone = describe(one(race));
    EXPECT_EQ(alone.find("in that move"), std::string::npos) << alone;
}

TEST(RulesReader, EveryExampleOfTheDocumentIsRead) {
    const std::string text = file_text(std::filesystem::path(ZERMELO_SOURCE_DIR) / "docs" / "rules.md");
    const std::string fence = "```ini\n";
    std::size_t blocks = 0;
    for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at)) {
        at += fence.size();
        const std::size_t end = text.find("```", at);
        const std::string block = text.substr(at, end - at);
        const auto read = read_rules(block, find_shipped);
        EXPECT_TRUE(read.has_value()) << block << read.error().message;
        if (read)
            for (const Rules& rules : *read) {
                const std::string canonical = canonical_text(rules);
                EXPECT_EQ(canonical_text(one(canonical)), canonical);
            }
        ++blocks;
        at = end;
    }
    EXPECT_GE(blocks, 12U);
}

}  // namespace
}  // namespace zermelo::rules
