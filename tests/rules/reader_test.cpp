// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/reader.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/rules/hash.hpp"
#include "zermelo/rules/way_names.hpp"

#include "rules/rules_text.hpp"

namespace zermelo::rules {
namespace {

TEST(RulesReader, ReadsAllShippedGames) {
    for (const char* name : {"chess", "losalamos", "knightmate", "amazon", "nightrider", "grasshopper",
                             "breakthrough", "shatranj", "gardner", "small3x3", "small3x4", "small4x4",
                             "small10x10", "simplified", "simplified-pawns", "cheesy", "slovak"})
        EXPECT_NE(find_shipped(name), nullptr) << name;
}

TEST(RulesReader, ItsTextReadsBackToTheSameText) {
    for (const auto& [name, rules] : shipped()) {
        const std::string text = canonical_text(rules);
        const auto read = read_rules(text, {});
        ASSERT_TRUE(read.has_value()) << text << read.error().message;
        EXPECT_EQ(canonical_text(read->front()), text);
    }
}

TEST(RulesReader, ChessIsWhatTheDefaultsAre) {
    const Rules& chess = *find_shipped("chess");
    EXPECT_EQ(chess.name, "chess");
    EXPECT_EQ(chess.files, 8U);
    EXPECT_EQ(chess.ranks, 8U);
    ASSERT_EQ(chess.kinds.size(), 6U);
    EXPECT_TRUE(chess.kind('K')->royal);
    EXPECT_TRUE(chess.kind('P')->pawn);
    EXPECT_EQ(chess.kind('P')->betza, "fmWfcF");
    EXPECT_EQ(chess.kind('N')->name, "knight");
    EXPECT_EQ(chess.kind('N')->movements.size(), 8U);
    EXPECT_FALSE(chess.kind('Q')->royal || chess.kind('Q')->pawn);
    EXPECT_EQ(chess.kind('X'), nullptr);
    const SideRules& white = chess.side(Color::white);
    const SideRules& black = chess.side(Color::black);
    EXPECT_EQ(white.promotion_region, squares("*8"));
    EXPECT_EQ(black.promotion_region, squares("*1"));
    EXPECT_EQ(white.double_step_region, squares("*2"));
    EXPECT_EQ(black.double_step_region, squares("*7"));
    for (const SideRules* side : {&white, &black}) {
        EXPECT_EQ(side->promotion_pawns, "P");
        EXPECT_EQ(side->promotion_pieces, "QRBN");
        EXPECT_EQ(side->en_passant_pawns, "P");
        EXPECT_TRUE(side->en_passant_region.all());
        EXPECT_EQ(side->castling_king, 'K');
        EXPECT_EQ(side->castling_rooks, "R");
        EXPECT_EQ(side->flag_piece, std::nullopt);
        EXPECT_TRUE(side->flag_region.none());
        EXPECT_TRUE(side->mobility.empty());
        EXPECT_FALSE(side->pass || side->pass_on_stalemate);
    }
    EXPECT_TRUE(chess.castling && chess.checking && chess.mandatory_pawn_promotion);
    EXPECT_EQ(chess.stalemate_value, game::Outcome::draw);
    EXPECT_EQ(chess.checkmate_value, game::Outcome::loss);
    EXPECT_FALSE(chess.extinction_value.has_value());
}

// What was proved while two rules that meet were understood otherwise is not taken for a proof; all else is.
TEST(RulesHash, TellsTheMeaningsThatHaveChanged) {
    for (const char* name :
         {"chess", "crazyhouse", "3check", "duck", "xiangqi", "fischerandom", "spartan", "coregal"})
        EXPECT_EQ(later_meanings(*find_shipped(name)), "") << name;
    EXPECT_EQ(later_meanings(*find_shipped("atomic")), "meaning = castling beside the enemy's last piece\n");
    Rules rules = *find_shipped("chess");
    rules.flying_general = true;
    EXPECT_EQ(later_meanings(rules), "meaning = castling where royal pieces would face each other\n");
    EXPECT_NE(hash(rules), hash_of(canonical_text(rules)));
    rules.castling = false;
    EXPECT_EQ(hash(rules), hash_of(canonical_text(rules)));
}

TEST(RulesReader, ReadsTheBoard) {
    const Rules wide = one(
        "[x]\nmaxFile = p\nmaxRank=16\nking=k\nstartFen=16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/k14K\n");
    EXPECT_EQ(wide.files, 16U);
    EXPECT_EQ(wide.ranks, 16U);
    EXPECT_EQ(one("[x]\nmaxFile = 1\nmaxRank = 1\nwazir = w\nstartFen = W\n").files, 1U);
    EXPECT_EQ(one("[x]\nmaxFile = 12\nmaxRank = 2\nking = k\nstartFen = k11/*10K b\n").start_fen,
              "k11/*10K b");
}

TEST(RulesReader, ToleratesLayouts) {
    const Rules x =
        one("\r\n  # a comment\r\n; another\r\n[x:chess]\t\r\n\tmustCapture\t=\ttrue \t\r\n\r\n pass=true");
    EXPECT_TRUE(x.must_capture);
    EXPECT_TRUE(x.side(Color::black).pass);
    EXPECT_EQ(one("[ y : chess ]").name, "y");
    EXPECT_TRUE(read_rules("", {})->empty());
    EXPECT_TRUE(read_rules("# nothing\n", {})->empty());
}

TEST(RulesReader, SkipsAByteOrderMark) {
    EXPECT_EQ(one("\xEF\xBB\xBF[x:chess]\r\n").name, "x");
    EXPECT_TRUE(read_rules("\xEF\xBB\xBF", {}).value().empty());
    const auto broken = read_rules("\xEF\xBB\xBF[x?]\n", {});
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().where, (Location{1, 6}));
    EXPECT_FALSE(read_rules("[x]\n\xEF\xBB\xBFking = k\n", {}));
}

TEST(RulesReader, OlderNamesAreToldTheNewOnes) {
    for (const auto& [older, now] :
         {std::pair{"whiteFlag", "flagRegionWhite"},
          {"blackFlag", "flagRegionBlack"},
          {"castlingRookPiece", "castlingRookPieces"},
          {"promotionRank", "promotionRegionWhite and promotionRegionBlack"},
          {"doubleStepRank", "doubleStepRegionWhite and doubleStepRegionBlack"},
          {"doubleStepRankMin", "doubleStepRegionWhite and doubleStepRegionBlack"}}) {
        const auto refused = read_rules(std::string("[x]\n ") + older + " = 1\n", {});
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().message, std::string(older) + " is an older name, expected " + now);
        EXPECT_EQ(refused.error().where, (Location{2, 2}));
    }
}

