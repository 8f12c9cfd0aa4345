// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/tables.hpp"

#include <stop_token>

#include <fmt/format.h>
#include <unistd.h>

#include "zermelo/base/thread_pool.hpp"
#include "zermelo/cli/interrupt.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/cli/progress.hpp"

namespace zermelo::cli {

CLI::App* TableCommands::add_command(CLI::App& program, const std::string& name, const std::string& about) {
    CLI::App* command = program.add_subcommand(name, about);
    files_.add_to(*command);
    command->add_option("VARIANT", variant_, "The variant")->required();
    return command;
}

TableCommands::TableCommands(Program& program) {
    const auto add_tables = [&](CLI::App* command) {
        command->add_option("--tables", tables_, "The folder of tables")->required()->option_text("DIR");
    };
    solve_ = add_command(program, "solve", "Solve all positions of some material, and write tables.");
    program.guide(
        solve_,
        {{{"zermelo solve chess --tiers KPvK --tables tables", "the ending, and those that it leads to"},
          {"zermelo solve small3x3 --men 4 --tables tables", "chess on 3x3, up to four men"},
          {"zermelo solve simplified --men 4 --tables tables", "the queen hunt, up to four men"},
          {"zermelo solve simplified --tables tables --plan", "what the whole of it would take"},
          {"zermelo solve chess --tier KRvK --tables tables", "one tier, on one of many machines"},
          {"zermelo solve chess --men 3 --outcomes --tables tables", "who wins alone, to prove with"}},
         {"Without --men and --tiers: all tiers to which the variant's start can lead (of simplified, all "
          "there "
          "are). Too many tiers, or tables beyond all disks, are refused at once, with their number.",
          "Each tier is solved, verified against its successors and written, in the order in which captures "
          "and promotions need them. Stopped at any moment, the same command goes on with the tier that it "
          "was "
          "at."}});
    add_tables(solve_);
    CLI::Option* men = solve_->add_option("--men", solve_options_.men, "All tiers of at most N men")
                           ->transform(whole_number())
                           ->option_text("N");
    solve_->add_option("--tiers", solve_options_.tiers, "These tiers, as KRvK, and those that they lead to")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("TIER,…")
        ->excludes(men);
    solve_
        ->add_option("--tier", solve_options_.only_tier,
                     "This tier alone; the tables of what it leads to must be there")
        ->option_text("TIER")
        ->excludes("--men")
        ->excludes("--tiers");
    solve_->add_option("--threads", solve_options_.threads, "Threads that work; all processors by default")
        ->transform(whole_number(1, max_threads))
        ->option_text("N");
    solve_
        ->add_option("--memory", solve_options_.memory,
                     "What tables may take of it: 2G; nine tenths of what is free if absent")
        ->transform(size_with_unit())
        ->option_text("SIZE");
    solve_->add_flag("--outcomes", solve_options_.outcomes,
                     "Write who wins alone, without distances, in about an eighth of the space");
    solve_->add_flag("--trust", solve_options_.trust,
                     "Take the tables that are there as they are, without looking for damaged bytes");
    solve_->add_flag("--json", json_, "What goes on, a JSON object an event and line");
    solve_->add_flag("--plan", solve_options_.plan_only,
                     "Say what it would take, and stop; with --json tier by tier");

    solve_->add_flag("--stop-at-eof", stop_at_eof_,
                     "Stop when standard input ends: for programs that start this one");

    probe_ = add_command(program, "probe", "The exact value of a position, from tables.");
    program.guide(
        probe_,
        {{{"zermelo solve chess --tiers KRvK --tables tables", "the tables that are asked below"},
          {"zermelo probe chess '8/8/8/8/8/2k5/1R6/K7 w' --tables tables", "its value, and each move's"},
          {"zermelo probe chess '8/8/8/8/8/2k5/1R6/K7 w' --tables tables --line", "and best play"},
          {"zermelo probe chess - --tables tables < fens", "many at once: a line each, in order"}},
         {"Distances are plies to the end of the game under best play: the winner hastens, the loser "
          "delays."}});
    fen_option_ = probe_->add_option(
        "FEN", fen_, "The position; the variant's start if absent; '-': one a line of standard input");
    add_tables(probe_);
    probe_->add_flag("--line", line_, "Best play of both sides to the end");
    probe_->add_flag("--json", json_, "One JSON object a position and line");

    stats_ = add_command(program, "stats", "How many positions are won, lost and drawn, from tables.");
    program.guide(stats_,
                  {{{"zermelo solve chess --tiers KRvK --tables tables", "the tables that are asked below"},
                    {"zermelo stats chess --tables tables", "a line for each tier and side to move"},
                    {"zermelo stats chess --tables tables --tier KRvK", "by distance, and the longest wins"},
                    {"zermelo stats chess --tables tables --json", "for programs"}}});
    add_tables(stats_);
    stats_->add_option("--tier", tier_, "This tier, in detail")->option_text("TIER");
    stats_->add_flag("--reachable", reachable_,
                     "What play from the start leads to, in place of tiers; of games with hands");
    stats_->add_flag("--json", json_, "One JSON object a tier, side to move and line");
}

std::optional<int> TableCommands::run() {
    if (solve_->parsed()) return solve();
    if (probe_->parsed()) return probe();
    if (stats_->parsed()) return stats();
    return std::nullopt;
}

int TableCommands::solve() {
    const tell::OutputFormat format = tell::format_of(json_);
    auto library = files_.open();
    if (!library) return report(library.error(), {}, format);
    solve_options_.tables = tables_;
    const Interrupt interrupt;
    std::stop_source stop;
    const std::stop_callback ask{interrupt.token(), [&] { stop.request_stop(); }};
    if (stop_at_eof_) stop_when_input_ends(stop);
    solve_options_.stop = stop.get_token();
    const bool terminal = isatty(STDOUT_FILENO) != 0;
    int printed = tell::exit_success;
    bool pending = false;
    const tell::Report say = [&](const tell::SolveEvent& event) {
        if (printed != tell::exit_success) return;
        if (json_) {
            const Json object = tell::json_of(event);
            if (!object.is_null()) printed = print(json_line(object));
            return;
        }
        const bool transient = tell::is_transient(event);
        if (transient && !terminal) return;
        std::string text = (pending ? std::string{erased_line} : "") + tell::text_of(event);
        if (transient) text.pop_back();
        pending = transient;
        printed = print(text);
    };
    const auto solved = tell::solve(*library, variant_, solve_options_, say);
    if (!solved && pending) static_cast<void>(print(erased_line));
    return solved ? printed : report(solved.error(), {}, format);
}

int TableCommands::probe() {
    const tell::OutputFormat format = tell::format_of(json_);
    auto library = files_.open();
    if (!library) return report(library.error(), {}, format);
    tell::PositionRequest request{variant_, std::nullopt};
    if (fen_option_->count() != 0) request.fen = fen_;
    const tell::ProbeOptions options{tables_, line_, format};
    if (fen_ == "-")
        return answer_input(
            [&](Source& input, Sink& output) {
                return tell::probe_lines(*library, variant_, options, input, output);
            },
            format);
    const auto probed = tell::probe(*library, request, options);
    if (!probed) return report(probed.error(), {}, format);
    warn(probed->table_error);
    return print(probed->text);
}

int TableCommands::stats() {
    const tell::OutputFormat format = tell::format_of(json_);
    auto library = files_.open();
    if (!library) return report(library.error(), {}, format);
    return print_or_report(tell::stats(*library, variant_, {tables_, tier_, format, reachable_}), format);
}

}  // namespace zermelo::cli
