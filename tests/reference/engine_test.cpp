// SPDX-License-Identifier: GPL-3.0-or-later
// The rules, one by one, in positions small enough to be checked by hand.

#include "reference/engine.hpp"

#include <string>

#include <gtest/gtest.h>

#include "support/chess.hpp"
#include "support/reference_moves.hpp"
#include "support/shipped.hpp"

namespace zermelo::engine {
namespace {

using game::Outcome;
using testing::after;
using testing::end;
using testing::kind;
using testing::moves;
using testing::plain_rules;
using testing::setup_of;

/// A 5×5 board for one piece X, with stones S that stand in the way and pawns.
rules::Rules one_piece(const std::string& betza, unsigned files = 5, unsigned ranks = 5) {
    return plain_rules(files, ranks, {kind('X', "customPiece1", betza), kind('S', "customPiece2", "")}, "");
}

TEST(ReferenceMoves, Leaps) {
    const rules::Rules rules = one_piece("N");
    EXPECT_EQ(moves("5/5/2X2/5/5 w", rules), "c3a2 c3a4 c3b1 c3b5 c3d1 c3d5 c3e2 c3e4");
    EXPECT_EQ(moves("1S1s1/5/2X2/S3*/5 w", rules), "c3a4 c3b1 c3d1 c3d5 c3e4");
}

TEST(ReferenceMoves, MoveOnlyAndCaptureOnly) {
    EXPECT_EQ(moves("5/2s2/2X1s/5/5 w", one_piece("mWcF")), "c3b3 c3c2 c3d3");
    EXPECT_EQ(moves("5/1ss2/2X2/5/5 w", one_piece("mWcF")), "c3b3 c3b4 c3c2 c3d3");
}

TEST(ReferenceMoves, BlackSeesTheBoardTurned) {
    const rules::Rules rules = one_piece("frN");
    EXPECT_EQ(moves("5/5/2X2/5/5 w", rules), "c3e4");
    EXPECT_EQ(moves("5/5/2x2/5/5 b", rules), "c3a2");
}

TEST(ReferenceMoves, LameLeapsAreBlockedOnTheWay) {
    const rules::Rules rules = one_piece("nN");
    EXPECT_EQ(moves("5/2S2/2X2/5/5 w", rules), "c3a2 c3a4 c3b1 c3d1 c3e2 c3e4");
    EXPECT_EQ(moves("5/5/1*X1s/5/5 w", rules), "c3b1 c3b5 c3d1 c3d5 c3e2 c3e4");
    EXPECT_EQ(moves("5/1s1S1/2X2/5/5 w", one_piece("nA")), "c3a1 c3e1");
}

TEST(ReferenceMoves, RidesStopAtMenAndHoles) {
    const rules::Rules rules = one_piece("R");
    EXPECT_EQ(moves("2S2/5/*1X1s/5/2*2 w", rules), "c3b3 c3c2 c3c4 c3d3 c3e3");
    EXPECT_EQ(moves("5/5/2X2/5/5 w", one_piece("R1")), "c3b3 c3c2 c3c4 c3d3");
    EXPECT_EQ(moves("X4/5/5/5/5 w", one_piece("NN")), "a5b3 a5c1 a5c4 a5e3");
}

TEST(ReferenceMoves, HopsPassOverExactlyOneMan) {
    // Behind the hurdle as far as one likes, or right behind it; a hole is no hurdle.
    EXPECT_EQ(moves("XS3/5/S4/5/5 w", one_piece("pR")), "a5a1 a5a2 a5c5 a5d5 a5e5");
    EXPECT_EQ(moves("XS3/5/S4/5/5 w", one_piece("gR")), "a5a2 a5c5");
    EXPECT_EQ(moves("X1S1s/5/s4/S4/5 w", one_piece("pR")), "a5d5 a5e5");
    EXPECT_EQ(moves("X*S2/5/S4/*4/5 w", one_piece("pR")), "");
    EXPECT_EQ(moves("X1S1s/5/s4/s4/5 w", one_piece("mRcpR")), "a5a2 a5a4 a5b5 a5e5");
}

TEST(ReferenceMoves, BarredSquaresMayBeCrossedAndNotEntered) {
    const rules::Rules rules = one_piece("R");
    EXPECT_EQ(moves("5/5/2X2/5/5 w ~X:c4,d3", rules), "c3a3 c3b3 c3c1 c3c2 c3c5 c3e3");
    EXPECT_EQ(moves("5/5/2X2/5/5 w ~x:c4,d3", rules, "c3c4"), "c3c4");
    EXPECT_EQ(moves("5/5/2X2/5/5 w ~*:a3,b3,c1,c2,c4", rules), "c3c5 c3d3 c3e3");
    EXPECT_EQ(moves("5/5/2Xs1/5/5 w ~X:d3", rules, "c3d"), "");
}

TEST(ReferenceMoves, MobilityRegions) {
    rules::Rules rules = one_piece("R");
    rules.sides[0].mobility['X'] = testing::rank_region(2);
    EXPECT_EQ(moves("5/5/2X2/5/5 w", rules), "c3a3 c3b3 c3d3 c3e3");
    EXPECT_EQ(moves("5/5/2x2/5/5 b", rules, "c3c"), "c3c1 c3c2 c3c4 c3c5");
}

TEST(ReferenceMoves, InitialMovesOnlyFromTheirRegion) {
    rules::Rules rules = one_piece("WimfR3");
    rules.sides[0].double_step_region = testing::rank_region(1);
    EXPECT_EQ(moves("5/5/5/2X2/5 w", rules), "c2b2 c2c1 c2c3 c2c4 c2c5 c2d2");
    EXPECT_EQ(moves("5/2s2/5/2X2/5 w", rules, "c2c"), "c2c1 c2c3");
    EXPECT_EQ(moves("5/5/2X2/5/5 w", rules), "c3b3 c3c2 c3c4 c3d3");
}

TEST(ReferencePawns, StepsAndCaptures) {
    rules::Rules rules = plain_rules(4, 6, {testing::pawn()}, "");
    testing::add_double_step(rules);
    EXPECT_EQ(moves("4/4/4/p1p1/1P2/4 w", rules), "b2a3 b2b3 b2b4 b2c3");
    EXPECT_EQ(moves("4/4/1p2/4/1P2/4 w", rules), "b2b3");
    EXPECT_EQ(moves("4/4/4/1p2/1P2/4 w", rules), "");
    EXPECT_EQ(moves("4/4/4/1*2/1P2/4 w", rules), "");
    EXPECT_EQ(moves("4/4/4/1P2/4/4 w", rules), "b3b4");
    EXPECT_EQ(moves("4/4/4/4/1P2/4 w ~P:b3", rules), "b2b4");
    EXPECT_EQ(moves("4/2p1/1P2/4/4/4 b", rules), "c5b4 c5c3 c5c4");
}

TEST(ReferencePawns, EnPassant) {
    rules::Rules rules = plain_rules(4, 6, {testing::pawn(), testing::king()}, "");
    testing::add_double_step(rules);
    const std::string fen = "3k/1p2/4/P3/4/3K b - - 5 7";
    EXPECT_EQ(after(fen, rules, "b5b3"), "3k/4/4/Pp2/4/3K w - b4 0 8");
    EXPECT_EQ(moves("3k/4/4/Pp2/4/3K w - b4", rules, "a"), "a3a4 a3b4");
    EXPECT_EQ(after("3k/4/4/Pp2/4/3K w - b4", rules, "a3b4"), "3k/4/1P2/4/4/3K b - - 0 1");
    EXPECT_EQ(after(fen, rules, "b5b4"), "3k/4/1p2/P3/4/3K w - - 0 8");
    // Nobody is there to capture, or may not enter, or it is not allowed there.
    EXPECT_EQ(after("3k/1p2/4/4/P3/3K b", rules, "b5b3"), "3k/4/4/1p2/P3/3K w - - 0 2");
    EXPECT_EQ(after(fen + " ~P:b4", rules, "b5b3"), "3k/4/4/Pp2/4/3K w - - 0 8 ~P:b4");
    rules.sides[0].en_passant_region.reset();
    EXPECT_EQ(after(fen, rules, "b5b3"), "3k/4/4/Pp2/4/3K w - - 0 8");
    EXPECT_EQ(moves("3k/4/4/Pp2/4/3K w - b4", rules, "a"), "a3a4");
}

TEST(ReferencePawns, EnPassantMayNotUncoverTheKing) {
    rules::Rules rules = plain_rules(5, 6, {testing::pawn(), testing::king(), kind('R', "rook", "R")}, "");
    testing::add_double_step(rules);
    EXPECT_EQ(moves("4k/5/5/KPp1r/5/5 w - c4", rules, "b"), "b3b4");
    EXPECT_EQ(moves("4k/5/5/KPp2/5/5 w - c4", rules, "b"), "b3b4 b3c4");
}

TEST(ReferencePawns, InitialMovesOfOthersPassOverSquaresToo) {
    rules::Rules rules = plain_rules(4, 6, {testing::pawn(), kind('X', "customPiece1", "WimfR3")}, "");
    testing::add_double_step(rules);
    EXPECT_EQ(after("4/1x2/4/P3/P3/4 b", rules, "b5b2"), "4/4/4/P3/Px2/4 w - b3b4 1 2");
    EXPECT_EQ(after("4/4/4/P3/Px2/4 w - b3b4", rules, "a3b4"), "4/4/1P2/4/P3/4 b - - 0 1");
    EXPECT_EQ(after("4/4/4/P3/Px2/4 w - b3b4", rules, "a2b3"), "4/4/4/PP2/4/4 b - - 0 1");
    // A move that the piece can make at any time leaves nothing behind.
    rules.kinds[1] = kind('X', "customPiece1", "RimfR3");
    EXPECT_EQ(after("4/1x2/4/P3/P3/4 b", rules, "b5b2"), "4/4/4/P3/Px2/4 w - - 1 2");
}

// The piece that moved is taken, wherever it stands; its square is named where it is not the nearest behind.
TEST(ReferencePawns, InitialMovesAsideAndBackward) {
    rules::Rules rules = plain_rules(5, 6, {testing::pawn(), kind('X', "customPiece1", "WimfnAimvsH")}, "");
    testing::add_double_step(rules);
    EXPECT_EQ(after("5/2x2/P4/P4/5/5 b", rules, "c5e3"), "5/5/P4/P3x/5/5 w - - 1 2");
    EXPECT_EQ(after("5/2x2/5/2P2/5/5 b", rules, "c5e3"), "5/5/5/2P1x/5/5 w - e3d4 1 2");
    EXPECT_EQ(after("5/5/5/2P1x/5/5 w - e3d4", rules, "c3d4"), "5/5/3P1/5/5/5 b - - 0 1");
    EXPECT_EQ(after("5/x4/P4/5/5/5 b", rules, "a5d5"), "5/3x1/P4/5/5/5 w - b5d5 1 2");
    EXPECT_EQ(after("5/3x1/P4/5/5/5 w - b5d5", rules, "a4b5"), "5/1P3/5/5/5/5 b - - 0 1");
    // Backward, and another enemy is nearer behind.
    for (auto& side : rules.sides) side.double_step_region.set();
    EXPECT_EQ(after("5/5/1P3/x1x2/5/5 b", rules, "a3a6"), "x4/5/1P3/2x2/5/5 w - a5a6 1 2");
    EXPECT_EQ(after("x4/5/1P3/2x2/5/5 w - a5a6", rules, "b4a5"), "5/P4/5/2x2/5/5 b - - 0 1");
}

TEST(ReferencePawns, EnPassantOnlyForKindsThatCaptureWithoutMovingThere) {
    rules::Rules rules = plain_rules(4, 6, {testing::pawn(), kind('X', "customPiece1", "F")}, "");
    testing::add_double_step(rules);
    for (auto& side : rules.sides) side.en_passant_pawns = "PX";
    EXPECT_EQ(after("4/1p2/4/X3/4/4 b", rules, "b5b3"), "4/4/4/Xp2/4/4 w - - 0 2");
    rules.kinds[1] = kind('X', "customPiece1", "cF");
    EXPECT_EQ(after("4/1p2/4/X3/4/4 b", rules, "b5b3"), "4/4/4/Xp2/4/4 w - b4 0 2");
}

// A capture is no initial move, even where one would have led there.
TEST(ReferencePawns, NoEnPassantAfterACapture) {
    rules::Rules rules = plain_rules(4, 6, {testing::pawn(), kind('X', "customPiece1", "WcRimfR3")}, "");
    testing::add_double_step(rules);
    EXPECT_EQ(after("4/1x2/4/P3/4/4 b", rules, "b5b3"), "4/4/4/Px2/4/4 w - b4 1 2");
    EXPECT_EQ(after("4/1x2/4/PX2/4/4 b", rules, "b5b3"), "4/4/4/Px2/4/4 w - - 0 2");
}

TEST(ReferencePawns, RoyalMenAreNotCapturedEnPassant) {
    rules::Rules rules = plain_rules(4, 6, {testing::pawn(), kind('K', "king", "KimfR3")}, "");
    rules.kinds[1].royal = true;
    testing::add_double_step(rules);
    EXPECT_EQ(after("4/1k2/4/P3/3K/4 b", rules, "b5b3"), "4/4/4/Pk2/3K/4 w - - 1 2");
}

TEST(ReferencePromotion, MandatoryAndNot) {
    rules::Rules rules =
        plain_rules(3, 4, {testing::pawn(), kind('N', "knight", "N"), kind('R', "rook", "R")}, "");
    testing::add_promotion(rules, "NR");
    EXPECT_EQ(moves("n2/1P1/3/3 w", rules), "b3a4n b3a4r b3b4n b3b4r");
    EXPECT_EQ(moves("3/3/1p1/2R b", rules), "b2b1n b2b1r b2c1n b2c1r");
    EXPECT_EQ(after("3/1P1/3/3 w", rules, "b3b4n"), "1N1/3/3/3 b - - 0 1");
    rules.mandatory_pawn_promotion = false;
    EXPECT_EQ(moves("3/1P1/3/3 w", rules), "b3b4 b3b4n b3b4r");
    // A kind that may not stand there is no choice; without any choice there is no such move (as in
    // Fairy-Stockfish, where the list may be empty).
    rules.mandatory_pawn_promotion = true;
    EXPECT_EQ(moves("3/1P1/3/3 w ~N:b4", rules), "b3b4r");
    for (auto& side : rules.sides) side.promotion_pieces.clear();
    EXPECT_EQ(moves("3/1P1/3/3 w", rules), "");
    rules.mandatory_pawn_promotion = false;
    EXPECT_EQ(moves("3/1P1/3/3 w", rules), "b3b4");
}

TEST(ReferencePromotion, PiecesThatTurnIntoOthers) {
    rules::Rules rules = plain_rules(3, 4, {kind('S', "silver", "FfW"), kind('G', "gold", "WfF")}, "");
    rules.promoted_kind['S'] = 'G';
    rules.sides[0].promotion_region = testing::rank_region(3);
    EXPECT_EQ(moves("3/S2/3/3 w", rules), "a3a4 a3a4+ a3b2 a3b4 a3b4+");
    EXPECT_EQ(moves("S2/3/3/3 w", rules), "a4b3 a4b3+");
    EXPECT_EQ(after("S2/3/3/3 w", rules, "a4b3+"), "3/1G1/3/3 b - - 1 1");
    // As a pawn of the promotion too: then it must.
    rules.sides[0].promotion_pawns = "S";
    rules.sides[0].promotion_pieces = "G";
    EXPECT_EQ(moves("3/S2/3/3 w", rules), "a3a4g a3b2 a3b4g");
}

TEST(ReferenceCastling, OrthodoxConditions) {
    const rules::Rules rules = testing::chess_rules();
    const auto castlings = [&](const std::string& fen) {
        std::string text;
        for (const char* name : {"e1g1", "e1c1", "e8g8", "e8c8"})
            if (moves(fen, rules, name) == name) text += std::string(name) + " ";
        return text;
    };
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/R3K2R w KQ"), "e1g1 e1c1 ");
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/R3K2R w K"), "e1g1 ");
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/RN2K1NR w KQ"), "");
    EXPECT_EQ(castlings("r3k2r/8/8/8/8/8/8/4K3 b kq"), "e8g8 e8c8 ");
    EXPECT_EQ(castlings("4k3/8/8/8/4r3/8/8/R3K2R w KQ"), "");             // in check
    EXPECT_EQ(castlings("4k3/8/8/8/5r2/8/8/R3K2R w KQ"), "e1c1 ");        // passing an attacked square
    EXPECT_EQ(castlings("4k3/8/8/8/6r1/8/8/R3K2R w KQ"), "e1c1 ");        // ending on one
    EXPECT_EQ(castlings("4k3/8/8/8/1r5r/8/8/R3K2R w KQ"), "e1g1 e1c1 ");  // only the rook passes one
    EXPECT_EQ(castlings("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 ~K:g1;R:d1"), "");
    EXPECT_EQ(after("4k3/8/8/8/8/8/8/R3K2R w KQ", rules, "e1g1"), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
    EXPECT_EQ(after("4k3/8/8/8/8/8/8/R3K2R w KQ", rules, "e1c1"), "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
}

TEST(ReferenceCastling, RightsGoWithKingAndRooks) {
    const rules::Rules rules = testing::chess_rules();
    const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq";
    EXPECT_EQ(after(fen, rules, "e1e2"), "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1");
    EXPECT_EQ(after(fen, rules, "a1b1"), "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1");
    EXPECT_EQ(after(fen, rules, "a1a8"), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
    EXPECT_EQ(after(fen, rules, "e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
}

TEST(ReferenceCastling, OtherPlacesAndNames) {
    // On five files the king steps one square: the move is named by the rook's square.
    rules::Rules rules = plain_rules(5, 5, {testing::king(), kind('R', "rook", "R")}, "");
    testing::add_castling(rules);
    rules.castling_king_file = 2;
    rules.castling_kingside_file = 3;
    rules.castling_queenside_file = 1;
    EXPECT_EQ(moves("4k/5/5/5/R1K1R w KQ", rules, "c1"), "c1a1 c1b1 c1b2 c1c2 c1d1 c1d2 c1e1");
    EXPECT_EQ(after("4k/5/5/5/R1K1R w KQ", rules, "c1e1"), "4k/5/5/5/R1RK1 b - - 1 1");
    // Where the start has the right, its rook is found inwards from the edge.
    EXPECT_EQ(after("4k/5/5/5/R1KR1 w K", rules, "c1d1"), "no such move");
    rules.start_fen = "4k/5/5/5/R1KR1 w K - 0 1";
    EXPECT_EQ(after("4k/5/5/5/R1KR1 w K", rules, "c1d1"), "4k/5/5/5/R1RK1 b - - 1 1");
    rules.start_fen = "";
    // A king that could simply go there, too.
    rules.files = 6;
    rules.kinds[0] = kind('K', "king", "KmD");
    rules.kinds[0].royal = true;
    rules.castling_kingside_file = 4;
    EXPECT_EQ(moves("k5/6/6/6/2K2R w K", rules, "c1e1"), "c1e1");
    EXPECT_EQ(after("k5/6/6/6/2K2R w K", rules, "c1e1"), "k5/6/6/6/4KR b - - 1 1");
    EXPECT_EQ(after("k5/6/6/6/2K2R w K", rules, "c1f1"), "k5/6/6/6/3RK1 b - - 1 1");
}

TEST(ReferenceEnds, CheckmateAndStalemate) {
    rules::Rules rules = plain_rules(3, 3, {testing::king(), kind('Q', "queen", "Q")}, "");
    EXPECT_EQ(end("k2/3/QK1 b", rules), std::nullopt);
    EXPECT_EQ(end("k2/QK1/3 b", rules), Outcome::loss);
    EXPECT_EQ(end("k2/2Q/1K1 b", rules), Outcome::draw);
    rules.stalemate_value = Outcome::win;
    rules.checkmate_value = Outcome::draw;
    EXPECT_EQ(end("k2/2Q/1K1 b", rules), Outcome::win);
    EXPECT_EQ(end("k2/QK1/3 b", rules), Outcome::draw);
}

TEST(ReferenceEnds, Extinction) {
    rules::Rules rules = plain_rules(3, 3, {kind('W', "wazir", "W"), kind('F', "fers", "F")}, "");
    rules.extinction_value = Outcome::loss;
    rules.extinction_kinds = "W";
    EXPECT_EQ(end("w2/f2/1FW w", rules), std::nullopt);
    EXPECT_EQ(end("w2/f2/1F1 w", rules), Outcome::loss);
    EXPECT_EQ(end("w2/f2/1F1 b", rules), Outcome::win);
    EXPECT_EQ(end("3/f2/1F1 w", rules), Outcome::win);  // the side that did not move last is looked at last
    rules.extinction_value = Outcome::win;
    EXPECT_EQ(end("w2/f2/1F1 w", rules), Outcome::win);
    rules.extinction_value = Outcome::draw;
    EXPECT_EQ(end("w2/f2/1F1 b", rules), Outcome::draw);
    rules.extinction_value = Outcome::loss;
    rules.extinction_count = 1;
    rules.extinction_opponent_count = 2;
    EXPECT_EQ(end("w2/f2/1FW w", rules), std::nullopt);
    EXPECT_EQ(end("ww1/f2/1FW w", rules), Outcome::loss);
    rules.extinction_claim = true;
    EXPECT_EQ(end("ww1/f2/1FW w", rules), std::nullopt);
    EXPECT_EQ(end("ww1/f2/1FW b", rules), Outcome::win);
    EXPECT_EQ(end("www/f2/1FW w", rules), Outcome::loss);
    rules.extinction_kinds.clear();
    rules.extinction_total = true;
    rules.extinction_claim = false;
    EXPECT_EQ(end("w2/f2/2W w", rules), Outcome::loss);
    EXPECT_EQ(end("w2/f2/1FW w", rules), std::nullopt);
}

TEST(ReferenceEnds, Flags) {
    rules::Rules rules = plain_rules(3, 3, {testing::king(), kind('W', "wazir", "W")}, "");
    rules.sides[0].flag_region = testing::rank_region(2);
    rules.sides[1].flag_region = testing::rank_region(0);
    EXPECT_EQ(end("W2/2k/K2 b", rules), Outcome::loss);
    EXPECT_EQ(end("W2/2k/K2 w", rules), std::nullopt);  // without flagMove only the last mover wins
    for (auto& side : rules.sides) side.flag_piece = 'K';
    EXPECT_EQ(end("W2/2k/K2 b", rules), std::nullopt);
    rules.flag_move = true;
    EXPECT_EQ(end("K2/3/1k1 w", rules), Outcome::draw);  // Black had one more move
    EXPECT_EQ(end("K2/3/1k1 b", rules), Outcome::win);
    EXPECT_EQ(end("K2/2k/3 w", rules), Outcome::win);
    EXPECT_EQ(end("K2/2k/3 b", rules), std::nullopt);
    EXPECT_EQ(end("K1k/3/3 b", rules), Outcome::loss);  // whose king cannot come level
    EXPECT_EQ(end("2K/3/k2 w", rules), Outcome::draw);
    EXPECT_EQ(end("3/2K/k2 w", rules), Outcome::loss);  // nor does White wait for its king
    for (auto& side : rules.sides) side.flag_piece = 'W';
    EXPECT_EQ(end("W1k/3/1wK w", rules), Outcome::win);
    rules.flag_move = false;
    rules.flag_count = 2;
    EXPECT_EQ(end("W1k/3/K2 b", rules), std::nullopt);
    EXPECT_EQ(end("WWk/3/K2 b", rules), Outcome::loss);
}

TEST(ReferencePass, AtAnyTimeOrInsteadOfStalemate) {
    rules::Rules rules = plain_rules(3, 3, {testing::king(), kind('Q', "queen", "Q")}, "");
    rules.sides[1].pass_on_stalemate = true;
    EXPECT_EQ(moves("k2/2Q/1K1 b", rules), "a3a3");
    EXPECT_EQ(end("k2/2Q/1K1 b", rules), std::nullopt);
    EXPECT_EQ(end("k2/QK1/3 b", rules), Outcome::loss);  // not when attacked
    EXPECT_EQ(moves("k2/3/2K b", rules, "a3a3"), "");
    rules.sides[1].pass = true;
    EXPECT_EQ(moves("k2/3/2K b", rules, "a3a3"), "a3a3");
    EXPECT_EQ(moves("k2/3/Q1K b", rules, "a3a3"), "");
    EXPECT_EQ(after("k2/3/2K b - - 3 4", rules, "a3a3"), "k2/3/2K w - - 4 5");
    const auto setup = setup_of("k2/3/2K b", rules);
    EXPECT_EQ(reference::play(setup, rules, Move{Square{6}, Square{6}, 0, Move::Type::pass}).passes, 1U);
    EXPECT_EQ(reference::play(setup, rules, Move{Square{6}, Square{3}, 0, Move::Type::normal}).passes, 0U);
    EXPECT_EQ(end("k2/3/2K b", rules, 1), std::nullopt);
    EXPECT_EQ(end("k2/3/2K b", rules, 2), Outcome::draw);
}

TEST(ReferencePass, NeedsAMan) {
    rules::Rules rules = plain_rules(2, 2, {kind('W', "wazir", "W")}, "");
    for (auto& side : rules.sides) side.pass = true;
    EXPECT_EQ(moves("2/w1 w", rules), "");
    EXPECT_EQ(moves("w1/w1 b", rules), "a1a1 a1b1 a2b2");
}

TEST(ReferenceLegality, CapturesMustBeMade) {
    rules::Rules rules = plain_rules(3, 3, {kind('W', "wazir", "W"), kind('F', "fers", "F")}, "");
    rules.must_capture = true;
    EXPECT_EQ(moves("3/f2/W1F w", rules), "a1a2");
    EXPECT_EQ(moves("3/1f1/W1F w", rules), "c1b2");
    EXPECT_EQ(moves("f2/3/W2 w", rules), "a1a2 a1b1");
    // A capture that is illegal forces nothing: the fers is pinned, and both victims are guarded.
    const rules::Rules wide = plain_rules(
        4, 4, {testing::king(), kind('R', "rook", "R"), kind('F', "fers", "F"), kind('W', "wazir", "W")}, "");
    rules::Rules must = wide;
    must.must_capture = true;
    EXPECT_EQ(moves("rr1k/1F2/w3/1K2 w", must), moves("rr1k/1F2/w3/1K2 w", wide));
    EXPECT_EQ(moves("rr1k/1F2/w3/1K2 w", must), "b1c1 b1c2");
    EXPECT_EQ(moves("1r1k/1F2/2f1/1K2 w", must), "b1c2");
}

TEST(ReferenceLegality, EnPassantIsACapture) {
    rules::Rules rules = plain_rules(4, 6, {testing::pawn()}, "");
    testing::add_double_step(rules);
    rules.must_capture = true;
    EXPECT_EQ(moves("4/4/4/Pp2/4/4 w - b4", rules), "a3b4");
    EXPECT_EQ(moves("4/4/4/Pp2/4/4 w", rules), "a3a4");
}

TEST(ReferenceLegality, MovesThatGiveCheckMayBeForbidden) {
    rules::Rules rules = plain_rules(3, 3, {testing::king(), kind('R', "rook", "R")}, "");
    rules.checking = false;
    EXPECT_EQ(moves("2k/3/KR1 w", rules, "b1"), "b1b2");
    EXPECT_EQ(moves("2k/3/KR1 w", rules, "a1"), "a1a2");
}

TEST(ReferenceLegality, PseudoRoyals) {
    // The last W may not be left attacked; of two, either may.
    rules::Rules rules = plain_rules(4, 4, {kind('W', "wazir", "W"), kind('R', "rook", "R")}, "");
    rules.extinction_value = Outcome::loss;
    rules.extinction_kinds = "W";
    rules.extinction_pseudo_royal = true;
    EXPECT_EQ(moves("4/4/3r/W3 w", rules), "a1b1");
    EXPECT_EQ(moves("4/4/3r/W1W1 w", rules), "a1a2 a1b1 c1b1 c1c2 c1d1");
    EXPECT_TRUE(reference::attacked(setup_of("4/4/r3/W3 w", rules), rules, Color::white));
    EXPECT_FALSE(reference::attacked(setup_of("4/4/r3/W1W1 w", rules), rules, Color::white));
    rules.extinction_count = 1;
    EXPECT_TRUE(reference::attacked(setup_of("4/4/r3/W1W1 w", rules), rules, Color::white));
    EXPECT_EQ(moves("4/4/3r/W1W1 w", rules), "a1b1 c1b1");
    // Mate and stalemate are seen on them.
    rules.extinction_count = 0;
    EXPECT_EQ(end("3r/4/4/Wr2 w", rules), std::nullopt);
    EXPECT_EQ(end("r3/1r2/4/W3 w", rules), Outcome::loss);
    EXPECT_EQ(end("4/2rr/r3/3W w", rules), Outcome::loss);
}

/// Chess on a small board, with pawns, and a rule.
rules::Rules with_rule(bool rules::Rules::*rule) {
    rules::Rules rules = plain_rules(4, 4,
                                     {kind('K', "king", "K"), kind('R', "rook", "R"),
                                      kind('N', "knight", "N"), kind('P', "pawn", "fmWfcF")},
                                     "");
    rules.kinds[0].royal = true;
    rules.*rule = true;
    return rules;
}

TEST(ReferenceLegality, KoekoMovesEndBesideAMan) {
    const rules::Rules rules = with_rule(&rules::Rules::koeko);
    // Beside the king, or the knight.
    EXPECT_EQ(moves("3k/4/1N2/R3 w", rules), "a1a2 a1a3 a1b1 a1c1 b2c4 b2d3");
    EXPECT_EQ(moves("k3/4/4/RN2 w", rules, "b"), "b1a3");
    // Nobody is beside the king but who would capture it, who leaves its square.
    EXPECT_FALSE(reference::attacked(setup_of("k3/4/4/R3 b", rules), rules, Color::black));
    EXPECT_FALSE(reference::attacked(setup_of("k3/R3/4/4 b", rules), rules, Color::black));
    EXPECT_TRUE(reference::attacked(setup_of("kn2/4/4/R3 b", rules), rules, Color::black));
    EXPECT_TRUE(reference::attacked(setup_of("k3/RN2/4/4 b", rules), rules, Color::black));
}

TEST(ReferenceLegality, MadrasiMenOfAKindParalyseEachOther) {
    const rules::Rules rules = with_rule(&rules::Rules::madrasi);
    EXPECT_EQ(moves("3r/4/4/N2R w", rules), "a1b3 a1c2");
    EXPECT_EQ(moves("3r/3N/4/N2R w", rules, "d"), "d1b1 d1c1 d1d2 d3b2 d3b4 d3c1");
    // A rook that a rook attacks gives no check, and takes nothing.
    EXPECT_TRUE(reference::attacked(setup_of("3k/4/4/3R b", rules), rules, Color::black));
    EXPECT_FALSE(reference::attacked(setup_of("3k/4/4/r2R b", rules), rules, Color::black));
    // Kings are left out; one pawn may attack the other by passing it alone.
    EXPECT_TRUE(reference::attacked(setup_of("4/4/kK2/4 b", rules), rules, Color::black));
    rules::Rules chess = testing::shipped("madrasi");
    EXPECT_TRUE(reference::attacked(setup_of("8/8/8/3k4/3pP3/8/8/K7 b - -", chess), chess, Color::black));
    EXPECT_FALSE(reference::attacked(setup_of("8/8/8/3k4/3pP3/8/8/K7 b - e3", chess), chess, Color::black));
}

TEST(ReferenceLegality, AndernachCapturersChangeSides) {
    const rules::Rules rules = with_rule(&rules::Rules::andernach);
    EXPECT_EQ(testing::after("r3/4/4/R2k w", rules, "a1a4"), "r3/4/4/3k b - - 0 1");
    EXPECT_EQ(testing::after("4/4/n3/K2k w", rules, "a1a2"), "4/4/K3/3k b - - 0 1");
    // Nobody turns over to give check to its own king.
    EXPECT_EQ(moves("rk2/4/4/R2K w", rules, "a1a4"), "a1a4");
    EXPECT_EQ(moves("1k1r/4/4/R2K w", rules, "a"), "");
    EXPECT_EQ(moves("r2K/4/4/R3 w", rules, "a1a4"), "");
    // A rook that has turned over at home castles with a king that has not moved.
    const rules::Rules chess = testing::shipped("andernach");
    EXPECT_EQ(testing::after("4k2n/8/8/8/8/8/8/K6R w e -", chess, "h1h8"), "4k2r/8/8/8/8/8/8/K7 b k - 0 1");
    EXPECT_EQ(testing::after("4k2n/8/8/8/8/8/8/K6R w - -", chess, "h1h8"), "4k2r/8/8/8/8/8/8/K7 b - - 0 1");
}

TEST(ReferenceLegality, LongestMovesAreMeasuredFromMiddleToMiddle) {
    rules::Rules rules = with_rule(&rules::Rules::koeko);
    rules.koeko = false;
    rules.sides[0].longest_moves = true;
    EXPECT_EQ(moves("4/4/4/RN2 w", rules), "a1a4");
    EXPECT_EQ(moves("n3/4/R3/1N2 w", rules), "a2d2");
    EXPECT_EQ(moves("4/4/4/K2k w", rules), "a1b2");
    // The longest of its legal ones: here it is in check.
    EXPECT_EQ(moves("R3/4/r3/K3 w", rules), "a4a2");
    EXPECT_EQ(moves("n3/4/R3/1N2 b", rules), "a4b2 a4c3");
    const rules::Rules chess = testing::shipped("whitemaximummer");
    EXPECT_EQ(moves("4k3/8/8/8/8/p7/8/R3K3 w Q -", chess), "e1c1");
    EXPECT_EQ(moves("4k3/8/8/8/8/p7/8/4K2R w K -", chess), "h1h8");
}

TEST(ReferenceLegality, CapturingAPseudoRoyalExcusesLeavingOnes) {
    rules::Rules rules = plain_rules(4, 4, {kind('W', "wazir", "W"), kind('R', "rook", "R")}, "");
    rules.extinction_value = Outcome::loss;
    rules.extinction_kinds = "W";
    rules.extinction_pseudo_royal = true;
    EXPECT_EQ(moves("R2w/4/r3/W3 w", rules, "a4"), "a4a2 a4d4");
    EXPECT_EQ(moves("R1ww/4/r3/W3 w", rules, "a4"), "a4a2");
}

TEST(ReferenceLegality, AllMenTogether) {
    rules::Rules rules = plain_rules(4, 4, {kind('W', "wazir", "W"), kind('R', "rook", "R")}, "");
    rules.extinction_value = Outcome::loss;
    rules.extinction_total = true;
    rules.extinction_pseudo_royal = true;
    EXPECT_EQ(moves("4/4/3r/W3 w", rules), "a1b1");
    EXPECT_EQ(moves("4/3r/4/W2W w", rules, "a1"), "a1a2 a1b1");
}

}  // namespace
}  // namespace zermelo::engine
