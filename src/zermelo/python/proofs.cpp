// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <stop_token>
#include <string>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include "zermelo/python/errors.hpp"
#include "zermelo/python/interruptible.hpp"
#include "zermelo/python/json.hpp"
#include "zermelo/python/seconds.hpp"
#include "zermelo/python/text.hpp"
#include "zermelo/python/variant.hpp"
#include "zermelo/tell/prove.hpp"
#include "zermelo/tell/value.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo::python {
namespace {

/// Options of a search, as Python's functions have them.
template <typename Options>
Options options_of(const std::optional<double>& seconds, const std::optional<std::uint64_t>& nodes,
                   std::size_t memory, unsigned threads, const std::optional<std::string>& tables,
                   bool ideal) {
    Options options;
    options.time = time_of(seconds);
    options.nodes = nodes;
    options.memory = memory;
    options.threads = threads;
    options.tables = tables;
    options.ideal = ideal;
    return options;
}

/// What was found, with a line of it in words.
nb::object text_or_none(const std::string& certificate) {
    return certificate.empty() ? nb::none() : nb::object{nb::str(certificate.c_str())};
}

nb::object to_result(const tell::ProofAt& proof) {
    nb::object result = object_of(tell::json_of(proof, true));
    result["certificate"] = text_or_none(proof.certificate);
    result["words"] = tell::verdict_text(proof);
    return result;
}

nb::object to_result(const tell::FoundValueAt& found) {
    nb::object result = object_of(tell::json_of(found));
    result["certificate"] = text_or_none(found.certificate);
    result["unsaved"] = found.unsaved ? nb::object{nb::str(found.unsaved->message.c_str())} : nb::none();
    const std::string text = tell::text_of(found);
    result["words"] = text.substr(0, text.find('\n'));
    return result;
}

nb::object prove(const Position& position, const std::optional<std::uint64_t>& plies,
                 const std::optional<double>& seconds, const std::optional<std::uint64_t>& nodes,
                 std::size_t memory, unsigned threads, const std::optional<std::string>& tables,
                 bool certificate, bool ideal, const std::optional<std::string>& restrict) {
    auto options = options_of<ProveOptions>(seconds, nodes, memory, threads, tables, ideal);
    options.certificate = certificate;
    if (restrict) options.restriction = value_of(tell::parse_restriction(*restrict));
    const auto work = [&](const std::stop_token& stop) {
        options.stop = stop;
        return tell::prove(position.at, plies ? std::optional{Plies{*plies}} : std::nullopt,
                           position.with_counters(options));
    };
    return to_result(value_of(
        tell::or_uncertified(interruptible(work, [](const auto& found) { return to_result(found); }))));
}

nb::object who_wins(const Position& position, const std::optional<double>& seconds,
                    const std::optional<std::uint64_t>& nodes, std::size_t memory, unsigned threads,
                    const std::optional<std::string>& tables, const std::optional<std::string>& state,
                    bool certificate, bool ideal) {
    auto options = options_of<ValueOptions>(seconds, nodes, memory, threads, tables, ideal);
    options.state = state;
    options.certificate = certificate;
    const auto work = [&](const std::stop_token& stop) {
        options.stop = stop;
        return tell::value(position.at, position.with_counters(options));
    };
    return to_result(value_of(
        tell::or_uncertified(interruptible(work, [](const auto& found) { return to_result(found); }))));
}

nb::object check_certificate(const std::string& text, const SharedVariant& variant) {
    const std::string input = "certificate";
    const auto found = value_of(interruptible(
        [&](const std::stop_token&) { return about(input, tell::certified(variant->library(), text)); }));
    return object_of(tell::json_of(found, input));
}

}  // namespace

void bind_proofs(nb::module_& module) {
    module.def(
        "prove", &prove, "position"_a, "plies"_a.none(), "seconds"_a.none(), "nodes"_a.none(), "memory"_a,
        "threads"_a, "tables"_a.none(), "certificate"_a, "ideal"_a, "restrict"_a.none(),
        nb::sig(
            "def prove(position: Position, plies: int | None, seconds: float | None, nodes: int | None, "
            "memory: int, threads: int, tables: str | None, certificate: bool, ideal: bool, restrict: str | "
            "None) -> dict[str, typing.Any]"));
    module.def(
        "value", &who_wins, "position"_a, "seconds"_a.none(), "nodes"_a.none(), "memory"_a, "threads"_a,
        "tables"_a.none(), "state"_a.none(), "certificate"_a, "ideal"_a,
        nb::sig("def value(position: Position, seconds: float | None, nodes: int | None, memory: int, "
                "threads: int, tables: str | None, state: str | None, certificate: bool, ideal: bool) -> "
                "dict[str, typing.Any]"));
    module.def("check_certificate", &check_certificate, "text"_a, "variant"_a,
               nb::sig("def check_certificate(text: str, variant: Variant) -> dict[str, typing.Any]"));
}

}  // namespace zermelo::python
