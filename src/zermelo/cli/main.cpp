// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "zermelo/base/quoted.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/cli/completion.hpp"
#include "zermelo/cli/engine.hpp"
#include "zermelo/cli/explain.hpp"
#include "zermelo/cli/given_arguments.hpp"
#include "zermelo/cli/interrupt.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/cli/problem.hpp"
#include "zermelo/cli/program.hpp"
#include "zermelo/cli/progress.hpp"
#include "zermelo/cli/serve.hpp"
#include "zermelo/cli/stress.hpp"
#include "zermelo/cli/tables.hpp"
#include "zermelo/cli/test_data.hpp"
#include "zermelo/cli/usage.hpp"
#include "zermelo/cli/value.hpp"
#include "zermelo/cli/variants.hpp"
#include "zermelo/tell/check.hpp"
#include "zermelo/tell/errors.hpp"
#include "zermelo/tell/judge.hpp"
#include "zermelo/tell/puzzles.hpp"
#include "zermelo/version.hpp"

namespace zermelo::cli {
namespace {

/// The commands by what people want to do.
void group_commands(Program& program) {
    program.group("Judge a puzzle's games", {"judge", "games", "explain"});
    program.group("Prove, and look at variants",
                  {"prove", "value", "problem", "verify", "perft", "draw", "rules"});
    program.group("Solve, and ask tables", {"solve", "probe", "stats"});
    program.group("Set a problem", {"stress", "generate", "validate", "check"});
    program.group("In a browser, in a GUI", {"serve", "uci", "usi", "ucci", "xboard"});
    program.group("Learn more", {"help", "completion"});
}

Guide program_guide() {
    Guide guide{{{"zermelo judge simplified hunts.in", "can White force the capture of the queen?"},
                 {"zermelo prove small4x4 --plies 7", "can White force mate on 4x4?"},
                 {"zermelo serve --open", "all of this on a page in the browser"}},
                {},
                usual_statuses()};
    guide.statuses[3].meaning = "a limit or an interrupt (Ctrl-C, SIGTERM) ended it";
    return guide;
}

Guide judge_guide() {
    return {
        {{"zermelo judge simplified hunts.in", "one verdict a line, in the order of the games"},
         {"zermelo generate cstate3 | zermelo judge cstate3 > verdicts", "standard input is read"},
         {"zermelo judge cstate2 boards.in --limits", "what breaks the statement's bounds is refused"},
         {"zermelo judge cheesy pawns.in --draw 2", "the second game as a picture, with its verdict"},
         {"zermelo judge simplified hunts.in --json | jq .plies", "how long each win takes"}},
        {"The first error in the input ends the run: the verdicts of all earlier games have been written, "
         "then one line FILE:LINE:COLUMN: error: … goes to standard error, and the exit status is 2.",
         "An interrupt ends it at once, as it ends other filters."},
        server_statuses()};
}

struct JudgeArguments {
    std::string game;
    std::string file = "-";
    std::string draw;
    std::optional<std::string> tables;
    bool json = false;
    bool portable = false;
    puzzles::Options options;
};

/// `--draw` takes a number from 1, or `all`.
Result<puzzles::Options> options_from(const JudgeArguments& arguments) {
    puzzles::Options options = arguments.options;
    if (arguments.portable) options.isa = Isa::portable;
    if (arguments.json) options.format = puzzles::AnswerFormat::json;
    if (arguments.draw.empty()) return options;
    options.format = puzzles::AnswerFormat::picture;
    if (arguments.draw == "all") return options;
    std::uint64_t number = 0;
    const char* const last = arguments.draw.data() + arguments.draw.size();
    const auto [end, error] = std::from_chars(arguments.draw.data(), last, number);
    if (error != std::errc{} || end != last || number == 0) {
        return failure(ErrorKind::bad_usage,
                       fmt::format("--draw: {}, expected a game's number from 1, or 'all'",
                                   quoted(arguments.draw, 60, Unprintable::hex)));
    }
    options.only_game = number;
    return options;
}

int judge_games(const JudgeArguments& arguments) {
    const tell::OutputFormat format = tell::format_of(arguments.json);
    const auto options = options_from(arguments);
    if (!options) return report(options.error(), {}, format);
    const auto puzzle = tell::find_puzzle(arguments.game);
    if (!puzzle) return report(puzzle.error(), {}, format);
    auto source = arguments.file == "-" ? Source::standard_input() : Source::open(arguments.file);
    if (!source) return report(source.error(), {}, format);
    StandardOutput sink;
    const auto decided = [&] {
        ProgressBar bar{megabytes, Meanwhile::writes_lines};
        return tell::judge(**puzzle, *source, *options, sink, bar.progress(), arguments.tables);
    }();
    if (!decided) return report(decided.error(), source->name(), format);
    warn(decided->table_error);
    return tell::exit_success;
}

/// A file that is opened where standard input or output were closed must not be taken for them: what stands
/// there instead can be neither read nor written, as before.
void keep_standard_descriptors() {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
        if (::fcntl(descriptor, F_GETFD) == -1)
            if (::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor) return;
}

/// Whether the command that was given is to speak JSON.
tell::OutputFormat format_of(const CLI::App& command) {
    const auto given = command.get_subcommands();
    if (!given.empty()) return format_of(*given.front());
    const CLI::Option* const json = command.get_option_no_throw("--json");
    return tell::format_of(json != nullptr && json->count() > 0);
}

int run(int argc, char** argv) {
    Program program;
    program.guide(&program, program_guide());

    JudgeArguments arguments;
    CLI::App* judge = program.add_subcommand("judge", "Decide every game of an input.");
    program.guide(judge, judge_guide());
    judge->add_option("GAME", arguments.game, tell::puzzle_names())->required();
    judge->add_option("FILE", arguments.file, "The games; standard input if absent or '-'");
    judge->add_option("--threads", arguments.options.threads, "Threads that work; all processors by default")
        ->transform(whole_number(1, max_threads))
        ->option_text("N");
    judge->add_flag("--limits", arguments.options.limits,
                    "Enforce the problem statement's own bounds, as a validator does");
    CLI::Option* json = judge->add_flag("--json", arguments.json,
                                        "One JSON object a game and line, with what led to the verdict");
    judge
        ->add_option("--draw", arguments.draw,
                     "Draw game N (or all games) with its verdict, instead of the verdicts alone")
        ->option_text("N|all")
        ->excludes(json);
    judge
        ->add_option(
            "--tables", arguments.tables,
            "Look long wins of simplified up in the tables that 'zermelo solve' wrote to this folder")
        ->option_text("DIR");
    judge->add_flag("--portable", arguments.portable,
                    "Use the plain code instead of the vector code: the same answers, slower");
    std::string shown_game;
    CLI::App* games = program.add_subcommand("games", "The games that can be judged: their rules and input.");
    program.guide(games, {{{"zermelo games", "what each of them asks, and the form of its input"},
                           {"zermelo games cheesy", "one game, with an example and its verdicts"}}});
    games->add_option("GAME", shown_game, tell::puzzle_names() + ", with an example; all games if absent");
    bool games_json = false;
    games->add_flag("--json", games_json, "One JSON object a game and line");
    VariantCommands variants{program};
    ValueCommand value{program};
    ProblemCommand problem{program};
    TableCommands tables{program};
    ExplainCommand explain{program};
    StressCommands stress{program};
    TestDataCommands test_data{program};
    ServeCommand serve{program};
    EngineCommands engine{program};
    HelpCommand help{program};
    CompletionCommand completion{program};
    group_commands(program);

    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) {
            complain(usage_error(program, error));
            return test_data.usage_status();
        }
        std::ostringstream out;  // help or the version
        program.exit(error, out, out);
        return print(out.str());
    }
    if (const auto status = help.run()) return *status;
    if (const auto status = completion.run()) return *status;
    if (const auto status = serve.run()) return *status;
    if (const auto status = engine.run()) return *status;
    // What decides millions of games a second has no thread more, and ends at a signal as other filters do.
    if (judge->parsed()) return judge_games(arguments);
    const Interrupts interrupts{[&] {
        const int status = report_interrupt(format_of(program));
        return test_data.interrupt_status().value_or(status);
    }};
    if (games->parsed()) {
        const tell::OutputFormat format = tell::format_of(games_json);
        return print_or_report(
            games->count("GAME") == 0 ? tell::list_puzzles(format) : tell::show_puzzle(shown_game, format),
            format);
    }
    if (const auto status = variants.run()) return *status;
    if (const auto status = value.run()) return *status;
    if (const auto status = problem.run()) return *status;
    if (const auto status = tables.run()) return *status;
    if (const auto status = explain.run()) return *status;
    if (const auto status = stress.run()) return *status;
    return test_data.run().value_or(tell::exit_bad_input);
}

