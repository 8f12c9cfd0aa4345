// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/group_tier_graph.hpp"

#include <fmt/format.h>

#include "zermelo/engine/setup.hpp"
#include "zermelo/tablebase/reach.hpp"
#include "zermelo/tablebase/table_rules.hpp"
#include "zermelo/tablebase/tier_of.hpp"

namespace zermelo::tablebase {

template <typename Bits>
Result<Material> GroupTierGraph<Bits>::named(std::string_view name) const {
    ZERMELO_CHECK(check_tables_know(rules()));
    ZERMELO_TRY(const Material men, about("tier", parse_material(name, rules())));
    for (const Color c : both_colors)
        for (const rules::PieceKind k : this->game().compiled().kinds())
            if (rules().kinds[k.index()].royal && men.count(c, k) != start_material(rules()).count(c, k))
                return failure(
                    ErrorKind::bad_usage,
                    fmt::format("'{}' is no tier of {}: not the start's royal pieces", name, rules().name));
    return pool_of(men, rules());
}

template <typename Bits>
Result<std::vector<TierIndex>> GroupTierGraph<Bits>::all(std::optional<unsigned> men) const {
    ZERMELO_CHECK(check_tables_know(rules()));
    if (men)
        return failure(
            ErrorKind::bad_usage,
            fmt::format("{} keeps captured men in hand, expected named tiers in place of a number of men",
                        rules().name));
    ZERMELO_TRY(const engine::Setup start, engine::parse_fen(rules().start_fen, rules()));
    return std::vector{numbered(pool_of(start, rules()))};
}

template <typename Bits>
Result<std::shared_ptr<const SolvableTier>> GroupTierGraph<Bits>::tier(TierIndex tier) const {
    return this->kernel_tier(tier).map([&](Tier made) -> std::shared_ptr<const SolvableTier> {
        return std::make_shared<TierOf<GroupTierGraph>>(*this, std::move(made));
    });
}

template <typename Bits>
auto GroupTierGraph<Bits>::locate(const Position& p) const -> Result<std::optional<Location>> {
    const engine::Game<Bits>& game = this->game();
    ZERMELO_CHECK(this->check_tables_hold(p));
    const TierIndex index = numbered(pool_of(game.setup(p), rules()));
    ZERMELO_TRY(const Tier tier, this->kernel_tier(index));
    if (const auto square = tier.misplaced(p))
        return failure(ErrorKind::bad_input,
                       fmt::format("no table holds this position: no man of this kind can be on {}",
                                   engine::name(game.compiled().place(*square))));
    if (!tier.is_indexed(p)) return std::nullopt;
    if (!tier.holds(p))
        return failure(ErrorKind::bad_input, "no table holds this position: no play leads to these hands");
    if (tier.wins_at_once(p)) return Location{index, {}, encoding_.win(1)};
    return Location{index, tier.slot(p), std::nullopt};
}

template <typename Bits>
Result<Reached> GroupTierGraph<Bits>::reach(const Position& p, const TierValues& values) const {
    ZERMELO_TRY(const Tier tier, this->kernel_tier(numbered(pool_of(this->game().setup(p), rules()))));
    return Reach{tier, encoding_, values}.from(p);
}

template class GroupTierGraph<std::uint64_t>;
template class GroupTierGraph<Bits256>;

}  // namespace zermelo::tablebase
