// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "zermelo/rules/keys.hpp"

namespace zermelo::rules {
namespace {

// All keys of Fairy-Stockfish that ask for rules which are not supported, with the values that do not.
constexpr auto foreign = std::to_array<ForeignKey>({
    {"chess960", "false", "the 960 castling rules"},
    {"twoBoards", "false", "a second board"},
    {"sittuyinPromotion", "false", "promotion by Sittuyin's rules"},
    {"blastOnCapture", "false", "captures that explode"},
    {"petrifyBlastPieces", "false", "captures that explode"},
    {"blastImmuneTypes", "-", "captures that explode"},
    {"mutuallyImmuneTypes", "-", "pieces that cannot capture each other"},
    {"petrifyOnCaptureTypes", "-", "pieces that turn into walls"},
    {"tripleStepRegionWhite", "-", "triple steps"},
    {"tripleStepRegionBlack", "-", "triple steps"},
    {"oppositeCastling", "false", "castling to opposite sides"},
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
    {"nFoldValue", "draw", "counting of repetitions"},
    {"nFoldValueAbsolute", "false", "counting of repetitions"},
    {"perpetualCheckIllegal", "false", "counting of repetitions"},
    {"moveRepetitionIllegal", "false", "counting of repetitions"},
    {"chasingRule", "none", "counting of repetitions"},
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
    {"countingRule", "none", "counting of moves"},
    {"castlingWins", "-", "castling that wins"},
});

// Older names, which Fairy-Stockfish calls deprecated.
constexpr auto older = std::to_array<OlderKey>({
    {"promotionRank", "promotionRegionWhite and promotionRegionBlack"},
    {"doubleStepRank", "doubleStepRegionWhite and doubleStepRegionBlack"},
    {"doubleStepRankMin", "doubleStepRegionWhite and doubleStepRegionBlack"},
    {"whiteFlag", "flagRegionWhite"},
    {"blackFlag", "flagRegionBlack"},
    {"castlingRookPiece", "castlingRookPieces"},
    {"whiteDropRegion", "dropRegionWhite"},
    {"blackDropRegion", "dropRegionBlack"},
    {"dropOnTop", "enclosingDrop = top"},
});

}  // namespace

std::span<const ForeignKey> foreign_keys() { return foreign; }
std::span<const OlderKey> older_keys() { return older; }

}  // namespace zermelo::rules