/// What ends a command that nothing better ends, said without asking for memory: there may be none.
int end_by(std::string_view message) {
    // Status 1 of a checker would be a verdict.
    const Arguments& given = given_arguments();
    const bool checks = given.count > 1 && std::string_view{given.words[1]} == "check";
    for (const std::string_view part :
         {checks ? std::string_view{"FAIL "} : std::string_view{"zermelo: error: "}, message,
          std::string_view{"\n"}})
        if (::write(STDERR_FILENO, part.data(), part.size()) < 0) break;
    return checks ? tell::checker_status(tell::CheckOutcome::failed, false) : tell::exit_failure;
}

/// Memory that is kept for the moment in which there is none: to throw takes some, and without it the program
/// would be aborted; so does to say what lacks.
std::atomic<void*> reserve = nullptr;
bool main_begun = false;  ///< what is thrown is caught

void give_reserve() {
    std::free(reserve.exchange(nullptr));
    if (!main_begun) ::_exit(end_by("out of memory"));
    throw std::bad_alloc{};
}

constexpr std::size_t stack_of_searches = std::size_t{2} << 20U;
/// What the description of all commands takes at most, which not every library that it is made with bears to
/// be without.
constexpr std::size_t memory_of_commands = std::size_t{2} << 20U;

/// Not in its caller's place, whose frame would then be as large before there is room for it.
[[gnu::noinline]] void touch_stack() {
    constexpr std::size_t page = 4096;
    std::array<volatile char, stack_of_searches> taken;
    for (std::size_t at = taken.size(); at > page; at -= page) taken[at - page] = 0;
}

