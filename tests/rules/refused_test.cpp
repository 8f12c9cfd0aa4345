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

struct Refused {
    std::string text;
    Location where;
    std::string word;  ///< something that the message says
};

void expect_refused(const Refused& o) {
    const auto read = read_rules(o.text, find_shipped);
    ASSERT_FALSE(read.has_value()) << o.text;
    EXPECT_EQ(read.error().kind, ErrorKind::bad_input);
    ASSERT_TRUE(read.error().where.has_value()) << o.text;
    EXPECT_EQ(read.error().where->line, o.where.line) << o.text << read.error().message;
    EXPECT_EQ(read.error().where->column, o.where.column) << o.text << read.error().message;
    EXPECT_NE(read.error().message.find(o.word), std::string::npos) << o.text << read.error().message;
}

TEST(RulesReader, RefusesBadSyntax) {
    const std::vector<Refused> cases{
        {"castling = false\n", {1, 1}, "before the first section"},
        {"[x\n", {1, 3}, "']'"},
        {"  [x] y\n", {1, 7}, "after the section"},
        {"[]\n", {1, 2}, "no name"},
        {"[..]\n", {1, 2}, "at the beginning of a variant's name"},
        {"[x:-y]\n", {1, 4}, "at the beginning of a variant's name"},
        {"[x:]\n", {1, 4}, "no name"},
        {"[x/y]\n", {1, 3}, "'/'"},
        {"[x:y:z]\n", {1, 5}, "':'"},
        {"[x:none]\n", {1, 4}, "no variant 'none'"},
        {"[x:x]\n", {1, 4}, "no variant"},
        {"[x:chess]\n\n[x:chess]\n", {1, 2}, "is there again, in line 3"},
        {"[x:chess]\ncastling\n", {2, 1}, "no line"},
        {"[x:chess]\n = false\n", {2, 2}, "no key"},
        {"[x:chess]\npass = true\n  pass = true\n", {3, 3}, "there before"},
        {"[x:chess]\npass =\n", {2, 7}, "no value"},
        {"[x:chess]\r\nPass = true\r\n", {2, 1}, "perhaps pass"},
        {"[x:chess]\nmaxRanks = 8\n", {2, 1}, "perhaps maxRank"},
        {"[x:chess]\nmobilityRegionWhiteKnigth = a1\n", {2, 1}, "mobilityRegionWhiteKnight"},
        {"[x:chess]\nxyzzyplugh = 8\n", {2, 1}, "unknown key 'xyzzyplugh'"},
        {"[x:chess]\ncustomPiece26 = a:W\n", {2, 1}, "unknown key"},
        {std::string("[x:chess]\n\0\x80 = 1\n", 16), {2, 1}, "'?\?'"},
    };
    for (const Refused& o : cases) expect_refused(o);
}

