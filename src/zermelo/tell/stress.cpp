// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/stress.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "zermelo/base/json.hpp"
#include "zermelo/base/new_file.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/base/size_text.hpp"
#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/stress/search.hpp"

namespace zermelo::tell {

namespace {

using puzzles::Game;
using stress::Deadline;
using stress::Examination;
using stress::Fault;
using stress::Seconds;

constexpr Seconds usual_time{10};
constexpr Seconds usual_time_smaller{60};
constexpr std::ptrdiff_t max_shown_lines = 60;

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
        case Fault::disk:
            return "Too much disk space";
        case Fault::processes:
            return "Stray processes";
        case Fault::threads:
            return "Too many threads";
    }
    return "";
}

/// What the puzzle's games have and users may choose: "men and n".
std::string names_of(const puzzles::Measures& measures) {
    std::vector<std::string> names;
    for (const puzzles::Measure& measure : measures)
        if (!measure.name.empty()) names.emplace_back(measure.name);
    return names.empty() ? "none" : "one on " + puzzles::listed(names);
}

/// The most of each measure. Errors (`bad_usage`): one that the puzzle's games do not have; less than any
/// has.
Result<std::array<std::uint64_t, 2>> max_of(const puzzles::Puzzle& puzzle, const StressOptions& options) {
    const puzzles::Measures measures = puzzle.measures();
    std::array<std::uint64_t, 2> most{puzzles::GameBounds::any, puzzles::GameBounds::any};
    for (const MostOf& wanted : options.most) {
        if (options.family)
            return failure(ErrorKind::bad_usage,
                           fmt::format("a bound on {} with a family, expected one of them", wanted.name));
        const auto* const found =
            std::find_if(measures.begin(), measures.end(),
                         [&](const puzzles::Measure& measure) { return measure.name == wanted.name; });
        if (found == measures.end())
            return failure(ErrorKind::bad_usage,
                           fmt::format("a bound on {} with {}, whose games have no such size, expected {}",
                                       wanted.name, puzzle.name(), names_of(measures)));
        if (wanted.most < found->least)
            return failure(ErrorKind::bad_usage, fmt::format("a bound of {} on {}, expected {} or more",
                                                             wanted.most, wanted.name, found->least));
        most[static_cast<std::size_t>(found - measures.begin())] = wanted.most;
    }
    return most;
}

/// What is seen where a verdict was expected.
std::string found_words(const stress::Trial& trial) {
    const stress::Failure& failure = *trial.failure;
    if (!failure.game) return failure.words;
    std::string line = stress::plain_lines(trial.ended.out)[*failure.game];
    constexpr std::size_t most = 60;
    const bool whole = line.size() <= most;
    line = in_one_line(line.substr(0, most)) + (whole ? "" : "…");
    return failure.fault == Fault::wrong ? line : fmt::format("{} ({})", line, failure.words);
}

/// A failure as it is when it has been made smaller. Errors: those of the puzzle's solver.
Result<StressFailure> described(const Examination& examination, const stress::Found& found,
                                const stress::Reduced& reduced) {
    const stress::Trial& trial = reduced.failing.trial;
    StressFailure failure;
    failure.fault = trial.failure->fault;
    failure.game = found.game;
    failure.games = reduced.failing.games;
    failure.expected = trial.expected;
    failure.at = trial.failure->game.value_or(failure.games.size() - 1);
    failure.input = puzzles::input_of(examination.puzzle, failure.games);
    failure.found = found_words(trial);
    failure.last_errors = trial.ended.last_errors;
    failure.narrowed = found.narrowed;
    failure.again = found.again;
    failure.steps = reduced.steps;
    failure.smallest = reduced.smallest;
    if (failure.narrowed || trial.failure->game) {
        ZERMELO_TRY(auto explanation, examination.puzzle.solver({})->explain(failure.games[failure.at]));
        explanation.diagram.caption.push_back("expected: " + failure.expected[failure.at]);
        explanation.diagram.caption.push_back("found: " + failure.found);
        failure.explanation = std::move(explanation);
    }
    return failure;
}

