// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "zermelo/rules/keys.hpp"

namespace zermelo::rules {
namespace {

// All keys of Fairy-Stockfish that ask for rules which are not supported, with the values that do not.
constexpr auto foreign = std::to_array<ForeignKey>({
    {"chess960", "false", "the 960 castling rules"},
    {"twoBoards", "false", "pieces in hand"},
    {"sittuyinPromotion", "false", "promotion by Sittuyin's rules"},
    {"promotionLimit", "", "a limit of promotions"},
    {"piecePromotionOnCapture", "false", "promotion on captures only"},
    {"mandatoryPiecePromotion", "false", "promotion of pieces that is mandatory"},
    {"pieceDemotion", "false", "pieces that turn back"},
    {"blastOnCapture", "false", "captures that explode"},
    {"petrifyBlastPieces", "false", "captures that explode"},
    {"blastImmuneTypes", "-", "captures that explode"},
    {"mutuallyImmuneTypes", "-", "pieces that cannot capture each other"},
    {"petrifyOnCaptureTypes", "-", "pieces that turn into walls"},
    {"tripleStepRegionWhite", "-", "triple steps"},
    {"tripleStepRegionBlack", "-", "triple steps"},
    {"castlingDroppedPiece", "false", "pieces in hand"},
    {"oppositeCastling", "false", "castling to opposite sides"},
    {"dropChecks", "true", "pieces in hand"},
    {"mustDrop", "false", "pieces in hand"},
    {"mustDropType", "*", "pieces in hand"},
    {"pieceDrops", "false", "pieces in hand"},
    {"dropLoop", "false", "pieces in hand"},
    {"capturesToHand", "false", "pieces in hand"},
    {"firstRankPawnDrops", "false", "pieces in hand"},
    {"promotionZonePawnDrops", "false", "pieces in hand"},
    {"enclosingDrop", "none", "pieces in hand"},
    {"enclosingDropStart", "-", "pieces in hand"},
    {"dropRegionWhite", "", "pieces in hand"},
    {"dropRegionBlack", "", "pieces in hand"},
    {"sittuyinRookDrop", "false", "pieces in hand"},
    {"dropOppositeColoredBishop", "false", "pieces in hand"},
    {"dropPromoted", "false", "pieces in hand"},
    {"dropNoDoubled", "-", "pieces in hand"},
    {"dropNoDoubledCount", "1", "pieces in hand"},
    {"immobilityIllegal", "false", "moves to where a piece cannot move again"},
    {"gating", "false", "gating"},
    {"seirawanGating", "false", "gating"},
    {"cambodianMoves", "false", "Cambodian first moves"},
    {"wallingRule", "none", "walls that move"},
    {"wallingRegion", "", "walls that move"},
    {"wallingRegionWhite", "", "walls that move"},
    {"wallingRegionBlack", "", "walls that move"},
    {"wallOrMove", "false", "walls that move"},
    {"diagonalLines", "-", "the lines of Janggi's palace"},
    {"makpongRule", "false", "check that a king may not leave"},
    {"flyingGeneral", "false", "kings that face each other"},
    {"bikjangRule", "false", "kings that face each other"},
    {"soldierPromotionRank", "1", "soldiers that learn to step sideways"},
    {"flipEnclosedPieces", "none", "pieces that change sides"},
    {"nFoldValue", "draw", "counting of repetitions"},
    {"nFoldValueAbsolute", "false", "counting of repetitions"},
    {"perpetualCheckIllegal", "false", "counting of repetitions"},
    {"moveRepetitionIllegal", "false", "counting of repetitions"},
    {"chasingRule", "none", "counting of repetitions"},
    {"stalematePieceCount", "false", "counting of pieces at stalemate"},
    {"shogiPawnDropMateIllegal", "false", "pieces in hand"},
    {"shatarMateRule", "false", "Shatar's rules of mate"},
    {"dupleCheck", "false", "check by two pseudo-royal pieces"},
    {"flagPieceBlockedWin", "false", "other conditions of a flag's win"},
    {"flagPieceSafe", "false", "other conditions of a flag's win"},
    {"checkCounting", "false", "counting of checks"},
    {"connectN", "0", "pieces in a row"},
    {"connectNxN", "0", "pieces in a row"},
    {"collinearN", "0", "pieces in a row"},
    {"connectPieceTypes", "*", "pieces in a row"},
    {"connectVertical", "true", "pieces in a row"},
    {"connectHorizontal", "true", "pieces in a row"},
    {"connectDiagonal", "true", "pieces in a row"},
    {"connectRegion1White", "-", "pieces in a row"},
    {"connectRegion2White", "-", "pieces in a row"},
    {"connectRegion1Black", "-", "pieces in a row"},
    {"connectRegion2Black", "-", "pieces in a row"},
    {"connectValue", "win", "pieces in a row"},
    {"materialCounting", "none", "counting of material"},
    {"adjudicateFullBoard", "false", "counting of material"},
    {"countingRule", "none", "counting of moves"},
    {"castlingWins", "-", "castling that wins"},
    {"whiteDropRegion", "", "pieces in hand"},
    {"blackDropRegion", "", "pieces in hand"},
    {"dropOnTop", "", "pieces in hand"},
});

// Older names, which Fairy-Stockfish calls deprecated.
constexpr auto older = std::to_array<OlderKey>({
    {"promotionRank", "promotionRegionWhite and promotionRegionBlack"},
    {"doubleStepRank", "doubleStepRegionWhite and doubleStepRegionBlack"},
    {"doubleStepRankMin", "doubleStepRegionWhite and doubleStepRegionBlack"},
    {"whiteFlag", "flagRegionWhite"},
    {"blackFlag", "flagRegionBlack"},
    {"castlingRookPiece", "castlingRookPieces"},
});

}  // namespace

std::span<const ForeignKey> foreign_keys() { return foreign; }
std::span<const OlderKey> older_keys() { return older; }

}  // namespace zermelo::rules
