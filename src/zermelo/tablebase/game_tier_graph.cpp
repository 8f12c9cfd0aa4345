// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/game_tier_graph.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/base/size_text.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/tablebase/table_rules.hpp"
#include "zermelo/tablebase/tier_of.hpp"

namespace zermelo::tablebase {

template <typename Bits>
std::vector<TierIndex> GameTierGraph<Bits>::all_numbered(const std::vector<Material>& all) const {
    std::vector<TierIndex> result;
    for (const Material& m : all) result.push_back(numbered(m));
    return result;
}

template <typename Bits>
Result<Material> GameTierGraph<Bits>::named(std::string_view name) const {
    ZERMELO_CHECK(check_tables_know(rules()));
    ZERMELO_TRY(const Material material, about("tier", parse_material(name, rules())));
    std::optional<std::string> wrong = violation(material, rules());
    if (!wrong && over(material, rules())) wrong = "the game is over in all its positions";
    if (wrong)
        return failure(ErrorKind::bad_usage,
                       fmt::format("'{}' is no tier of {}: {}", name, rules().name, *wrong));
    return material;
}

template <typename Bits>
Result<std::vector<TierIndex>> GameTierGraph<Bits>::all(std::optional<unsigned> men) const {
    ZERMELO_CHECK(check_tables_know(rules()));
    const auto among = [&](std::vector<Material> all) {
        std::erase_if(all, [&](const Material& m) { return !possible(m); });
        return all_numbered(all);
    };
    const unsigned squares = this->game().compiled().board.size();
    if (men) {
        if (const auto why = too_much(extent_of_materials(rules(), *men, squares)))
            return failure(ErrorKind::bad_usage,
                           fmt::format("all of at most {} men in {}: {}, expected fewer men",
                                       std::min(*men, squares), rules().name, *why));
        const std::vector<Material> asked = materials(rules(), *men, swaps_colors());
        // Drops and walls lead on to a full board.
        if (rules().drops || rules().has_walls())
            for (const Material& m : asked)
                if (const auto why = too_much(extent_of_reachable(m, rules(), squares)))
                    return failure(ErrorKind::bad_usage,
                                   fmt::format("all that {} of {} leads to: {}, expected a smaller board",
                                               text(m, rules()), rules().name, *why));
        auto all = among(asked);
        if (!all.empty()) return all;
        return failure(ErrorKind::bad_usage,
                       fmt::format("no position of {} has at most {} men, expected a greater number",
                                   rules().name, *men));
    }
    const Material start = start_material(rules());
    if (const rules::Letters circle = circling_kinds(start, rules()); !circle.empty())
        return failure(ErrorKind::bad_usage,
                       fmt::format("{}: {} turn into other pieces and back, expected promotion one way",
                                   rules().name, circle));
    if (const auto why = too_much(extent_of_reachable(start, rules(), squares)))
        return failure(
            ErrorKind::bad_usage,
            fmt::format("all that the start of {} leads to: {}, expected a number of men or named tiers",
                        rules().name, *why));
    // Drops and walls are not counted above.
    auto all = reachable(start, rules(), swaps_colors(), TierGraph::max_tiers);
    if (all) return among(*std::move(all));
    return failure(ErrorKind::bad_usage, fmt::format("all that the start of {} leads to: over {} tiers, "
                                                     "expected a number of men or named tiers",
                                                     rules().name, grouped(TierGraph::max_tiers)));
}

template <typename Bits>
Result<void> GameTierGraph<Bits>::check_extent(TierIndex tier) const {
    const Material m = men_of(tier);
    const auto why = too_much(extent_of_reachable(m, rules(), this->game().compiled().board.size()));
    if (!why) return {};
    return failure(
        ErrorKind::bad_usage,
        fmt::format("{} and all that it leads to: {}, expected a smaller one", text(m, rules()), *why));
}

template <typename Bits>
std::optional<std::string> GameTierGraph<Bits>::too_much(const Extent& extent) const {
    constexpr double max_bytes = 0x1p50;
    // What is not folded by any rules: colours, and eight symmetries of the board. A byte of a table takes a
    // sixth of that, or less, packed.
    const double entries = 2 * extent.placements / ((swaps_colors() ? 2 : 1) * 8);
    const double bytes = entries / 6;
    if (extent.tiers <= TierGraph::max_tiers && bytes <= max_bytes) return std::nullopt;
    const auto about = [](double number) {
        return number < 1e15 ? grouped(static_cast<std::uint64_t>(number)) : fmt::format("{:.1e}", number);
    };
    const std::string size =
        bytes < 0x1p60 ? size_text(static_cast<std::uint64_t>(bytes)) : about(bytes) + " bytes";
    return fmt::format("up to {} tiers with about {} positions, in tables of {} or more", about(extent.tiers),
                       about(2 * extent.placements), size);
}

template <typename Bits>
bool GameTierGraph<Bits>::possible(TierIndex tier) const {
    return possible(men_of(tier));
}

template <typename Bits>
bool GameTierGraph<Bits>::possible(const Material& m) const {
    for (const Color c : both_colors)
        for (const rules::PieceKind k : this->game().compiled().kinds())
            if (m.count(c, k) > rules_->found[c][k.index()].size()) return false;
    return true;
}

template <typename Bits>
Result<std::shared_ptr<const SolvableTier>> GameTierGraph<Bits>::tier(TierIndex tier) const {
    return this->kernel_tier(tier).map([&](Tier made) -> std::shared_ptr<const SolvableTier> {
        return std::make_shared<TierOf<GameTierGraph>>(*this, std::move(made));
    });
}

template <typename Bits>
Material GameTierGraph<Bits>::material_on(const Position& p) const {
    if (rules().has_hands() || rules().check_counting || rules().has_walls())
        return material_of(this->game().setup(p), rules());
    Material m;  // without what else a setup may have, which takes ten times as long
    for (const Color c : both_colors)
        for (const rules::PieceKind k : this->game().compiled().kinds())
            m.army(c)[k.index()] = static_cast<std::uint8_t>(p.men(c, k).size());
    return m;
}

template <typename Bits>
auto GameTierGraph<Bits>::locate(const Position& p) const -> Result<std::optional<Location>> {
    const engine::Game<Bits>& game = this->game();
    ZERMELO_CHECK(this->check_tables_hold(p));
    const Material m = kept(material_on(p));
    if (over(m, rules())) return std::nullopt;
    // Also of a position without an index: where there are tiers, such do not go on for ever.
    const TierIndex index = numbered(m);
    ZERMELO_TRY(const Tier at, this->kernel_tier(index));
    if (const auto square = at.misplaced(p))
        return failure(
            ErrorKind::bad_input,
            fmt::format("no table holds this position: from no start can the man on {} have come there",
                        engine::name(game.compiled().place(*square))));
    if (p.passes() != 0 || p.en_passant().any() || !game.guards_its_own(p)) return std::nullopt;
    return Location{index, at.slot(p), std::nullopt};
}

template class GameTierGraph<std::uint64_t>;
template class GameTierGraph<Bits256>;

}  // namespace zermelo::tablebase