TEST(RulesReader, ReadsPieces) {
    const Rules x =
        empty_child_of_chess("knight = -\nqueen = M\ncustomPiece25 = n:mRcN\ncustomPiece2 = z:\nking = k:KN");
    EXPECT_EQ(x.kind('N')->name, "customPiece25");
    EXPECT_EQ(x.kind('N')->betza, "mRcN");
    EXPECT_EQ(x.kind('M')->name, "queen");
    EXPECT_EQ(x.kind('Q'), nullptr);
    EXPECT_TRUE(x.kind('Z')->movements.empty());
    EXPECT_TRUE(x.kind('K')->royal);
    EXPECT_EQ(x.kind('K')->movements.size(), 16U);
    // The knight's role as a promotion is gone, the queen's has gone with it to its new letter.
    EXPECT_EQ(x.side(Color::white).promotion_pieces, "MRB");
}

TEST(RulesReader, ALetterGoesToTheNewPiece) {
    const Rules x = empty_child_of_chess("alfil = b");
    EXPECT_EQ(x.kind('B')->name, "alfil");
    EXPECT_EQ(x.kinds.size(), 6U);
    EXPECT_EQ(x.side(Color::black).promotion_pieces, "QRN");
    // Two pieces that change letters keep their roles; the one whose letter was taken promotes no more.
    const Rules y = empty_child_of_chess("rook = p\npawn = r");
    EXPECT_EQ(y.kind('P')->name, "rook");
    EXPECT_EQ(y.side(Color::white).promotion_pawns, "R");
    EXPECT_EQ(y.side(Color::white).castling_rooks, "P");
}

