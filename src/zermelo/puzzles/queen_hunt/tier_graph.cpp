// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/tier_graph.hpp"

#include "zermelo/engine/setup.hpp"
#include "zermelo/tablebase/table_rules.hpp"
#include "zermelo/tablebase/tier_of.hpp"

namespace zermelo::queen_hunt {
namespace {

/// Of what tables of `simplified`, as it is shipped, depend on; a test holds it to them.
constexpr Hash128 hunt_rules{0x76B935A22F3735C0, 0x935265C8FF0E40AF};

}  // namespace

std::unique_ptr<tablebase::ProbedTierGraph<std::uint64_t>> TierGraph::of(const Game& game) {
    const bool is_hunt = game.rules().name == "simplified" && game.tables().holes.none() &&
                         game.tables().barred.empty() && tablebase::table_hash(game.rules()) == hunt_rules;
    return is_hunt ? std::make_unique<TierGraph>(game) : nullptr;
}

Result<std::vector<tablebase::TierIndex>> TierGraph::all(std::optional<unsigned> men) const {
    std::vector<TierIndex> tiers;
    for (std::uint32_t a = 0; a < 18; ++a)
        for (std::uint32_t b = a; b < 18; ++b)
            if (!men || all_armies[a].men() + all_armies[b].men() <= *men) tiers.emplace_back(a * 18 + b);
    return tiers;
}

Result<Tier> TierGraph::kernel_tier(TierIndex tier) const {
    const std::lock_guard lock(mutex_);
    if (const auto known = made_.find(tier); known != made_.end()) return known->second;
    return made_.emplace(tier, tiers_.tier(tier)).first->second;
}

Result<std::shared_ptr<const tablebase::SolvableTier>> TierGraph::tier(TierIndex tier) const {
    return std::make_shared<tablebase::TierOf<TierGraph>>(*this, *kernel_tier(tier));
}

std::vector<tablebase::TierIndex> TierGraph::sub_tiers(const Tier& tier) const {
    return tiers_.sub_tiers(Tiers::number_of(tier.armies()[0], tier.armies()[1]));
}

std::string TierGraph::fen(const Tier& tier, tablebase::Slot slot, bool swapped) const {
    const Color mover = (slot.table == 0) != swapped ? Color::white : Color::black;
    engine::Setup setup;
    setup.files = 4;
    setup.ranks = 4;
    setup.to_move = mover;
    for (const Piece& piece : tier.position(slot)->pieces(mover))
        setup.men[rules::region_bit(piece.square.file().index(), piece.square.rank().index())] =
            engine::Man{piece.color, letter(piece.kind)};
    return print_fen(setup);
}

auto TierGraph::locate(const engine::Position<std::uint64_t>& p) const -> Result<std::optional<Location>> {
    const engine::Setup setup = game_.setup(p);
    Placement placement;
    bool known = true;
    for (unsigned rank = 0; rank < 4; ++rank)
        for (unsigned file = 0; file < 4; ++file) {
            const auto& man = setup.men[rules::region_bit(file, rank)];
            if (!man) continue;
            const auto kind = kind_of(man->letter);
            known = known && kind && placement.add(man->color, *kind, Square::from_index(4 * rank + file));
        }
    const auto white = placement.position();
    if (!known || !white)
        return failure(ErrorKind::bad_input,
                       "no table holds this position: expected a queen, at most two rooks, and "
                       "at most two bishops and knights a side");
    const Position position =
        setup.to_move == Color::white ? *white : Position::unchecked(white->other(), white->own());
    const TierIndex index = tiers_.tier_of(position);
    const tablebase::Slot slot = kernel_tier(index)->slot(position);
    if (wins_at_once(position)) return Location{index, slot, encoding().win(1)};
    return Location{index, slot, std::nullopt};
}

}  // namespace zermelo::queen_hunt
