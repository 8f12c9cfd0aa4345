// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/game_family.hpp"

#include <fmt/format.h>

#include "zermelo/engine/setup.hpp"

namespace zermelo::tablebase {

template <typename Bits>
app::Attempt<tablebase::Material> GameFamily<Bits>::material(std::string_view name) const {
    const auto material = tablebase::parse_material(name, rules());
    if (!material) return app::fail(material.error(), "tier");
    std::optional<std::string> wrong = offence(*material, rules());
    if (!wrong && over(*material, rules())) wrong = "the game is over in all its positions";
    if (wrong)
        return app::fail(
            {ErrorKind::bad_usage, fmt::format("'{}' is no tier of {}: {}", name, rules().name, *wrong)});
    return *material;
}

template <typename Bits>
app::Attempt<tablebase::Material> GameFamily<Bits>::parse(std::string_view name) const {
    return material(name).map([&](const Id& id) { return kept(id); });
}

template <typename Bits>
app::Attempt<std::string> GameFamily<Bits>::normal(std::string_view name) const {
    return material(name).map([&](const Id& id) { return text(id, rules()); });
}

template <typename Bits>
app::Attempt<std::vector<tablebase::Material>> GameFamily<Bits>::standard(std::optional<unsigned> men) const {
    if (men) {
        auto all = tablebase::materials(rules(), *men, swaps_colors());
        std::erase_if(all, [&](const Id& id) { return !possible(id); });
        if (!all.empty()) return all;
        return app::fail({ErrorKind::bad_usage,
                          fmt::format("no position of {} has at most {} men, expected a greater number",
                                      rules().name, *men)});
    }
    constexpr std::size_t most = 100'000;
    auto all = tablebase::reachable(tablebase::start_material(rules()), rules(), swaps_colors(), most);
    if (all) {
        std::erase_if(*all, [&](const Id& id) { return !possible(id); });
        return *std::move(all);
    }
    return app::fail({ErrorKind::bad_usage,
                      fmt::format("the start of {} leads to more than {} tiers, expected --men or --tiers",
                                  rules().name, most)});
}

template <typename Bits>
bool GameFamily<Bits>::possible(const Id& id) const {
    for (const Color c : {Color::white, Color::black})
        for (unsigned k = 0; k < rules_->game.tables().letters.size(); ++k)
            if (id.count(c, k) > rules_->found[static_cast<unsigned>(c)][k].size()) return false;
    return true;
}

template <typename Bits>
Result<tablebase::GameTier<Bits>> GameFamily<Bits>::tier(const Id& id) {
    if (const auto known = made_.find(id); known != made_.end()) return known->second;
    auto made = Tier::make(rules_, id);
    if (!made) return made;
    return made_.emplace(id, *std::move(made)).first->second;
}

template <typename Bits>
Result<std::optional<typename GameFamily<Bits>::Place>> GameFamily<Bits>::locate(
    const engine::Game<Bits>& game, const Position& p) {
    if (p.castling_rights() != 0)
        return failure(ErrorKind::bad_input,
                       "no table holds a position with the right to castle, expected '-'");
    const Id id = kept(material_of(game.setup(p), rules()));
    if (over(id, rules())) return std::nullopt;
    // Also of a position that strays: where there are tiers, it does not go on straying for ever.
    const auto at = tier(id);
    if (!at) return tl::make_unexpected(at.error());
    if (const auto square = at->misplaced(p))
        return failure(
            ErrorKind::bad_input,
            fmt::format("no table holds this position: from no start can the man on {} have come there",
                        engine::name(game.tables().place(*square))));
    if (p.passes() != 0 || p.en_passant().any() || !game.guards_its_own(p)) return std::nullopt;
    return Place{id, at->slot(p), std::nullopt};
}

template <typename Bits>
std::string GameFamily<Bits>::fen(const Tier& tier, game::Slot slot, bool swapped) const {
    const auto position = tier.position(slot);
    const engine::Setup setup = rules_->game.setup(*position);
    if (!swaps_colors() || !swapped) return print_fen(setup);
    engine::Setup turned = setup;
    turned.men = {};
    turned.to_move = !setup.to_move;
    for (unsigned square = 0; square < rules_->swap->size(); ++square) {
        const auto from = rules_->game.tables().place(square);
        const auto to = rules_->game.tables().place((*rules_->swap)[square]);
        const auto& man = setup.men[rules::region_bit(from.file, from.rank)];
        if (man) turned.men[rules::region_bit(to.file, to.rank)] = engine::Man{!man->color, man->letter};
    }
    return print_fen(turned);
}

template class GameFamily<std::uint64_t>;
template class GameFamily<Bits256>;

}  // namespace zermelo::tablebase
