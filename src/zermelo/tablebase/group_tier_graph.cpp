// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/group_tier_graph.hpp"

#include <fmt/format.h>

#include "zermelo/engine/setup.hpp"
#include "zermelo/tablebase/reach.hpp"
#include "zermelo/tablebase/table_rules.hpp"
#include "zermelo/tablebase/tier_of.hpp"

namespace zermelo::tablebase {

template <typename Bits>
Material GroupTierGraph<Bits>::stock(TierIndex tier) const {
    const std::lock_guard lock(mutex_);
    return stocks_[tier.number()];
}

template <typename Bits>
TierIndex GroupTierGraph<Bits>::numbered(const Material& stock) const {
    const std::lock_guard lock(mutex_);
    const auto [at, added] =
        numbers_.try_emplace(stock, TierIndex{static_cast<std::uint32_t>(stocks_.size())});
    if (added) stocks_.push_back(stock);
    return at->second;
}

template <typename Bits>
Result<Material> GroupTierGraph<Bits>::named(std::string_view name) const {
    ZERMELO_CHECK(check_tables_know(rules()));
    ZERMELO_TRY(const Material men, about("tier", parse_material(name, rules())));
    for (const Color c : both_colors)
        for (const rules::PieceKind k : rules_->game.tables().kinds())
            if (rules().kinds[k.index()].royal && men.count(c, k) != start_material(rules()).count(c, k))
                return failure(
                    ErrorKind::bad_usage,
                    fmt::format("'{}' is no tier of {}: not the start's royal pieces", name, rules().name));
    return stock_of(men, rules());
}

template <typename Bits>
Result<TierIndex> GroupTierGraph<Bits>::parse(std::string_view name) const {
    return named(name).map([&](const Material& stock) { return numbered(stock); });
}

template <typename Bits>
Result<std::string> GroupTierGraph<Bits>::normal(std::string_view name) const {
    return named(name).map([&](const Material& stock) { return text(stock, rules()); });
}

template <typename Bits>
Result<std::vector<TierIndex>> GroupTierGraph<Bits>::all(std::optional<unsigned> men) const {
    ZERMELO_CHECK(check_tables_know(rules()));
    if (men)
        return failure(ErrorKind::bad_usage,
                       fmt::format("{} keeps captured men in hand, expected --tiers in place of a number",
                                   rules().name));
    ZERMELO_TRY(const engine::Setup start, engine::parse_fen(rules().start_fen, rules()));
    return std::vector{numbered(stock_of(start, rules()))};
}

template <typename Bits>
Result<GroupTier<Bits>> GroupTierGraph<Bits>::kernel_tier(TierIndex tier) const {
    const Material men = stock(tier);
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = made_.find(men); known != made_.end()) return known->second;
    }
    ZERMELO_TRY(Tier made, Tier::make(rules_, men));
    const std::lock_guard lock(mutex_);
    return made_.try_emplace(men, std::move(made)).first->second;
}

template <typename Bits>
Result<std::shared_ptr<const SolvableTier>> GroupTierGraph<Bits>::tier(TierIndex tier) const {
    return kernel_tier(tier).map([&](Tier made) -> std::shared_ptr<const SolvableTier> {
        return std::make_shared<TierOf<GroupTierGraph>>(*this, std::move(made));
    });
}

template <typename Bits>
auto GroupTierGraph<Bits>::locate(const Position& p) const -> Result<std::optional<Location>> {
    const engine::Game<Bits>& game = rules_->game;
    ZERMELO_CHECK(check_tables_know(rules()));
    if (p.castling_rights() != 0)
        return failure(ErrorKind::bad_input,
                       "no table holds a position with the right to castle, expected '-'");
    const TierIndex index = numbered(stock_of(game.setup(p), rules()));
    ZERMELO_TRY(const Tier tier, kernel_tier(index));
    if (const auto square = tier.misplaced(p))
        return failure(ErrorKind::bad_input,
                       fmt::format("no table holds this position: no man of this kind can be on {}",
                                   engine::name(game.tables().place(*square))));
    if (!tier.holds(p))
        return failure(ErrorKind::bad_input, "no table holds this position: no play leads to these hands");
    if (tier.wins_at_once(p)) return Location{index, {}, encoding_.win(1)};
    return Location{index, tier.slot(p), std::nullopt};
}

template <typename Bits>
Result<Reached> GroupTierGraph<Bits>::reach(const Position& p, const TierBytes& values) const {
    ZERMELO_TRY(const Tier tier, kernel_tier(numbered(stock_of(rules_->game.setup(p), rules()))));
    return Reach{tier, encoding_, values}.from(p);
}

template <typename Bits>
std::string GroupTierGraph<Bits>::fen(const Tier& tier, Slot slot, bool swapped) const {
    const auto position = tier.position(slot);
    const engine::Setup setup = rules_->game.setup(*position);
    return print_fen(swaps_colors() && swapped
                         ? colours_swapped(setup, *rules_->swap, rules_->game.tables().files)
                         : setup);
}

template class GroupTierGraph<std::uint64_t>;
template class GroupTierGraph<Bits256>;

}  // namespace zermelo::tablebase
