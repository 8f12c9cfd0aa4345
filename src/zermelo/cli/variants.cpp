// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/variants.hpp"

#include <charconv>

#include <fmt/format.h>

#include "zermelo/base/new_file.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/cli/interrupt.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/cli/progress.hpp"
#include "zermelo/tell/probe.hpp"
#include "zermelo/tell/prove.hpp"
#include "zermelo/tell/verify_table.hpp"

namespace zermelo::cli {

namespace {

Guide prove_guide() {
    Guide guide{
        {{"zermelo prove chess '6B1/8/5Q2/8/2K1k3/8/8/8 w' --plies 5", "mate in three, and every key"},
         {"zermelo prove chess 'k7/8/2K5/8/8/8/8/7R w' --plies 3 --tries", "what refutes other moves"},
         {"zermelo prove chess '8/8/N7/6N1/8/7K/2Q3R1/5q1k w' --nodes 99999", "of any length"},
         {"zermelo prove chess '8/8/8/4k3/R7/Q7/8/7K w' --restrict checks", "with checks alone"},
         {"zermelo prove small4x4 --plies 7", "from the start position"},
         {"zermelo prove small4x4 --plies 7 --certificate win.txt", "a proof that anyone can check"},
         {"zermelo verify win.txt", "which checks it, without searching"},
         {"zermelo prove chess - --plies 5 --seconds 1 < fens", "many at once: a line each"}},
        {"The verdict is a win with the least number of plies, a proof that there is no win within the plies "
         "asked, or "
         "'unknown' where --seconds or --nodes ended the search, or where rules that count moves or "
         "repetitions may end the game otherwise.",
         "Without --plies a win of any length is looked for, and then for shorter ones as long as --seconds "
         "and --nodes last: 'win in at most 31 plies, at least 15'. Only the line is told of its moves. "
         "That there is no win at any length is proved, too, where the positions to look at are few enough.",
         "Under --restrict who is to win makes some of its moves only: checks (every move gives check "
         "or wins at once), replies=K (every move leaves at most K replies), no-captures (also at the last "
         "move), "
         "no-quiet-captures (captures give check or win at once), or several of them with commas. What is "
         "found is a win of the game, with the least length under the restriction: 'win in at most 31 plies, "
         "the least with checks alone'. That none is found is no proof, and the verdict 'unknown'."},
        usual_statuses()};
    guide.statuses[0].meaning = "a win or no win is proved";
    guide.statuses[3].meaning =
        "unknown: --seconds, --nodes, --restrict, an interrupt or the history of the game";
    return guide;
}

Guide check_guide() {
    Guide guide{{{"zermelo rules check mine.ini", "a line for each of its variants, and how many are good"},
                 {"zermelo rules check bad.ini", "what is wrong first with each: exit status 2"},
                 {"zermelo rules check bad.ini:bad", "all that is wrong with one: exit status 2"},
                 {"zermelo rules check mine.ini --lenient", "as Fairy-Stockfish reads repeated keys"}},
                {"A variant can be used if it and its parents are good, whatever else is in the file."},
                usual_statuses()};
    guide.statuses[0].meaning = "all are good";
    guide.statuses[2].meaning = "a variant is not good, or bad usage";
    return guide;
}

}  // namespace

CLI::App* VariantCommands::add_position_command(CLI::App& parent, const std::string& name,
                                                const std::string& about) {
    CLI::App* command = parent.add_subcommand(name, about);
    files_.add_to(*command);
    return command;
}

VariantCommands::VariantCommands(Program& program) {
    perft_ = add_position_command(program, "perft", "Count the ways to play a number of plies.");
    program.guide(perft_,
                  {{{"zermelo perft chess 4", "197281, from the start position"},
                    {"zermelo perft chess '8/8/8/8/8/2k5/1R6/K7 w' 3 --divide", "first moves told apart"},
                    {"zermelo perft mine.ini:mine 3", "a variant of your own"},
                    {"zermelo perft amazon 3 --no-bulk", "every leaf move is played, to compare speeds"}}});
    perft_
        ->add_option("VARIANT", perft_words_,
                     "The variant, a position (its start if absent), plies (at most 250)")
        ->expected(2, 3)
        ->option_text("VARIANT [FEN] DEPTH")
        ->required();
    perft_->add_flag("--divide", perft_options_.divide, "A line for each first move");
    perft_->add_flag("--no-bulk", no_bulk_, "Play the moves of the last ply too, instead of counting them");

    draw_ = add_position_command(program, "draw", "Draw a position.");
    program.guide(draw_,
                  {{{"zermelo draw losalamos", "where it starts"},
                    {"zermelo draw chess '8/8/8/3k4/8/3K4/3P4/8 w' --svg board.svg", "and as a picture"},
                    {"zermelo draw chess --line 'e2e4 e7e5 g1f3' --svg line.svg", "moves as arrows"}}});
    draw_->add_option("VARIANT", request_.variant, "The variant")->required();
    draw_->add_option("FEN", fen_, "The position; the variant's start if absent");
    draw_->add_option("--svg", svg_, "Write a picture to this file too")
        ->check(file_to_write())
        ->option_text("FILE.svg");
    draw_
        ->add_option("--line", line_,
                     "Play these moves (as e2e4 or e4, separated by blanks) and show them as arrows")
        ->option_text("MOVES");
    draw_->add_flag("--flipped", picture_.flipped, "Black's side at the bottom");
    draw_->add_flag("--western", picture_.western,
                    "The board and the men of chess in the picture, whatever the variant's own are");

    prove_ = add_position_command(program, "prove", "Whether the side to move can force a win.");
    program.guide(prove_, prove_guide());
    prove_->add_option("VARIANT", request_.variant, "The variant")->required();
    prove_->add_option("FEN", fen_,
                       "The position; the variant's start if absent; '-': one a line of standard input");
    prove_->add_option("--plies", plies_, "Within how many plies, at most 250; of any length if absent")
        ->transform(whole_number(0, oracle::max_plies.count()))
        ->option_text("N");
    prove_->add_option("--seconds", seconds_, "Give up after this time: the verdict is then 'unknown'")
        ->check(positive_number())
        ->option_text("S");
    prove_->add_option("--nodes", nodes_, "Give up after N positions whose moves were tried")
        ->transform(whole_number())
        ->option_text("N");
    prove_
        ->add_option("--memory", prove_options_.memory,
                     "Memory for proved positions: 512M, 2G; 256M if absent")
        ->transform(size_with_unit())
        ->option_text("SIZE");
    prove_
        ->add_option("--threads", prove_options_.threads,
                     "Threads that search a position, 1 if absent; of many positions, how many at a time, "
                     "all processors if absent")
        ->transform(whole_number(1, max_threads))
        ->option_text("N");
    prove_
        ->add_option(
            "--tables", prove_options_.tables,
            "Search no position that the tables have which 'zermelo solve' wrote to this folder: look it up")
        ->option_text("DIR");
    prove_
        ->add_option(
            "--restrict", restriction_,
            "Look only for wins by such moves, which are found sooner: their length is an upper bound")
        ->option_text("checks|replies=K|no-captures|no-quiet-captures|LIST");
    prove_->add_flag("--ideal", prove_options_.ideal, "Leave out the rules that count moves and repetitions");
    prove_->add_flag("--tries", tries_, "Tell for every move that does not win what refutes it")
        ->excludes(prove_->get_option("--restrict"));
    certificate_.add_to(*prove_,
                        "Write the strategy of a win, or of no win of any length, to this file, packed by "
                        "Zstandard if its name ends in .zst; without either it stays as it is");

    verify_ = add_position_command(program, "verify",
                                   "Check the certificate of a forced win, or of none, or a table.");
    program.guide(verify_,
                  {{{"zermelo prove small4x4 --plies 7 --certificate win.txt", "what is checked below"},
                    {"zermelo verify win.txt", "what it proves, or its first error"},
                    {"zermelo verify win.txt --variant-path mine.ini", "with variants of your own"}},
                   {"Checking needs no search: the rules of the variant and the certificate are enough. "
                    "docs/certificates.md has the format."}});
    verify_->add_option("FILE", name_, "The certificate, packed or not (standard input if '-'), or the table")
        ->required()
        ->check(file_name());

    rules_ = program.add_subcommand("rules", "List, explain and check the rules of variants.");
    program.guide(rules_, {{{"zermelo rules list", "all variants, with their boards and pieces"},
                            {"zermelo rules show knightmate", "one of them in words"},
                            {"zermelo rules show chess --ini > own.ini", "a rules file to begin with"},
                            {"zermelo rules check own.ini", "is each of its variants good?"}}});
    rules_->require_subcommand(1);
    rules_list_ = add_position_command(*rules_, "list", "Every variant that can be named.");
    program.guide(rules_list_, {{{"zermelo rules list", "all variants, with their boards and pieces"},
                                 {"zermelo rules list --variant-path mine.ini", "and your own"},
                                 {"zermelo rules list --family shogi", "those of one file in games/"},
                                 {"zermelo rules list --size 5x6", "those on boards of 5 files, 6 ranks"},
                                 {"zermelo rules list --solved", "who wins, where that is known"}}});
    rules_list_->add_option("--family", list_.family, "Those of one family, as boards or shogi")
        ->option_text("VARIANT-FAMILY");
    rules_list_->add_option("--size", list_.size, "Those on boards of this size, as 5x6")
        ->option_text("FILESxRANKS");
    rules_list_->add_flag(
        "--solved", list_.solved,
        "Those of which it is known who wins from the start, with that and who has shown it");
    rules_show_ = add_position_command(*rules_, "show", "A variant's rules in plain words.");
    program.guide(rules_show_,
                  {{{"zermelo rules show knightmate", "a variant in words"},
                    {"zermelo rules show amazon --svg amazon.svg", "how its pieces move, as a picture"},
                    {"zermelo rules show chess --ini > own.ini", "a rules file to begin with"}}});
    rules_show_->add_option("VARIANT", name_, "The variant")->required();
    rules_show_->add_flag("--ini", ini_, "As a rules file that can be read back, instead of words");
    rules_show_->add_option("--svg", svg_, "Write a picture to this file too: a board for each kind's moves")
        ->check(file_to_write())
        ->option_text("FILE.svg");
    rules_check_ = add_position_command(*rules_, "check", "Which variants of a rules file are good.");
    program.guide(rules_check_, check_guide());
    rules_check_
        ->add_option("FILE.ini", name_,
                     "The rules file; standard input if '-'; FILE.ini:NAME is one of its variants")
        ->required()
        ->check(file_name());
    for (CLI::App* command : {perft_, draw_, verify_, rules_show_})
        command->add_flag("--json", json_, "One JSON object");
    prove_->add_flag("--json", json_, "One JSON object a position and line");
    for (CLI::App* command : {rules_list_, rules_show_, rules_check_}) command->group("Commands");
    rules_list_->add_flag("--json", json_, "One JSON object a variant and line");
    rules_check_->add_flag("--json", json_, "One JSON object a variant and line, with all its errors");
    rules_show_->get_option("--ini")->excludes(rules_show_->get_option("--json"));
}

std::optional<int> VariantCommands::run() {
    if (perft_->parsed()) return perft();
    if (draw_->parsed()) return draw();
    if (prove_->parsed()) return prove();
    if (verify_->parsed()) return verify();
    if (rules_->parsed()) return rules();
    return std::nullopt;
}

int VariantCommands::perft() {
    auto library = files_.open();
    if (!library) return report(library.error(), {}, format());
    const std::string& word = perft_words_.back();
    std::uint64_t depth = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), depth);
    if (error != std::errc{} || end != word.data() + word.size() || Plies{depth} > oracle::max_plies)
        return report({ErrorKind::bad_usage,
                       fmt::format("DEPTH: {}, expected a whole number from 0 to {}",
                                   quoted(word, 60, Unprintable::hex), oracle::max_plies.count())},
                      {}, format());
    tell::PositionRequest request{perft_words_.front(), std::nullopt};
    if (perft_words_.size() == 3) request.fen = perft_words_[1];
    perft_options_.bulk = !no_bulk_;
    perft_options_.format = format();
    const auto text = [&] {
        const Interrupt interrupt;
        perft_options_.stop = interrupt.token();
        ProgressBar bar{millions_of_nodes, Meanwhile::writes_nothing};
        perft_options_.progress = bar.progress();
        return tell::perft(*library, request, Plies{depth}, perft_options_);
    }();
    return print_or_report(text, format());
}

