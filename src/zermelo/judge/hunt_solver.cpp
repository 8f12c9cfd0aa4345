// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/hunt_solver.hpp"

#include "zermelo/solve/forced_win.hpp"
#include "zermelo/variant/hunt_moves.hpp"

namespace zermelo::judge {

struct HuntSolver::Tools {
    solve::ForcedWin<hunt::Rules> prover;
};

HuntSolver::HuntSolver() : tools_(std::make_unique<Tools>()) {}
HuntSolver::~HuntSolver() = default;

bool HuntSolver::wins_within(const hunt::Position& position, Plies bound) {
    return tools_->prover.wins_within(position, bound);
}

std::optional<HuntWin> HuntSolver::prove(const hunt::Position& position, Plies bound) {
    const auto proof = tools_->prover.prove(position, bound);
    if (!proof.length) return std::nullopt;
    return HuntWin{*proof.length, *proof.first};
}

}  // namespace zermelo::judge
