// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/test_data.hpp"

#include <fmt/format.h>

#include "zermelo/base/new_file.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/cli/interrupt.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/cli/progress.hpp"
#include "zermelo/tell/puzzles.hpp"

namespace zermelo::cli {
namespace {

constexpr std::uint64_t max_games = 100'000'000;
// Those of the statements, beyond which no family goes.
constexpr std::uint64_t max_men = 10;
constexpr std::uint64_t max_n = 1'000'000'000'000'000'000;
constexpr std::uint64_t max_pieces = 10'000'000;

/// `FAMILY` or `FAMILY=COUNT`.
CLI::Validator family_choice() {
    return {[](std::string& text) {
                const std::size_t equals = text.find('=');
                if (equals == std::string::npos) return std::string{};
                std::string count = text.substr(equals + 1);
                return whole_number(1, max_games)(count);
            },
            ""};
}

/// Precondition: the text is a `family_choice`.
tell::FamilyChoice choice_of(const std::string& text) {
    const std::size_t equals = text.find('=');
    tell::FamilyChoice choice{text.substr(0, equals), {}};
    if (equals != std::string::npos) choice.games = std::stoull(text.substr(equals + 1));
    return choice;
}

int print_cases(const Result<std::vector<tell::TestCase>>& cases, tell::OutputFormat format) {
    if (!cases) return report(cases.error(), {}, format);
    return print(format == tell::OutputFormat::json ? tell::json_of(*cases) : tell::text_of(*cases));
}

}  // namespace

TestDataCommands::TestDataCommands(Program& program) {
    add_generate(program);
    add_validate(program);
    add_check(program);
}

void TestDataCommands::add_generate(Program& program) {
    generate_ = program.add_subcommand("generate", "Write an input for a judge: games of named families.");
    program.guide(
        generate_,
        {{{"zermelo generate simplified --list", "the families that there are"},
          {"zermelo generate simplified --family win --plies 5 > wins.in", "wins in exactly 5 plies"},
          {"zermelo generate cstate2 --family long-ray --n 100 --count 5", "games of one family"},
          {"zermelo generate cheesy --seed 2 --count 200", "a mix of all families"},
          {"zermelo generate cheesy --set set", "a whole test set, in set/data"},
          {"zermelo generate cheesy --set own --family walls=20 --family mix=50", "one of your own"},
          {"zermelo generate cheesy --package cheesychess", "a package for Kattis and others"}},
         {"The same command writes the same bytes on every machine. Without requirements that go beyond "
          "them, "
          "all is within the problem statement's bounds."}});
    generate_->add_option("GAME", game_, tell::puzzle_names())->required();
    const auto add_number = [this](const char* name, auto& number, const char* about, std::uint64_t least = 0,
                                   std::uint64_t most = ~std::uint64_t{0}) {
        return generate_->add_option(name, number, about)
            ->transform(whole_number(least, most))
            ->option_text("N");
    };
    CLI::Option* list = generate_->add_flag("--list,--families", list_, "List the families of the game");
    add_number("--seed", set_options_.seed, "Where the random numbers begin; 1 if absent");
    generate_
        ->add_option(
            "--family", families_,
            "A family and its number of games, or 'mix', all that fit in turn; with --set or --package "
            "several, an input for each")
        ->check(family_choice())
        ->allow_extra_args(false)
        ->option_text("FAMILY[=COUNT]")
        ->excludes(list);
    add_number("--count", set_options_.games, "How many games an input has; 100 of most families if absent",
               1, max_games)
        ->excludes(list);
    CLI::Option* set =
        generate_->add_option("--set", set_, "Write a whole test set, DIR/data/sample and DIR/data/secret")
            ->check(file_name())
            ->option_text("DIR")
            ->excludes(list);
    CLI::Option* package =
        generate_
            ->add_option("--package", package_,
                         "Write a whole problem package: statement, test set, validators, submissions")
            ->check(file_name())
            ->option_text("DIR")
            ->excludes(list)
            ->excludes(set);
    take_one_of(generate_->add_option("--format", format_,
                                      "The package's version: legacy if absent (problemtools, DOMjudge), "
                                      "2025-09 for BAPCtools"),
                {"legacy", "2025-09"})
        ->needs(package);
    generate_
        ->add_flag("--self-contained", self_contained_,
                   "Validators in the package that need no zermelo where it is used")
        ->needs(package);
    generate_->add_flag("--json", json_, "One JSON object a game, family or test case, and line");
    puzzles::Requirements& o = requirements_;
    for (CLI::Option* requirement :
         {add_number("--plies", o.plies, "The forced win takes N plies (simplified)", 1),
          add_number("--men", o.men, "Men of both sides together (simplified)", 2, max_men),
          add_number("--n", o.n, "Boards of N by N squares (cstate2, cstate3)", 2, max_n),
          add_number("--pieces", o.pieces, "Pieces on each board, kings included (cstate*)", 2, max_pieces),
          add_number("--interpositions", o.interpositions,
                     "Moves that step between king and checker (cstate*, family long-ray)")})
        requirement->excludes(set)->excludes(package);
}

void TestDataCommands::add_validate(Program& program) {
    validate_ = program.add_subcommand("validate", "Is this test data as contest validators want it?");
    program.guide(
        validate_,
        {{{"zermelo validate simplified hunts.in", "'valid: …', or the first error"},
          {"zermelo validate cstate2 --kattis < boards.in", "exit status 42"},
          {"zermelo validate cheesy --testlib < pawns.in", "as testlib's validators do"}},
         {"Stricter than the judge: the statement's bounds, one space between words, lines that end with LF, "
          "no leading zeros, and blank lines only where the statement has them."},
         {{"0", "valid (with --kattis 42)"},
          {"1", "it could not be read"},
          {"2", "not valid (with --testlib 3, with --kattis 43)"},
          {"3", "an interrupt came before the end (with --testlib or --kattis 1)"}}});
    validate_->add_option("GAME", game_, tell::puzzle_names())->required();
    validate_->add_option("FILE", file_, "The input; standard input if absent or '-'");
    CLI::Option* testlib =
        validate_->add_flag("--testlib", testlib_, "Exit status 0 or 3, as validators of testlib have it");
    validate_->add_flag("--kattis", kattis_, "Exit status 42 or 43, as Kattis wants it")->excludes(testlib);
    validate_->add_flag("--json", json_, "One JSON object");
}

void TestDataCommands::add_check(Program& program) {
    check_ = program.add_subcommand("check", "Is a contestant's output right?");
    program.guide(
        check_,
        {{{"zermelo check simplified hunts.in output hunts.ans", "testlib's order of arguments"},
          {"zermelo check simplified hunts.in output hunts.ans report", "and its report file"},
          {"zermelo check simplified hunts.in output hunts.ans report -appes", "the report as XML"},
          {"zermelo check --kattis simplified hunts.in hunts.ans tmp < output", "exit status 42"}},
         {"With --kattis the message goes to judgemessage.txt in the feedback folder; flags of output "
          "validators, as case_sensitive, may follow it."},
         {{"0", "right (with --kattis 42)"},
          {"1", "wrong answer (with --kattis 43)"},
          {"2", "wrong output format (with --kattis 43)"},
          {"3", "the jury's files or the command line are wrong, or an interrupt came before the end"}}});
    check_->add_option("GAME", game_, tell::puzzle_names())->required();
    check_->add_option("INPUT", files_[0], "The games")->required()->option_text("FILE");
    check_->add_option("OUTPUT", files_[1], "The contestant's output; with --kattis the answer file")
        ->required()
        ->option_text("FILE");
    check_->add_option("ANSWER", files_[2], "The jury's answer file; with --kattis the feedback folder")
        ->required()
        ->option_text("FILE");
    check_->add_flag("--kattis", kattis_,
                     "INPUT ANSWER FEEDBACK_DIR [FLAG...], the contestant's output on standard input");
    // Systems that call testlib's checkers name the set and the group that the input is of.
    for (const char* name : {"--testset", "--group"})
        check_->add_option(name, "Taken and ignored, as testlib's checkers are called")->option_text("NAME");
    check_->add_flag("--json", json_, "The outcome as one JSON object on standard output, too");
    check_->allow_extras();  // REPORT [-appes], or flags, which are words
}

std::optional<int> TestDataCommands::run() {
    if (generate_->parsed()) return generate();
    if (validate_->parsed()) return validate();
    if (check_->parsed()) return check();
    return std::nullopt;
}

int TestDataCommands::generate() {
    const tell::OutputFormat format = tell::format_of(json_);
    const auto puzzle = tell::find_puzzle(game_);
    if (!puzzle) return report(puzzle.error(), {}, format);
    if (list_) return print(tell::list_families(**puzzle, format));
    for (const std::string& text : families_) set_options_.families.push_back(choice_of(text));
    if (set_ || package_) {
        const auto cases = [&] {
            const Interrupt interrupt;  // files half written are taken away
            set_options_.stop = interrupt.token();
            if (set_) return tell::write_set(**puzzle, *set_, set_options_);
            const auto package_format =
                format_ == "legacy" ? tell::PackageFormat::legacy : tell::PackageFormat::version_2025_09;
            const auto validators = self_contained_ ? tell::Validators::included : tell::Validators::zermelo;
            return tell::write_package(**puzzle, *package_, package_format, validators, set_options_);
        }();
        return print_cases(cases, format);
    }
    if (families_.size() > 1)
        return report({ErrorKind::bad_usage,
                       "several families, expected one, or --set DIR or --package DIR for an input of each"},
                      {}, format);
    tell::GenerateOptions options{set_options_.seed, {}, set_options_.games, requirements_, format};
    for (const tell::FamilyChoice& choice : set_options_.families) {
        if (choice.name != tell::mix) options.family = choice.name;
        if (choice.games) options.games = choice.games;
    }
    StandardOutput out;
    const auto written = tell::generate(**puzzle, options, out);
    return written ? tell::exit_success : report(written.error(), {}, format);
}

int TestDataCommands::validate() {
    const tell::OutputFormat format = tell::format_of(json_);
    const tell::Convention convention = this->convention();
    const auto puzzle = tell::find_puzzle(game_);
    if (!puzzle) {
        report(puzzle.error(), {}, format);
        return tell::validator_status(convention, puzzle.error());
    }
    auto source = file_ == "-" ? Source::standard_input() : Source::open(file_);
    if (!source) return report(source.error(), {}, format);
    const std::string name = source->name();
    const auto games = [&] {
        ProgressBar bar{megabytes, Meanwhile::writes_nothing};
        return tell::validate(**puzzle, *source, bar.progress());
    }();
    if (!games) {
        report(games.error(), name, format);
        return tell::validator_status(convention, games.error());
    }
    const int printed = print(tell::text_of_valid(**puzzle, *games, format));
    return printed == tell::exit_success ? tell::validator_status(convention) : printed;
}

int TestDataCommands::usage_status() const {
    return check_->parsed() ? tell::checker_status(tell::CheckOutcome::failed, kattis_)
                            : tell::exit_bad_input;
}

std::optional<int> TestDataCommands::interrupt_status() const {
    if (check_->parsed()) return tell::checker_status(tell::CheckOutcome::failed, kattis_);
    if (validate_->parsed()) return tell::validator_status(convention(), {ErrorKind::stopped, {}});
    return std::nullopt;
}

tell::Convention TestDataCommands::convention() const {
    return testlib_  ? tell::Convention::testlib
           : kattis_ ? tell::Convention::kattis
                     : tell::Convention::plain;
}

tell::Checked TestDataCommands::checked(const tell::CheckOptions& options) {
    const auto failed = [](const Error& error) {
        return tell::Checked{tell::CheckOutcome::failed, error.message};
    };
    const auto puzzle = tell::find_puzzle(game_);
    if (!puzzle) return failed(puzzle.error());
    auto input = Source::open(files_[0]);
    if (!input) return failed(input.error());
    auto answer = Source::open(kattis_ ? files_[1] : files_[2]);
    if (!answer) return failed(answer.error());
    auto output = kattis_ ? Source::standard_input() : Source::open(files_[1]);
    if (!output) return {tell::CheckOutcome::presentation_error, output.error().message};
    return tell::check(**puzzle, *input, *output, *answer, options);
}

int TestDataCommands::check() {
    const std::vector<std::string> more = check_->remaining();
    Result<tell::CheckOptions> options;
    bool appes = false;
    std::optional<std::string> report_file;
    if (kattis_) {
        options = tell::validator_flags(more);
        report_file = files_[2] + "/judgemessage.txt";
    } else if (!more.empty()) {
        appes = more.size() == 2 && (more[1] == "-appes" || more[1] == "-APPES");
        if (more[0].starts_with('-') || more.size() > (appes ? 2U : 1U))
            options = failure(
                ErrorKind::bad_usage,
                fmt::format("unexpected {}, expected INPUT OUTPUT ANSWER [REPORT [-appes]]",
                            quoted(more[0].starts_with('-') ? more[0] : more[1], 60, Unprintable::hex)));
        else
            report_file = more[0];
    }
    tell::Checked result =
        options ? checked(*options) : tell::Checked{tell::CheckOutcome::failed, options.error().message};
    if (report_file) {
        const auto written = write_file(*report_file, kattis_ ? tell::checker_message(result) + "\n"
                                                              : tell::checker_report(result, appes));
        if (!written) result = {tell::CheckOutcome::failed, written.error().message};
    }
    if (const auto puzzle = tell::find_puzzle(game_); json_ && puzzle)
        static_cast<void>(
            print(json_line(tell::json_of(**puzzle, result))));  // the exit status is the checker's
    complain(tell::checker_message(result) + "\n");
    return tell::checker_status(result.outcome, kattis_);
}

}  // namespace zermelo::cli
