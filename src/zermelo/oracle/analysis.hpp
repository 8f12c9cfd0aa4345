// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/open_tables.hpp"
#include "zermelo/oracle/value_search.hpp"
#include "zermelo/plies.hpp"

/// What an engine that plays, and shows what it looks at, has to say of a position.
namespace zermelo::oracle {

/// A move and what comes after it. What is proved is exact; all else has a score, which proves nothing.
struct AnalysisLine {
    engine::Move move{};
    game::Bounds bounds{};  ///< for who makes the move, this ply included; exact as soon as anybody wins
    /// What it looks worth where nothing is proved (`play::Search`), in hundredths of a pawn; 0 of a draw. Of
    /// moves after those that were asked for, no more than that of those before.
    play::Score score = 0;
    /// For a win and a loss best play to the end, where no limit and no table that fails has kept it from
    /// being found; of what is not proved what is expected, where it is; else the move alone, and nothing
    /// after those lines that were asked for.
    std::vector<engine::Move> moves{};
};

/// How far an analysis is.
struct AnalysisReport {
    Plies depth{};             ///< for wins and losses all moves were searched as deep
    Plies seen{};              ///< and where nothing is proved by how they look
    std::uint64_t nodes = 0;   ///< positions of the defender whose replies were tried, and those looked at
    std::uint64_t probes = 0;  ///< looks into tables that knew
    /// Every move, or every one that was asked for, the best first: wins, the soonest first; draws and what
    /// is not known, by score; losses, the latest first. The first `AnalysisRequest::lines` have the play
    /// after them.
    std::vector<AnalysisLine> lines{};
    /// The position's value is known, and that of as many lines as were asked for; nothing better is left.
    bool decided = false;
    /// Why the first table failed that did: what it knows is not in the answer.
    std::optional<Error> error = std::nullopt;
};

struct AnalysisRequest {
    Plies plies = max_plies;  ///< how deep to look at most
    bool wins_only = false;   ///< look for wins of the side to move alone
    std::optional<std::uint64_t> nodes =
        std::nullopt;  ///< half of them for proofs, if these are not all that is asked
    std::optional<std::chrono::steady_clock::duration> time = std::nullopt;
    std::stop_token stop = {};  ///< the way to end it in time
    /// Asks for at least this much time from now on, for tables that play the rest of the game; says how much
    /// there is, or nothing. Null: there is none.
    std::function<std::optional<std::chrono::steady_clock::duration>(std::chrono::steady_clock::duration)>
        more_time = {};
    std::size_t lines = 1;                 ///< the number of best moves that have the play after them
    std::vector<engine::Move> moves = {};  ///< these alone; all if empty
    std::vector<play::Past> before = {};   ///< the positions of the game before this one, the latest last
    /// Kept from one analysis to the next, it is why what was proved before the last moves is known after
    /// them. Its threads search, and tables in memory take three quarters as much as it at most.
    std::shared_ptr<ProofMemory> memory = std::make_shared<ProofMemory>();
};

/// Analyses a position: tables first, if there are any, then ever deeper until enough is known or a limit is
/// reached. Where few men are left, tables are made in memory (`TablesOnDemand`), which `tables` then keeps:
/// once a depth is searched, and all searches for positions of these men have done as much work as the tables
/// take, or there is more time; what a limit of time ends half way goes on with the next position, in half of
/// its time. Proofs and looks at what is not proved take turns: neither has many more nodes than the other.
/// `report` hears of the moves as they are listed before anything is known, after each depth, and last when
/// nothing more comes; it returns at once. The values do not depend on the
/// number of threads.
///
/// A win that a table knows after a move is played where no shorter one is found: its length is the least
/// only once all is decided.
///
/// Precondition: the game is not over; `request.moves` are legal. Cost: as `MoveValues`.
void analyse(const engine::AnyGameAt& position, const AnalysisRequest& request, OpenTables& tables,
             const std::function<void(const AnalysisReport&)>& report);

}  // namespace zermelo::oracle
