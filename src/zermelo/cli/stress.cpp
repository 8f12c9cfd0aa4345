// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/stress.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <limits>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "zermelo/base/thread.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/cli/interrupt.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/tell/puzzles.hpp"

namespace zermelo::cli {
namespace {

constexpr double longest = 1e6;  // seconds: some eleven days

/// What goes on: on a terminal a line that is written over, five times a second; elsewhere a line every five
/// seconds.
class StatusLine {
  public:
    StatusLine() = default;
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;
    ~StatusLine() {
        if (!thread_.joinable()) return;
        thread_.request_stop();
        thread_.join();
        if (shown_ && terminal_) std::fputs("\r\x1b[K", stderr);
    }
    void show(const std::string& text) {
        const std::lock_guard lock{mutex_};
        text_ = text;
        // Not before: programs are started by processes that are forked while there is one thread.
        if (!std::exchange(begun_, true))
            thread_ = begin_thread_if_possible([this](const std::stop_token& stop) { tick(stop); });
    }

  private:
    void tick(const std::stop_token& stop) {
        try {
            say(stop);
        } catch (const std::bad_alloc&) {  // what matters is said by whoever needs the memory
        }
    }

    void say(const std::stop_token& stop) {
        const auto start = std::chrono::steady_clock::now();
        const auto interval = terminal_ ? std::chrono::milliseconds{200} : std::chrono::milliseconds{5000};
        std::unique_lock lock{mutex_};
        changed_.wait_for(lock, stop, std::max(interval, std::chrono::milliseconds{1000}),
                          [] { return false; });
        while (!stop.stop_requested()) {
            shown_ = true;
            const auto seconds =
                std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
            if (terminal_) {
                std::fputs(("\r" + text_ + "\x1b[K").c_str(), stderr);
            } else {
                complain(fmt::format("zermelo: {} s: {}\n", seconds.count(), text_));
            }
            changed_.wait_for(lock, stop, interval, [] { return false; });
        }
    }