TEST(RulesReader, RefusesBadValues) {
    // Lines of a child of chess; the column is that of the error in the line.
    struct Line {
        std::string text;
        std::uint64_t column;
        std::string word;
    };
    const std::vector<Line> cases{
        {"maxFile = 17", 11, "out of range"},
        {"maxFile = q", 11, "from a to p"},
        {"maxRank = 0", 11, "out of range"},
        {"maxRank = a", 11, "out of range"},
        {"castling = yes", 12, "neither true nor false"},
        {"castling = True", 12, "neither true nor false"},
        {"stalemateValue = none", 18, "no result"},
        {"extinctionValue = lose", 19, "or none"},
        {"flagPieceCount = -1", 18, "from 0 to 256"},
        {"flagPieceCount = 257", 18, "from 0 to 256"},
        {"flagPieceCount = 99999999999999999999", 18, "from 0 to 256"},
        {"flagPieceCount = 0", 18, "at least 1"},
        {"nMoveRule = x", 13, "from 0 to 256"},
        {"nFoldRule = 257", 13, "from 0 to 256"},
        {"nFoldValue = lost", 14, "no result"},
        {"chasingRule = all", 15, "none, axf"},
        {"countingRule = shogi", 16, "cambodian"},
        {"pocketSize = x", 14, "from 0 to 256"},
        {"knight = 5", 10, "no letter"},
        {"knight = n:N", 11, "customPiece1 = n:N"},
        {"customPiece1 = a", 17, "no movement"},
        {"customPiece1 = a;W", 17, "':'"},
        {"customPiece1 = a:WXF", 19, "'X'"},
        {"customPiece1 = p:fmWfeF", 22, "enPassantTypes"},
        {"customPiece1 =  a:nR", 19, "single steps"},
        {"king = k:Wm", 12, "before nothing"},
        {"queen = q", 9, "promotionPieceTypes"},
        {"alfil = a\nfers = a", 8, "names two pieces"},
        {"promotionPieceTypes = qx", 24, "no piece"},
        {"promotionPieceTypes = qk", 24, "royal king"},
        {"pawnTypes = k", 13, "royal king"},
        {"promotedPieceType = q-r", 21, "no pair"},
        {"promotedPieceType = q:r n:z", 27, "no piece"},
        {"promotedPieceType = x:r", 21, "no piece"},
        {"promotedPieceType = k:q", 21, "royal king"},
        {"promotedPieceType = -", 21, "no pair"},
        {"promotionRegionWhite = *9", 24, "outside the board"},
        {"promotionRegionWhite = a1 i8", 27, "outside the board"},
        {"promotionRegionWhite = a1,b1", 24, "no square"},
        {"promotionRegionWhite = a1 -", 27, "no square"},
        {"promotionRegionWhite = **", 24, "no square"},
        {"promotionRegionWhite = a0", 24, "outside the board"},
        {"promotionRegionWhite = z1", 24, "no square"},
        {"promotionRegionWhite = a", 24, "no square"},
        {"flagRegion = *", 14, "no square"},
        {"flagPiece = kq", 14, "one piece"},
        {"flagPiece = -", 13, "no piece"},
        {"flagPiece = z", 13, "no piece"},
        {"castlingKingPiece = *", 21, "no piece"},
        {"castlingKingsideFile = i", 24, "from a to h"},
        {"castlingRank = 9", 16, "from 1 to 8"},
        {"castlingRookKingsideFile = 17", 28, "out of range"},
        {"castlingQueensideFile = h", 25, "to the right"},
        {"mobilityRegionWhiteWazir = a1", 28, "no wazir"},
        {"mobilityRegionWhiteKing = i1", 27, "outside the board"},
        {"doubleStep = false\ndoubleStepRegionWhite = *3", 25, "contradicts"},
        {"doubleStepRegionWhite = -\ndoubleStepRegionBlack = -\ndoubleStep = true", 14, "nowhere"},
        {"extinctionValue = loss", 19, "expected extinctionPieceTypes"},
        {"extinctionPseudoRoyal = true", 25, "expected extinctionPieceTypes"},
        {"turningPieceType = q-r", 20, "no pair"},
        {"turningPieceType = k:n", 20, "royal king"},
        {"turningPieceType = n:k", 20, "royal king"},
        {"turningPieceType = n:n", 20, "twice"},
        {"wazir = w\nfers = f\nturningPieceType = w:f f:w", 20, "twice"},
        {"turningPieceType = p:n", 20, "promotion of the same pieces"},
        {"promotionPieceTypes = q\nturningPieceType = r:n", 20, "castling of the same pieces"},
        {"wazir = w\nfers = f\npromotedPieceType = w:n\nturningPieceType = w:f", 20, "promotedPieceType"},
        {"wazir = w\nfers = f\nextinctionValue = loss\nextinctionPieceTypes = w\nturningPieceType = w:f", 20,
         "extinctionPieceTypes"},
        {"wazir = w\nfers = f\nwallingRule = past\nturningPieceType = w:f", 20, "walls"},
        {"wazir = w\nfers = f\nandernachRule = true\nturningPieceType = w:f", 20, "andernachRule"},
        {"wazir = w\nfers = f\ngating = true\nseirawanGating = true\nturningPieceType = w:f", 20,
         "seirawanGating"},
        {"wazir = w\nfers = f\nsittuyinPromotion = true\nturningPieceType = w:f", 20, "sittuyinPromotion"},
        {"extinctionPieceTypes = q*x", 26, "no piece"},
        {"twoBoards = true", 13, "known but not supported"},
        {"wallingRegion = *9", 17, "outside the board"},
        {"petrifyOnCaptureTypes = nk", 25, "turn to stone"},
        {"capturesToHand = true\npieceDrops = true\nfreeDrops = true", 13, "need not be in hand"},
        {"capturesToOwner = true\npieceDrops = true\nfreeDrops = true", 13, "need not be in hand"},
        {"capturesToHand = true\ncapturesToOwner = true", 19, "goes to one hand"},
        {"pieceDrops = true\nmustDrop = true\nfreeDrops = true", 13, "always a man"},
        {"pieceDrops = true\ncapturesToHand = true\npromotionPawnTypes = pn", 22,
         "several kinds promote as pawns"},
        {"gating = yes", 10, "neither true nor false"},
        {"seirawanGating = true", 18, "gating = true"},
        {"chess960 = true\ngating = true", 10, "two things"},
        {"gating = true\npieceDrops = true\ncastlingDroppedPiece = true", 24, "of men that"},
        {"gating = true\nmandatoryPawnPromotion = false\nseirawanGating = true", 18, "left out"},
        {"pieceDrops = true\nwallingRule = duck", 15, "do not go with"},
        {"wallingRule = arrow\nwallOrMove = true", 14, "static or edge"},
        {"wallingRule = arrow\nimmobilityIllegal = true", 21, "does not go with walls"},
        {"koekoRule = true\npieceDrops = true", 14, "koekoRule does not go with pieceDrops"},
        {"madrasiRule = true\nwallingRule = duck", 15, "madrasiRule does not go with wallingRule"},
        {"koekoRule = true\ngating = true", 10, "koekoRule does not go with gating"},
        {"andernachRule = true\ngating = true\ncambodianMoves = true", 18, "does not go with cambodianMoves"},
        {"madrasiRule = true\nmutuallyImmuneTypes = n", 23, "does not go with mutuallyImmuneTypes"},
        {"koekoRule = true\nflyingGeneral = true", 17, "does not go with flyingGeneral"},
        {"koekoRule = true\nmadrasiRule = true", 15, "do not go together"},
        {"longestMoves = true\nmustCapture = true", 15, "longestMoves does not go with mustCapture"},
        {"longestMovesWhite = true\npassBlack = true", 13, "longestMoves does not go with pass"},
        {"petrifyOnCaptureTypes = z", 25, "no piece"},
        {"promotedPieceType = n:q\nsittuyinPromotion = true", 21, "twice"},
        {"diagonalLines = i1", 17, "outside the board"},
        {"tripleStepRegionWhite = *9", 25, "outside the board"},
        {"promotionLimit = q", 18, "no limit"},
        {"promotionLimit = z:1", 18, "no piece"},
        {"promotionLimit = q:1 r:x", 24, "from 0 to 256"},
        {"dropOnTop = true", 1, "enclosingDrop = top"},
        {"enclosingDrop = quadwrangle", 17, "anyside, top"},
        {"flipEnclosedPieces = snort", 22, "quadwrangle"},
        {"flipEnclosedPieces = reversi", 22, "no king"},
        {"blastOnCapture = true", 18, "commoner"},
        {"materialCounting = weighted", 20, "unweighted"},
        {"castlingWins = Kx", 17, "no right to castle"},
        {"castlingWins = KK", 17, "no right to castle"},
        {"connectPieceTypes = q*", 21, "alone"},
        {"dropNoDoubled = z", 17, "no piece"},
        {"soldierPromotionRank = 9", 24, "from 1 to 8"},
        {"whiteFlag = *8", 1, "flagRegionWhite"},
        {"wallingRule = cow", 15, "none, static, arrow, past, edge, duck"},
        {"chess960 = yes", 12, "neither true nor false"},
        {"variantTemplate = Fairy", 19, "template"},
        {"pieceToCharTable = PN BR", 22, "table"},
        {"pieceNames = p:pawn n:", 21, "no name of a piece"},
        {"pieceNames = p=pawn", 14, "no name of a piece"},
        {"pieceNames = p:Pawn", 14, "small letters"},
        {"pieceNames = z:zebra", 14, "no piece"},
        {"pieceValueMg = p:x", 16, "value"},
        {"pieceValueMg = p:1 z:5", 20, "no piece"},
        {"nMoveRuleTypes = z", 18, "no piece"},
    };
    for (const Line& c : cases) {
        const auto lines = static_cast<std::uint64_t>(std::count(c.text.begin(), c.text.end(), '\n'));
        expect_refused({"[x:chess]\n" + c.text + "\n", {2 + lines, c.column}, c.word});
    }
}

