// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "zermelo/base/result.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/puzzles/queen_hunt/position.hpp"

namespace zermelo::queen_hunt {

/// A forced win: its length under best play, and a first move that begins it.
struct HuntWin {
    Plies plies;
    Move move;
};

class HuntTables;

/// Decides queen hunts for one thread: the forced-win prover for short wins; for long ones the table files
/// that are given, tables made by retrograde analysis (shared by all threads of the process) with at most six
/// men, and the prover again with more. Exact for every bound; memory is bounded, time for many men and a
/// large bound is not. Errors of both calls: those of `tablebase::Retrograde` (a distance too long for its
/// tables; none is known).
class HuntSolver final : public puzzles::Solver {
  public:
    /// `files` may be null; otherwise it must outlive the solver. With one thread tables are made by the
    /// calling thread alone, else by all of its arena. `stop`: as `puzzles::Options`.
    explicit HuntSolver(const HuntTables* files = nullptr, unsigned threads = 0, std::stop_token stop = {});
    ~HuntSolver() override;

    /// Whether the side to move can force the capture of the enemy queen within `bound` plies.
    Result<bool> wins_within(const Position& position, Plies bound);
    /// The shortest forced win of at most `bound` plies, or nothing if there is none.
    Result<std::optional<HuntWin>> prove(const Position& position, Plies bound);

    Result<std::string> verdict(const puzzles::Game& game) override;
    Result<Json> members(const puzzles::Game& game) override;
    Result<std::string> picture(const puzzles::Game& game) override;
    Result<puzzles::Explanation> explain(const puzzles::Game& game) override;

  private:
    struct Tools;
    std::unique_ptr<Tools> tools_;
};

}  // namespace zermelo::queen_hunt