/// Writes the files of a failure, and keeps their names in it.
Result<void> save(StressFailure& failure, const Names& names) {
    std::string answers;
    for (const std::string& line : failure.expected) answers += line + "\n";
    ZERMELO_CHECK(write_file(names.input, failure.input));
    ZERMELO_CHECK(write_file(names.answers, answers));
    std::vector<std::string> saved{names.input, names.answers};
    if (failure.explanation) {
        ZERMELO_CHECK(write_file(names.picture, draw::svg(failure.explanation->diagram)));
        saved.push_back(names.picture);
    }
    failure.saved = std::move(saved);
    return {};
}

std::string counted_steps(std::uint64_t steps) { return puzzles::count_text(steps, "step", "steps"); }

std::string first_line(const StressFailure& failure, std::uint64_t seed) {
    const char* const fault = headline(failure.fault);
    if (!failure.narrowed)
        return fmt::format("{} on games {} to {} (seed {}), not narrowed to one.\n", fault,
                           failure.game + 1 - failure.games.size(), failure.game, seed);
    std::string line = fmt::format("{} on game {} (seed {})", fault, failure.game, seed);
    if (failure.again && failure.steps > 0) line += ", made smaller in " + counted_steps(failure.steps);
    if (failure.again && failure.games.size() == 1)
        line += failure.smallest ? "; no smaller game fails in this way" : "; no smaller one found";
    return line + ".\n";
}

/// What is to be said of several games, or of a failure that does not come again.
std::string company(const StressFailure& failure) {
    if (!failure.narrowed)
        return "The time was over before it was known which of them it takes; more --seconds would tell.\n";
    if (!failure.again)
        return "The same input was right when it was run again: the program does not answer the same each "
               "time.\n";
    if (failure.games.size() == 1) return "";
    if (failure.fault == Fault::unreadable)
        return "It fails only on several games together: is each of them answered, on a line of its own?\n"
               "(--one-per-run is for programs that read a single game.)\n";
    if (failure.fault == Fault::time)
        return "It is late only on several games together; in parts they take far less than the limit.\n";
    return "It fails only on several games together: something is kept from one game to the next.\n";
}

std::string shown_input(const StressFailure& failure) {
    const auto lines = std::count(failure.input.begin(), failure.input.end(), '\n');
    if (lines > max_shown_lines)
        return fmt::format("({} games, {} lines{})\n", failure.games.size(), lines,
                           failure.saved.empty() ? "" : ": see " + in_one_line(failure.saved.front()));
    std::string text = failure.input;
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
}

std::string answers(const StressFailure& failure) {
    const std::string which = failure.games.size() > 1 ? fmt::format(" of game {}", failure.at + 1) : "";
    std::string text = failure.explanation ? fmt::format("expected{}: {}\nfound{}:    {}\n", which,
                                                         failure.expected[failure.at], which, failure.found)
                                           : fmt::format("found: {}\n", failure.found);
    if (!failure.last_errors.empty()) text += "standard error:\n" + failure.last_errors + "\n";
    return text;
}

std::string text_of(const StressFailure& failure, std::uint64_t seed) {
    std::string text =
        first_line(failure, seed) + company(failure) + "\n" + shown_input(failure) + "\n" + answers(failure);
    if (failure.explanation) text += "\n" + puzzles::text_of(*failure.explanation);
    if (!failure.saved.empty())
        text += fmt::format("\nSaved: {}\n", in_one_line(fmt::format("{}", fmt::join(failure.saved, ", "))));
    return text;
}

/// Whether the program fails on just this every time; a time-out need not be waited for again.
Result<bool> fails_again(const Examination& examination, stress::WorkerPool& workers,
                         const stress::Failing& failing, const Deadline& deadline) {
    if (failing.trial.is_late()) return true;
    for (int again = 0; again < 5 && !deadline.is_over(); ++again) {
        ZERMELO_TRY(const auto trial,
                    stress::try_games(examination, workers.first(), failing.games, deadline.left()));
        if (trial.is_right()) return false;
    }
    return true;
}

