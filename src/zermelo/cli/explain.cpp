// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/explain.hpp"

#include <utility>

#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/cli/progress.hpp"
#include "zermelo/tell/puzzles.hpp"

namespace zermelo::cli {
ExplainCommand::ExplainCommand(Program& program) {
    explain_ = program.add_subcommand("explain", "Tell the reason of a verdict as a person would.");
    program.guide(
        explain_,
        {{{"zermelo explain simplified hunts.in 2", "why the second hunt is won, or is not"},
          {"zermelo explain cstate2 boards.in", "who checks, who is pinned, each plausible move"},
          {"zermelo explain cheesy < pawns.in", "how king and pawn meet, step by step"},
          {"zermelo explain simplified hunts.in 2 --svg hunt.svg", "and a picture of it"},
          {"zermelo explain simplified hunts.in --json | jq .line", "the moves of each win"}},
         {"The whole input is judged first: if it is wrong, nothing is explained, one line FILE:LINE:COLUMN: "
          "error: … goes to standard error, and the exit status is 2."}});
    explain_->add_option("GAME", game_, tell::puzzle_names())->required();
    explain_->add_option("FILE", file_, "The games; standard input if absent or '-'")->check(file_name());
    explain_->add_option("N", options_.only_game, "The game to explain, counted from 1; all if absent")
        ->transform(whole_number(1));
    explain_
        ->add_option("--svg", options_.svg, "Write a picture of game N, or of the only one, to this file too")
        ->check(file_to_write())
        ->option_text("FILE.svg");
    explain_->add_flag("--json", json_, "One JSON object a game and line");
}

std::optional<int> ExplainCommand::run() {
    if (!explain_->parsed()) return std::nullopt;
    options_.format = tell::format_of(json_);
    const auto puzzle = tell::find_puzzle(game_);
    if (!puzzle) return report(puzzle.error(), {}, options_.format);
    auto source = file_ == "-" ? Source::standard_input() : Source::open(file_);
    if (!source) return report(source.error(), {}, options_.format);
    const std::string name = source->name();
    StandardOutput sink;
    const auto explained = [&] {
        ProgressBar bar{single_games, Meanwhile::writes_lines};
        options_.progress = bar.progress();
        return tell::explain(**puzzle, *std::move(source), options_, sink);
    }();
    return explained ? tell::exit_success : report(explained.error(), name, options_.format);
}

}  // namespace zermelo::cli