    const bool terminal_ = ::isatty(STDERR_FILENO) == 1;
    bool shown_ = false;
    bool begun_ = false;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::string text_;
    std::jthread thread_;
};

/// The names of all measures of all puzzles, each once.
std::vector<std::string> measure_names() {
    std::vector<std::string> names;
    for (const puzzles::Puzzle* puzzle : tell::all_puzzles())
        for (const puzzles::Measure& measure : puzzle->measures())
            if (!measure.name.empty() && std::find(names.begin(), names.end(), measure.name) == names.end())
                names.emplace_back(measure.name);
    return names;
}

/// "men and m of simplified, men of cstate1": the sizes that games of each puzzle have.
std::string sizes_in_words() {
    std::string words;
    for (const puzzles::Puzzle* puzzle : tell::all_puzzles()) {
        std::string sizes;
        for (const puzzles::Measure& measure : puzzle->measures())
            if (!measure.name.empty())
                sizes += fmt::format("{}{}", sizes.empty() ? "" : " and ", measure.name);
        if (!sizes.empty())
            words += fmt::format("{}{} of {}", words.empty() ? "" : ", ", sizes, puzzle->name());
    }
    return words;
}

Guide stress_guide() {
    Guide guide{
        {{"zermelo stress cstate2 -- ./mine", "random boards, for 10 seconds"},
         {"zermelo stress simplified --seconds 60 -- python3 mine.py", "a minute of hunts"},
         {"zermelo stress cheesy --games 1000 --seed 7 -- ./pawns", "always the same games"},
         {"zermelo stress cstate2 --family pin -- ./mine", "boards with pinned pieces"},
         {"zermelo stress cstate2 --max-n 8 --max-men 6 -- ./mine", "small boards alone"},
         {"zermelo stress cheesy --one-per-run -- ./pawns", "it reads a single game"}},
        {"Small games come first. --seconds bounds the whole: what is left of it when a failure is found "
         "goes "
         "to making that smaller, a third or more for what is found in the first two thirds; a run that the "
         "end cuts short is not decided. Sizes to choose: " +
             sizes_in_words() + ".",
         "The program reads games from standard input and writes verdicts, as the statement has it. It runs "
         "in "
         "an empty folder that is removed; words that name files or folders are handed on as absolute paths. "
         "Limits hold for each run, and whatever it leaves running is ended, but this is no sandbox against "
         "malice."},
        usual_statuses()};
    guide.statuses[0].meaning = "no failure found";
    guide.statuses[1].meaning = "the program failed (or the world: a full disk)";
    guide.statuses[3].meaning = "the time was over, or an interrupt came, before it was known";
    return guide;
}

}  // namespace

StressCommands::StressCommands(Program& program) {
    stress_ = program.add_subcommand("stress", "Try a program on random games, and shrink what it fails on.");
    program.guide(stress_, stress_guide());
    stress_->add_option("GAME", game_, tell::puzzle_names())->required();
    stress_->add_option("PROGRAM", options_.command, "Your program and its arguments, after '--'")
        ->required();
    const auto seconds = [] { return positive_number(0.001, longest); };
    stress_->add_option("--seed", options_.seed, "Which games; the same seed gives the same run")
        ->transform(whole_number())
        ->option_text("N");
    stress_->add_option("--family", options_.family, "Games of this family ('zermelo generate GAME --list')")
        ->option_text("FAMILY");
    stress_->add_option("--games", options_.games, "Stop after N games")
        ->transform(whole_number(1, std::uint64_t{1} << 50U))
        ->option_text("N");
    stress_
        ->add_option(
            "--seconds", seconds_,
            "Stop after so long, with making a failing game smaller; 10 if absent, with --games as long "
            "as these take and 60 for making smaller")
        ->check(seconds())
        ->option_text("S");
    for (const std::string& name : measure_names()) max_.push_back({name});
    for (tell::MostOf& most : max_)
        stress_->add_option("--max-" + most.name, most.most, "Games with no more " + most.name)
            ->transform(whole_number())
            ->option_text("N");
    stress_->add_flag("--json", json_, "The report as one JSON object");
    stress_->add_flag("--stop-at-eof", stop_at_eof_,
                      "Stop when standard input ends: for programs that start this one");
    stress_->add_flag("--one-per-run", options_.one_per_run,
                      "One game a run: the program reads a single one");
    stress_
        ->add_option("--time-limit", time_limit_,
                     "Processor time of a run, twice that by the clock; 2 if absent")
        ->check(seconds())
        ->option_text("S");
    stress_
        ->add_option("--memory-limit", options_.limits.memory, "Memory of a run; 1G if absent, 0: no limit")
        ->transform(size_with_unit())
        ->option_text("SIZE");
    stress_->add_option("--threads", options_.threads, "Runs side by side; all processors by default")
        ->transform(whole_number(1, max_threads))
        ->option_text("N");
    stress_
        ->add_option("--save", options_.save,
                     "What the names of the files of a failure begin with; zermelo-stress-GAME if absent")
        ->check(file_to_write())
        ->option_text("PREFIX");
}

std::optional<int> StressCommands::run() {
    if (stress_->parsed()) return stress();
    return std::nullopt;
}

int StressCommands::stress() {
    const auto puzzle = tell::find_puzzle(game_);
    const tell::OutputFormat format = tell::format_of(json_);
    if (!puzzle) return report(puzzle.error(), {}, format);
    using Seconds = std::chrono::duration<double>;
    if (seconds_) options_.max_time = Seconds{*seconds_};
    for (const tell::MostOf& most : max_)
        if (stress_->count("--max-" + most.name) > 0) options_.most.push_back(most);
    options_.limits.time = std::chrono::ceil<std::chrono::milliseconds>(Seconds{time_limit_});
    const auto report_or_error = [&] {
        const Interrupt interrupt;
        std::stop_source stop;
        const std::stop_callback ask{interrupt.token(), [&] { stop.request_stop(); }};
        if (stop_at_eof_) stop_when_input_ends(stop);
        options_.stop = stop.get_token();
        StatusLine line;
        options_.progress = [&](const std::string& text) { line.show(text); };
        return tell::stress(**puzzle, options_);
    }();
    options_.progress = {};
    if (!report_or_error) return report(report_or_error.error(), {}, format);
    const int printed =
        print(json_ ? json_line(tell::json_of(**puzzle, *report_or_error)) : tell::text_of(*report_or_error));
    if (report_or_error->not_saved) return report(*report_or_error->not_saved, {}, format);
    if (printed != tell::exit_success) return printed;
    return report_or_error->failure                                 ? tell::exit_failure
           : report_or_error->undecided || report_or_error->stopped ? tell::exit_unknown
                                                                    : printed;
}

}  // namespace zermelo::cli