int VariantCommands::draw() {
    auto library = files_.open();
    if (!library) return report(library.error(), {}, format());
    if (draw_->count("FEN") > 0) request_.fen = fen_;
    const auto drawing = tell::draw(*library, request_, line_, picture_);
    if (!drawing) return report(drawing.error(), {}, format());
    if (!svg_.empty())
        if (const auto written = write_file(svg_, drawing->svg); !written)
            return report(written.error(), {}, format());
    return print(json_ ? json_line(tell::json_of(*drawing)) : drawing->text);
}

int VariantCommands::prove() {
    auto library = files_.open();
    if (!library) return report(library.error(), {}, format());
    if (prove_->count("FEN") > 0) request_.fen = fen_;
    if (seconds_) prove_options_.time = std::chrono::duration<double>{*seconds_};
    prove_options_.nodes = nodes_;
    if (restriction_) {
        const auto restriction = tell::parse_restriction(*restriction_);
        if (!restriction)
            return report({ErrorKind::bad_usage, "--restrict: " + restriction.error().message, {}}, {},
                          format());
        prove_options_.restriction = *restriction;
    }
    prove_options_.certificate = certificate_.given();
    const std::optional<Plies> limit = plies_ ? std::optional{Plies{*plies_}} : std::nullopt;
    if (fen_ == "-")
        return answer_input(
            [&](Source& input, Sink& output) {
                return tell::prove_lines(*library, request_.variant, limit, prove_options_,
                                         {format(), tries_}, input, output);
            },
            format());
    const auto proof = [&] {
        const Interrupt interrupt;
        prove_options_.stop = interrupt.token();
        ProgressLine line;
        oracle::Report tell;
        if (line.enabled())
            tell = [&](const oracle::Progress& progress) { line.show(tell::win_search_text(progress)); };
        return tell::prove(*library, request_, limit, prove_options_, certificate_.sink(), tell);
    }();
    if (!proof) return report(proof.error(), {}, format());
    warn(proof->table_error);
    const auto uncertified = certificate_.finish(*proof, proof->verdict == Verdict::no_win && !limit
                                                             ? "a limit was reached before it was finished"
                                                             : "no win was found");
    const int printed =
        print(json_ ? json_line(tell::json_of(*proof, tries_)) : tell::text_of(*proof, tries_));
    if (printed == tell::exit_success && uncertified) return report(*uncertified, {}, format());
    if (printed != tell::exit_success || proof->verdict != Verdict::unknown) return printed;
    return tell::exit_unknown;
}

