// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/hash.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "zermelo/rules/parts.hpp"
#include "zermelo/rules/reader.hpp"

namespace zermelo::rules {

Hash128 hash_of(std::string_view text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return {hash.high64, hash.low64};
}

std::string later_meanings(const Rules& rules) {
    const auto may_be_last = [&](Letter letter) {
        return rules.extinction_total || contains(rules.extinction_kinds, letter);
    };
    const auto turns = [&](const Kind& kind) {
        return may_be_last(kind.letter) &&
               (contains(rules.side(Color::white).promotion_pawns, kind.letter) ||
                contains(rules.side(Color::black).promotion_pawns, kind.letter) ||
                rules.promoted_kind.contains(kind.letter) || rules.piece_demotion);
    };
    const bool last_men = rules.extinction_pseudo_royal;
    const bool by_own_moves = std::any_of(rules.kinds.begin(), rules.kinds.end(), turns) ||
                              !rules.petrifying.empty() || rules.flip_enclosed != Enclosing::none ||
                              rules.extinction_opponent_count != 0 || rules.extinction_claim;
    const bool walls = rules.walling != Walling::none;
    const std::pair<bool, std::string_view> meanings[] = {
        {may_castle(rules) && rules.blast && last_men, "castling beside the enemy's last piece"},
        {may_castle(rules) && rules.flying_general, "castling where royal pieces would face each other"},
        {rules.extinction_value && last_men && !rules.blast && by_own_moves, "last pieces lost by own moves"},
        {rules.check_counting && last_men, "checks of last pieces that count"},
        {walls && rules.wall_or_move, "walls that end a check"},
        {walls && (rules.blast || !rules.petrifying.empty()), "walls after a blast"},
    };
    std::string text;
    for (const auto& [meets, what] : meanings)
        if (meets) text += "meaning = " + std::string(what) + "\n";
    return text;
}

Hash128 hash(const Rules& rules) { return hash_of(canonical_text(rules) + later_meanings(rules)); }

std::string hash_text(const Rules& rules) {
    const Hash128 bits = hash(rules);
    return fmt::format("{:016x}{:016x}", bits.high, bits.low);
}

}  // namespace zermelo::rules
