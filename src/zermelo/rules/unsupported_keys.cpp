// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/values.hpp"

namespace zermelo::rules {
namespace {

// All keys of Fairy-Stockfish that ask for rules which are not supported, with the values that do not.
constexpr auto foreign = std::to_array<ForeignKey>({
    {"twoBoards", "false", "a second board"},
});

// What values of older keys mean, of both sides in the same way as each sees the board.

/// A rank of any board, counted from 0.
Result<unsigned> any_rank(const IniText& text) {
    RulesBuilder widest;
    widest.rules.ranks = max_ranks;
    return values::rank(widest, text);
}

/// The ranks from `first` to `last`, as a side counts them from 0 on its board.
Region ranks_of(const Rules& rules, Color side, unsigned first, unsigned last) {
    Region region;
    for (unsigned rank = 0; rank < max_ranks; ++rank) {
        const unsigned counted = side == Color::white ? rank : rules.ranks - 1 - rank;  // beyond it: huge
        if (counted < first || counted > last) continue;
        for (unsigned file = 0; file < max_files; ++file) region.set(region_bit(file, rank));
    }
    return region;
}

Result<void> promotion_rank(RulesBuilder& builder, const IniText& text, unsigned /*sides*/) {
    ZERMELO_TRY(const unsigned rank, any_rank(text));
    for (const Color side : both_colors)
        builder.rules.sides[index(side)].promotion_region = ranks_of(builder.rules, side, rank, max_ranks);
    return {};
}

Result<void> double_steps(RulesBuilder& builder, unsigned first, unsigned last) {
    for (const Color side : both_colors)
        builder.rules.sides[index(side)].double_step_region = ranks_of(builder.rules, side, first, last);
    return {};
}

/// Alone it goes up to the second rank; beside `doubleStepRank`, which is read after it, it has no say.
Result<void> double_step_rank_min(RulesBuilder& builder, const IniText& text, unsigned /*sides*/) {
    ZERMELO_TRY(const unsigned rank, any_rank(text));
    return double_steps(builder, rank, 1);
}

Result<void> double_step_rank(RulesBuilder& builder, const IniText& text, unsigned /*sides*/) {
    ZERMELO_TRY(const unsigned rank, any_rank(text));
    return double_steps(builder, 1, rank);
}

/// `false` says nothing: what the parent has stays.
Result<void> drop_on_top(RulesBuilder& builder, const IniText& text, unsigned /*sides*/) {
    ZERMELO_TRY(const bool value, values::boolean(builder, text));
    if (value) builder.rules.enclosing_drop = Enclosing::top;
    return {};
}

// Older names, which Fairy-Stockfish calls deprecated.
constexpr auto older = std::to_array<OlderKey>({
    {"promotionRank", "promotionRegionWhite and promotionRegionBlack", promotion_rank},
    {"doubleStepRankMin", "doubleStepRegionWhite and doubleStepRegionBlack", double_step_rank_min},
    {"doubleStepRank", "doubleStepRegionWhite and doubleStepRegionBlack", double_step_rank},
    {"whiteFlag", "flagRegionWhite"},
    {"blackFlag", "flagRegionBlack"},
    {"castlingRookPiece", "castlingRookPieces"},
    {"whiteDropRegion", "dropRegionWhite"},
    {"blackDropRegion", "dropRegionBlack"},
    {"dropOnTop", "enclosingDrop = top", drop_on_top},
});

}  // namespace

std::span<const ForeignKey> foreign_keys() { return foreign; }
std::span<const OlderKey> older_keys() { return older; }

}  // namespace zermelo::rules
