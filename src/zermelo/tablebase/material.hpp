// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/color.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/piece_kind.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::tablebase {

inline constexpr unsigned max_kinds = 26;

/// How many men of each kind each side has, by the kind's place in `Rules::kinds`, and what else of a
/// position is not where men stand.
struct Material {
    using Army = std::array<std::uint8_t, max_kinds>;
    ByColor<Army> armies{};               ///< White's, Black's: on the board
    ByColor<Army> hands{};                ///< in hand, where hands only run out
    ByColor<std::uint8_t> checks_left{};  ///< how many each side still needs, where they are counted
    std::uint8_t walls = 0;               ///< on how many squares play has put one

    const Army& army(Color c) const { return armies[c]; }
    Army& army(Color c) { return armies[c]; }
    unsigned count(Color c, rules::PieceKind kind) const { return army(c)[kind.index()]; }
    unsigned men(Color c) const {
        unsigned n = 0;
        for (const std::uint8_t count : army(c)) n += count;
        return n;
    }
    unsigned men() const { return men(Color::white) + men(Color::black); }
    Material swapped() const {
        const auto turned = [](const auto& of) {
            return std::remove_cvref_t<decltype(of)>{{of[Color::black], of[Color::white]}};
        };
        return {turned(armies), turned(hands), turned(checks_left), walls};
    }

    friend constexpr bool operator==(const Material&, const Material&) = default;
    friend constexpr auto operator<=>(const Material&, const Material&) = default;
};

/// "KQRvKR": White's army, `v`, Black's; in each the letters K Q R B N P, then the others as the rules name
/// them. A side without men is empty; "v" is the empty board, which a capture that explodes may leave. What
/// else there is comes after it: "+checks2-1" where White needs two more checks and Black one, which is left
/// out where they are the start's; "+handsN-" for a knight in White's hand; "+walls3".
std::string text(const Material& material, const rules::Rules& rules);

/// Reads what `text` writes; letters may stand in any order. Errors (bad_usage, with the column): no `v` or
/// a second one, a letter that is no kind of this variant, a part after it that the rules have not. Whether
/// there can be a position with this material is another question: `violation`.
Result<Material> parse_material(std::string_view text, const rules::Rules& rules);

/// The kind that has the letter, or nothing.
std::optional<rules::PieceKind> kind_of(const rules::Rules& rules, rules::Letter letter);

/// Whether captured men go to the hand and are dropped again, so that material does not fall.
bool hands_come_back(const rules::Rules& rules);
/// Whether men are dropped from a hand to which none come.
bool hands_run_out(const rules::Rules& rules);

/// The material of a setup, with hands where they run out. Letters that are no kind of the rules count
/// nothing.
Material material_of(const engine::Setup& setup, const rules::Rules& rules);
/// The men in hand, as armies.
Material in_hand(const engine::Setup& setup, const rules::Rules& rules);
/// The material that the variant starts with; where hands do not run out, royal pieces in hand as on the
/// board.
Material start_material(const rules::Rules& rules);

/// Why there is no position with this material, or nothing: a wrong number of royal pieces (as many as at the
/// start), or more men than squares.
std::optional<std::string> violation(const Material& material, const rules::Rules& rules);
/// The same where the start's material is known.
std::optional<std::string> violation(const Material& material, const rules::Rules& rules,
                                     const Material& start);

/// Whether the game is over by extinction, or by checks that were counted, in every position of the material,
/// whoever is to move: it needs no table.
bool over(const Material& material, const rules::Rules& rules);

/// The material itself or the same with the colours swapped: the one that is kept where colours do not
/// matter. In it White has more men, or as many and the more of the first kind (in the order of `text`) that
/// distinguishes the sides apart.
Material canonical(const Material& material, const rules::Rules& rules);

/// By kind: the kinds that its men may turn into when they move, its own left out.
using TurnsInto = std::array<std::vector<rules::PieceKind>, max_kinds>;
TurnsInto turns_into(const rules::Rules& rules, Color side);

/// The kinds that each side may have.
using KindSets = ByColor<std::bitset<max_kinds>>;
/// The kinds that the men of a material may ever be.
KindSets kinds_of(const Material& material, const rules::Rules& rules);
/// Letters of those that turn into another kind and, on some way, back again. Only where there are none is
/// the game cut into tiers by material.
rules::Letters circling_kinds(const Material& material, const rules::Rules& rules);

/// The materials to which one move leads from here and that are neither this one nor `over`: by a capture,
/// a promotion, a drop, a wall, a check that counts, or several of them. A few may be among them to which no
/// move of a legal position leads.
std::vector<Material> sub_materials(const Material& material, const rules::Rules& rules);

/// The material and all its sub-materials, over and over, each after all that it leads to. With `canonical`,
/// only materials that are. Nothing if they are more than `most`, or kinds turn in circles.
/// Cost: O(materials × kinds²).
std::optional<std::vector<Material>> reachable(const Material& material, const rules::Rules& rules,
                                               bool canonical, std::size_t most);

/// How much some tiers are, at most and about: numbers without an end are cut short.
struct Extent {
    double tiers = 0;       ///< colours distinguished
    double placements = 0;  ///< placements of their men on the board, for one side to move
};
/// The extent of what is `reachable`, at a fraction of the price: each army's own ways multiplied. At most
/// the first hundred thousand armies of a side are counted. `squares`: of the board. Cost: O(armies ×
/// kinds²).
Extent extent_of_reachable(const Material& material, const rules::Rules& rules, unsigned squares);
/// The extent of `materials`, without naming one. Cost: O(men).
Extent extent_of_materials(const rules::Rules& rules, unsigned men, unsigned squares);

/// All materials of at most `men` men that have no `violation` and are not `over`, by number of men. With
/// `canonical`, only materials that are.
std::vector<Material> materials(const rules::Rules& rules, unsigned men, bool canonical);

}  // namespace zermelo::tablebase

template <>
struct std::hash<zermelo::tablebase::Material> {
    std::size_t operator()(const zermelo::tablebase::Material& m) const noexcept {
        std::uint64_t h = m.walls;
        const auto add = [&](std::uint8_t count) { h = (h ^ count) * 0x9E3779B97F4A7C15U + 1; };
        for (const auto* men : {&m.armies, &m.hands})
            for (const auto& army : *men) std::for_each(army.begin(), army.end(), add);
        std::for_each(m.checks_left.begin(), m.checks_left.end(), add);
        return static_cast<std::size_t>(h ^ h >> 32U);
    }
};