/// Why the program did not even begin: a word of the command that names nothing.
Result<void> check_words(const StressOptions& options, const stress::Found& found) {
    if (found.game != 1) return {};
    const auto word = stress::word_not_found(options.command, found.failing.trial.ended);
    if (!word) return {};
    const bool file = word->find_first_of("./") != std::string::npos;
    return failure(ErrorKind::bad_usage,
                   file ? fmt::format("no such file: '{}'", *word)
                        : fmt::format("not found: '{}', expected what '{}' finds from an empty folder "
                                      "(java needs '-cp .')",
                                      *word, options.command.front()));
}

/// Makes a failure smaller. `found.again` says afterwards whether the outcome fails each time.
Result<stress::Reduced> made_smaller(const Examination& examination, stress::WorkerPool& workers,
                                     stress::Found& found, const StressOptions& options,
                                     const Deadline& deadline) {
    stress::ReduceOptions reduce{options.one_per_run, deadline};
    if (options.progress)
        reduce.progress = [&](std::uint64_t steps, std::uint64_t games) {
            options.progress(fmt::format("a failure, made smaller in {}; {} tried", counted_steps(steps),
                                         puzzles::count_text(games, "smaller game", "smaller games")));
        };
    ZERMELO_TRY(auto reduced, stress::reduce(examination, workers, std::move(found.failing), reduce));
    ZERMELO_TRY(const bool again, fails_again(examination, workers, reduced.failing, deadline));
    found.again = again;
    return reduced;
}

Result<StressReport> run(const puzzles::Puzzle& puzzle, const StressOptions& options) {
    ZERMELO_TRY(const auto command, stress::find_command(options.command));
    ZERMELO_TRY(const auto most, max_of(puzzle, options));
    const std::string prefix =
        options.save.empty() ? fmt::format("zermelo-stress-{}", puzzle.name()) : options.save;
    ZERMELO_CHECK(check_prefix(prefix));

    const auto start = std::chrono::steady_clock::now();
    Deadline deadline{options.stop};
    if (options.max_time || !options.games)
        deadline = Deadline::in(options.max_time.value_or(usual_time), options.stop);
    const unsigned threads = options.threads.value_or(std::max(1U, std::thread::hardware_concurrency()));
    ZERMELO_TRY(auto workers, stress::WorkerPool::start(command, options.limits, threads));
    const Examination examination{puzzle, options.limits, options.stop};
    stress::SearchOptions search{options.seed, options.family,      options.games,
                                 deadline,     options.one_per_run, most};
    if (options.progress) {
        search.progress = [&](std::uint64_t games) {
            options.progress(fmt::format("{} games right", grouped(games)));
        };
        search.progress(0);
    }
    ZERMELO_TRY(auto searched, stress::search(examination, workers, search));

    StressReport report{options.seed, searched.covered.games, searched.covered.runs};
    for (std::size_t i = 0; i < most.size(); ++i)
        if (const auto name = puzzle.measures()[i].name; !name.empty())
            report.largest.push_back({std::string{name}, searched.covered.largest[i]});
    report.max_together = searched.covered.max_together;
    report.exhausted = searched.covered.exhausted;
    report.undecided = searched.undecided;
    if (searched.found) {
        stress::Found& found = *searched.found;
        ZERMELO_CHECK(check_words(options, found));
        stress::Reduced reduced{found.failing};
        if (found.again && found.narrowed) {
            if (!deadline.is_known()) deadline = Deadline::in(usual_time_smaller, options.stop);
            ZERMELO_TRY(auto smaller, made_smaller(examination, workers, found, options, deadline));
            reduced = std::move(smaller);
        }
        ZERMELO_TRY(auto failure, described(examination, found, reduced));
        if (const auto saved = save(failure, free_names(prefix)); !saved) report.not_saved = saved.error();
        report.failure = std::move(failure);
    }
    report.stopped = options.stop.stop_requested();
    report.seconds = Seconds{std::chrono::steady_clock::now() - start}.count();
    return report;
}

