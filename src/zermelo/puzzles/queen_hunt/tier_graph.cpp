// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/tier_graph.hpp"

#include <algorithm>

#include "zermelo/engine/setup.hpp"
#include "zermelo/tablebase/table_rules.hpp"
#include "zermelo/tablebase/tier_of.hpp"

namespace zermelo::queen_hunt {
namespace {

/// The hash of the rules of `simplified` on which tables depend; a test holds it to what is shipped.
constexpr Hash128 hunt_rules{0x76B935A22F3735C0, 0x935265C8FF0E40AF};

}  // namespace

std::unique_ptr<tablebase::ProbedTierGraph<std::uint64_t>> TierGraph::of(const Game& game) {
    const bool is_hunt = game.rules().name == "simplified" && game.compiled().holes.none() &&
                         game.compiled().barred.empty() && tablebase::table_hash(game.rules()) == hunt_rules;
    return is_hunt ? std::make_unique<TierGraph>(game) : nullptr;
}

Result<std::vector<tablebase::TierIndex>> TierGraph::all(std::optional<unsigned> men) const {
    std::vector<TierIndex> tiers;
    for (std::uint32_t a = 0; a < 18; ++a)
        for (std::uint32_t b = a; b < 18; ++b)
            if (!men || all_armies[a].men() + all_armies[b].men() <= *men) tiers.emplace_back(a * 18 + b);
    return tiers;
}

TierGraph::TierGraph(Game game) : game_(std::move(game)) {
    for (const rules::PieceKind kind : game_.compiled().kinds())
        kinds_[kind.index()] = kind_of(game_.compiled().letter(kind));
}

const Tier& TierGraph::made(TierIndex tier) const {
    std::atomic<const Tier*>& known = made_[tier.number()];
    if (const Tier* const one = known.load(std::memory_order_acquire)) return *one;
    const std::lock_guard lock(mutex_);
    if (!known) known = &kept_.emplace_back(tiers_.tier(tier));
    return *known;
}

Result<std::shared_ptr<const tablebase::SolvableTier>> TierGraph::tier(TierIndex tier) const {
    return std::make_shared<tablebase::TierOf<TierGraph>>(*this, made(tier));
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

void TierGraph::write_men(const Position& p, std::uint32_t table, std::span<std::uint8_t> men) const {
    std::fill(men.begin(), men.end(), std::uint8_t{0});
    for (const Piece& piece : p.pieces(table == 0 ? Color::white : Color::black))
        men[piece.square.index()] = static_cast<std::uint8_t>(
            1 + 2 * game_.compiled().kind_of(letter(piece.kind)).index() + index(piece.color));
}

auto TierGraph::locate(const engine::Position<std::uint64_t>& p) const -> Result<std::optional<Location>> {
    Placement placement;
    bool known = true;
    for (const Color color : both_colors)
        for (auto men = p.men(color); men.any();) {
            const Square square{men.take_first()};
            const auto kind = kinds_[p.kind_on(square).index()];
            known = known && kind && placement.add(color, *kind, square);
        }
    const auto white = placement.position();
    if (!known || !white)
        return failure(ErrorKind::bad_input,
                       "no table holds this position: expected a queen, at most two rooks, and "
                       "at most two bishops and knights a side");
    const Position position =
        p.to_move() == Color::white ? *white : Position::unchecked(white->other(), white->own());
    const TierIndex index = tiers_.tier_of(position);
    if (wins_at_once(position)) return Location{index, {}, encoding().win(1)};
    return Location{index, made(index).slot(position), std::nullopt};
}

}  // namespace zermelo::queen_hunt
