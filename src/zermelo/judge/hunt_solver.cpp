// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/hunt_solver.hpp"

#include "zermelo/judge/hunt_tables.hpp"
#include "zermelo/puzzles/queen_hunt/decide.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/tiers.hpp"
#include "zermelo/tablebase/tier_cache.hpp"

namespace zermelo::judge {

namespace {

/// The tables of the process: nothing is made before a long win is asked for.
tablebase::TierCache<queen_hunt::Tiers>& shared_tables() {
    static tablebase::TierCache<queen_hunt::Tiers> tables;
    return tables;
}

}  // namespace

struct HuntSolver::Tools {
    const HuntTables* files = nullptr;
    queen_hunt::Decider<queen_hunt::Rules, queen_hunt::Tiers> decider{shared_tables()};

    /// Whether a file answers sooner than the prover.
    bool looks_up(const queen_hunt::Position& position, Plies bound) const {
        constexpr Plies proved_sooner{5};
        return files != nullptr && bound > proved_sooner && files->has(position);
    }
};

HuntSolver::HuntSolver(const HuntTables* files) : tools_(std::make_unique<Tools>()) { tools_->files = files; }
HuntSolver::~HuntSolver() = default;

Result<bool> HuntSolver::wins_within(const queen_hunt::Position& position, Plies bound) {
    if (!tools_->looks_up(position, bound)) return tools_->decider.wins_within(position, bound);
    return tools_->files->value(position).map([&](const game::Value& value) {
        return value.outcome == game::Outcome::win && *value.distance <= bound;
    });
}

Result<std::optional<HuntWin>> HuntSolver::prove(const queen_hunt::Position& position, Plies bound) {
    if (tools_->looks_up(position, bound)) return look_up(position, bound);
    const auto proof = tools_->decider.prove(position, bound);
    if (!proof) return tl::make_unexpected(proof.error());
    if (!proof->length) return std::nullopt;
    return HuntWin{*proof->length, *proof->first};
}

Result<std::optional<HuntWin>> HuntSolver::look_up(const queen_hunt::Position& position, Plies bound) {
    const auto value = tools_->files->value(position);
    if (!value) return tl::make_unexpected(value.error());
    if (value->outcome != game::Outcome::win || *value->distance > bound) return std::nullopt;
    if (const auto capture = queen_hunt::winning_move(position)) return HuntWin{Plies{1}, *capture};
    queen_hunt::MoveList moves;
    queen_hunt::list_moves(position, moves);
    for (const queen_hunt::Move& move : moves) {
        const queen_hunt::Position child = queen_hunt::play(position, move);
        if (!tools_->files->has(child)) continue;
        const auto reply = tools_->files->value(child);
        if (!reply) return tl::make_unexpected(reply.error());
        if (reply->outcome == game::Outcome::loss && *reply->distance + Plies{1} == *value->distance)
            return HuntWin{*value->distance, move};
    }
    // The table that a winning capture leads to is not there.
    const auto proof = tools_->decider.prove(position, bound);
    if (!proof) return tl::make_unexpected(proof.error());
    return HuntWin{*proof->length, *proof->first};
}

}  // namespace zermelo::judge
