// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace zermelo::testing {

/// Games with men in hand, drops, men that turn into others and back, and men that change sides, as a rules
/// file.
inline constexpr const char* drop_games = R"(
[zhouse]
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1
promotionPieceTypes = qrbn
pieceDrops = true
capturesToHand = true

[nineshogi]
maxFile = 9
maxRank = 9
king = k
shogiPawn = p
lance = l
shogiKnight = n
silver = s
gold = g
bishop = b
rook = r
dragonHorse = h
bers = d
startFen = lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1
promotionRegionWhite = *7 *8 *9
promotionRegionBlack = *3 *2 *1
promotionPawnTypes = -
promotionPieceTypes = -
promotedPieceType = p:g l:g n:g s:g b:h r:d
pieceDrops = true
capturesToHand = true
dropNoDoubled = p
shogiPawnDropMateIllegal = true
immobilityIllegal = true
doubleStep = false
castling = false

[fiveshogi:nineshogi]
maxFile = 5
maxRank = 5
startFen = rbsgk/4p/5/P4/KGSBR[] w - - 0 1
promotionRegionWhite = *5
promotionRegionBlack = *1

[kyoto:nineshogi]
maxFile = 5
maxRank = 5
startFen = p+nks+l/5/5/5/+LSK+NP[] w - - 0 1
promotionRegionWhite = *1 *2 *3 *4 *5
promotionRegionBlack = *1 *2 *3 *4 *5
promotedPieceType = l:g s:b n:g p:r
mandatoryPiecePromotion = true
pieceDemotion = true
dropPromoted = true
dropNoDoubled = -
shogiPawnDropMateIllegal = false
immobilityIllegal = false

[microshogi:kyoto]
maxFile = 4
maxRank = 5
startFen = kb+r+l/p3/4/3P/+L+RBK[] w - - 0 1
promotionRegionWhite = *1 *2 *3 *4 *5
promotionRegionBlack = *1 *2 *3 *4 *5
promotedPieceType = l:s b:g r:g p:n
piecePromotionOnCapture = true

[dobutsu3x4]
maxFile = 3
maxRank = 4
shogiPawn = c
gold = h
fers = e
wazir = g
commoner = l
startFen = gle/1c1/1C1/ELG[] w - - 0 1
promotionRegionWhite = *4
promotionRegionBlack = *1
promotionPawnTypes = -
promotionPieceTypes = -
promotedPieceType = c:h
pieceDrops = true
capturesToHand = true
extinctionValue = loss
extinctionPieceTypes = l
flagPiece = l
flagRegionWhite = *4
flagRegionBlack = *1
flagMove = true
doubleStep = false
castling = false

[loophouse:zhouse]
dropLoop = true
firstRankPawnDrops = true
promotionZonePawnDrops = true

[placing]
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
startFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1
promotionPieceTypes = qrbn
pieceDrops = true
mustDrop = true
dropRegionWhite = *1
dropRegionBlack = *8
dropOppositeColoredBishop = true
castlingDroppedPiece = true

[rooksfirst:placing]
maxFile = 5
maxRank = 5
castling = false
doubleStep = false
startFen = 5/ppppp/5/PPPPP/5[KQRRNkqrrn] w - - 0 1
dropRegionWhite = *1 *2 *3
dropRegionBlack = *5 *4 *3
dropOppositeColoredBishop = false
sittuyinRookDrop = true
mustDropType = r
dropChecks = false

[reversi6]
maxFile = 6
maxRank = 6
immobile = p
startFen = 6/6/2pP2/2Pp2/6/6[PPPPPPPPPPPPPPPPPPpppppppppppppppppp] b - - 0 1
promotionPieceTypes = -
pieceDrops = true
doubleStep = false
castling = false
stalemateValue = loss
stalematePieceCount = true
materialCounting = unweighted
enclosingDrop = reversi
enclosingDropStart = c3 d3 c4 d4
flipEnclosedPieces = reversi
passOnStalemate = true
adjudicateFullBoard = true

[ataxx5]
maxFile = 5
maxRank = 5
customPiece1 = p:mDmNmA
startFen = P3p/5/5/5/p3P w - - 0 1
promotionPieceTypes = -
pieceDrops = true
freeDrops = true
doubleStep = false
castling = false
stalemateValue = loss
stalematePieceCount = true
materialCounting = unweighted
enclosingDrop = ataxx
flipEnclosedPieces = ataxx
passOnStalemate = true
adjudicateFullBoard = true

[quad5:ataxx5]
enclosingDrop = none
flipEnclosedPieces = quadwrangle
startFen = 5/5/2P2/5/3p1 w - - 0 1

[snort5]
maxFile = 5
maxRank = 5
immobile = p
startFen = 5/5/5/5/5[PPPPPPPPPPPPPppppppppppppp] w - - 0 1
promotionPieceTypes = -
pieceDrops = true
doubleStep = false
castling = false
stalemateValue = loss
enclosingDrop = snort

