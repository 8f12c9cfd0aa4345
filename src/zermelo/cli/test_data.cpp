// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/test_data.hpp"

#include <fmt/format.h>

#include "zermelo/app/check.hpp"
#include "zermelo/app/puzzles.hpp"
#include "zermelo/base/files.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"

namespace zermelo::cli {
namespace {

constexpr std::uint64_t most_games = 100'000'000;

constexpr const char* generate_examples =
    "Examples:\n"
    "  zermelo generate simplified --list                        the families that there are\n"
    "  zermelo generate simplified --seed 1 --family win --plies 5 > games.in\n"
    "  zermelo generate cstate2 --seed 1 --family long-ray --interpositions 12 --n 100 --count 5\n"
    "  zermelo generate cheesy --seed 1 --count 200              a mix of all families\n"
    "  zermelo generate cstate3 --seed 1 --set DIR               a whole test set in DIR/data\n"
    "\n"
    "The same command writes the same bytes on every machine. Without requirements that go beyond them, all "
    "is "
    "within the\n"
    "problem statement's bounds.";

constexpr const char* validate_examples =
    "Examples:\n"
    "  zermelo validate simplified games.in             'valid: …' and exit status 0, or the first error "
    "and 2\n"
    "  zermelo validate cstate2 --kattis < boards.in    exit status 42 or 43\n"
    "  zermelo validate cheesy --testlib < games.in     exit status 0 or 3\n"
    "\n"
    "Stricter than the judge: the statement's bounds, one space between words, lines that end with LF, no "
    "leading\n"
    "zeros, and blank lines only where the statement has them.";

constexpr const char* check_examples =
    "Examples:\n"
    "  zermelo check simplified games.in output games.ans               testlib's order of arguments\n"
    "  zermelo check --kattis simplified games.in games.ans DIR < output\n"
    "\n"
    "Exit status: 0 ok, 1 wrong answer, 2 wrong output format, 3 the jury's files are broken or wrong. With "
    "--kattis\n"
    "42 or 43, and the message goes to DIR/judgemessage.txt.";

}  // namespace

TestDataCommands::TestDataCommands(CLI::App& program) {
    add_generate(program);
    add_validate(program);
    add_check(program);
}

void TestDataCommands::add_generate(CLI::App& program) {
    generate_ = program.add_subcommand("generate", "Write an input for a judge: games of named families.");
    generate_->footer(generate_examples);
    generate_->add_option("GAME", game_, app::puzzle_names())->required();
    const auto add_option = [this](const char* name, auto& number, const char* about,
                                   const CLI::Validator& bounds) {
        return generate_->add_option(name, number, about)->check(bounds)->option_text("N");
    };
    const auto add_number = [&](const char* name, auto& number, const char* about) {
        return add_option(name, number, about, whole_number());
    };
    CLI::Option* list = generate_->add_flag("--list,--families", list_, "List the families of the game");
    add_number("--seed", options_.seed, "Where the random numbers begin; 1 if absent");
    CLI::Option* family =
        generate_->add_option("--family", options_.family, "One family; a mix of all that fit if absent")
            ->option_text("NAME");
    CLI::Option* count =
        add_option("--count", options_.games, "How many games; 100 of most families if absent",
                   whole_number(1, most_games));
    CLI::Option* set =
        generate_->add_option("--set", set_, "Write a whole test set, DIR/data/sample and DIR/data/secret")
            ->check(file_name())
            ->option_text("DIR")
            ->excludes(list)
            ->excludes(family)
            ->excludes(count);
    app::GenerateOptions& o = options_;
    for (CLI::Option* requirement :
         {add_number("--plies", o.requirements.plies, "The forced win takes so many plies (simplified)"),
          add_number("--men", o.requirements.men, "Men of both sides together (simplified)"),
          add_number("--n", o.requirements.n, "Boards of N by N squares (cstate2, cstate3)"),
          add_number("--pieces", o.requirements.pieces, "Pieces on each board, kings included (cstate*)"),
          add_number("--interpositions", o.requirements.interpositions,
                     "Moves that step between king and checker (cstate*, family long-ray)")})
        requirement->excludes(set);
}

void TestDataCommands::add_validate(CLI::App& program) {
    validate_ = program.add_subcommand("validate", "Is this test data as contest validators want it?");
    validate_->footer(validate_examples);
    validate_->add_option("GAME", game_, app::puzzle_names())->required();
    validate_->add_option("FILE", file_, "The input; standard input if absent or '-'");
    CLI::Option* testlib =
        validate_->add_flag("--testlib", testlib_, "Exit status 0 or 3, as validators of testlib have it");
    validate_->add_flag("--kattis", kattis_, "Exit status 42 or 43, as Kattis wants it")->excludes(testlib);
}

void TestDataCommands::add_check(CLI::App& program) {
    check_ = program.add_subcommand("check", "Is a contestant's output right?");
    check_->footer(check_examples);
    check_->add_option("GAME", game_, app::puzzle_names())->required();
    check_->add_option("INPUT", files_[0], "The games")->required();
    check_->add_option("OUTPUT", files_[1], "The contestant's output; with --kattis the answer file")
        ->required();
    check_->add_option("ANSWER", files_[2], "The jury's answer file; with --kattis the feedback folder")
        ->required();
    check_->add_flag("--kattis", kattis_,
                     "INPUT ANSWER FEEDBACK_DIR, the contestant's output on standard input");
}

std::optional<int> TestDataCommands::run() {
    if (generate_->parsed()) return generate();
    if (validate_->parsed()) return validate();
    if (check_->parsed()) return check();
    return std::nullopt;
}

int TestDataCommands::generate() {
    const auto puzzle = app::find_puzzle(game_);
    if (!puzzle) return report(puzzle.error());
    if (list_) return print(app::list_families(**puzzle));
    const auto text =
        set_ ? app::write_set(**puzzle, *set_, options_.seed) : app::generate(**puzzle, options_);
    return text ? print(*text) : report(text.error());
}

int TestDataCommands::validate() {
    const auto convention = testlib_  ? app::Convention::testlib
                            : kattis_ ? app::Convention::kattis
                                      : app::Convention::plain;
    const auto puzzle = app::find_puzzle(game_);
    if (!puzzle) {
        report(puzzle.error());
        return app::validator_status(convention, puzzle.error());
    }
    auto source = file_ == "-" ? Source::standard_input() : Source::open(file_);
    if (!source) return report(source.error());
    const std::string name = source->name();
    const auto games = app::validate(**puzzle, *source);
    if (!games) {
        report(games.error(), name);
        return app::validator_status(convention, games.error());
    }
    const int printed = print(fmt::format("valid: {} {}\n", *games, *games == 1 ? "game" : "games"));
    return printed == app::exit_success ? app::validator_status(convention) : printed;
}

int TestDataCommands::check() {
    const std::string& answer_file = kattis_ ? files_[1] : files_[2];
    auto input = Source::open(files_[0]);
    auto answer = Source::open(answer_file);
    auto output = kattis_ ? Source::standard_input() : Source::open(files_[1]);
    app::Checked checked{app::CheckOutcome::failed, {}};
    if (!input || !answer) {
        checked.message = (input ? answer : input).error().message;
    } else if (!output) {
        checked = {app::CheckOutcome::presentation_error, output.error().message};
    } else if (const auto puzzle = app::find_puzzle(game_); !puzzle) {
        checked.message = puzzle.error().message;
    } else {
        checked = app::check(**puzzle, *input, *output, *answer);
    }
    const std::string message = app::checker_message(checked) + "\n";
    if (kattis_) {
        const auto written = write_file(files_[2] + "/judgemessage.txt", message);
        if (!written) {
            report(written.error());
            return app::checker_status(app::CheckOutcome::failed, true);
        }
    }
    complain(message);
    return app::checker_status(checked.outcome, kattis_);
}

}  // namespace zermelo::cli
