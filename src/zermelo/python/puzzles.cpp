// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/puzzles.hpp"

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/python/errors.hpp"
#include "zermelo/python/interruptible.hpp"
#include "zermelo/python/json.hpp"
#include "zermelo/python/text.hpp"
#include "zermelo/python/variant.hpp"
#include "zermelo/tell/explain.hpp"
#include "zermelo/tell/generate.hpp"
#include "zermelo/tell/judge.hpp"
#include "zermelo/tell/validate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo::python {
namespace {

const puzzles::Puzzle& puzzle_of(const std::string& name) { return *value_of(tell::find_puzzle(name)); }

/// Ends what writes to it when somebody asks for it.
class StoppableSink : public StringSink {
  public:
    explicit StoppableSink(std::stop_token stop) : stop_(std::move(stop)) {}
    Result<void> write(std::string_view bytes) override {
        if (stop_.stop_requested()) return stopped();
        return StringSink::write(bytes);
    }

  private:
    std::stop_token stop_;
};

/// What the judge writes.
std::string judged(const std::string& name, std::string text, puzzles::AnswerFormat format, bool limits,
                   unsigned threads, const std::optional<std::string>& tables) {
    const puzzles::Puzzle& puzzle = puzzle_of(name);
    value_of(check_threads(threads));
    return value_of(interruptible([&](const std::stop_token& stop) -> Result<std::string> {
        puzzles::Options options;
        options.format = format;
        options.limits = limits;
        options.threads = threads;
        options.stop = stop;
        Source input = Source::of_text("input", std::move(text));
        StoppableSink output{stop};
        ZERMELO_CHECK(about("input", tell::judge(puzzle, input, options, output, {}, tables)));
        return output.text();
    }));
}

std::vector<std::string> judge(const std::string& name, std::string text, bool limits, unsigned threads,
                               const std::optional<std::string>& tables) {
    const std::string output =
        judged(name, std::move(text), puzzles::AnswerFormat::verdict, limits, threads, tables);
    std::vector<std::string> verdicts;
    for (std::size_t begin = 0; begin < output.size();) {
        const std::size_t end = output.find('\n', begin);
        verdicts.push_back(output.substr(begin, end - begin));
        begin = end + 1;
    }
    return verdicts;
}

nb::list judge_objects(const std::string& name, std::string text, bool limits, unsigned threads,
                       const std::optional<std::string>& tables) {
    return objects_of(judged(name, std::move(text), puzzles::AnswerFormat::json, limits, threads, tables));
}

nb::object explain(const std::string& name, const std::string& text, std::uint64_t game) {
    const puzzles::Puzzle& puzzle = puzzle_of(name);
    return object_of(value_of(interruptible([&](const std::stop_token& stop) {
        return about("input", tell::explain_game(puzzle, text, game, stop));
    })));
}

std::string generate(const std::string& name, const std::optional<std::string>& family,
                     const std::optional<std::uint64_t>& games, std::uint64_t seed,
                     const std::map<std::string, std::uint64_t>& requirements) {
    const puzzles::Puzzle& puzzle = puzzle_of(name);
    tell::GenerateOptions options;
    options.seed = seed;
    options.family = family;
    options.games = games;
    const auto required = [&](const char* requirement) {
        const auto found = requirements.find(requirement);
        return found == requirements.end() ? std::nullopt : std::optional{found->second};
    };
    options.requirements = {required("plies"), required("men"), required("n"), required("pieces"),
                            required("interpositions")};
    return value_of(interruptible([&](const std::stop_token& stop) -> Result<std::string> {
        StoppableSink output{stop};
        ZERMELO_CHECK(tell::generate(puzzle, options, output));
        return output.text();
    }));
}

std::uint64_t validate(const std::string& name, std::string text) {
    const puzzles::Puzzle& puzzle = puzzle_of(name);
    return value_of(interruptible([&](const std::stop_token&) {
        Source input = Source::of_text("input", std::move(text));
        return about("input", tell::validate(puzzle, input));
    }));
}

}  // namespace

void bind_puzzles(nb::module_& module) {
    module.def("puzzles", &tell::all_puzzle_names, "The names of the puzzles that are judged.");
    module.def("judge", &judge, "puzzle"_a, "text"_a, "limits"_a, "threads"_a, "tables"_a.none());
    module.def("judge_objects", &judge_objects, "puzzle"_a, "text"_a, "limits"_a, "threads"_a,
               "tables"_a.none(),
               nb::sig("def judge_objects(puzzle: str, text: str, limits: bool, threads: int, tables: str | "
                       "None) -> list[dict[str, typing.Any]]"));
    module.def("explain", &explain, "puzzle"_a, "text"_a, "game"_a,
               nb::sig("def explain(puzzle: str, text: str, game: int) -> dict[str, typing.Any]"));
    module.def("generate", &generate, "puzzle"_a, "family"_a.none(), "games"_a.none(), "seed"_a,
               "requirements"_a);
    module.def("validate", &validate, "puzzle"_a, "text"_a);
    module.def(
        "show_puzzle",
        [](const std::string& name) { return object_of(value_of(tell::puzzle_object(puzzle_of(name)))); },
        "puzzle"_a, nb::sig("def show_puzzle(puzzle: str) -> dict[str, typing.Any]"));
    module.def(
        "families", [](const std::string& name) { return object_of(tell::family_objects(puzzle_of(name))); },
        "puzzle"_a, nb::sig("def families(puzzle: str) -> list[dict[str, typing.Any]]"));
}

}  // namespace zermelo::python
