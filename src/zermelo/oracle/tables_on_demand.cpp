// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/tables_on_demand.hpp"

#include <algorithm>
#include <utility>

#include "zermelo/base/stop_at.hpp"
#include "zermelo/oracle/tables_making.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"

namespace zermelo::oracle {

namespace {

using Clock = std::chrono::steady_clock;

/// Nodes in the time of an entry that is solved and verified by itself, in hundredths.
constexpr std::uint64_t nodes_of_100_entries = 40;

template <typename Bits>
std::size_t men_of(const engine::Game<Bits>& game, const engine::Position<Bits>& position) {
    std::size_t men = position.occupied().size();
    for (const Color c : both_colors)
        for (const rules::PieceKind k : game.compiled().kinds()) men += position.in_hand(c, k);
    return men;
}

}  // namespace

template <typename Bits>
TablesOnDemand<Bits>::TablesOnDemand(engine::Game<Bits> game, const Position& root, std::size_t memory,
                                     unsigned threads)
    : game_(std::move(game)), root_(root), memory_(memory), threads_(threads) {}

template <typename Bits>
TablesOnDemand<Bits>::~TablesOnDemand() = default;

template <typename Bits>
bool TablesOnDemand<Bits>::go_on_for(const engine::GameAt<Bits>& at) {
    if (&at.game.compiled() != &game_.compiled() || over_) return false;
    if (plan_) {
        // To name the tiers of a whole army takes seconds.
        if (men_of(at.game, at.position) > max_men) return false;
        const auto tiers = prober_->tiers_of(at.position);
        if (!tiers ||
            !std::all_of(tiers->begin(), tiers->end(), [&](auto tier) { return plan_->makes(tier); }))
            return false;
    }
    root_ = at.position;
    return true;
}

template <typename Bits>
std::uint64_t TablesOnDemand<Bits>::more_of(const search::Budget& budget) {
    const std::uint64_t left = nodes_left(budget, budget.nodes_used());
    if (left != 0 || !budget.deadline()) return left;
    const auto now = Clock::now();
    return *budget.deadline() - now < now - begun_ ? never : 0;
}

template <typename Bits>
bool TablesOnDemand<Bits>::plan(const search::Budget& budget) {
    if (over_) return false;
    over_ = true;
    if (men_of(game_, root_) > max_men) return false;
    prober_ = puzzles::make_prober(game_);
    const auto tiers = prober_->tiers_of(root_);
    if (!tiers) return false;
    const StopAt stop{budget.deadline(), budget.limits().stop};
    plan_ = tablebase::MakePlan::of(prober_->graph(), *tiers, max_bytes(), stop.token());
    over_ = !plan_ && !stop.token().stop_requested();
    return plan_.has_value();
}

template <typename Bits>
std::uint64_t TablesOnDemand<Bits>::nodes_left(const search::Budget& budget, std::uint64_t used) {
    const std::uint64_t all = searched_ + used;
    if (all < first_look) return first_look - all;
    if (over_ || (!plan_ && !plan(budget))) return never;
    // They count as much as the search before them, and take as long.
    if (budget.limits().nodes && *budget.limits().nodes < *work() + std::max(*work(), used)) return never;
    return all < *work() && !making_ ? *work() - all : 0;
}

template <typename Bits>
std::optional<std::uint64_t> TablesOnDemand<Bits>::work() const {
    if (!plan_) return std::nullopt;
    return plan_->work() * nodes_of_100_entries / 100;
}

template <typename Bits>
auto TablesOnDemand<Bits>::make(search::Budget& budget, const tablebase::MakeReport& report)
    -> Result<std::unique_ptr<tablebase::Prober<Bits>>> {
    if (!making_) making_ = std::make_unique<TablesMaking>(*plan_, threads_, report);
    auto made = making_->wait(budget.deadline(), budget.limits().stop);
    if (!made) {
        budget.over();
        return failure(ErrorKind::stopped, "tables in memory are not finished");
    }
    making_.reset();
    over_ = true;
    if (!*made) {
        if (made->error().kind == ErrorKind::io) return tl::make_unexpected(std::move(made->error()));
        return nullptr;
    }
    for (const auto& [tier, values] : **made) made_bytes_ += values.memory();
    prober_->hold(*std::move(*made));
    return std::move(prober_);
}

template class TablesOnDemand<std::uint64_t>;
template class TablesOnDemand<Bits256>;

}  // namespace zermelo::oracle
