// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "zermelo/python/errors.hpp"
#include "zermelo/python/interruptible.hpp"
#include "zermelo/python/json.hpp"
#include "zermelo/python/seconds.hpp"
#include "zermelo/python/text.hpp"
#include "zermelo/python/variant.hpp"
#include "zermelo/tell/problem.hpp"
#include "zermelo/tell/problem_picture.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo::python {
namespace {

nb::object problem(const SharedVariant& variant, const std::optional<std::string>& fen,
                   const std::string& stipulation, bool set_play, unsigned tries, bool variations,
                   bool postkey, bool duplex, const std::string& attacker, bool quodlibet,
                   const std::optional<std::string>& restrict, const std::optional<std::string>& start,
                   const std::vector<std::string>& twins, const std::optional<std::uint64_t>& intended,
                   bool verify, std::size_t max_lines, const std::optional<double>& seconds,
                   const std::optional<std::uint64_t>& nodes, std::size_t memory, unsigned threads,
                   const std::vector<std::string>& authors, const std::string& title,
                   const std::string& source, const std::string& award) {
    tell::ProblemRequest request{fen, stipulation, twins, duplex, intended};
    request.start = start;
    request.heading = {authors, title, source, award};
    request.time = time_of(seconds);
    request.nodes = nodes;
    request.options.attacker = value_of(tell::parse_attacker(attacker));
    request.options.quodlibet = quodlibet;
    if (restrict) request.options.restriction = value_of(compositions::Restriction::parse(*restrict));
    request.options.set_play = set_play;
    request.options.max_refutations = tries;
    request.options.tree = variations;
    request.options.postkey = postkey;
    request.options.verify = verify;
    request.options.max_lines = max_lines;
    request.options.memory = memory;
    request.options.threads = threads;
    const compositions::Composition asked = value_of(tell::composition(variant->start(), request));
    const auto to_result = [&](const tell::SolvedProblem& solved) {
        nb::object result = object_of(tell::json_of(solved));
        result["text"] = tell::text_of(solved);
        result["svg"] = tell::problem_picture(asked, variant->rules());
        return result;
    };
    const auto work = [&](const std::stop_token& stop) {
        request.options.limits.stop = stop;
        return tell::solved(variant->start(), asked, request);
    };
    return to_result(value_of(interruptible(work, to_result)));
}

}  // namespace

void bind_problems(nb::module_& module) {
    module.def(
        "problem", &problem, "variant"_a, "fen"_a.none(), "stipulation"_a, "set_play"_a, "tries"_a,
        "variations"_a, "postkey"_a, "duplex"_a, "attacker"_a, "quodlibet"_a, "restrict"_a.none(),
        "start"_a.none(), "twins"_a, "intended"_a.none(), "verify"_a, "max_lines"_a, "seconds"_a.none(),
        "nodes"_a.none(), "memory"_a, "threads"_a, "authors"_a, "title"_a, "source"_a, "award"_a,
        nb::sig("def problem(variant: Variant, fen: str | None, stipulation: str, set_play: bool, "
                "tries: int, variations: bool, postkey: bool, duplex: bool, attacker: str, quodlibet: bool, "
                "restrict: str | None, start: str | None, twins: "
                "collections.abc.Sequence[str], intended: int | None, verify: bool, max_lines: int, "
                "seconds: float "
                "| None, nodes: int | "
                "None, memory: int, threads: int, authors: collections.abc.Sequence[str], title: str, "
                "source: str, "
                "award: str) -> dict[str, typing.Any]"));
}

}  // namespace zermelo::python
