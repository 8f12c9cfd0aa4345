// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/value.hpp"

#include "zermelo/base/thread_pool.hpp"
#include "zermelo/cli/interrupt.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/cli/progress.hpp"

namespace zermelo::cli {

namespace {

Guide value_guide() {
    Guide guide{
        {{"zermelo value small3x3", "who wins chess on 3x3, and how soon"},
         {"zermelo value hexapawn", "what each first move is worth, too"},
         {"zermelo value small4x4 --nodes 99999 --state a.state", "and again: it goes on from there"},
         {"zermelo solve small3x3 --men 4 --tables tables", "the tables that are asked below"},
         {"zermelo value small3x3 'k2/1p1/K1R w' --tables tables", "what they hold is not searched"},
         {"zermelo value small3x3 --certificate who-wins.txt", "what 'zermelo verify' checks"},
         {"zermelo value hexapawn4x4 --json", "for programs"}},
        {"Whether the side to move wins and whether the other side does is asked in turn, at any length. A "
         "draw is "
         "proved when neither can win. The search goes on until the length of a win is the least, too, or "
         "until "
         "--seconds, --nodes or an interrupt (Ctrl-C) ends it: 'win in at most 31 plies, at least 15'.",
         "With --state the file keeps what was proved: written once a minute and at the end, and read at the "
         "start, so that a run that was stopped or killed is gone on with by the same command. It may be "
         "started again with other limits and another --memory.",
         "Progress stands on standard error, if that is a terminal: what is proved for both sides, how many "
         "positions are left to be won before the win is proved, and before it is refuted, as far as the "
         "search "
         "can see, and what is known of the first moves."},
        usual_statuses()};
    guide.statuses[0].meaning = "a win, a loss or a draw is proved";
    guide.statuses[3].meaning = "unknown: a limit, an interrupt or the history of the game";
    return guide;
}

}  // namespace

ValueCommand::ValueCommand(Program& program) {
    value_ = program.add_subcommand("value", "Who wins: a win, a loss or a draw of the side to move.");
    files_.add_to(*value_);
    program.guide(value_, value_guide());
    value_->add_option("VARIANT", request_.variant, "The variant")->required();
    value_->add_option("FEN", fen_, "The position; the variant's start if absent");
    value_->add_option("--seconds", seconds_, "Stop after this time, with what is known by then")
        ->check(positive_number())
        ->option_text("S");
    value_->add_option("--nodes", options_.nodes, "Stop after N positions whose moves were tried")
        ->transform(whole_number())
        ->option_text("N");
    value_->add_option("--memory", options_.memory, "Memory for proved positions: 512M, 2G; 256M if absent")
        ->transform(size_with_unit())
        ->option_text("SIZE");
    value_->add_option("--threads", options_.threads, "Threads that search; 1 if absent")
        ->transform(whole_number(1, max_threads))
        ->option_text("N");
    value_
        ->add_option("--tables", options_.tables,
                     "Look positions up in the tables that 'zermelo solve' wrote to this folder, instead of "
                     "searching them")
        ->option_text("DIR");
    CLI::Option* const state =
        value_
            ->add_option("--state", options_.state, "Go on from this file if it is there, and keep all in it")
            ->check(file_to_write())
            ->option_text("FILE");
    value_->add_option("--save-every", save_every_, "Write the state every S seconds; 60 if absent")
        ->check(positive_number())
        ->option_text("S")
        ->needs(state);
    certificate_.add_to(*value_,
                        "Write what proves a win, a loss or a draw to this file, for verify; packed by "
                        "Zstandard if its name ends in .zst");
    value_->add_flag("--ideal", options_.ideal, "Leave out the rules that count moves and repetitions");
    value_->add_flag("--progress", progress_, "A line on standard error for each stretch of the search");
    value_->add_flag("--json", json_, "One JSON object");
}

std::optional<int> ValueCommand::run() {
    if (value_->parsed()) return value();
    return std::nullopt;
}

int ValueCommand::value() {
    const tell::OutputFormat format = tell::format_of(json_);
    auto library = files_.open();
    if (!library) return report(library.error(), {}, format);
    if (value_->count("FEN") > 0) request_.fen = fen_;
    if (seconds_) options_.time = std::chrono::duration<double>{*seconds_};
    if (save_every_) options_.save_every = std::chrono::duration<double>{*save_every_};
    const auto found = [&] {
        const Interrupt interrupt;
        options_.stop = interrupt.token();
        ProgressLine line;
        oracle::Report tell;
        if (progress_) {
            tell = [](const oracle::Progress& progress) {
                if (progress.stretch_done) complain(tell::outcome_search_text(progress) + "\n");
            };
        } else if (line.enabled()) {
            tell = [&](const oracle::Progress& progress) { line.show(tell::outcome_search_text(progress)); };
        }
        options_.certificate = certificate_.given();
        return tell::value(*library, request_, options_, tell, certificate_.sink());
    }();
    if (!found) return report(found.error(), {}, format);
    warn(found->table_error);
    const auto uncertified =
        certificate_.finish(*found, found->bounds.outcome() ? "a limit was reached before it was finished"
                                                            : "who wins is not proved");
    const int printed = print(json_ ? json_line(tell::json_of(*found)) : tell::text_of(*found));
    if (printed != tell::exit_success) return printed;
    if (found->unsaved) return report(*found->unsaved, {}, format);
    if (uncertified) return report(*uncertified, {}, format);
    return found->bounds.outcome() ? tell::exit_success : tell::exit_unknown;
}

}  // namespace zermelo::cli
