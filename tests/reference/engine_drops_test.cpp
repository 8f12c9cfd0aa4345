// SPDX-License-Identifier: GPL-3.0-or-later
// Hands, drops and men that turn or change sides, one rule after the other, checked by hand.
#include <string>

#include <gtest/gtest.h>

#include "reference/engine.hpp"
#include "support/chess.hpp"
#include "support/reference_moves.hpp"

namespace zermelo::engine {
namespace {

using game::Outcome;
using rules::Enclosing;
using rules::MaterialCounting;
using testing::after;
using testing::end;
using testing::kind;
using testing::moves;
using testing::plain_rules;

std::string wrong(const std::string& fen, const rules::Rules& rules) {
    std::string text;
    for (const Violation& violation : reference::violations(testing::setup_of(fen, rules), rules))
        text += (violation.place ? name(*violation.place) + ": " : "") + violation.message + "\n";
    return text;
}

/// 3×3 with a wazir, a fers that turns into a gold, and what is captured goes to the hand.
rules::Rules small_drops() {
    rules::Rules rules =
        plain_rules(3, 3, {kind('W', "wazir", "W"), kind('F', "fers", "F"), kind('G', "gold", "WfF")}, "");
    rules.drops = true;
    rules.captures_to_hand = true;
    rules.promoted_kind['F'] = 'G';
    rules.sides[0].promotion_region = testing::rank_region(2);
    rules.sides[1].promotion_region = testing::rank_region(0);
    return rules;
}

TEST(ReferenceHands, CapturedMenAreDroppedAgain) {
    const rules::Rules rules = small_drops();
    EXPECT_EQ(after("w2/W2/3[] w", rules, "a2a3"), "W2/3/3[W] b - - 0 1");
    EXPECT_EQ(after("w2/3/W2[F] w", rules, "F@b2"), "w2/1F1/W2[] b - - 1 1");
    EXPECT_EQ(after("w2/3/W2[FFf] w", rules, "F@b2"), "w2/1F1/W2[Ff] b - - 1 1");
    EXPECT_EQ(moves("wFw/FWF/wFw[W] w", rules, "W@"), "");
    EXPECT_EQ(moves("w1w/F*F/wFw[Wf] w", rules, "W@"), "W@b3");
    EXPECT_EQ(moves("w1w/F*F/wFw[Wf] b", rules, "F@"), "F@b3");
}

TEST(ReferenceHands, WhatTurnedTurnsBackInTheHand) {
    rules::Rules rules = small_drops();
    EXPECT_EQ(after("+f2/W2/3[] w", rules, "a2a3"), "W2/3/3[F] b - - 0 1");
    EXPECT_EQ(after("g2/W2/3[] w", rules, "a2a3"), "W2/3/3[G] b - - 0 1");
    EXPECT_EQ(after("3/F2/3[] w", rules, "a2b3+"), "1+F1/3/3[] b - - 1 1");
    EXPECT_EQ(after("3/+F2/3[] w", rules, "a2a3"), "+F2/3/3[] b - - 1 1");
    for (auto& side : rules.sides) {
        side.promotion_pawns = "FW";
        side.promotion_pieces = "G";
    }
    EXPECT_EQ(after("3/W2/3[] w", rules, "a2a3g"), "G~2/3/3[] b - - 1 1");
    EXPECT_EQ(after("w2/+F2/3[] w", rules, "a2a3"), "+F2/3/3[W] b - - 0 1");
    // The kind of pawn that is named last; it is the captured side's.
    EXPECT_EQ(after("g~2/W2/3[] w", rules, "a2a3g"), "G~2/3/3[W] b - - 0 1");
    rules.sides[1].promotion_pawns = "WF";
    EXPECT_EQ(after("g~2/W2/3[] w", rules, "a2a3g"), "G~2/3/3[F] b - - 0 1");
    // A pawn's promotion comes before turning into the same kind.
    EXPECT_EQ(after("3/F2/3[] w", rules, "a2b3g"), "1G~1/3/3[] b - - 1 1");
    rules.drop_loop = true;
    EXPECT_EQ(after("g2/W2/3[] w", rules, "a2a3g"), "G2/3/3[G] b - - 0 1");
}

TEST(ReferenceHands, CapturedMenGoBackToTheirOwner) {
    rules::Rules rules = small_drops();
    rules.captures_to_hand = false;
    rules.captures_to_owner = true;
    EXPECT_EQ(after("w2/W2/3[] w", rules, "a2a3"), "W2/3/3[w] b - - 0 1");
    EXPECT_EQ(after("w2/W2/3[Fw] b", rules, "a3a2"), "3/w2/3[FWw] w - - 0 2");
    EXPECT_EQ(after("+f2/W2/3[] w", rules, "a2a3"), "W2/3/3[f] b - - 0 1");
    EXPECT_EQ(moves("wFw/FWF/1Fw[w] b", rules, "W@"), "W@a1");
}

/// 3×4 with pawns that turn round, and a wazir; captured men go back.
rules::Rules turning_pawns() {
    rules::Rules rules = plain_rules(
        3, 4,
        {kind('P', "customPiece1", "fmWfcF"), kind('D', "customPiece2", "bmWbcF"), kind('W', "wazir", "W")},
        "");
    rules.drops = rules.captures_to_owner = true;
    rules.turning_kind['P'] = 'D';
    return rules;
}

TEST(ReferenceTurning, PawnsTurnRoundAtBothEdges) {
    const rules::Rules rules = turning_pawns();
    EXPECT_EQ(after("3/P2/3/3[] w", rules, "a3a4"), "D2/3/3/3[] b - - 1 1");
    EXPECT_EQ(after("1w1/P2/3/3[] w", rules, "a3b4"), "1D1/3/3/3[w] b - - 0 1");
    EXPECT_EQ(after("3/3/P2/3[] w", rules, "a2a3"), "3/P2/3/3[] b - - 1 1");
    EXPECT_EQ(after("3/3/D2/3[] w", rules, "a2a1"), "3/3/3/P2[] b - - 1 1");
    EXPECT_EQ(after("3/D2/3/3[] w", rules, "a3a2"), "3/3/D2/3[] b - - 1 1");
    EXPECT_EQ(after("3/3/p2/3[] b", rules, "a2a1"), "3/3/3/d2[] w - - 1 2");
    EXPECT_EQ(after("3/d2/3/3[] b", rules, "a3a4"), "p2/3/3/3[] w - - 1 2");
    EXPECT_EQ(moves("3/D2/1w1/3[] w", rules), "a3a2 a3b2");
    EXPECT_EQ(moves("3/1w1/D2/2w[] w", rules), "a2a1");
}

TEST(ReferenceTurning, DroppedAndCapturedTheyArePawns) {
    rules::Rules rules = turning_pawns();
    EXPECT_EQ(after("3/3/3/3[P] w", rules, "P@a4"), "D2/3/3/3[] b - - 1 1");
    EXPECT_EQ(after("3/3/3/3[P] w", rules, "P@a1"), "3/3/3/P2[] b - - 1 1");
    EXPECT_EQ(after("3/3/3/3[p] b", rules, "P@a1"), "3/3/3/d2[] w - - 1 2");
    EXPECT_EQ(after("3/W2/d2/3[] w", rules, "a3a2"), "3/3/W2/3[p] b - - 0 1");
    rules.captures_to_owner = false;
    rules.captures_to_hand = true;
    EXPECT_EQ(after("3/W2/d2/3[] w", rules, "a3a2"), "3/3/W2/3[P] b - - 0 1");
    // Who turns need not leave as what it was.
    rules.immobility_illegal = true;
    EXPECT_EQ(moves("3/P2/3/3[P] w", rules, "P@a"), "P@a1 P@a2 P@a4");
    EXPECT_EQ(moves("3/P2/3/3[] w", rules), "a3a4");
    // Who may not stand there as the other stays what it is.
    rules.immobility_illegal = false;
    rules.sides[0].mobility['D'] = testing::rank_region(0) | testing::rank_region(1);
    EXPECT_EQ(after("3/P2/3/3[] w", rules, "a3a4"), "P2/3/3/3[] b - - 1 1");
}

TEST(ReferenceTurning, WhatShouldHaveTurnedIsNoPosition) {
    const rules::Rules rules = turning_pawns();
    EXPECT_EQ(wrong("P2/3/3/D1d[] w", rules),
              "a1: 'D' of White must have turned round here\na4: 'P' of White must have turned round here\n");
    EXPECT_EQ(wrong("D2/3/3/P1d[] w", rules), "");
    EXPECT_EQ(wrong("3/3/3/P2[Dd] w", rules),
              "'D' in the hand of White, expected 'P'\n'D' in the hand of Black, expected 'P'\n");
}

TEST(ReferenceHands, TheManTakenEnPassantGoesToTheHand) {
    rules::Rules rules = plain_rules(4, 6, {testing::pawn(), testing::king()}, "");
    testing::add_double_step(rules);
    rules.captures_to_hand = true;
    EXPECT_EQ(after("3k/4/4/Pp2/4/3K[] w - b4", rules, "a3b4"), "3k/4/1P2/4/4/3K[P] b - - 0 1");
    EXPECT_EQ(moves("3k/4/4/4/4/3K[P] w", rules, "P@"), "");  // without drops it stays there
}

TEST(ReferenceDrops, FreeOnesLeaveTheHandAlone) {
    rules::Rules rules = small_drops();
    rules.free_drops = true;
    EXPECT_EQ(moves("w1w/W*W/wFw[] w", rules, "W@"), "W@b3");
    EXPECT_EQ(moves("w1w/W*W/wFw[] w", rules, "G@"), "G@b3");
    EXPECT_EQ(after("w1w/W*W/wFw[W] w", rules, "W@b3"), "wWw/W*W/wFw[W] b - - 1 1");
    rules.captures_to_hand = false;
    EXPECT_EQ(after("w1w/W*W/wFw w", rules, "W@b3"), "wWw/W*W/wFw b - - 1 1");
    // Nobody gets a second king so.
    rules.kinds.push_back(testing::king());
    EXPECT_EQ(moves("kww/1WW/1FK w", rules, "K@"), "");
    EXPECT_EQ(moves("kww/1WW/1FK w", rules, "W@"), "W@a1 W@a2");
}

TEST(ReferenceDrops, RegionsAndSquaresWhereAManMayNotStand) {
    rules::Rules rules = small_drops();
    rules.sides[0].drop_region = testing::rank_region(1) | testing::rank_region(2);
    rules.sides[0].mobility['W'] = testing::rank_region(0) | testing::rank_region(1);
    EXPECT_EQ(moves("3/f2/3[W] w ~W:b2", rules), "W@c2");
    EXPECT_EQ(moves("3/F2/3[w] b", rules, "W@"), "W@a1 W@a3 W@b1 W@b2 W@b3 W@c1 W@c2 W@c3");
}

TEST(ReferenceDrops, PawnsNeitherWhereTheyPromoteNorAtHome) {
    rules::Rules rules = plain_rules(2, 5, {testing::pawn(), kind('W', "wazir", "W")}, "");
    rules.drops = true;
    testing::add_promotion(rules, "W");
    EXPECT_EQ(moves("2/2/2/2/2[P] w", rules), "P@a2 P@a3 P@a4 P@b2 P@b3 P@b4");
    EXPECT_EQ(moves("2/2/2/2/2[Pp] b", rules), "P@a2 P@a3 P@a4 P@b2 P@b3 P@b4");
    rules.first_rank_pawn_drops = true;
    EXPECT_EQ(moves("2/2/2/2/2[P] w", rules, "P@a"), "P@a1 P@a2 P@a3 P@a4");
    EXPECT_EQ(moves("2/2/2/2/2[p] b", rules, "P@a"), "P@a2 P@a3 P@a4 P@a5");
    rules.promotion_zone_pawn_drops = true;
    EXPECT_EQ(moves("2/2/2/2/2[P] w", rules, "P@a"), "P@a1 P@a2 P@a3 P@a4 P@a5");
    // Only the pawn of the rules file.
    rules.first_rank_pawn_drops = rules.promotion_zone_pawn_drops = false;
    rules.kinds[0].pawn = false;
    EXPECT_EQ(moves("2/2/2/2/2[P] w", rules, "P@a"), "P@a1 P@a2 P@a3 P@a4 P@a5");
}

TEST(ReferenceDrops, RooksAtHome) {
    rules::Rules rules = plain_rules(2, 3, {kind('R', "rook", "R"), kind('W', "wazir", "W")}, "");
    rules.drops = true;
    rules.first_rank_rook_drops = true;
    EXPECT_EQ(moves("2/2/2[R] w", rules), "R@a1 R@b1");
    EXPECT_EQ(moves("2/2/2[r] b", rules), "R@a3 R@b3");
    EXPECT_EQ(moves("2/1w/w1[W] w", rules), "W@a2 W@a3 W@b1 W@b3");
}

TEST(ReferenceDrops, NotOnAFileWithSoManyOfTheKind) {
    rules::Rules rules = small_drops();
    rules.undoubled_kind = 'F';
    EXPECT_EQ(moves("3/F2/2f[FW] w", rules, "F@"), "F@b1 F@b2 F@b3 F@c2 F@c3");
    EXPECT_EQ(moves("3/F2/2f[FW] w", rules, "W@a"), "W@a1 W@a3");
    EXPECT_EQ(moves("3/+F2/3[F] w", rules, "F@a"), "F@a1 F@a3");
    rules.undoubled_count = 2;
    EXPECT_EQ(moves("3/F1F/2F[F] w", rules, "F@"), "F@a1 F@a3 F@b1 F@b2 F@b3");
}

TEST(ReferenceDrops, PromotedAtOnce) {
    rules::Rules rules = small_drops();
    rules.drop_promoted = true;
    rules.undoubled_kind = 'F';
    const std::string full = "wWw/W*W/wF1";
    EXPECT_EQ(moves(full + "[F] w", rules, "+"), "+F@c1");
    EXPECT_EQ(moves(full + "[G] w", rules, "G@"), "G@c1");
    EXPECT_EQ(after(full + "[F] w", rules, "+F@c1"), "wWw/W*W/wF+F[] b - - 1 1");
    EXPECT_EQ(after(full + "[F] w", rules, "F@c1"), "wWw/W*W/wFF[] b - - 1 1");
    // As what is in the hand it must be allowed there, and to stand there as what it is then.
    EXPECT_EQ(moves("wWF/W*W/wF1[F] w", rules, "+"), "");
    EXPECT_EQ(moves(full + "[F] w ~G:c1", rules, "+"), "");
    EXPECT_EQ(moves(full + "[F] w ~F:c1", rules, "+"), "");
    rules.drop_loop = true;
    EXPECT_EQ(after(full + "[F] w", rules, "+F@c1"), "wWw/W*W/wFG[] b - - 1 1");
}

TEST(ReferenceDrops, ParryChecksAndMayNotUncoverThem) {
    rules::Rules rules = plain_rules(3, 3, {testing::king(), kind('R', "rook", "R")}, "");
    rules.drops = true;
    EXPECT_EQ(moves("r1k/3/K2[R] w", rules, "R@"), "R@a2");
    EXPECT_EQ(moves("k1r/3/K2[R] w", rules, "R@"), "R@a2 R@b1 R@b2 R@b3 R@c1 R@c2");
    // A king may come from the hand, not where it is attacked.
    EXPECT_EQ(moves("k1r/3/3[K] w", rules), "K@a1 K@b1");
    rules.drop_checks = false;
    EXPECT_EQ(moves("k2/1R1/1K1[R] w", rules, "R@"), "R@c1 R@c2");
    EXPECT_EQ(moves("k2/1R1/1K1[R] w", rules, "b2a"), "b2a2");
}

TEST(ReferenceDrops, PawnsOfShogiDoNotMate) {
    rules::Rules rules =
        plain_rules(3, 3, {testing::king(), kind('G', "gold", "WfF"), kind('P', "shogiPawn", "fW")}, "");
    rules.drops = true;
    rules.pawn_drop_mate_illegal = true;
    EXPECT_EQ(moves("k2/3/GGK[P] w", rules, "P@"), "P@a2 P@b2 P@b3 P@c2 P@c3");  // the king goes to b3
    EXPECT_EQ(moves("k2/2G/G1K[P] w", rules, "P@a"), "");
    EXPECT_EQ(moves("kg1/2G/G1K[P] w", rules, "P@a"), "P@a2");  // the gold captures it
    EXPECT_EQ(moves("k2/2G/G1K[G] w", rules, "G@a"), "G@a2");   // others may mate
    rules.pawn_drop_mate_illegal = false;
    EXPECT_EQ(moves("k2/2G/G1K[P] w", rules, "P@a"), "P@a2");
    EXPECT_EQ(end("k2/P1G/G1K[] b", rules), Outcome::loss);
}

TEST(ReferenceDrops, WhoMustDrop) {
    rules::Rules rules = small_drops();
    rules.must_drop = true;
    EXPECT_EQ(moves("w1w/F*F/WFw[W] w", rules), "W@b3");
    EXPECT_EQ(moves("w1w/F*F/WFw[f] w", rules, "F"), "");
    EXPECT_EQ(moves("w1w/F*F/WFw[f] w", rules, "a1"), "");
    EXPECT_EQ(moves("ww1/W*f/fff[] w", rules), "a2a1 a2a3");
    // This kind; where it cannot be dropped nothing is.
    rules.must_drop_kind = 'F';
    EXPECT_EQ(moves("2w/W*f/fff[WF] w", rules), "F@a3 F@b3");
    EXPECT_EQ(moves("2w/W*f/fff[WF] w ~F:a3,b3", rules), "a2a1 a2a3");
    EXPECT_EQ(moves("2w/W*f/fff[W] w", rules), "W@a3 W@b3 a2a1 a2a3");
    // Captures come first.
    rules.must_capture = true;
    EXPECT_EQ(moves("2w/W*f/fff[WF] w", rules), "a2a1");
    EXPECT_EQ(moves("2w/W*f/1ff[WF] w", rules), "F@a1 F@a3 F@b3");
}

TEST(ReferenceDrops, BishopsOnBothColours) {
    rules::Rules rules = plain_rules(2, 2, {kind('B', "bishop", "B"), kind('W', "wazir", "W")}, "");
    rules.drops = true;
    rules.opposite_bishop_drops = true;
    EXPECT_EQ(moves("2/2[BB] w", rules), "B@a1 B@a2 B@b1 B@b2");
    EXPECT_EQ(moves("2/B1[B] w", rules, "B@"), "B@a2 B@b1");
    EXPECT_EQ(moves("2/B1[BB] w", rules, "B@"), "B@a2 B@b1 B@b2");
    // Others leave room for them.
    EXPECT_EQ(moves("w1/2[BBW] w", rules, "W@"), "W@a1 W@b2");
    EXPECT_EQ(moves("2/2[BBW] w ~B:b1", rules, "W@"), "W@a1 W@b1 W@b2");
    EXPECT_EQ(moves("w1/2[BW] w", rules, "W@"), "W@a1 W@b1 W@b2");
}

TEST(ReferenceDrops, DroppedKingsAndRooksCastle) {
    rules::Rules rules = plain_rules(5, 2, {testing::king(), kind('R', "rook", "R")}, "");
    testing::add_castling(rules);
    rules.castling_king_file = 2;
    rules.castling_kingside_file = 3;
    rules.castling_queenside_file = 1;
    rules.drops = true;
    rules.castling_with_dropped = true;
    EXPECT_EQ(after("4k/R3R[K] w", rules, "K@c1"), "4k/R1K1R[] b KQ - 1 1");
    EXPECT_EQ(after("4k/R3R[K] w", rules, "K@b1"), "4k/RK2R[] b - - 1 1");
    EXPECT_EQ(after("k4/R1K2[R] w", rules, "R@e1"), "k4/R1K1R[] b K - 1 1");
    EXPECT_EQ(after("k4/2K2[R] w", rules, "R@d1"), "k4/2KR1[] b - - 1 1");
    EXPECT_EQ(after("4k/1K3[R] w", rules, "R@e1"), "4k/1K2R[] b - - 1 1");
    EXPECT_EQ(after("r4/4K[k] b", rules, "K@c2"), "r1k2/4K[] w q - 1 2");
    rules.castling_with_dropped = false;
    EXPECT_EQ(after("4k/R3R[K] w", rules, "K@c1"), "4k/R1K1R[] b - - 1 1");
}

TEST(ReferenceDrops, NotWhereAManCouldNeverMove) {
    rules::Rules rules = plain_rules(3, 4,
                                     {kind('P', "shogiPawn", "fW"), kind('N', "customPiece1", "fN"),
                                      kind('H', "customPiece2", "pR"), kind('L', "customPiece3", "nC")},
                                     "");
    rules.drops = true;
    rules.immobility_illegal = true;
    EXPECT_EQ(moves("3/3/3/3[P] w", rules, "P@a"), "P@a1 P@a2 P@a3");
    EXPECT_EQ(moves("3/3/3/3[p] b", rules, "P@a"), "P@a2 P@a3 P@a4");
    EXPECT_EQ(moves("3/3/3/3[N] w", rules, "N@b"), "N@b1 N@b2");
    EXPECT_EQ(moves("3/*2/3/3[P] w", rules, "P@a"), "P@a1");
    EXPECT_EQ(moves("3/P2/3/3[] w", rules), "");
    // A hop needs two squares, whoever stands there; a lame leap its way.
    EXPECT_EQ(moves("3/*1*/1*1/3[H] w", rules, "H@"), "H@a1 H@a4 H@c1 H@c4");
    EXPECT_EQ(moves("3/3/*2/3[L] w", rules, "L@a1"), "");
    EXPECT_EQ(moves("3/3/3/3[L] w", rules, "L@"), "L@a1 L@a4 L@b1 L@b4 L@c1 L@c4");
    EXPECT_EQ(moves("3/3/*2/3[L] w", rules, "L@"), "L@b1 L@b4 L@c1 L@c4");
    // Who turns into something else may; such a man is no violation.
    rules.promoted_kind['P'] = 'N';
    rules.sides[0].promotion_region = testing::rank_region(3);
    EXPECT_EQ(moves("3/P2/3/3[] w", rules), "a3a4+");
    EXPECT_EQ(wrong("N2/3/3/3[] w", rules), "");
    EXPECT_EQ(wrong("P2/3/3/p2[] w", rules),
              "a1: 'P' of Black could never move again here\na4: 'P' of White could never move again here\n");
}

TEST(ReferenceTurning, ByForceAndByCapture) {
    rules::Rules rules = plain_rules(3, 4, {kind('S', "silver", "FfW"), kind('G', "gold", "WfF")}, "");
    rules.promoted_kind['S'] = 'G';
    rules.sides[0].promotion_region = testing::rank_region(3);
    rules.mandatory_piece_promotion = true;
    EXPECT_EQ(moves("3/S2/3/3 w", rules), "a3a4+ a3b2 a3b4+");
    EXPECT_EQ(moves("S2/3/3/3 w", rules), "a4b3+");
    EXPECT_EQ(moves("3/S2/3/3 w ~G:a4", rules), "a3b2 a3b4+");  // nor may it stay what it is
    rules.piece_promotion_on_capture = true;
    EXPECT_EQ(moves("1s1/S2/3/3 w", rules), "a3a4 a3b2 a3b4+");
    rules.mandatory_piece_promotion = false;
    EXPECT_EQ(moves("1s1/S2/3/3 w", rules), "a3a4 a3b2 a3b4 a3b4+");
    rules.piece_promotion_on_capture = false;
    rules.promotion_limit['G'] = 1;
    EXPECT_EQ(moves("3/S2/3/g1G w", rules, "a"), "a3a4 a3b2 a3b4");
    rules.promotion_limit['G'] = 2;
    EXPECT_EQ(moves("3/S2/3/g1G w", rules, "a"), "a3a4 a3a4+ a3b2 a3b4 a3b4+");
    // Who cannot turn need not.
    rules.promotion_limit['G'] = 1;
    rules.mandatory_piece_promotion = true;
    EXPECT_EQ(moves("3/S2/3/g1G w", rules, "a"), "a3a4 a3b2 a3b4");
}

TEST(ReferenceTurning, AndBack) {
    rules::Rules rules = plain_rules(3, 4, {kind('S', "silver", "FfW"), kind('G', "gold", "WfF")}, "");
    rules.promoted_kind['S'] = 'G';
    rules.promotion_limit['S'] = 1;
    rules.sides[0].promotion_region = testing::rank_region(3);
    rules.piece_demotion = true;
    EXPECT_EQ(moves("3/+S2/3/2S w", rules, "a"), "a3a2 a3a4 a3a4- a3b3 a3b4 a3b4-");
    EXPECT_EQ(moves("3/G2/3/2S w", rules, "a"), "a3a2 a3a4 a3b3 a3b4");
    EXPECT_EQ(after("3/+S2/3/2S w", rules, "a3a4-"), "S2/3/3/2S b - - 1 1");
    EXPECT_EQ(after("3/+S2/3/2S w", rules, "a3a4"), "+S2/3/3/2S b - - 1 1");
    EXPECT_EQ(after("3/S2/3/3 w", rules, "a3a4+"), "+S2/3/3/3 b - - 1 1");
    rules.mandatory_piece_promotion = true;
    EXPECT_EQ(moves("3/+S2/3/3 w ~S:b4", rules), "a3a2 a3a4- a3b3");
    rules.piece_promotion_on_capture = true;
    EXPECT_EQ(moves("1s1/+S2/3/3 w", rules), "a3a2 a3a4 a3b3 a3b4-");
}

TEST(ReferenceTurning, PawnsUpToALimit) {
    rules::Rules rules =
        plain_rules(3, 4, {testing::pawn(), kind('N', "knight", "N"), kind('R', "rook", "R")}, "");
    testing::add_promotion(rules, "NR");
    rules.promotion_limit['N'] = 1;
    EXPECT_EQ(moves("3/1P1/3/n2 w", rules), "b3b4n b3b4r");
    EXPECT_EQ(moves("3/1P1/3/N2 w", rules, "b3"), "b3b4r");
    rules.promotion_limit['R'] = 1;
    EXPECT_EQ(moves("3/1P1/3/N1R w", rules, "b3"), "");
    rules.mandatory_pawn_promotion = false;
    EXPECT_EQ(moves("3/1P1/3/N1R w", rules, "b3"), "b3b4");
}

/// Stones that are only put down.
rules::Rules stones(unsigned files, unsigned ranks, Enclosing drop) {
    rules::Rules rules = plain_rules(files, ranks, {kind('P', "immobile", "")}, "");
    rules.drops = rules.free_drops = true;
    rules.enclosing_drop = drop;
    return rules;
}

TEST(ReferenceEnclosing, DropsBesideMenAndAlongRows) {
    EXPECT_EQ(moves("5/1Ppp1/5/5 w", stones(5, 4, Enclosing::reversi)), "P@e3");
    EXPECT_EQ(moves("5/1Pp*1/1p3/5 w", stones(5, 4, Enclosing::reversi)), "P@b1");
    EXPECT_EQ(moves("3p1/1Ppp1/5/5 w", stones(5, 4, Enclosing::reversi)), "P@e3");
    EXPECT_EQ(moves("5/1Pp2/1pp2/4* w", stones(5, 4, Enclosing::reversi)), "P@b1 P@d1 P@d3");
    EXPECT_EQ(moves("p3/4/3*/2P1 w", stones(4, 4, Enclosing::ataxx)), "P@b1 P@b2 P@c2 P@d1");
    EXPECT_EQ(moves("p3/4/3*/2P1 w", stones(4, 4, Enclosing::snort)),
              "P@a1 P@a2 P@b1 P@b2 P@b3 P@c2 P@c3 P@c4 P@d1 P@d3 P@d4");
    EXPECT_EQ(moves("3/1p1/p2 w", stones(3, 3, Enclosing::top)), "P@a2 P@b1 P@b3 P@c1");
    EXPECT_EQ(moves("3/1*1/p2 w", stones(3, 3, Enclosing::top)), "P@a2 P@b1 P@b3 P@c1");
}

TEST(ReferenceEnclosing, DropsPushedInFromAnEdge) {
    EXPECT_EQ(moves("4/4/4/4 w", stones(4, 4, Enclosing::anyside)),
              "P@a1 P@a2 P@a3 P@a4 P@b1 P@b4 P@c1 P@c4 P@d1 P@d2 P@d3 P@d4");
    // Against the man on c2, from the left, the right, above and below.
    EXPECT_EQ(moves("5/5/2p2/5 w", stones(5, 4, Enclosing::anyside)),
              "P@a1 P@a3 P@a4 P@b1 P@b2 P@b4 P@c1 P@c3 P@d1 P@d2 P@d4 P@e1 P@e3 P@e4");
    EXPECT_EQ(moves("pp/1p/pp w", stones(2, 3, Enclosing::anyside)), "P@a2");
    EXPECT_EQ(moves("ppp/p1p/ppp w", stones(3, 3, Enclosing::anyside)), "");
    EXPECT_EQ(moves("ppp/*1p/ppp w", stones(3, 3, Enclosing::anyside)), "P@b2");
}

TEST(ReferenceEnclosing, FirstWhereTheGameStarts) {
    rules::Rules rules = stones(4, 4, Enclosing::reversi);
    rules.enclosing_drop_start.set(rules::region_bit(1, 1));
    rules.enclosing_drop_start.set(rules::region_bit(2, 2));
    EXPECT_EQ(moves("4/4/4/4 w", rules), "P@b2 P@c3");
    EXPECT_EQ(moves("4/4/1Pp1/4 w", rules), "P@c3");
    EXPECT_EQ(moves("4/2P1/1Pp1/4 w", rules), "P@c1 P@d2");
    EXPECT_EQ(moves("4/2*1/1Pp1/4 w", rules), "P@d2");
}

TEST(ReferenceFlips, EnclosedRowsAndNeighbours) {
    rules::Rules rules = stones(4, 4, Enclosing::none);
    rules.kinds[0] = kind('P', "customPiece1", "mD");
    rules.flip_enclosed = Enclosing::reversi;
    EXPECT_EQ(after("P3/1p2/4/Ppp1 w", rules, "P@d1"), "P3/1p2/4/PPPP b - - 1 1");
    EXPECT_EQ(after("P3/1p2/2p1/Ppp1 w", rules, "P@d1"), "P3/1P2/2P1/PPPP b - - 1 1");
    EXPECT_EQ(after("P3/1p2/2p1/P1pP w", rules, "P@b1"), "P3/1p2/2p1/PPPP b - - 1 1");
    EXPECT_EQ(after("4/4/4/Pp1P w", rules, "d1d3"), "4/3P/4/Pp2 b - - 1 1");
    rules.flip_enclosed = Enclosing::ataxx;
    EXPECT_EQ(after("4/1p2/1pP1/ppp1 w", rules, "P@b3"), "no such move");
    EXPECT_EQ(after("4/1p2/1pP1/p1p1 w", rules, "P@b1"), "4/1p2/1PP1/PPP1 b - - 1 1");
    EXPECT_EQ(after("4/4/1p2/P1p1 w", rules, "a1a3"), "4/P3/1P2/2p1 b - - 1 1");
    rules.flip_enclosed = Enclosing::quadwrangle;
    EXPECT_EQ(after("4/4/1p2/P1p1 w", rules, "a1a3"), "4/P3/1P2/2p1 b - - 1 1");
    EXPECT_EQ(after("4/4/1p2/P1p1 w", rules, "P@a3"), "4/P3/1p2/P1p1 b - - 1 1");
    EXPECT_EQ(after("4/4/1p2/P1p1 w", rules, "P@b1"), "4/4/1P2/PPP1 b - - 1 1");
}

TEST(ReferenceFlips, WhatChangesSidesForgetsItsPastAndCastlesNoMore) {
    rules::Rules rules = small_drops();
    rules.flip_enclosed = Enclosing::ataxx;
    EXPECT_EQ(after("3/+f2/2F[W] w", rules, "W@a1"), "3/G2/W1F[] b - - 1 1");
    EXPECT_EQ(after("3/+f1w/2F[] w", rules, "c1b2"), "3/GFW/3[] b - - 1 1");
    rules::Rules castling = plain_rules(4, 3, {kind('W', "wazir", "W"), kind('R', "rook", "R")}, "");
    testing::add_castling(castling);
    for (auto& side : castling.sides) side.castling_king = 'W';
    castling.castling_king_file = 1;
    castling.castling_kingside_file = 2;
    castling.castling_queenside_file = 0;
    castling.flip_enclosed = Enclosing::ataxx;
    EXPECT_EQ(after("1w1r/4/R3 w k", castling, "a1a2"), "1W1r/R3/4 b - - 1 1");
    EXPECT_EQ(after("1w1r/4/R3 w k", castling, "a1b1"), "1w1r/4/1R2 b k - 1 1");
}

TEST(ReferenceEnds, MenInHandAreNotGone) {
    rules::Rules rules = small_drops();
    rules.extinction_value = Outcome::loss;
    rules.extinction_kinds = "W";
    EXPECT_EQ(end("3/1F1/2f[Ww] w", rules), std::nullopt);
    EXPECT_EQ(end("3/1F1/2f[w] w", rules), Outcome::loss);
    rules.extinction_opponent_count = 2;
    EXPECT_EQ(end("3/1F1/2f[w] w", rules), std::nullopt);
    EXPECT_EQ(end("3/1F1/2w[w] w", rules), Outcome::loss);
}

TEST(ReferenceEnds, AFullBoard) {
    rules::Rules rules = stones(2, 2, Enclosing::none);
    EXPECT_EQ(end("Pp/pP w", rules), Outcome::draw);  // stalemate
    rules.stalemate_value = Outcome::loss;
    EXPECT_EQ(end("Pp/pP w", rules), Outcome::loss);
    rules.full_board_ends = true;
    EXPECT_EQ(end("Pp/pP w", rules), Outcome::draw);
    EXPECT_EQ(end("Pp/p1 w", rules), std::nullopt);
    EXPECT_EQ(end("Pp/p* w", rules), Outcome::draw);
    rules.material_counting = MaterialCounting::unweighted;
    EXPECT_EQ(end("Pp/pP w", rules), Outcome::draw);
    EXPECT_EQ(end("Pp/PP w", rules), Outcome::win);
    EXPECT_EQ(end("Pp/PP b", rules), Outcome::loss);
    rules.material_counting = MaterialCounting::white_draw_odds;
    EXPECT_EQ(end("Pp/pP b", rules), Outcome::loss);
    rules.material_counting = MaterialCounting::black_draw_odds;
    EXPECT_EQ(end("Pp/pP b", rules), Outcome::win);
    EXPECT_EQ(end("P1/pP b", rules, 2), Outcome::win);
}

TEST(ReferenceEnds, StalematesAreCounted) {
    rules::Rules rules = plain_rules(2, 2, {kind('P', "immobile", "")}, "");
    rules.stalemate_value = Outcome::loss;
    rules.stalemate_count = true;
    EXPECT_EQ(end("P1/1p w", rules), Outcome::draw);
    EXPECT_EQ(end("P1/pp w", rules), Outcome::loss);
    EXPECT_EQ(end("P1/Pp w", rules), Outcome::win);
    rules.material_counting = MaterialCounting::black_draw_odds;
    EXPECT_EQ(end("P1/1p w", rules), Outcome::loss);
    EXPECT_EQ(end("P1/Pp w", rules), Outcome::win);
    rules.stalemate_count = false;
    EXPECT_EQ(end("P1/Pp w", rules), Outcome::loss);
    rules.stalemate_value = Outcome::draw;
    EXPECT_EQ(end("P1/Pp b", rules), Outcome::win);
}

TEST(ReferenceSetupCheck, HandsAndFormerKinds) {
    rules::Rules rules = small_drops();
    EXPECT_EQ(wrong("+f2/1W1/3[WFg] w", rules), "");
    auto setup = testing::setup_of("+f2/1W1/3[WF] w", rules);
    setup.men[rules::region_bit(0, 2)]->letter = 'W';
    setup.men[rules::region_bit(1, 1)]->promoted_pawn = true;
    (*setup.hands)[Color::black]['X'] = 1;
    (*setup.hands)[Color::white]['F'] = 253;
    const auto messages = [&](const rules::Rules& of) {
        std::string text;
        for (const Violation& violation : reference::violations(setup, of)) text += violation.message + "\n";
        return text;
    };
    EXPECT_EQ(messages(rules),
              "'W' of White cannot be a promoted pawn\n"
              "'W' of Black cannot have been 'F'\n"
              "'X' in the hand of Black is no piece of this variant\n"
              "257 men on the board and in hand, expected at most 255\n");
    rules.drop_loop = true;
    setup.hands.reset();
    EXPECT_EQ(messages(rules),
              "a man with a former kind, which this game does not keep\n"
              "a man with a former kind, which this game does not keep\n"
              "no hands, expected those of both sides\n");
    rules.captures_to_hand = rules.drops = false;
    EXPECT_EQ(messages(rules),
              "a man with a former kind, which this game does not keep\n"
              "a man with a former kind, which this game does not keep\n");
}

TEST(ReferenceSetupCheck, RoyalsInHandCount) {
    rules::Rules rules = plain_rules(3, 3, {testing::king(), kind('W', "wazir", "W")}, "k2/3/3[K] w");
    rules.drops = true;
    EXPECT_EQ(wrong("3/3/2k[K] w", rules), "");
    EXPECT_EQ(wrong("K2/3/3[k] w", rules), "");
    EXPECT_EQ(wrong("K2/3/2k[K] w", rules), "a3: White has 2 royal pieces, expected 1\n");
    EXPECT_EQ(wrong("3/3/2k[KK] w", rules), "White has 2 royal pieces, expected 1\n");
    EXPECT_EQ(wrong("3/3/3[k] w", rules), "White has 0 royal pieces, expected 1\n");
}

TEST(ReferenceSetupCheck, DroppedAndTurnedMenMayStandWhereOthersPromote) {
    rules::Rules rules =
        plain_rules(3, 3, {testing::pawn(), kind('W', "wazir", "W"), kind('F', "fers", "F")}, "");
    testing::add_promotion(rules, "F");
    rules.sides[0].promotion_pawns = "PW";
    const std::string both =
        "a3: 'P' of White must have promoted here\nb3: 'W' of White must have promoted here\n";
    EXPECT_EQ(wrong("PW1/3/3 w", rules), both);
    rules.drops = true;
    EXPECT_EQ(wrong("PW1/3/3[] w", rules), "a3: 'P' of White must have promoted here\n");
    rules.promotion_zone_pawn_drops = true;
    EXPECT_EQ(wrong("PW1/3/3[] w", rules), "");
    rules.sides[0].drop_region = testing::rank_region(1);
    EXPECT_EQ(wrong("PW1/3/3[] w", rules), both);
    rules.flip_enclosed = Enclosing::ataxx;
    EXPECT_EQ(wrong("PW1/3/3[] w ~P:a3", rules), "");
    EXPECT_EQ(wrong("PW1/3/3[] w ~Pp:a3", rules), "a3: 'P' of White may not stand here\n");
}

}  // namespace
}  // namespace zermelo::engine