/// Under a limit of address space the stack takes what searches need of it now: later it would find none,
/// which the system tells by a signal. False: there is not so much, or no room for the commands beside it.
bool take_stack() {
    constexpr std::size_t size = stack_of_searches + memory_of_commands;
    rlimit space{};
    rlimit stack{};
    if (::getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY) return true;
    if (::getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur < 2 * stack_of_searches) return true;
    void* const room = ::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return false;
    ::munmap(room, size);
    touch_stack();
    return true;
}

/// Before all that is made before `main` but the arguments.
[[gnu::constructor(102)]] void keep_reserve() {
    constexpr std::size_t size = std::size_t{1} << 20U;
    reserve = std::malloc(size);
    if (!take_stack() || reserve == nullptr) give_reserve();
    std::set_new_handler(give_reserve);
}

}  // namespace
}  // namespace zermelo::cli

int main(int argc, char** argv) {
    zermelo::cli::main_begun = true;
    zermelo::cli::given_arguments() = {argc, argv};
    zermelo::cli::keep_standard_descriptors();
    // A closed pipe is an error of `write`: what was begun is cleaned up before the program ends as others
    // do.
    const auto closed_pipe = std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // so is a file that grows beyond the limit that the user has set
    try {
        const int status = zermelo::cli::run(argc, argv);
        if (status == zermelo::cli::exit_unread && closed_pipe != SIG_IGN) {
            std::signal(SIGPIPE, SIG_DFL);
            std::raise(SIGPIPE);
        }
        return status;
    } catch (const std::bad_alloc&) {
        return zermelo::cli::end_by("out of memory");
    } catch (const std::exception& error) {  // a mistake of ours, and no reason to end by a signal
        return zermelo::cli::end_by(error.what());
    }
}
