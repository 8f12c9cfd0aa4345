// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>

#include "zermelo/app/generate.hpp"
#include "zermelo/base/embedded.hpp"
#include "zermelo/base/files.hpp"
#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/judge/run.hpp"
#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/stress/generate.hpp"

namespace zermelo::embedded {
std::span<const EmbeddedFile> published_samples();
}

namespace zermelo::app {

namespace {

namespace fs = std::filesystem;

/// A case of the set before its files are there.
struct Planned {
    std::string name;
    std::string input;
};

/// The numbered inputs of `sample`: the published one, if there is one, and a small mix.
Result<std::vector<Planned>> plan_samples(const puzzles::Puzzle& puzzle, Random& seeds) {
    std::vector<Planned> planned;
    const std::string published = fmt::format("{}.in", puzzle.name());
    for (const EmbeddedFile& file : embedded::published_samples())
        if (file.name == published) planned.push_back({"published", std::string{file.bytes}});
    constexpr std::uint64_t few = 5;
    ZERMELO_TRY(const auto games, stress::generate(puzzle, {seeds(), std::nullopt, few, {}}));
    planned.push_back({"small", puzzles::input_of(puzzle, games)});
    return planned;
}

Result<std::vector<Planned>> plan_secrets(const puzzles::Puzzle& puzzle, Random& seeds) {
    std::vector<Planned> planned;
    const auto plan = [&](std::string_view name, std::optional<std::string_view> family) -> Result<void> {
        ZERMELO_TRY(const auto games, stress::generate(puzzle, {seeds(), family, std::nullopt, {}}));
        planned.push_back({std::string{name}, puzzles::input_of(puzzle, games)});
        return {};
    };
    for (const puzzles::Family& family : puzzle.families()) ZERMELO_CHECK(plan(family.name, family.name));
    constexpr int mixes = 3;
    for (int i = 0; i < mixes; ++i) ZERMELO_CHECK(plan("mix", std::nullopt));
    return planned;
}

/// Judges an input within the statement's bounds and writes its three files; returns its line.
Result<std::string> write_case(const puzzles::Puzzle& puzzle, const std::string& path,
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
    return fmt::format("{} {}", games, games == 1 ? "game" : "games");
}

tl::unexpected<Error> cannot_write(const std::string& path, const std::error_code& error) {
    return failure(ErrorKind::io, fmt::format("cannot write {}: {}", path, error.message()));
}

/// A folder that is gone at the end, unless it was moved to where it belongs.
class Unfinished {
  public:
    explicit Unfinished(std::string path) : path_(std::move(path)) {}
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;
    ~Unfinished() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }
    const std::string& path() const { return path_; }
    Result<void> move_to(const std::string& goal) {
        std::error_code error;
        fs::rename(path_, goal, error);
        if (error) return cannot_write(goal, error);
        path_.clear();
        return {};
    }

  private:
    std::string path_;
};

Result<std::string> write_cases(const puzzles::Puzzle& puzzle, const std::string& folder,
                                const std::vector<Planned>& planned) {
    std::string report;
    std::error_code error;
    if (!fs::create_directory(folder, error)) return cannot_write(folder, error);
    const std::string part = fs::path{folder}.filename().string();
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const std::string name = fmt::format("{:02}-{}", i + 1, planned[i].name);
        ZERMELO_TRY(const auto line,
                    write_case(puzzle, fmt::format("{}/{}", folder, name), planned[i].input));
        report += fmt::format("{}/{}: {}\n", part, name, line);
    }
    return report;
}

Result<std::string> write_planned(const puzzles::Puzzle& puzzle, const std::string& folder,
                                  std::uint64_t seed) {
    const std::string data = folder + "/data";
    std::error_code error;
    if (fs::exists(data, error) && !(fs::is_directory(data, error) && fs::is_empty(data, error)))
        return failure(ErrorKind::bad_usage,
                       fmt::format("{} is there already, expected a folder without a test set", data));
    fs::create_directories(folder, error);
    if (error) return cannot_write(folder, error);
    std::string made = folder + "/.data-XXXXXX";
    if (::mkdtemp(made.data()) == nullptr)
        return cannot_write(folder, std::error_code{errno, std::generic_category()});
    Unfinished unfinished{made};
    // mkdtemp makes folders for their owner alone; this one is to be as any other.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::chmod(made.c_str(), 0777 & ~mask);

    Random seeds{seed};
    ZERMELO_TRY(const auto samples, plan_samples(puzzle, seeds));
    ZERMELO_TRY(const auto secrets, plan_secrets(puzzle, seeds));
    ZERMELO_TRY(const auto sample, write_cases(puzzle, made + "/sample", samples));
    ZERMELO_TRY(const auto secret, write_cases(puzzle, made + "/secret", secrets));
    ZERMELO_CHECK(unfinished.move_to(data));
    return sample + secret;
}

}  // namespace

Result<std::string> write_set(const puzzles::Puzzle& puzzle, const std::string& folder, std::uint64_t seed) {
    try {
        return write_planned(puzzle, folder, seed);
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
}

}  // namespace zermelo::app