TEST(RulesReader, RolesWaitForTheirPieces) {
    const auto read = read_rules(
        "[a]\nking = k\nstartFen = k7/8/8/8/8/8/8/7K\n"
        "[b:a]\npawn = p\nrook = r\npromotionPieceTypes = r\n",
        {});
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read->front().side(Color::white).promotion_pawns, "");
    EXPECT_EQ(read->front().side(Color::white).castling_king, 'K');
    EXPECT_EQ(read->back().side(Color::white).promotion_pawns, "P");
    EXPECT_EQ(read->back().side(Color::white).en_passant_pawns, "P");
    EXPECT_EQ(read->back().side(Color::white).castling_rooks, "R");
}

TEST(RulesReader, ReadsPromotion) {
    const Rules x = child_of_chess(
        "promotionRegionWhite = a8 h* *7\npromotionRegionBlack = -\nsilver = s\ngold = g\n"
        "promotionPawnTypes = ps\npromotionPawnTypesBlack = -\npromotionPieceTypesWhite = q r\n"
        "promotionPieceTypesBlack = N\nmandatoryPawnPromotion = false\npromotedPieceType = s:g g:q g:-");
    EXPECT_EQ(x.side(Color::white).promotion_region, squares("a8 h* *7"));
    EXPECT_TRUE(x.side(Color::black).promotion_region.none());
    EXPECT_EQ(x.side(Color::white).promotion_pawns, "PS");
    EXPECT_EQ(x.side(Color::black).promotion_pawns, "");
    EXPECT_EQ(x.side(Color::white).promotion_pieces, "QR");
    EXPECT_EQ(x.side(Color::black).promotion_pieces, "N");
    EXPECT_FALSE(x.mandatory_pawn_promotion);
    EXPECT_EQ(x.promoted_kind, (std::map<Letter, Letter>{{'S', 'G'}}));
    const Rules turning =
        child_of_chess("wazir = w\nfers = f\nturningPieceType = w:f\ncapturesToOwner = true");
    EXPECT_EQ(turning.turning_kind, (std::map<Letter, Letter>{{'W', 'F'}}));
    EXPECT_TRUE(turning.captures_to_owner);
    EXPECT_EQ(turning.turned_round('W'), 'F');
    EXPECT_EQ(turning.turned_round('F'), 'W');
    EXPECT_EQ(turning.turned_round('N'), std::nullopt);
    EXPECT_EQ(turning.before_turning('F'), 'W');
    EXPECT_EQ(turning.before_turning('W'), 'W');
    EXPECT_EQ(turning.before_turning('N'), 'N');
    const Rules y = child_of_chess("soldier = s\npawnTypes = s\nenPassantTypesBlack = p");
    EXPECT_EQ(y.side(Color::white).promotion_pawns, "S");
    EXPECT_EQ(y.side(Color::white).en_passant_pawns, "S");
    EXPECT_EQ(y.side(Color::black).en_passant_pawns, "P");
}

TEST(RulesReader, ReadsDoubleStepsAndEnPassant) {
    const Rules x = child_of_chess(
        "doubleStepRegionWhite = *2 c3\nenPassantRegionWhite = c3\nenPassantRegion = d4\nenPassantTypes = "
        "pn\n"
        "enPassantTypesWhite = -");
    EXPECT_EQ(x.side(Color::white).double_step_region, squares("*2 c3"));
    EXPECT_EQ(x.side(Color::black).double_step_region, squares("*7"));
    EXPECT_EQ(x.side(Color::white).en_passant_region, squares("c3"));
    EXPECT_EQ(x.side(Color::black).en_passant_region, squares("d4"));
    EXPECT_EQ(x.side(Color::white).en_passant_pawns, "");
    EXPECT_EQ(x.side(Color::black).en_passant_pawns, "PN");
    const Rules none = child_of_chess("doubleStep = false");
    EXPECT_TRUE(none.side(Color::white).double_step_region.none());
    const Rules again =
        one("[x:chess]\ndoubleStep = false\n[y:x]\ndoubleStep = true\ndoubleStepRegionWhite = *2\n");
    EXPECT_EQ(again.side(Color::white).double_step_region, squares("*2"));
}

