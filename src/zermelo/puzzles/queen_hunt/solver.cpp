// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/solver.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/plies_text.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/draw/text.hpp"
#include "zermelo/puzzles/queen_hunt/decide.hpp"
#include "zermelo/puzzles/queen_hunt/diagram.hpp"
#include "zermelo/puzzles/queen_hunt/explanation.hpp"
#include "zermelo/puzzles/queen_hunt/format.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/table_files.hpp"
#include "zermelo/puzzles/queen_hunt/tiers.hpp"
#include "zermelo/tablebase/tier_cache.hpp"

namespace zermelo::queen_hunt {

namespace {

/// The tables of the process: nothing is made before a long win is asked for.
tablebase::TierCache<Tiers>& shared_tables() {
    static tablebase::TierCache<Tiers> tables;
    return tables;
}

}  // namespace

struct HuntSolver::Tools {
    explicit Tools(std::stop_token stop) : prover{shared_tables(), std::move(stop)} {}

    const HuntTables* files = nullptr;
    bool one_thread = false;
    std::optional<ThreadPool> alone;
    Prover<Rules, Tiers> prover;

    /// Whether a file answers sooner than the prover.
    bool looks_up(const Position& position, Plies bound) const {
        constexpr Plies proved_sooner{5};
        return files != nullptr && bound > proved_sooner && files->has(position);
    }

    /// What `ask` says of the prover. It makes tables on all threads of the arena that it is called in:
    /// where one thread was asked for, of a pool of one, which is not there before a bound is so long that
    /// tables may be.
    template <typename Ask>
    auto ask(Plies bound, const Ask& ask) {
        if (!one_thread || bound <= Prover<Rules, Tiers>::search_to) return ask();
        if (!alone) alone.emplace(1);
        std::optional<decltype(ask())> said;
        alone->execute([&] { said.emplace(ask()); });
        return *std::move(said);
    }
};

HuntSolver::HuntSolver(const HuntTables* files, unsigned threads, std::stop_token stop)
    : tools_(std::make_unique<Tools>(std::move(stop))) {
    tools_->files = files;
    tools_->one_thread = threads == 1;
}
HuntSolver::~HuntSolver() = default;

Result<bool> HuntSolver::wins_within(const Position& position, Plies bound) {
    if (!tools_->looks_up(position, bound))
        return tools_->ask(bound, [&] { return tools_->prover.wins_within(position, bound); });
    return tools_->files->value(position).map([&](const game::Value& value) {
        return value.outcome == game::Outcome::win && *value.distance <= bound;
    });
}

Result<std::optional<HuntWin>> HuntSolver::prove(const Position& position, Plies bound) {
    if (tools_->looks_up(position, bound)) return look_up(position, bound);
    ZERMELO_TRY(const auto proof, tools_->ask(bound, [&] { return tools_->prover.prove(position, bound); }));
    if (!proof.length) return std::nullopt;
    return HuntWin{*proof.length, *proof.first};
}

Result<std::optional<HuntWin>> HuntSolver::look_up(const Position& position, Plies bound) {
    ZERMELO_TRY(const auto value, tools_->files->value(position));
    if (value.outcome != game::Outcome::win || *value.distance > bound) return std::nullopt;
    if (const auto capture = winning_move(position)) return HuntWin{Plies{1}, *capture};
    MoveList moves;
    list_moves(position, moves);
    for (const Move& move : moves) {
        const Position child = play(position, move);
        if (!tools_->files->has(child)) continue;
        ZERMELO_TRY(const auto reply, tools_->files->value(child));
        if (reply.outcome == game::Outcome::loss && *reply.distance + Plies{1} == *value.distance)
            return HuntWin{*value.distance, move};
    }
    // The table that a winning capture leads to is not there.
    ZERMELO_TRY(const auto proof, tools_->ask(bound, [&] { return tools_->prover.prove(position, bound); }));
    return HuntWin{*proof.length, *proof.first};
}

Result<std::string> HuntSolver::verdict(const puzzles::Game& game) {
    const auto& [position, bound] = game.as<HuntGame>();
    return wins_within(position, bound).map([](bool wins) { return std::string{wins ? "YES" : "NO"}; });
}

Result<Json> HuntSolver::members(const puzzles::Game& game) {
    const Plies bound = game.as<HuntGame>().bound;
    return prove(game.as<HuntGame>().position, bound).map([&](const std::optional<HuntWin>& win) {
        return Json{{"verdict", win ? "YES" : "NO"},
                    {"limit", bound.count()},
                    {"plies", win ? Json(win->plies.count()) : Json()},
                    {"unit", "plies"},
                    {"best_move", win ? json_move(win->move) : Json()}};
    });
}

Result<std::string> HuntSolver::picture(const puzzles::Game& game) {
    const Plies bound = game.as<HuntGame>().bound;
    const Position& position = game.as<HuntGame>().position;
    return prove(position, bound).map([&](const std::optional<HuntWin>& win) {
        const std::string words =
            win ? fmt::format("YES: White wins in {}, first {}", plies_text(win->plies), text(win->move))
                : fmt::format("NO: no forced win within {}", plies_text(bound));
        return draw::beside(board_text(position, Color::white), words);
    });
}

Result<puzzles::Explanation> HuntSolver::explain(const puzzles::Game& game) {
    const auto& [position, bound] = game.as<HuntGame>();
    ZERMELO_TRY(const auto reasons, reasons_of(position, bound, *this));
    return explanation_of(position, reasons);
}

}  // namespace zermelo::queen_hunt
