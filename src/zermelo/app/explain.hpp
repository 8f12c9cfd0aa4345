// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "zermelo/base/sink.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/draw/diagram.hpp"
#include "zermelo/explain/explanation.hpp"
#include "zermelo/judge/hunt_solver.hpp"
#include "zermelo/stress/case.hpp"

/// Reasons for the verdicts of the judge: `zermelo explain`.
namespace zermelo::app {

/// The reason of the verdict on one game, in words. Precondition: the case is of the dialect's format.
/// Errors: those of the solver. Cost: that of the verdict and some more (see `explain/`).
Result<explain::Explanation> explain_case(const judge::Dialect& dialect, const stress::Case& game,
                                          judge::HuntSolver& solver);

struct ExplainOptions {
    std::optional<std::uint64_t> only_game = std::nullopt;  ///< counted from 1; all games if absent
    bool json = false;                                      ///< one object a game and line
    std::string svg{};  ///< a file for the picture of `only_game`; none if empty
};

/// The game as a picture, the verdict below: a hunt with the main line of its win, a board around the
/// threatened king, a pawn with the king's walk where White wins. Precondition, errors and cost: as of
/// `explain_case`.
Result<draw::Diagram> diagram_of_case(const judge::Dialect& dialect, const stress::Case& game,
                                      judge::HuntSolver& solver);

/// Explains the games of an input, each as it is written; nothing is written unless the judge takes the whole
/// input. Returns the number of games in it. Errors: as `judge`; a game that the input does not have, and a
/// picture of no single game, are `ErrorKind::bad_usage`; a picture that cannot be written. Memory: O(input).
Result<std::uint64_t> explain(const std::string& game, Source input, const ExplainOptions& options,
                              Sink& output);

}  // namespace zermelo::app