TEST(RulesReader, ReadsCastling) {
    const Rules x = empty_child_of_chess(
        "castlingKingsideFile = f\ncastlingQueensideFile = 2\ncastlingRank = 2\ncastlingKingFile = 4\n"
        "castlingKingPiece = q\ncastlingKingPieceBlack = -\ncastlingRookPieces = rb\n"
        "castlingRookPiecesBlack = n\ncastlingRookKingsideFile = g\ncastlingRookQueensideFile = b");
    EXPECT_EQ(x.castling_kingside_file, 5U);
    EXPECT_EQ(x.castling_queenside_file, 1U);
    EXPECT_EQ(x.castling_rank, 1U);
    EXPECT_EQ(x.castling_king_file, 3U);
    EXPECT_EQ(x.castling_rook_kingside_file, 6U);
    EXPECT_EQ(x.castling_rook_queenside_file, 1U);
    EXPECT_EQ(x.side(Color::white).castling_king, 'Q');
    EXPECT_EQ(x.side(Color::black).castling_king, std::nullopt);
    EXPECT_EQ(x.side(Color::white).castling_rooks, "RB");
    EXPECT_EQ(x.side(Color::black).castling_rooks, "N");
    const Rules y = empty_child_of_chess("castlingKingPieceWhite = n\ncastlingRookPiecesWhite = -");
    EXPECT_EQ(y.side(Color::white).castling_king, 'N');
    EXPECT_EQ(y.side(Color::white).castling_rooks, "");
    EXPECT_FALSE(empty_child_of_chess("castling = false").castling);
}

TEST(RulesReader, ReadsMobilityAndDuties) {
    const Rules x = child_of_chess(
        "customPiece1 = x:W\nmobilityRegionWhiteKing = *1\nmobilityRegionBlackCustomPiece1 = a1 b2\n"
        "mustCapture = true\nchecking = false\npassWhite = true\npassOnStalemate = true\n"
        "passOnStalemateBlack = false");
    EXPECT_EQ(x.side(Color::white).mobility, (std::map<Letter, Region>{{'K', squares("*1")}}));
    EXPECT_EQ(x.side(Color::black).mobility, (std::map<Letter, Region>{{'X', squares("a1 b2")}}));
    EXPECT_TRUE(x.must_capture);
    EXPECT_FALSE(x.checking);
    EXPECT_TRUE(x.side(Color::white).pass);
    EXPECT_FALSE(x.side(Color::black).pass);
    EXPECT_TRUE(x.side(Color::white).pass_on_stalemate);
    EXPECT_FALSE(x.side(Color::black).pass_on_stalemate);
    const Rules problems = child_of_chess("madrasiRule = true\nlongestMovesBlack = true");
    EXPECT_TRUE(problems.madrasi);
    EXPECT_FALSE(problems.koeko || problems.andernach);
    EXPECT_FALSE(problems.side(Color::white).longest_moves);
    EXPECT_TRUE(problems.side(Color::black).longest_moves);
    EXPECT_TRUE(child_of_chess("koekoRule = true").koeko);
    EXPECT_TRUE(child_of_chess("andernachRule = true").andernach);
    const Rules free = one("[x:chess]\nmobilityRegionWhiteKing = *1\n[y:x]\nmobilityRegionWhiteKing = -\n");
    EXPECT_TRUE(free.side(Color::white).mobility.empty());
}

TEST(RulesReader, ReadsEnds) {
    const Rules x = child_of_chess(
        "stalemateValue = win\ncheckmateValue = draw\nextinctionValue = draw\nextinctionPieceTypes = q*r\n"
        "extinctionPieceCount = 2\nextinctionOpponentPieceCount = 3\nextinctionClaim = true\n"
        "extinctionPseudoRoyal = true\nflagPiece = k\nflagPieceBlack = *\nflagRegion = *4\n"
        "flagRegionWhite = e5 d5\nflagPieceCount = 2\nflagMove = true\nnMoveRule = 0\nnFoldRule = 0");
    EXPECT_EQ(x.stalemate_value, game::Outcome::win);
    EXPECT_EQ(x.checkmate_value, game::Outcome::draw);
    EXPECT_EQ(x.extinction_value, game::Outcome::draw);
    EXPECT_EQ(x.extinction_kinds, "QR");
    EXPECT_TRUE(x.extinction_total);
    EXPECT_EQ(x.extinction_count, 2U);
    EXPECT_EQ(x.extinction_opponent_count, 3U);
    EXPECT_TRUE(x.extinction_claim && x.extinction_pseudo_royal && x.flag_move);
    EXPECT_EQ(x.side(Color::white).flag_piece, 'K');
    EXPECT_EQ(x.side(Color::black).flag_piece, std::nullopt);
    EXPECT_EQ(x.side(Color::white).flag_region, squares("e5 d5"));
    EXPECT_EQ(x.side(Color::black).flag_region, squares("*4"));
    EXPECT_EQ(x.flag_count, 2U);
    const Rules y = one("[x:shatranj]\nextinctionValue = none\nextinctionPieceTypes = -\n");
    EXPECT_FALSE(y.extinction_value.has_value());
    EXPECT_FALSE(y.extinction_total);
}

