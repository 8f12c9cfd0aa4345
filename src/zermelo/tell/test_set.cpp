// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/test_set.hpp"

#include <filesystem>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/embedded.hpp"
#include "zermelo/base/io_error.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/new_file.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/base/whole_folder.hpp"
#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/judge/run.hpp"
#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/stress/generate.hpp"

namespace zermelo::embedded {
std::span<const EmbeddedFile> published_samples();
}

namespace zermelo::tell {

namespace {

/// A case of the set before its files are there.
struct Planned {
    std::string name;
    std::string input;
};

/// The numbered inputs of `sample`: the published one, if there is one, and a small mix.
Result<std::vector<Planned>> plan_samples(const puzzles::Puzzle& puzzle, const TestSetOptions& options,
                                          Random& seeds) {
    std::vector<Planned> planned;
    const std::string published = fmt::format("{}.in", puzzle.name());
    for (const EmbeddedFile& file : embedded::published_samples())
        if (file.name == published) planned.push_back({"published", std::string{file.bytes}});
    constexpr std::uint64_t few = 5;
    ZERMELO_TRY(const auto games, stress::generate(puzzle, {seeds(), std::nullopt, few, {}, options.stop}));
    planned.push_back({"small", puzzles::input_of(puzzle, games)});
    return planned;
}

std::vector<FamilyChoice> all_families(const puzzles::Puzzle& puzzle) {
    std::vector<FamilyChoice> all;
    for (const puzzles::Family& family : puzzle.families()) all.push_back({std::string{family.name}, {}});
    constexpr std::size_t mixes = 3;
    all.resize(all.size() + mixes, FamilyChoice{std::string{mix}, {}});
    return all;
}

Result<std::vector<Planned>> plan_secrets(const puzzles::Puzzle& puzzle, const TestSetOptions& options,
                                          Random& seeds) {
    std::vector<Planned> planned;
    for (const FamilyChoice& choice : options.families.empty() ? all_families(puzzle) : options.families) {
        stress::GenerationRequest request{
            seeds(), std::nullopt, choice.games ? choice.games : options.games, {}, options.stop};
        if (choice.name != mix) request.family = choice.name;
        if (request.games && *request.games > puzzle.max_games())
            return failure(ErrorKind::bad_usage,
                           fmt::format("{} games of {}, expected at most {}, as the statement of {} has it",
                                       *request.games, choice.name, puzzle.max_games(), puzzle.name()));
        ZERMELO_TRY(const auto games, stress::generate(puzzle, request));
        planned.push_back({choice.name, puzzles::input_of(puzzle, games)});
    }
    return planned;
}

/// Judges an input within the statement's bounds and writes its three files; returns its number of games.
Result<std::uint64_t> write_case(const puzzles::Puzzle& puzzle, const std::string& path,
                                 const std::string& input) {
    auto source = Source::of_text(path, input);
    StringSink answers;
    puzzles::Options options;
    options.limits = true;
    ZERMELO_TRY(const auto games, judge::run(source, puzzle, options, answers));
    const std::string& verdicts = answers.text();
    ZERMELO_TRY(const auto cases, puzzles::read_games(puzzle, input));
    ZERMELO_TRY(const auto explanation, puzzle.solver({})->explain(cases.front()));
    const std::string svg = draw::svg(explanation.diagram);
    for (const auto& [ending, text] :
         {std::pair<const char*, const std::string*>{".in", &input}, {".ans", &verdicts}, {".svg", &svg}})
        ZERMELO_CHECK(write_file(path + ending, *text));
    return games;
}

Result<void> write_group(const puzzles::Puzzle& puzzle, const std::string& folder, const std::string& group,
                         const std::vector<Planned>& planned, const std::stop_token& stop,
                         std::vector<TestCase>& cases) {
    std::error_code error;
    const std::string path = folder + "/" + group;
    if (!std::filesystem::create_directory(path, error)) return cannot_write(path, error.value());
    for (std::size_t i = 0; i < planned.size(); ++i) {
        ZERMELO_CHECK(unless_stopped(stop));
        const std::string name = fmt::format("{}/{:02}-{}", group, i + 1, planned[i].name);
        ZERMELO_TRY(const auto games, write_case(puzzle, folder + "/" + name, planned[i].input));
        cases.push_back({name, games});
    }
    return {};
}

}  // namespace

Result<std::vector<TestCase>> write_cases(const puzzles::Puzzle& puzzle, const std::string& folder,
                                          const TestSetOptions& options) {
    Random seeds{options.seed};
    ZERMELO_TRY(const auto samples, plan_samples(puzzle, options, seeds));
    ZERMELO_TRY(const auto secrets, plan_secrets(puzzle, options, seeds));
    std::vector<TestCase> cases;
    ZERMELO_CHECK(write_group(puzzle, folder, "sample", samples, options.stop, cases));
    ZERMELO_CHECK(write_group(puzzle, folder, "secret", secrets, options.stop, cases));
    return cases;
}

Result<std::vector<TestCase>> write_set(const puzzles::Puzzle& puzzle, const std::string& folder,
                                        const TestSetOptions& options) {
    std::vector<TestCase> cases;
    try {
        ZERMELO_CHECK(write_whole(folder + "/data", "a folder without a test set",
                                  [&](const std::string& unfinished) -> Result<void> {
                                      ZERMELO_TRY(cases, write_cases(puzzle, unfinished, options));
                                      return {};
                                  }));
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
    return cases;
}

std::string text_of(const std::vector<TestCase>& cases) {
    std::string text;
    for (const TestCase& one : cases)
        text += fmt::format("{}: {} {}\n", one.name, one.games, one.games == 1 ? "game" : "games");
    return text;
}

std::string json_of(const std::vector<TestCase>& cases) {
    std::string lines;
    for (const TestCase& one : cases) {
        Json object = json_object("test_case");
        object["name"] = one.name;
        object["game_count"] = one.games;
        lines += json_line(object);
    }
    return lines;
}

}  // namespace zermelo::tell
