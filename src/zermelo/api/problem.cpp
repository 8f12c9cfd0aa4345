// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/problem.hpp"

#include <utility>

#include "zermelo/api/internals.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/tell/problem.hpp"
#include "zermelo/tell/problem_picture.hpp"

namespace zermelo {

namespace {

Result<tell::ProblemRequest> request_of(const std::optional<std::string>& fen, std::string_view stipulation,
                                        const ProblemOptions& options) {
    tell::ProblemRequest request;
    if (!options.restriction.empty()) {
        ZERMELO_TRY(request.options.restriction, compositions::Restriction::parse(options.restriction));
    }
    request.fen = fen;
    request.stipulation = stipulation;
    request.start = options.start;
    request.twins = options.twins;
    request.duplex = options.duplex;
    request.intended = options.intended;
    request.time = options.time;
    request.nodes = options.nodes;
    request.options.attacker = options.attacker;
    request.options.quodlibet = options.quodlibet;
    request.options.set_play = options.set_play;
    request.options.max_refutations = options.max_refutations;
    request.options.tree = options.variations;
    request.options.postkey = options.postkey;
    request.options.verify = options.verify;
    request.options.max_lines = options.max_lines;
    request.options.memory = options.memory;
    request.options.threads = options.threads;
    request.options.limits.stop = options.stop;
    request.heading = options.heading;
    return request;
}

SolvedDiagram public_diagram(tell::SolvedDiagram solved, const std::optional<std::uint64_t>& intended) {
    SolvedDiagram diagram;
    if (intended) diagram.soundness = tell::soundness(solved, *intended);
    diagram.stopped_by = oracle::name_of_limit(solved.solution.stop);
    static_cast<Solution&>(diagram) = std::move(solved.solution);
    diagram.twin = std::move(solved.diagram.name);
    diagram.changes = std::move(solved.diagram.changes);
    diagram.fen = std::move(solved.fen);
    diagram.target = std::move(solved.target);
    diagram.stipulation = solved.diagram.stipulation.text();
    diagram.attacker = solved.attacker;
    return diagram;
}

}  // namespace

Result<SolvedProblem> problem(const Variant& variant, const std::optional<std::string>& fen,
                              std::string_view stipulation, const ProblemOptions& options) {
    const engine::AnyGameAt& start = Internals::of(variant)->start();
    ZERMELO_TRY(const tell::ProblemRequest request, request_of(fen, stipulation, options));
    ZERMELO_TRY(const auto asked, tell::composition(start, request));
    ZERMELO_TRY(tell::SolvedProblem solved, tell::solved(start, asked, request));
    SolvedProblem problem{{}, tell::text_of(solved), tell::problem_picture(asked, start.rules())};
    for (tell::SolvedDiagram& diagram : solved.diagrams)
        problem.diagrams.push_back(public_diagram(std::move(diagram), options.intended));
    return problem;
}

}  // namespace zermelo
