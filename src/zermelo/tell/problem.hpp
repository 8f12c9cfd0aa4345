// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/json.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/compositions/composition.hpp"
#include "zermelo/compositions/solve.hpp"
#include "zermelo/compositions/twin.hpp"
#include "zermelo/engine/any_game.hpp"

/// The command `problem`: a composed problem, solved and told.
namespace zermelo::tell {

/// What a user asks of a diagram.
struct ProblemRequest {
    std::optional<std::string> fen;  ///< the variant's start if absent
    std::string stipulation;
    std::vector<std::string> twins;                        ///< as `compositions::with_twins` takes them
    bool duplex = false;                                   ///< once more with the parts exchanged
    std::optional<std::uint64_t> intended = std::nullopt;  ///< how many solutions a diagram is to have
    std::optional<std::chrono::duration<double>> time = std::nullopt;  ///< for all diagrams together
    std::optional<std::uint64_t> nodes = std::nullopt;                 ///< a diagram
    compositions::Options options = {};                                ///< its limits are set from these
    compositions::Heading heading = {};
    std::optional<std::string> start = std::nullopt;  ///< a FEN: where play begins that comes to the diagram
};

/// Who has White's part in the stipulation, as users write it: "white" or "black". Errors (bad_usage):
/// anything else.
Result<Color> parse_attacker(std::string_view text);

/// One diagram of a problem, solved with one side to begin.
struct SolvedDiagram {
    compositions::Diagram diagram;
    std::string fen;                    ///< where play begins, with the side that begins to move
    std::optional<std::string> target;  ///< the diagram that it is to come to, where the goal is one
    Color attacker = Color::white;
    compositions::Solution solution;
};

/// What becomes of the number of solutions that a diagram was intended to have: "as intended", "cooked", …
std::string soundness(const SolvedDiagram& solved, std::uint64_t intended);

struct SolvedProblem {
    std::string variant;
    std::vector<SolvedDiagram> diagrams;  ///< the twins in order, each with its duplex after it
    std::optional<std::uint64_t> intended;
    compositions::Restriction restriction = {};
    compositions::Heading heading = {};
    std::optional<compositions::Diagram> zeroposition = std::nullopt;  ///< as in `Composition`
    std::optional<std::uint64_t> line = std::nullopt;  ///< where its file has it, counted from 1

    bool complete() const;
    /// Solutions of the asked length, of all diagrams.
    std::uint64_t count() const;
};

/// What a file would have of the problem that a request means. `variant` is any of its positions. Errors: as
/// `engine::parse_fen`, `Stipulation::parse` and `with_twins`. Cost: none of solving it.
Result<compositions::Composition> composition(const engine::AnyGameAt& variant,
                                              const ProblemRequest& request);
/// Solves a problem, as far as the limits reach: of the request nothing but limits, options and `intended` is
/// looked at. Errors: as `compositions::solve`.
Result<SolvedProblem> solved(const engine::AnyGameAt& variant, const compositions::Composition& asked,
                             const ProblemRequest& request);

/// Whether a problem may have a certificate. Errors (bad_usage): more than one diagram; as
/// `compositions::has_certificates`.
Result<void> has_certificate(const compositions::Composition& asked, const ProblemRequest& request);
/// Writes the certificate of how many solutions a problem has. Errors: as `has_certificate` and
/// `compositions::write_count`; (bad_usage) a problem that was not solved completely.
Result<void> write_certificate(const engine::AnyGameAt& variant, const compositions::Composition& asked,
                               const SolvedProblem& solved, const ProblemRequest& request, Sink& sink);

/// The moves of a line of a problem with what comes of each: the `line` of docs/json.md. Words are UCI, or
/// `0000`: the side to move passes, as in series. The last move may leave its own king in check, as a double
/// mate does. A side may have no royal piece. `variant` is any position.
/// Errors: a FEN that cannot be read or is no position, after a pass, too; a move that is not legal;
/// (stopped) `over` says true, between two moves.
Result<Json> problem_line(const engine::AnyGameAt& variant, const std::optional<std::string>& fen,
                          const std::string& line, const Over& over = {});

/// The `problem` of docs/json.md.
Json json_of(const SolvedProblem& problem);
/// The same for people, in the customary notation.
std::string text_of(const SolvedProblem& problem);
/// What solves a diagram, as it stands there below its heading.
std::string solution_text(const SolvedDiagram& solved);

}  // namespace zermelo::tell
