// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/parts.hpp"

#include <algorithm>

namespace zermelo::rules {

std::string region_text(const Region& region, const Rules& rules) {
    std::string result;
    for (unsigned rank = 0; rank < rules.ranks; ++rank) {
        std::string squares;
        unsigned count = 0;
        for (unsigned file = 0; file < rules.files; ++file) {
            if (!region[region_bit(file, rank)]) continue;
            ++count;
            squares += ' ';
            squares += static_cast<char>('a' + file);
            squares += std::to_string(rank + 1);
        }
        result += count == rules.files ? " *" + std::to_string(rank + 1) : squares;
    }
    return result.empty() ? "-" : result.substr(1);
}

Region on_board(const Region& region, const Rules& rules) {
    Region result;
    for (unsigned rank = 0; rank < rules.ranks; ++rank)
        for (unsigned file = 0; file < rules.files; ++file)
            result[region_bit(file, rank)] = region[region_bit(file, rank)];
    return result;
}

std::uint64_t steps_of(const Rules& rules) {
    constexpr std::uint64_t dear = 4;
    std::uint64_t letters = 0;
    std::uint64_t movements = 0;
    for (const Kind& kind : rules.kinds) {
        letters += kind.betza.size();
        for (const Movement& m : kind.movements) {
            const bool initial_ride = m.initial && m.kind == Movement::Kind::ride;
            const std::uint64_t lengths = !initial_ride  ? 1
                                          : m.limit != 0 ? m.limit
                                                         : std::max(rules.files, rules.ranks);
            movements += (m.initial || m.kind == Movement::Kind::lame ? dear : 1) * lengths;
        }
    }
    return letters + movements * rules.files * rules.ranks;
}

std::uint64_t bytes_of(const Rules& rules) {
    std::uint64_t bytes = sizeof(Rules) + rules.name.size() + rules.start_fen.size();
    for (const Kind& kind : rules.kinds)
        bytes += sizeof(Kind) + kind.betza.size() + kind.movements.size() * sizeof(Movement);
    constexpr std::uint64_t node = 6 * sizeof(void*);  // a map has one an entry
    for (const SideRules& side : rules.sides) bytes += side.mobility.size() * (sizeof(Region) + node);
    for (const auto& [letter, name] : rules.names) bytes += sizeof(std::string) + name.size() + node;
    return bytes + (rules.promoted_kind.size() + rules.promotion_limit.size()) * node;
}

bool may_castle(const Rules& rules) {
    return rules.castling && std::any_of(rules.sides.begin(), rules.sides.end(), [](const SideRules& side) {
               return side.castling_king && !side.castling_rooks.empty();
           });
}

}  // namespace zermelo::rules