const char* json_name(Fault fault) {
    switch (fault) {
        case Fault::wrong:
            return "wrong_answer";
        case Fault::unreadable:
            return "unreadable";
        case Fault::crash:
            return "crash";
        case Fault::time:
            return "time";
        case Fault::memory:
            return "memory";
        case Fault::written:
            return "output";
        case Fault::disk:
            return "disk";
        case Fault::processes:
            return "processes";
        case Fault::threads:
            return "threads";
    }
    return "";
}

}  // namespace

std::string text_of(const StressReport& report) {
    if (report.failure) return text_of(*report.failure, report.seed);
    std::vector<std::string> largest;
    for (const MostOf& most : report.largest)
        largest.push_back(fmt::format("{} {}", most.name, grouped(most.most)));
    const std::string games = puzzles::count_text(report.games, "game", "games");
    const std::string covered = fmt::format(
        "{} in {}, {}, seed {}{}", games, puzzles::count_text(report.runs, "run", "runs"),
        time_text(report.seconds), report.seed, largest.empty() ? "" : ", up to " + puzzles::listed(largest));
    std::string text;
    if (report.stopped) {
        text = fmt::format("Interrupted. No failure so far: {}.\n", covered);
    } else if (report.undecided) {
        const auto [first, last] = *report.undecided;
        text = fmt::format(
            "Not decided: the time was over while the program was at {} (seed {}), within its limits; "
            "more --seconds or a lower --time-limit would tell.\n",
            first == last ? fmt::format("game {}", first) : fmt::format("games {} to {}", first, last),
            report.seed);
        if (report.games > 0) text += fmt::format("Right: {}.\n", covered);
    } else if (report.exhausted) {
        text = fmt::format("No failure: {}. No other game of these sizes could be drawn.\n", covered);
    } else {
        text = fmt::format("No failure: {}.\n", covered);
    }
    if (report.max_together)
        text += fmt::format("More than {} games a run were over the limit of time.\n", *report.max_together);
    return text;
}

Json json_of(const puzzles::Puzzle& puzzle, const StressReport& report) {
    Json object = json_object("stress");
    object["puzzle"] = puzzle.name();
    object["seed"] = report.seed;
    object["game_count"] = report.games;
    object["run_count"] = report.runs;
    object["seconds"] = report.seconds;
    object["largest"] = Json::array();
    for (const MostOf& most : report.largest)
        object["largest"].push_back({{"measure", most.name}, {"most", most.most}});
    object["most_games_a_run"] = json_or_null(report.max_together);
    object["exhausted"] = report.exhausted;
    object["interrupted"] = report.stopped;
    object["undecided"] = nullptr;
    if (report.undecided)
        object["undecided"] = {{"first_game", report.undecided->first_game},
                               {"last_game", report.undecided->last_game}};
    object["failure"] = nullptr;
    if (!report.failure) return object;
    const StressFailure& failure = *report.failure;
    object["failure"] = {{"fault", json_name(failure.fault)},
                         {"game", failure.game},
                         {"narrowed", failure.narrowed},
                         {"repeated", failure.again},
                         {"smallest", failure.smallest},
                         {"step_count", failure.steps},
                         {"input_text", failure.input},
                         {"expected", failure.expected},
                         {"wrong_game", failure.narrowed ? Json(failure.at + 1) : Json()},
                         {"found", failure.found},
                         {"standard_error", failure.last_errors},
                         {"summary", failure.explanation ? Json(failure.explanation->summary) : Json()},
                         {"details", failure.explanation ? Json(failure.explanation->details) : Json()},
                         {"saved", failure.saved}};
    return object;
}

Result<StressReport> stress(const puzzles::Puzzle& puzzle, const StressOptions& options) {
    try {
        return run(puzzle, options);
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
}

}  // namespace zermelo::tell
