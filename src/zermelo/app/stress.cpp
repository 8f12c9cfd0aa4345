// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/stress.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "zermelo/base/files.hpp"
#include "zermelo/base/machine.hpp"
#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/stress/search.hpp"

namespace zermelo::app {

namespace {

using puzzles::Explanation;
using puzzles::Game;
using stress::Examination;
using stress::Fault;

constexpr std::chrono::duration<double> usual_time{10};
constexpr std::ptrdiff_t most_shown_lines = 60;

struct Names {
    std::string input;
    std::string answers;
    std::string picture;
};

/// File names that begin as the user asked, and are free.
Names free_names(const std::string& prefix) {
    std::error_code error;
    for (unsigned number = 1;; ++number) {
        const std::string stem = number == 1 ? prefix : fmt::format("{}-{}", prefix, number);
        Names names{stem + ".in", stem + ".ans", stem + ".svg"};
        const std::array all{&names.input, &names.answers, &names.picture};
        if (std::none_of(all.begin(), all.end(), [&](const std::string* name) {
                return std::filesystem::exists(std::filesystem::symlink_status(*name, error));
            }))
            return names;
    }
}

/// Whether files of this prefix can be written; better known before an hour of work than after it.
Result<void> check_prefix(const std::string& prefix) {
    std::filesystem::path folder = std::filesystem::path{prefix}.parent_path();
    if (folder.empty()) folder = ".";
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return failure(ErrorKind::io,
                       fmt::format("cannot write {}.in: {}", prefix, std::generic_category().message(errno)));
    return {};
}

const char* headline(Fault fault) {
    switch (fault) {
        case Fault::wrong:
            return "Wrong answer";
        case Fault::unreadable:
            return "Output that is no answer";
        case Fault::crash:
            return "Crash";
        case Fault::time:
            return "Time-out";
        case Fault::memory:
            return "Too much memory";
        case Fault::written:
            return "Too much output";
        case Fault::processes:
            return "Stray processes";
    }
    return "";
}

/// One failure, described and saved.
class FailureReport {
  public:
    FailureReport(const Examination& examination, const StressOptions& options, const stress::Found& found,
                  const stress::Reduced& reduced)
        : examination_(examination),
          options_(options),
          found_(found),
          reduced_(reduced),
          games_(reduced.failing.games),
          trial_(reduced.failing.trial),
          failure_(*trial_.failure),
          game_(failure_.game.value_or(games_.size() - 1)) {}

    /// The game at fault. Errors: those of the puzzle's solver.
    Result<Explanation> explain() const { return examination_.puzzle.solver({})->explain(games_[game_]); }

    std::string text(const Explanation& explanation, const Names& names) const {
        return fmt::format("{} on game {} (seed {}){}.\n", headline(failure_.fault), found_.game,
                           options_.seed, steps()) +
               company() + "\n" + shown_input(names) + "\n" + answers() + "\n" + text_of(explanation);
    }

    Result<void> save(Explanation explanation, const Names& names) const {
        std::string answers;
        for (const std::string& line : trial_.expected) answers += line + "\n";
        draw::Diagram& diagram = explanation.diagram;
        diagram.caption.push_back("expected: " + trial_.expected[game_]);
        diagram.caption.push_back("found: " + found_words());
        for (const auto& [name, text] :
             {std::pair{&names.input, puzzles::input_of(examination_.puzzle, games_)},
              std::pair{&names.answers, answers}, std::pair{&names.picture, draw::svg(diagram)}})
            ZERMELO_CHECK(write_file(*name, text));
        return {};
    }

  private:
    std::string steps() const {
        if (!found_.again) return "";
        std::string words = reduced_.steps == 0 ? ", which no step makes smaller"
                                                : fmt::format(", made smaller in {} step{}", reduced_.steps,
                                                              reduced_.steps == 1 ? "" : "s");
        if (!reduced_.minimal) words = fmt::format("{} (the time for that ran out)", words);
        return words;
    }

    std::string company() const {
        if (!found_.again)
            return "The same input was right when it was run again: the program does not answer the same "
                   "each "
                   "time.\n";
        if (games_.size() > 1 && failure_.fault == Fault::unreadable)
            return "It fails only on several games together: is each of them answered, on a line of its "
                   "own?\n"
                   "(--one-per-run is for programs that read a single game.)\n";
        if (games_.size() > 1)
            return "It fails only on several games together: something is kept from one game to the next.\n";
        return "";
    }

    std::string shown_input(const Names& names) const {
        const std::string input = puzzles::input_of(examination_.puzzle, games_);
        const auto lines = std::count(input.begin(), input.end(), '\n');
        if (lines > most_shown_lines)
            return fmt::format("({} games, {} lines: see {})\n", games_.size(), lines, names.input);
        std::string text = input;
        while (text.ends_with("\n\n")) text.pop_back();
        return text;
    }

