// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/rules/keys.hpp"

#include "rules/rules_text.hpp"

namespace zermelo::rules {
namespace {

TEST(RulesWords, RulesOfAllKindsReadBack) {
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

TEST(RulesWords, WordsTellEveryRule) {
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
          "White wins when it is to move again: the opponent has one more move.",
          "Black wins at once.",
          "An opponent who comes there in that move is too late.",
          "An endless game is a draw"})
        EXPECT_NE(words.find(part), std::string::npos) << part << "\n" << words;
    for (const auto& [name, rules] : shipped()) EXPECT_TRUE(describe(rules).starts_with(name + ": "));
}

TEST(RulesWords, WordsTellOfFlipsWithoutDrops) {
    const std::string words =
        describe(one("[x]\nmaxFile = 4\nmaxRank = 4\ncustomPiece1 = a:W\nstartFen = 4/4/1a2/A3 w - - 0 "
                     "1\ncastling = false\n"
                     "flipEnclosedPieces = ataxx\n"));
    EXPECT_NE(words.find("Enemies beside a man that has moved change sides."), std::string::npos) << words;
}

TEST(RulesWords, WordsTellWhoTurnsRoundAndWhoGoesBack) {
    const std::string words =
        describe(one("[x:chess]\nwazir = w\nfers = f\nturningPieceType = w:f\ncapturesToOwner = true\n"));
    EXPECT_NE(
        words.find("wazir (W) that comes to where it could never move again is fers (F) there, and the other "
                   "way round; in a hand it is wazir (W)."),
        std::string::npos)
        << words;
    EXPECT_NE(words.find("A captured man goes back to the hand of its own side."), std::string::npos)
        << words;
}

TEST(RulesWords, WordsTellThatPawnsCannotEnter) {
    const std::string none = "[x:chess]\npromotionPieceTypes = -\n";
    EXPECT_NE(describe(one(none)).find("no promotion; pawn (P) cannot enter *8"), std::string::npos);
    EXPECT_NE(describe(one(none + "promotedPieceType = r:q\n")).find("is *8; pawn (P) cannot enter *8"),
              std::string::npos);
    EXPECT_EQ(describe(one(none + "mandatoryPawnPromotion = false\n")).find("cannot enter"),
              std::string::npos);
}

TEST(RulesWords, WordsTellHowARaceEnds) {
    const std::string race = "[x:chess]\nflagPiece = k\nflagMove = true\nflagRegionWhite = *8\n";
    const std::string draw =
        "The game ends at once unless Black's king can still come there in its next move; if it does, the "
        "game is a draw.\nBlack wins at once.\n";
    const std::string both = describe(one(race + "flagRegionBlack = *8\n"));
    EXPECT_NE(both.find(draw), std::string::npos) << both;
    EXPECT_EQ(both.find("An opponent who"), std::string::npos);
    const std::string alone = describe(one(race));
    EXPECT_NE(alone.find("\nWhite wins at once.\n"), std::string::npos) << alone;
    EXPECT_EQ(alone.find("in that move"), std::string::npos) << alone;
}

/// A child of chess and a sentence that only it has.
void expect_words(const std::string& lines, const std::string& sentence) {
    const std::string words = describe(empty_child_of_chess(lines));
    EXPECT_NE(words.find("\n" + sentence + "\n"), std::string::npos) << sentence << "\n" << words;
    EXPECT_EQ(describe(shipped().at("chess")).find(sentence), std::string::npos) << sentence;
}

TEST(RulesWords, WordsTellDuties) {
    expect_words("oppositeCastling = true",
                 "Who castles takes the right to castle on the same wing from the opponent.");
    expect_words(
        "king = -\ncommoner = k\ncastlingKingPiece = k\nblastOnCapture = true\nblastImmuneTypes = nb",
        "A capture explodes: who captured leaves the board, and so do all men beside it but pawn "
        "(P).\nNo explosion takes knight (N) or bishop (B).");
    expect_words("mutuallyImmuneTypes = nq",
                 "knight (N) does not capture its own kind.\nqueen (Q) does not capture its own kind.");
    expect_words("flyingGeneral = true", "Royal pieces may not face each other along an open rank or file.");
    expect_words("soldier = s\nsoldierPromotionRank = 5",
                 "soldier (S) steps sideways only from rank 5 on, as its side counts.");
    expect_words("koekoRule = true",
                 "A move ends beside another man, and a man attacks what it could capture so.");
    expect_words("madrasiRule = true",
                 "A man that an enemy of its kind attacks, royal pieces aside, does not move and attacks "
                 "nobody else.");
    expect_words("andernachRule = true", "Who captures changes sides, royal pieces aside.");
    expect_words("andernachRule = true\ngating = true",
                 "A rook that changes sides on the square from which it castles may do so with a king that "
                 "has its gate.");
    expect_words("longestMovesBlack = true", "Black: makes one of the longest of its legal moves.");
    expect_words("makpongRule = true",
                 "A royal piece in check moves only to capture the one piece that gives check.");
    expect_words(
        "king = -\ncommoner = k\nextinctionPieceTypes = kq\nextinctionPseudoRoyal = true\n"
        "dupleCheck = true",
        "The last of one of commoner (K) and queen (Q) may not be left attacked.\n"
        "Nor may all men of these kinds be left attacked together.");
}

TEST(RulesWords, WordsTellFlags) {
    const std::string flag = "flagPiece = n\nflagRegion = a8 b8\n";
    expect_words(flag + "flagPieceCount = 2\nflagPieceBlockedWin = true",
                 "Black wins with 2 pieces of knight (N) on a8 b8.\n"
                 "Fewer are enough where the region is full of men.");
    expect_words(flag + "flagPieceSafe = true",
                 "If there are no more of them, none may be attacked; where both sides have them on their "
                 "regions, it is a draw.");
    expect_words(flag + "flagPieceSafe = true\nflagMove = true",
                 "If there are no more of them, none may be attacked for a win at once.\n"
                 "White else wins when it is to move again: the opponent has one more move.\n"
                 "Black else wins when it is to move again: the opponent has one more move.");
}

TEST(RulesWords, WordsTellWinsOfOtherKinds) {
    expect_words("castlingWins = Kkq",
                 "White wins by castling kingside, and loses without the right to it.\n"
                 "Black wins by castling kingside or queenside, and loses without the right to it.");
    expect_words("checkCounting = true",
                 "The FEN says how many checks each side still needs: who has given them has won.");
    expect_words("connectN = 4",
                 "Who has made a row of 4 men side by side on a file, rank or diagonal, has won.");
    expect_words("connectN = 3\nconnectPieceTypes = pn\nconnectDiagonal = false\nconnectValue = loss",
                 "Who has made a row of 3 men of pawn (P) or knight (N) side by side on a file or rank, has "
                 "lost.");
    expect_words(
        "collinearN = 3\nconnectNxN = 2",
        "Who has made a line of 3 men on a file, rank or diagonal, whatever stands between them, has "
        "won.\nWho has made a square of 2 by 2 full of men, has won.");
    expect_words(
        "connectRegion1White = *1\nconnectRegion2White = *8\nconnectVertical = false\n"
        "connectHorizontal = false",
        "White: who has joined *1 and *8 by a chain of men that go on by diagonal, has won.");
}

TEST(RulesWords, WordsTellHistory) {
    const std::string last =
        "\nWhat has been played before is no part of a position: what a proof is worth then, docs/rules.md "
        "says under \"History\".";
    expect_words("nMoveRule = 50\nnMoveRuleTypesBlack = -",
                 "After 50 moves of both sides without progress the game is a draw.\n"
                 "White: progress is captures, drops, promotions and moves of pawn (P) that it cannot take "
                 "back.\nBlack: progress is captures, drops, promotions." +
                     last);
    expect_words("nMoveRule = 1\nmaterialCounting = unweighted",
                 "After 1 move of both sides without progress the game is counted like a drawn stalemate.");
    expect_words("nFoldRule = 3", "When a position has come for the 3rd time, the game is a draw." + last);
    expect_words("nFoldRule = 12\nnFoldValue = loss",
                 "When a position has come for the 12th time, who is to move has lost.");
    expect_words("nFoldRule = 2\nnFoldValue = win\nnFoldValueAbsolute = true",
                 "When a position has come for the 2nd time, White has won.");
    expect_words(
        "perpetualCheckIllegal = true\nmoveRepetitionIllegal = true\nchasingRule = axf\n"
        "countingRule = asean",
        "Who repeats positions by giving check all the time has lost.\n"
        "Who moves one man to and fro all the time has lost.\n"
        "Who repeats positions by attacking one man all the time has lost.\n"
        "Moves against few men are counted as in ASEAN chess; after too many the game is a draw.\n"
        "An endless game is a draw." +
            last);
    const std::string counted = describe(child_of_chess("nFoldRule = 3"));
    EXPECT_EQ(counted.find("An endless game"), std::string::npos) << counted;
}

TEST(RulesWords, EveryExampleOfTheDocumentIsRead) {
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

/// Whether some value of a key makes another game of one, by its text and by its words.
bool tells_of(const std::string& key, const std::string& parent) {
    const Rules same = one(parent);
    const std::string text = canonical_text(same);
    const std::string words = describe(same);
    for (const char* value : {"true", "false", "win", "loss",   "draw", "none",    "2",          "3",   "c",
                              "*3",   "a3 b4", "k",   "n",      "q",    "-",       "*",          "k:q", "n:q",
                              "q:1",  "f",     "axf", "makruk", "Kq",   "reversi", "unweighted", "edge"}) {
        const auto read = read_rules(parent + key + " = " + value + "\n", find_shipped);
        if (read && canonical_text(read->front()) != text && describe(read->front()) != words) return true;
    }
    return false;
}

// An entry of keys.cpp is whole: its value is in the canonical text, and there are words for it.
TEST(RulesWords, EveryKeyHasALineAndWords) {
    // Children of games in which the others of its family speak.
    std::vector<std::string> parents;
    for (const auto& [parent, lines] : std::vector<std::pair<std::string, std::string>>{
             {"chess", "nMoveRule = 50\nnFoldRule = 3\nnFoldValue = loss\n"},
             {"crazyhouse", "mustDrop = true\ndropNoDoubled = n\n"},
             {"racingkings", ""},
             {"giveaway", "extinctionPseudoRoyal = true\n"},
             {"chess", "promotionPieceTypes = b\n"},
             {"chess", "connectN = 3\nnFoldRule = 3\n"},
             {"chess", "connectRegion1White = *1\nconnectRegion1Black = a*\n"},
             {"chess", "connectRegion2White = *8\nconnectRegion2Black = h*\n"},
             {"amazons", "wallingRule = edge\n"},
             {"chess", "king = -\ncommoner = k\nblastOnCapture = true\n"},
             {"giveaway", "startFen = 8/8/8/8/8/8/8/8\npieceDrops = true\n"},
             {"chess", "startFen = 8/8/8/8/8/8/8/8\n"},
             {"shogi", ""},
             {"xiangqi", ""},
             {"seirawan", ""}})
        parents.push_back("[x:" + parent + "]\n" + lines);
    for (const Rule& rule : all_rules()) {
        if (rule.field.text == nullptr) continue;
        for (const Color side : both_colors) {
            if (side == Color::black && rule.field.names == Names::one) continue;
            const auto tells = [&](const std::string& parent) { return tells_of(rule.key(side), parent); };
            EXPECT_TRUE(std::any_of(parents.begin(), parents.end(), tells)) << rule.key(side);
        }
    }
}

/// Whether a text names a key: `flagPiece` itself, or the key of a side as `…White` in the line of its pair.
bool names_key(const std::string& text, const std::string& key) {
    if (text.find("`" + key + "`") != std::string::npos) return true;
    for (const auto& [side, other] : {std::pair{"White", "Black"}, std::pair{"Black", "White"}}) {
        const std::size_t at = key.find(side);
        if (at == std::string::npos) continue;
        const std::string both = std::string{key}.replace(at, 5, "");
        const std::string others = std::string{key}.replace(at, 5, other);
        std::istringstream lines{text};
        for (std::string line; std::getline(lines, line);)
            if (line.find("`…" + std::string{side} + "`") != std::string::npos &&
                (line.find("`" + both + "`") != std::string::npos ||
                 line.find("`" + others + "`") != std::string::npos))
                return true;
    }
    return false;
}

TEST(RulesWords, TheDocumentNamesEveryKey) {
    const std::string text = file_text(std::filesystem::path(ZERMELO_SOURCE_DIR) / "docs" / "rules.md");
    for (const char* all : {"`mobilityRegionWhite…` and `mobilityRegionBlack…` with the piece's name",
                            "`customPiece1` to `customPiece25`"})
        EXPECT_NE(text.find(all), std::string::npos) << all;
    for (const std::string& key : all_keys())
        if (!key.starts_with("mobilityRegion") && !key.starts_with("customPiece")) {
            EXPECT_TRUE(names_key(text, key)) << key;
        }
    EXPECT_FALSE(names_key(text, "flagPieceRed"));
}

}  // namespace
}  // namespace zermelo::rules
