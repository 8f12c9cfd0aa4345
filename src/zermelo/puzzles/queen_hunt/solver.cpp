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
    Prover<Tiers> prover;

    /// What a file says of a position, where one that can be read answers sooner than the prover.
    std::optional<game::Value> look_up(const Position& position, Plies bound) const {
        constexpr Plies proved_sooner{5};
        if (files == nullptr || bound <= proved_sooner || !files->has(position)) return std::nullopt;
        return files->value(position);
    }

    /// The first move of a win by the files; nothing where they do not have what it leads to.
    std::optional<Move> first_move(const Position& position, Plies distance) const {
        if (const auto capture = winning_move(position)) return capture;
        MoveList moves;
        list_moves(position, moves);
        for (const Move& move : moves) {
            const Position child = play(position, move);
            if (!files->has(child)) continue;
            const auto reply = files->value(child);
            if (reply && reply->outcome == game::Outcome::loss && *reply->distance + Plies{1} == distance)
                return move;
        }
        return std::nullopt;
    }

    /// What `ask` says of the prover. It makes tables on all threads of the arena that it is called in:
    /// where one thread was asked for, of a pool of one, which is not there before a bound is so long that
    /// tables may be.
    template <typename Ask>
    auto ask(Plies bound, const Ask& ask) {
        if (!one_thread || bound <= Prover<Tiers>::search_to) return ask();
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
    if (const auto value = tools_->look_up(position, bound))
        return value->outcome == game::Outcome::win && *value->distance <= bound;
    return tools_->ask(bound, [&] { return tools_->prover.wins_within(position, bound); });
}

Result<std::optional<HuntWin>> HuntSolver::prove(const Position& position, Plies bound) {
    if (const auto value = tools_->look_up(position, bound)) {
        if (value->outcome != game::Outcome::win || *value->distance > bound) return std::nullopt;
        const auto move = tools_->first_move(position, *value->distance);
        if (move) return HuntWin{*value->distance, *move};
    }
    ZERMELO_TRY(const auto proof, tools_->ask(bound, [&] { return tools_->prover.prove(position, bound); }));
    if (!proof.length) return std::nullopt;
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