TEST(RulesReader, TakesKeysWithoutInfluence) {
    const std::string plain = canonical_text(child_of_chess(""));
    EXPECT_EQ(
        canonical_text(child_of_chess(
            "variantTemplate = shogi\npieceToCharTable = PNBRQ....Kpnbrq....k\npocketSize = 0\n"
            "pieceValueMg = p:100 n:300\npieceValueEg = q:900\nnMoveRuleTypes = pn\nnMoveRuleTypesWhite = -\n"
            "nMoveRuleTypesBlack = p\npieceDrops = false\ndropChecks = true\nmustDropType = *\n"
            "soldierPromotionRank = 1\nconnectValue = win\ncountingRule = none")),
        plain);
}

TEST(RulesReader, LooksAndNamesAreNoRules) {
    const Rules plain = child_of_chess("customPiece1 = e:FfsW");
    const Rules x = child_of_chess(
        "customPiece1 = e:FfsW\nvariantTemplate = shogi\npieceNames = e:drunk-elephant n:horse");
    EXPECT_EQ(look_of(x), Look::shogi);
    EXPECT_EQ(x.name_of(*x.kind('E')), "drunk elephant");
    EXPECT_EQ(x.name_of(*x.kind('N')), "horse");
    EXPECT_EQ(x.name_of(*x.kind('Q')), "queen");
    EXPECT_EQ(canonical_text(x), canonical_text(plain));
    EXPECT_EQ(hash(x), hash(plain));
    EXPECT_NE(describe(x).find("drunk elephant (E)"), std::string::npos);
    // The whole text has them, and reads back to the same.
    const Rules again = one(whole_text(x));
    EXPECT_EQ(whole_text(again), whole_text(x));
    EXPECT_EQ(look_of(again), Look::shogi);
    EXPECT_EQ(again.names, x.names);
    EXPECT_EQ(whole_text(plain), canonical_text(plain));
    // A template without men of its own, and a pocket's size, are for GUIs alone.
    const Rules other = child_of_chess("variantTemplate = seirawan\npocketSize = 3");
    EXPECT_EQ(look_of(other), Look::western);
    EXPECT_EQ(other.look_name, "seirawan");
    EXPECT_EQ(other.pocket_size, 3U);
    EXPECT_EQ(hash(other), hash(child_of_chess("")));
    EXPECT_EQ(whole_text(one(whole_text(other))), whole_text(other));
    EXPECT_EQ(one(whole_text(other)).look_name, "seirawan");
    EXPECT_EQ(one(whole_text(other)).pocket_size, 3U);
}

TEST(RulesReader, ANameFollowsItsPieceAndGoesWithIt) {
    const std::string parent =
        "[x:chess]\ncustomPiece1 = e:FfsW\nvariantTemplate = shogi\npieceNames = e:drunk-elephant n:horse\n";
    const auto child = [&](const std::string& lines) { return one(parent + "[y:x]\n" + lines); };
    EXPECT_EQ(child("knight = h\n").names,
              (std::map<Letter, std::string>{{'E', "drunk elephant"}, {'H', "horse"}}));
    EXPECT_EQ(look_of(child("")), Look::shogi);
    EXPECT_EQ(child("customPiece1 = e:W\n").names, (std::map<Letter, std::string>{{'N', "horse"}}));
    EXPECT_EQ(child("customPiece1 = -\n").names, (std::map<Letter, std::string>{{'N', "horse"}}));
    EXPECT_EQ(child("pieceNames = n:mare\n").names.at('N'), "mare");
}

TEST(RulesReader, ALargerChildHasWholeRanks) {
    const Rules x = one("[x:chess]\nmaxFile = 10\nstartFen = rnbqkbnrrr/10/10/10/10/10/10/RNBQKBNRRR\n");
    EXPECT_TRUE(x.side(Color::white).promotion_region[region_bit(9, 7)]);
}

}  // namespace
}  // namespace zermelo::rules
