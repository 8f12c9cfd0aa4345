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
    {"petrifyBlastPieces", "false", "captures that explode"},
    {"petrifyOnCaptureTypes", "-", "pieces that turn into walls"},
    {"gating", "false", "gating"},
    {"seirawanGating", "false", "gating"},
    {"cambodianMoves", "false", "Cambodian first moves"},
    {"wallingRule", "none", "walls that move"},
    {"wallingRegion", "", "walls that move"},
    {"wallingRegionWhite", "", "walls that move"},
    {"wallingRegionBlack", "", "walls that move"},
    {"wallOrMove", "false", "walls that move"},
    {"diagonalLines", "-", "the lines of Janggi's palace"},
    {"bikjangRule", "false", "kings that face each other"},
    {"shatarMateRule", "false", "Shatar's rules of mate"},
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