int VariantCommands::verify() {
    auto library = files_.open();
    if (!library) return report(library.error(), {}, format());
    const bool table = name_ != "-" && tell::is_table(name_);
    const auto verified = [&] {
        ProgressBar bar{table ? millions_of_positions : megabytes, Meanwhile::writes_nothing};
        return table ? tell::verify_table(*library, name_, format(), bar.progress())
                     : tell::verify(*library, name_, format(), bar.progress());
    }();
    return print_or_report(verified, format());
}

int VariantCommands::rules() {
    auto library = files_.open();
    if (!library) return report(library.error(), {}, format());
    if (rules_list_->parsed()) {
        library->tell_forgiven();
        return print_or_report(tell::list_rules(*library, list_, format()), format());
    }
    if (rules_show_->parsed()) {
        if (!svg_.empty()) {
            const auto written = tell::draw_rules(*library, name_).and_then([&](const std::string& picture) {
                return write_file(svg_, picture);
            });
            if (!written) return report(written.error(), {}, format());
        }
        return print_or_report(
            ini_ ? tell::rules_as_ini(*library, name_) : tell::show_rules(*library, name_, format()),
            format());
    }
    return check(*library);
}

int VariantCommands::check(const library::Library& library) {
    const auto checked = tell::check_rules(library, name_, files_.reading(), format());
    if (!checked) return report(checked.error(), {}, format());
    complain(checked->warnings);
    const int printed = print(checked->text);
    return printed == tell::exit_success && !checked->good ? tell::exit_bad_input : printed;
}

}  // namespace zermelo::cli