TEST(RulesReader, RefusesWhatTheParentLeavesOpen) {
    const std::vector<Refused> cases{
        {"[x]\n", {1, 2}, "without pieces"},
        {"[x:chess]\nmaxFile = 5\ncastlingKingFile = c\nstartFen = 5/5/5/5/5/5/5/5\n",
         {2, 11},
         "castlingKingsideFile"},
        {"[x:breakthrough]\nbreakthrough = -\npawn = p\n", {1, 2}, "flagPiece"},
        {"[x:simplified]\nqueen = -\nstartFen = 4/4/4/4\n", {1, 2}, "extinctionPieceTypes"},
        {"[y:chess]\npromotedPieceType = n:q\n[x:y]\nqueen = -\nstartFen = 8/8/8/8/8/8/8/8\n",
         {3, 2},
         "promotedPieceType"},
        {"[y:chess]\nmobilityRegionWhiteKing = h8\nstartFen = 8/8/8/8/8/8/8/8\n[x:y]\nmaxFile = 7\ncastling "
         "= false\nstartFen = "
         "7/7/7/7/7/7/7/7\n",
         {4, 2},
         "outside this board"},
        {"[y:chess]\ndoubleStep = false\n[x:y]\ndoubleStepRegionWhite = *2\n", {4, 25}, "doubleStep = true"},
    };
    for (const Refused& o : cases) expect_refused(o);
}

TEST(RulesReader, NamesTheFirstError) {
    expect_refused({"[x:chess]\npass = 1\nchecking = 2\n", {2, 8}, "'1'"});
    expect_refused({"[x:chess]\nchecking = 2\npass = 1\n", {2, 12}, "'2'"});
    expect_refused({"[x:chess]\npass = 1\nnonsense = 2\n", {2, 8}, "'1'"});
    expect_refused({"[x:chess]\npass = true\n[y:chess]\npass = 0\n[z\n", {4, 8}, "'0'"});
}

}  // namespace
}  // namespace zermelo::rules
