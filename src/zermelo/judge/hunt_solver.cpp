// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/hunt_solver.hpp"

#include "zermelo/solve/decide.hpp"
#include "zermelo/solve/tier_cache.hpp"
#include "zermelo/variant/hunt_moves.hpp"
#include "zermelo/variant/hunt_tiers.hpp"

namespace zermelo::judge {

namespace {

/// The tables of the process: nothing is made before a long win is asked for.
solve::TierCache<hunt::Tiers>& shared_tables() {
    static solve::TierCache<hunt::Tiers> tables;
    return tables;
}

}  // namespace

struct HuntSolver::Tools {
    solve::Decider<hunt::Rules, hunt::Tiers> decider{shared_tables()};
};

HuntSolver::HuntSolver() : tools_(std::make_unique<Tools>()) {}
HuntSolver::~HuntSolver() = default;

Result<bool> HuntSolver::wins_within(const hunt::Position& position, Plies bound) {
    return tools_->decider.wins_within(position, bound);
}

Result<std::optional<HuntWin>> HuntSolver::prove(const hunt::Position& position, Plies bound) {
    const auto proof = tools_->decider.prove(position, bound);
    if (!proof) return tl::make_unexpected(proof.error());
    if (!proof->length) return std::nullopt;
    return HuntWin{*proof->length, *proof->first};
}

}  // namespace zermelo::judge
