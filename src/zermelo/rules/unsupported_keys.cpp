// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "zermelo/rules/keys.hpp"

namespace zermelo::rules {
namespace {

// All keys of Fairy-Stockfish that ask for rules which are not supported, with the values that do not.
constexpr auto foreign = std::to_array<ForeignKey>({
    {"twoBoards", "false", "a second board"},
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