[sides5:snort5]
enclosingDrop = anyside

[top5:snort5]
enclosingDrop = top

[limited:zhouse]
maxFile = 5
maxRank = 5
startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1
castling = false
doubleStep = false
promotionLimit = q:1 r:2
capturesToHand = false
pieceDrops = false
)";

/// How many ways there are to play a number of plies.
struct DropCount {
    const char* variant;
    const char* fen;  ///< nothing: the start
    unsigned depth;
    std::uint64_t count;
};

/// Fairy-Stockfish's counts, where a game that is over has no moves.
inline const std::vector<DropCount> drop_counts{
    {"zhouse", nullptr, 3, 8'902},
    {"zhouse", nullptr, 4, 197'281},
    {"zhouse", "rnbq1bnr/1p1kpp1p/2pp4/pP4P1/8/8/P1PPPPPR/RNBQKBN1[p] w Q - 0 9", 2, 1'425},
    {"zhouse", "rnbq1bnr/1p1kpp1p/2pp4/pP4P1/8/8/P1PPPPPR/RNBQKBN1[p] w Q - 0 9", 3, 42'525},
    {"nineshogi", nullptr, 2, 900},
    {"nineshogi", nullptr, 3, 25'470},
    {"nineshogi", "ln2kg1nl/1s1r1gsb1/ppp2ppp1/3pp3p/7P1/1P1P5/P1PKPPP1P/1B1G2R1L/LNS1G1SN1[] w - - 26 14", 2,
     702},
    {"nineshogi", "ln2kg1nl/1s1r1gsb1/ppp2ppp1/3pp3p/7P1/1P1P5/P1PKPPP1P/1B1G2R1L/LNS1G1SN1[] w - - 26 14", 3,
     18'822},
    {"fiveshogi", nullptr, 3, 2'512},
    {"fiveshogi", nullptr, 4, 35'401},
    {"fiveshogi", "Rb1gk/B2sp/2R2/GK1p1/2S2[] b - - 8 9", 3, 3'451},
    {"fiveshogi", "Rb1gk/B2sp/2R2/GK1p1/2S2[] b - - 8 9", 4, 79'488},
    {"kyoto", nullptr, 3, 1'874},
    {"kyoto", nullptr, 4, 23'531},
    {"kyoto", "2ks1/+pLn1+R/L4/1n3/1S1K1[] w - - 1 11", 3, 2'505},
    {"kyoto", "2ks1/+pLn1+R/L4/1n3/1S1K1[] w - - 1 11", 4, 65'786},
    {"dobutsu3x4", nullptr, 5, 8'544},
    {"dobutsu3x4", nullptr, 6, 76'621},
    {"dobutsu3x4", "C2/1el/2C/ELG[g] b - - 0 6", 3, 524},
    {"dobutsu3x4", "C2/1el/2C/ELG[g] b - - 0 6", 4, 3'794},
    {"loophouse", nullptr, 2, 400},
    {"loophouse", nullptr, 3, 8'902},
    {"loophouse", "rnbq2nr/1p1pkp1p/2p4b/p3p3/3PPPp1/1P1BK1PP/P1P5/RNBQ2NR[] w - - 1 12", 1, 32},
    {"loophouse", "rnbq2nr/1p1pkp1p/2p4b/p3p3/3PPPp1/1P1BK1PP/P1P5/RNBQ2NR[] w - - 1 12", 2, 865},
    {"placing", nullptr, 2, 1'600},
    {"placing", nullptr, 3, 50'560},
    {"placing", "k1rbbqnr/ppp2p2/n2p4/4p1pp/1P1P3P/P7/2P1PPP1/NBNRBRKQ[] b - - 1 14", 2, 746},
    {"placing", "k1rbbqnr/ppp2p2/n2p4/4p1pp/1P1P3P/P7/2P1PPP1/NBNRBRKQ[] b - - 1 14", 3, 22'895},
    {"rooksfirst", nullptr, 4, 400},
    {"rooksfirst", nullptr, 5, 11'200},
    {"rooksfirst", "3k1/r1ppp/1NP2/Pp1PP/1KR1R[q] w - - 0 10", 2, 254},
    {"rooksfirst", "3k1/r1ppp/1NP2/Pp1PP/1KR1R[q] w - - 0 10", 3, 2'931},
    {"reversi6", nullptr, 5, 1'364},
    {"reversi6", nullptr, 6, 7'604},
    {"reversi6", "3P2/1PPPPP/1PpPPP/ppPPPP/ppPPPP/pppPP1[PPPPPPpppppp] b - - 0 13", 6, 1'018},
    {"reversi6", "3P2/1PPPPP/1PpPPP/ppPPPP/ppPPPP/pppPP1[PPPPPPpppppp] b - - 0 13", 7, 2'079},
    {"snort5", nullptr, 2, 520},
    {"snort5", nullptr, 3, 10'308},
    {"snort5", "P1p1p/1p1pp/P2pp/PPP1p/P1PP1[PPPPPppppp] w - - 0 9", 1, 1},
    {"snort5", "P1p1p/1p1pp/P2pp/PPP1p/P1PP1[PPPPPppppp] w - - 0 9", 2, 2},
    {"top5", nullptr, 5, 3'125},
    {"top5", nullptr, 6, 15'620},
    {"top5", "P4/P2pP/PPpPp/PpppP/ppPpP[PPPpppp] b - - 0 10", 5, 180},
    {"top5", "P4/P2pP/PPpPp/PpppP/ppPpP[PPPpppp] b - - 0 10", 6, 180},
    {"sides5", nullptr, 1, 16},
    {"sides5", nullptr, 2, 240},
    {"dobutsu3x4", "g1e/lcL/1C1/E1G[] b - - 3 2", 4, 1'909},
    {"dobutsu3x4", "g1e/lcL/1C1/E1G[] b - - 3 2", 5, 15'637},
    {"loophouse", "1rbqkbnr/ppppp1pp/1Q3p2/4P3/8/p1n2P2/1PPP2PP/R1B1KBNR[n] w KQk - 0 8", 1, 41},
    {"loophouse", "1rbqkbnr/ppppp1pp/1Q3p2/4P3/8/p1n2P2/1PPP2PP/R1B1KBNR[n] w KQk - 0 8", 2, 2'469},
    {"placing", "rbbrnknq/pp1ppppp/8/2p5/8/1P1P4/P1P1PPPP/NRBRNQKB[] w - - 0 11", 2, 616},
    {"placing", "rbbrnknq/pp1ppppp/8/2p5/8/1P1P4/P1P1PPPP/NRBRNQKB[] w - - 0 11", 3, 14'745},
    {"zhouse", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", 1, 301},
    {"zhouse", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", 2, 75'353},
    {"zhouse", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", 2, 3'083},
    {"zhouse", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", 3, 88'634},
    {"zhouse", "r1bq3r/ppp2kpp/2n2n2/2bpp3/4P3/2N5/PPPP1PPP/R1BQK2R[Bpn] w KQ - 0 7", 1, 63},
    {"zhouse", "r1bq3r/ppp2kpp/2n2n2/2bpp3/4P3/2N5/PPPP1PPP/R1BQK2R[Bpn] w KQ - 0 7", 2, 6'443},
    {"zhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1", 2, 360},
    {"zhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1", 3, 5'445},
    {"nineshogi", "ln1g3nl/1r3kg2/p2pppsp1/2p3p1p/1p3P3/P1P1P1P1P/1PSP1GNP1/2GKS2R1/LN6L[Bb] w - - 0 1", 1,
     78},
    {"nineshogi", "ln1g3nl/1r3kg2/p2pppsp1/2p3p1p/1p3P3/P1P1P1P1P/1PSP1GNP1/2GKS2R1/LN6L[Bb] w - - 0 1", 2,
     5'875},
    {"nineshogi", "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L[Sbgnppp] w - - 0 1", 1,
     106},
    {"nineshogi", "4k4/9/4P4/9/9/9/9/9/4K4[GGPplnsgbr] w - - 0 1", 1, 149},
    {"nineshogi", "4k4/9/4P4/9/9/9/9/9/4K4[GGPplnsgbr] w - - 0 1", 2, 72'518},
    {"microshogi", nullptr, 3, 769},
    {"microshogi", nullptr, 4, 7'342},
    {"microshogi", "k1+r1/+b1+l1/1+S2/3P/bK2[Pr] w - - 0 9", 1, 36},
    {"microshogi", "k1+r1/+b1+l1/1+S2/3P/bK2[Pr] w - - 0 9", 2, 1'368},
    {"ataxx5", nullptr, 2, 244},
    {"ataxx5", nullptr, 3, 4'592},
    {"ataxx5", "3P1/2P2/pPP2/p4/3pp b - - 9 13", 1, 28},
    {"ataxx5", "3P1/2P2/pPP2/p4/3pp b - - 9 13", 2, 889},
    {"quad5", nullptr, 1, 38},
    {"quad5", nullptr, 2, 1'021},
    {"quad5", "P1PPP/P1P2/P2pp/PPPpp/p2pp w - - 0 13", 1, 32},
    {"quad5", "P1PPP/P1P2/P2pp/PPPpp/p2pp w - - 0 13", 2, 784},
    {"limited", nullptr, 3, 506},
    {"limited", nullptr, 4, 4'775},
    {"limited", "r1q2/1bpPk/nP3/1PP1K/2BQ1 w - - 0 12", 2, 130},
    {"limited", "r1q2/1bpPk/nP3/1PP1K/2BQ1 w - - 0 12", 3, 1'463},
};

}  // namespace zermelo::testing
