// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/stress.hpp"

#include <cstdio>
#include <mutex>
#include <string>

#include <unistd.h>

#include "zermelo/app/puzzles.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"

namespace zermelo::cli {
namespace {

constexpr double longest = 1e6;  // seconds: some eleven days

constexpr const char* stress_examples =
    "Examples:\n"
    "  zermelo stress cstate2 -- ./mine                        random boards, for 10 seconds\n"
    "  zermelo stress simplified --seconds 60 -- python3 mine.py\n"
    "  zermelo stress cheesy --games 100000 --seed 7 -- java -cp build Main\n"
    "  zermelo stress cstate2 --family pin -- ./mine           boards with pinned pieces\n"
    "  zermelo stress cheesy --one-per-run -- ./mine           it reads a single game\n"
    "\n"
    "The program reads games from standard input and writes verdicts, as the statement has it. It runs in "
    "an\n"
    "empty folder that is removed; words that name files or folders are handed on as absolute paths. Limits\n"
    "hold for each run, and whatever it leaves running is ended, but this is no sandbox against malice.\n"
    "Exit status: 0 no failure found; 1 the program failed (or the world: a full disk); 2 bad usage.";

/// A line on a terminal that is written over, at most five times a second.
class StatusLine {
  public:
    StatusLine() : enabled_(::isatty(STDERR_FILENO) == 1) {}
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;
    ~StatusLine() {
        if (shown_) std::fputs("\r\x1b[K", stderr);
    }
    bool enabled() const { return enabled_; }
    void show(const std::string& text) {
        const std::lock_guard lock{mutex_};
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return;
        next_ = now + std::chrono::milliseconds{200};
        shown_ = true;
        std::fputs(("\r" + text + "\x1b[K").c_str(), stderr);
    }

  private:
    bool enabled_;
    bool shown_ = false;
    std::mutex mutex_;
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::seconds{1};
};

}  // namespace

StressCommands::StressCommands(CLI::App& program) {
    stress_ = program.add_subcommand("stress", "Try a program on random games, and shrink what it fails on.");
    stress_->footer(stress_examples);
    stress_->add_option("GAME", game_, app::puzzle_names())->required();
    stress_->add_option("COMMAND", options_.command, "The program and its arguments, behind '--'")
        ->required();
    const auto seconds = [] { return positive_number(0.001, longest); };
    stress_->add_option("--seed", options_.seed, "Which games; the same seed gives the same run")
        ->check(whole_number())
        ->option_text("N");
    stress_->add_option("--family", options_.family, "Games of this family ('zermelo generate GAME --list')")
        ->option_text("NAME");
    stress_->add_option("--games", options_.games, "Stop after so many games")
        ->check(whole_number(1, std::uint64_t{1} << 50U))
        ->option_text("N");
    stress_->add_option("--seconds", seconds_, "Stop after so long; 10 if there is no --games either")
        ->check(seconds())
        ->option_text("N");
    stress_->add_option("--shrink-seconds", shrink_seconds_, "Stop shrinking after so long; 60 if absent")
        ->check(seconds())
        ->option_text("N");
    stress_->add_flag("--one-per-run", options_.one_per_run,
                      "One game a run: the program reads a single one");
    stress_
        ->add_option("--time-limit", time_limit_,
                     "Processor time of a run, twice that by the clock; 2 if absent")
        ->check(seconds())
        ->option_text("SECONDS");
    stress_
        ->add_option("--memory-limit", options_.limits.memory, "Memory of a run; 1G if absent, 0: no limit")
        ->transform(size_with_unit())
        ->option_text("SIZE");
    stress_->add_option("--threads", options_.threads, "Runs side by side; all processors by default")
        ->check(whole_number(1, 1024))
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
    const auto puzzle = app::find_puzzle(game_);
    if (!puzzle) return report(puzzle.error());
    using Seconds = std::chrono::duration<double>;
    if (seconds_) options_.most_time = Seconds{*seconds_};
    options_.most_time_smaller = Seconds{shrink_seconds_};
    options_.limits.time = std::chrono::ceil<std::chrono::milliseconds>(Seconds{time_limit_});
    const auto report_or_error = [&] {
        StatusLine line;
        if (line.enabled()) options_.progress = [&](const std::string& text) { line.show(text); };
        return app::stress(**puzzle, options_);
    }();
    options_.progress = {};
    if (!report_or_error) return report(report_or_error.error());
    const int printed = print(report_or_error->text);
    if (report_or_error->not_saved) return report(*report_or_error->not_saved);
    return printed == app::exit_success && report_or_error->failed ? app::exit_failure : printed;
}

}  // namespace zermelo::cli