    std::string found_words() const {
        if (!failure_.game) return failure_.words;
        std::string line = stress::plain_lines(trial_.ended.out)[*failure_.game];
        for (char& c : line)
            if (c < ' ' || c > '~') c = '?';  // a picture takes nothing that is no text
        constexpr std::size_t most = 60;
        if (line.size() > most) line = line.substr(0, most) + "…";
        return failure_.fault == Fault::wrong ? line : fmt::format("{} ({})", line, failure_.words);
    }

    std::string answers() const {
        const std::string which = games_.size() > 1 ? fmt::format(" of game {}", game_ + 1) : "";
        std::string text = fmt::format("expected{}: {}\nfound{}:    {}\n", which, trial_.expected[game_],
                                       which, found_words());
        if (!trial_.ended.last_errors.empty()) text += "standard error:\n" + trial_.ended.last_errors + "\n";
        return text;
    }

    const Examination& examination_;
    const StressOptions& options_;
    const stress::Found& found_;
    const stress::Reduced& reduced_;
    const std::vector<Game>& games_;
    const stress::Trial& trial_;
    const stress::Failure& failure_;
    std::size_t game_;  ///< the game that is explained, among `games_`
};

std::string nothing_found(const stress::Covered& covered, double seconds, const StressOptions& options) {
    std::string text = fmt::format("No failure: {} games in {} runs, {}, seed {}.\n", grouped(covered.games),
                                   grouped(covered.runs), time_text(seconds), options.seed);
    if (covered.most_together)
        text +=
            fmt::format("More than {} games a run were over the limit of time.\n", *covered.most_together);
    return text;
}

/// Whether the program fails on just this every time; a time-out need not be waited for again.
Result<bool> fails_again(const Examination& examination, stress::WorkerPool& workers,
                         const stress::Failing& failing) {
    if (failing.trial.failure.value_or(stress::Failure{}).fault == Fault::time) return true;
    for (int again = 0; again < 5; ++again) {
        ZERMELO_TRY(const auto trial, stress::try_games(examination, workers.first(), failing.games));
        if (!trial.failure) return false;
    }
    return true;
}

Result<StressReport> run(const puzzles::Puzzle& puzzle, const StressOptions& options) {
    ZERMELO_TRY(const auto command, stress::find_command(options.command));
    const std::string prefix =
        options.save.empty() ? fmt::format("zermelo-stress-{}", puzzle.name()) : options.save;
    ZERMELO_CHECK(check_prefix(prefix));

    const auto start = std::chrono::steady_clock::now();
    const unsigned threads = options.threads.value_or(std::max(1U, std::thread::hardware_concurrency()));
    ZERMELO_TRY(auto workers, stress::WorkerPool::start(command, options.limits, threads));
    const Examination examination{puzzle, options.limits};
    stress::SearchOptions search{options.seed, options.family, options.games, options.most_time,
                                 options.one_per_run};
    if (!search.games && !search.most_time) search.most_time = usual_time;
    if (options.progress)
        search.progress = [&](std::uint64_t games) {
            options.progress(fmt::format("{} games right", grouped(games)));
        };
    ZERMELO_TRY(auto searched, stress::search(examination, workers, search));
    if (!searched.found) {
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return StressReport{nothing_found(searched.covered, seconds, options), false};
    }

    stress::Found& found = *searched.found;
    stress::Reduced reduced{found.failing};
    if (found.again) {
        stress::ReduceOptions reduce{options.one_per_run, options.most_time_smaller};
        if (options.progress)
            reduce.progress = [&](std::uint64_t steps) {
                options.progress(fmt::format("a failure, made smaller in {} steps", steps));
            };
        ZERMELO_TRY(auto done, stress::reduce(examination, workers, std::move(found.failing), reduce));
        reduced = std::move(done);
        ZERMELO_TRY(const auto steady, fails_again(examination, workers, reduced.failing));
        found.again = steady;
    }
    const Names names = free_names(prefix);
    const FailureReport failure{examination, options, found, reduced};
    ZERMELO_TRY(const auto explanation, failure.explain());
    StressReport report{failure.text(explanation, names), true};
    if (const auto saved = failure.save(explanation, names); !saved) {
        report.not_saved = saved.error();
    } else {
        report.text += fmt::format("\nSaved: {}, {}, {}\n", names.input, names.answers, names.picture);
    }
    return report;
}

}  // namespace

Result<StressReport> stress(const puzzles::Puzzle& puzzle, const StressOptions& options) {
    try {
        return run(puzzle, options);
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
}

}  // namespace zermelo::app
