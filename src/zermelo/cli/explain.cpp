// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/explain.hpp"

#include <utility>

#include "zermelo/app/puzzles.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"

namespace zermelo::cli {
namespace {

constexpr const char* explain_examples =
    "Examples:\n"
    "  zermelo explain simplified games.in 3         why the third hunt is won, or is not\n"
    "  zermelo explain cstate2 boards.in             who checks, who is pinned, each plausible move\n"
    "  zermelo explain cheesy < games.in             how king and pawn meet, step by step\n"
    "  zermelo explain simplified games.in 3 --svg hunt.svg\n"
    "  zermelo explain simplified games.in --json | jq .line\n"
    "\n"
    "The whole input is judged first: if it is wrong, nothing is explained, one line FILE:LINE:COLUMN: "
    "error: "
    "…\n"
    "goes to standard error, and the exit status is 2.";

}  // namespace

ExplainCommand::ExplainCommand(CLI::App& program) {
    explain_ = program.add_subcommand("explain", "Tell the reason of a verdict as a person would.");
    explain_->footer(explain_examples);
    explain_->add_option("GAME", game_, app::puzzle_names())->required();
    explain_->add_option("FILE", file_, "The games; standard input if absent or '-'")->check(file_name());
    explain_->add_option("N", options_.only_game, "The game to explain, counted from 1; all if absent")
        ->check(whole_number(1));
    explain_
        ->add_option("--svg", options_.svg, "Write a picture of game N, or of the only one, to this file too")
        ->check(file_to_write())
        ->option_text("FILE");
    explain_->add_flag("--json", json_, "One JSON object a game and line");
}

std::optional<int> ExplainCommand::run() {
    if (!explain_->parsed()) return std::nullopt;
    options_.form = app::form_of(json_);
    const auto puzzle = app::find_puzzle(game_);
    if (!puzzle) return report(puzzle.error(), {}, options_.form);
    auto source = file_ == "-" ? Source::standard_input() : Source::open(file_);
    if (!source) return report(source.error(), {}, options_.form);
    const std::string name = source->name();
    StandardOutput sink;
    const auto explained = app::explain(**puzzle, *std::move(source), options_, sink);
    return explained ? app::exit_success : report(explained.error(), name, options_.form);
}

}  // namespace zermelo::cli
