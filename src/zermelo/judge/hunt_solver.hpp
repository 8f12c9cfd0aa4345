// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "zermelo/base/plies.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/variant/hunt_position.hpp"

namespace zermelo::judge {

/// A forced win: its length under best play, and a first move that begins it.
struct HuntWin {
    Plies plies;
    hunt::Move move;
};

/// Decides queen hunts for one thread: the forced-win prover for short wins, tables made by retrograde
/// analysis (shared by all threads of the process) for long ones with at most six men, and the prover again
/// for long ones with more. Exact for every bound; memory is bounded, time for many men and a large bound
/// is not. Errors of both calls: those of `solve::Retrograde` (a distance too long for its tables; none is
/// known).
class HuntSolver {
  public:
    HuntSolver();
    ~HuntSolver();

    /// Whether the side to move can force the capture of the enemy queen within `bound` plies.
    Result<bool> wins_within(const hunt::Position& position, Plies bound);
    /// The shortest forced win of at most `bound` plies, or nothing if there is none.
    Result<std::optional<HuntWin>> prove(const hunt::Position& position, Plies bound);

  private:
    struct Tools;
    std::unique_ptr<Tools> tools_;
};

}  // namespace zermelo::judge
