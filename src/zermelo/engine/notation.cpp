// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/notation.hpp"

#include "zermelo/engine/setup.hpp"

namespace zermelo::engine {
namespace {

std::string square_name(unsigned square, unsigned files) {
    return name(Place{static_cast<std::uint8_t>(square % files), static_cast<std::uint8_t>(square / files)});
}

/// Whether pawns promote to this kind. A move does not know what moved; but of the moves between two squares
/// at most one is to a kind that pawns do not promote to, so that '+' is never ambiguous.
bool for_pawns(char letter, const rules::Rules& rules) {
    for (const rules::SideRules& side : rules.sides)
        if (rules::contains(side.promotion_pieces, letter)) return true;
    return false;
}

}  // namespace

std::string uci(Move move, const rules::Rules& rules) {
    std::string text = square_name(move.from, rules.files) + square_name(move.to, rules.files);
    if (move.promotion != 0)
        text += for_pawns(move.promotion, rules) ? static_cast<char>(move.promotion - 'A' + 'a') : '+';
    return text;
}

}  // namespace zermelo::engine
