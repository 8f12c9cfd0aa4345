// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "zermelo/rules/rules.hpp"

/// The names that rules files give the ways of rules which have several.
namespace zermelo::rules {

template <typename Way, std::size_t N>
using WayNames = std::array<std::pair<std::string_view, Way>, N>;

inline constexpr WayNames<Enclosing, 6> enclosing_drop_ways{{
    {"none", Enclosing::none},
    {"reversi", Enclosing::reversi},
    {"ataxx", Enclosing::ataxx},
    {"snort", Enclosing::snort},
    {"anyside", Enclosing::anyside},
    {"top", Enclosing::top},
}};

inline constexpr WayNames<Enclosing, 4> flip_enclosed_ways{{
    {"none", Enclosing::none},
    {"reversi", Enclosing::reversi},
    {"ataxx", Enclosing::ataxx},
    {"quadwrangle", Enclosing::quadwrangle},
}};

inline constexpr WayNames<bool, 2> chasing_ways{{{"none", false}, {"axf", true}}};

inline constexpr WayNames<Look, 6> look_ways{{
    {"fairy", Look::western},
    {"shogi", Look::shogi},
    {"dobutsu", Look::dobutsu},
    {"xiangqi", Look::xiangqi},
    {"janggi", Look::janggi},
    {"makruk", Look::makruk},
}};

inline constexpr WayNames<CountingRule, 4> counting_ways{{
    {"none", CountingRule::none},
    {"makruk", CountingRule::makruk},
    {"cambodian", CountingRule::cambodian},
    {"asean", CountingRule::asean},
}};

inline constexpr WayNames<MaterialCounting, 5> material_counting_ways{{
    {"none", MaterialCounting::none},
    {"unweighted", MaterialCounting::unweighted},
    {"whitedrawodds", MaterialCounting::white_draw_odds},
    {"blackdrawodds", MaterialCounting::black_draw_odds},
    {"janggi", MaterialCounting::janggi},
}};

inline constexpr WayNames<Walling, 6> walling_ways{{
    {"none", Walling::none},
    {"static", Walling::anywhere},
    {"arrow", Walling::arrow},
    {"past", Walling::past},
    {"edge", Walling::edge},
    {"duck", Walling::duck},
}};

/// Whose board and men pictures of a game show: those of chess where its template has none of its own.
inline Look look_of(const Rules& rules) {
    const auto found = std::find_if(look_ways.begin(), look_ways.end(),
                                    [&](const auto& named) { return named.first == rules.look_name; });
    return found == look_ways.end() ? Look::western : found->second;
}

/// The name of a way. Precondition: it has one.
template <typename Way, std::size_t N>
constexpr std::string_view name_of(const WayNames<Way, N>& ways, Way way) {
    return std::find_if(ways.begin(), ways.end(), [&](const auto& named) { return named.second == way; })
        ->first;
}

}  // namespace zermelo::rules
