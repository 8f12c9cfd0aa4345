// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/problem.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "zermelo/base/files.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/cli/interrupt.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/tell/problem_file.hpp"
#include "zermelo/tell/problem_picture.hpp"
#include "zermelo/tell/prove.hpp"

namespace zermelo::cli {

namespace {

/// Writes each line so that a terminal shows it, and obeys none of it.
class ShownSink final : public Sink {
  public:
    explicit ShownSink(Sink& sink) : sink_(sink) {}
    Result<void> write(std::string_view bytes) override {
        std::string shown;
        for (std::size_t end = 0; !bytes.empty(); bytes.remove_prefix(std::min(end + 1, bytes.size()))) {
            end = std::min(bytes.find('\n'), bytes.size());
            shown += in_one_line(bytes.substr(0, end));
            if (end < bytes.size()) shown += '\n';
        }
        return sink_.write(shown);
    }

  private:
    Sink& sink_;
};

Guide problem_guide() {
    Guide guide{
        {{"zermelo problem chess '6B1/8/5Q2/8/2K1k3/8/8/8 w' '#3' --variations",
          "a mate in three, and all play"},
         {"zermelo problem chess 'k7/8/2K5/8/8/8/8/7R w' '#2' --tries 1", "and what almost solves it"},
         {"zermelo problem chess '7k/5K2/8/8/8/8/8/6N1 b' h#2.5 --set-play", "a helpmate"},
         {"zermelo problem chess '8/8/8/8/8/1k6/2p5/K7 b' ser-h#3 --intended 1", "is it sound?"},
         {"zermelo problem chess '8/8/8/8/8/K7/7R/k7 b' h#1 --twin 'move h2 h3'", "twins"},
         {"zermelo problem chess rnbqkb1r/ppp2ppp/8/8/8/8/PPPPPPPP/RNBQKB1R dia4.0", "a proof game"},
         {"zermelo problem chess '7k/8/5K2/8/8/8/8/6R1 w' '#2' --popeye", "as Popeye writes it"},
         {"zermelo problem chess '7k/8/5K2/8/8/8/8/6R1 w' '#2' --svg > it.svg", "as journals print it"},
         {"zermelo problem chess --file problems.inp --json", "all problems of a file, an object a line"}},
        {"A stipulation is written as composers do, in half-moves and whole moves: #n direct mate (White "
         "begins), s#n selfmate, r#n and semi-r#n reflexmate, h#n helpmate (Black begins), h#n.5, hs#n, "
         "hr#n, "
         "reci-h#n, ser-#n, ser-h#n, ser-s#n, ser-r#n, pser- and phser- with parries, m->X after an "
         "introduction of m moves, exact-. Instead of # stand = == #= != ## ##! + x zSQUARE ct ep 00 win or "
         "~. dia7.5 is a proof game: all play from the beginning of a game that comes to the diagram in 7.5 "
         "moves; a=>b7.5 the same from the position of --start. "
         "docs/problems.md has the conventions.",
         "The stipulation says who begins, not the FEN. A side may have no king. A key or solution that "
         "takes "
         "fewer moves is told as a short one, and not counted.",
         "A twin is 'NAME: CHANGE, CHANGE': move A B, exchange A B, remove A, add MAN A, substitute MAN A, "
         "shift A B, rotate 90, mirror a1h1, stipulation S; continued first: from the twin before; NAME "
         "zero: the diagram itself is not solved.",
         "Where a limit ends it, the lengths that were solved completely are told.",
         "--file reads Popeye's input (BeginProblem, AnfangProblem, DebutProbleme), and collections in YAML "
         "as Olive (.olv) and YACPDB have them; docs/problems.md says "
         "what "
         "of it. --seconds is then for each problem, and --memory for all that are solved at once."},
        usual_statuses()};
    guide.statuses[0].meaning = "all solutions up to the length are told";
    guide.statuses[3].meaning = "a limit or an interrupt ended it before that";
    return guide;
}

}  // namespace

ProblemCommand::ProblemCommand(Program& program) {
    problem_ = program.add_subcommand("problem", "Solve a composed problem: all keys, or all solutions.");
    files_.add_to(*problem_);
    program.guide(problem_, problem_guide());
    problem_
        ->add_option("VARIANT", words_,
                     "The variant, a diagram (its start if absent), what is asked: #2, h#2.5")
        ->expected(1, 3)
        ->option_text("VARIANT [FEN] STIPULATION")
        ->required();
    problem_
        ->add_option("--file", file_,
                     "Solve all problems of a file, Popeye's or in YAML; - is standard input")
        ->option_text("FILE");
    problem_
        ->add_option("--threads", threads_,
                     "Solve on N threads; if absent on one, with --file on all processors")
        ->transform(whole_number(1, max_threads))
        ->option_text("N");
    problem_->add_flag("--set-play", request_.options.set_play,
                       "Tell also what follows if the side that begins had passed");
    problem_
        ->add_option("--tries", request_.options.max_refutations,
                     "Tell also the moves that fail, with all their refutations, if these are at most N")
        ->transform(whole_number(1, 1000))
        ->option_text("N");
    problem_->add_flag("--variations", request_.options.tree, "Tell all play after the keys");
    problem_
        ->add_flag("--postkey", request_.options.postkey,
                   "Tell all play from the position after the key, with the defender to move")
        ->excludes("--set-play", "--tries");
    problem_->add_flag("--duplex", request_.duplex, "Solve once more with the parts of the sides exchanged");
    problem_->add_option("--attacker", attacker_, "Who has White's part in the stipulation; white if absent")
        ->check(CLI::IsMember({"white", "black"}))
        ->option_text("white|black");
    problem_
        ->add_option("--start", request_.start,
                     "Where play begins that comes to the diagram, for a=>b; the game's beginning for dia")
        ->option_text("FEN");
    problem_->add_flag("--quodlibet", request_.options.quodlibet,
                       "In self and semi-reflex play the attacker's reaching the goal solves, too");
    problem_
        ->add_option("--restrict", restriction_,
                     "Look at some of the attacker's moves only, in direct, self and reflex play")
        ->option_text("flights=K|replies=K|threat=K|nontrivial=N/K|LIST");
    problem_->add_flag("--verify", request_.options.verify,
                       "Solve once more by playing every move, and say whether it comes to the same");
    problem_
        ->add_option(
            "--certificate", certificate_,
            "Write a list of positions that proves how many solutions there are, for verify; of help "
            "and series play. Packed (Zstandard) where the name ends in .zst")
        ->option_text("FILE");
    problem_->add_option("--twin", request_.twins, "A twin, as 'b: move h3 h4'; may be repeated")
        ->option_text("TWIN")
        ->allow_extra_args(false);
    problem_->add_option("--intended", request_.intended, "Say whether there are N solutions, or a cook")
        ->transform(whole_number())
        ->option_text("N");
    problem_
        ->add_option("--max-lines", request_.options.max_lines,
                     "Tell the first N solutions of a length, 100 if absent; all are counted")
        ->transform(whole_number(0, 1'000'000))
        ->option_text("N");
    problem_->add_option("--seconds", seconds_, "Stop after this time")
        ->check(positive_number())
        ->option_text("S");
    problem_->add_option("--nodes", request_.nodes, "Stop a diagram after N positions whose moves were tried")
        ->transform(whole_number())
        ->option_text("N");
    problem_
        ->add_option("--memory", request_.options.memory,
                     "Memory for positions that were met: 512M, 2G; 256M if absent")
        ->transform(size_with_unit())
        ->option_text("SIZE");
    problem_->add_flag("--popeye", popeye_,
                       "As Popeye writes solutions, which Olive, Py2Web and YACPDB read");
    problem_
        ->add_option("--letters", letters_,
                     "Letters of men in German, French, Spanish or English, which is so if absent")
        ->check(CLI::IsMember({"de", "fr", "es", "en"}))
        ->option_text("de|fr|es|en");
    problem_->add_flag("--latex", latex_, "As a diagram of LaTeX's package diagram, with its solution");
    problem_->add_flag(
        "--olv", olv_,
        "As a document of a collection in YAML, which Olive reads, with the solution as Popeye "
        "writes it; with --file the collection is written back");
    problem_->add_flag("--inp", inp_, "As Popeye's input, without solving it");
    problem_->add_flag("--svg", svg_,
                       "The diagram as journals print it, an SVG document, without solving it");
    problem_->add_option("--author", request_.heading.authors, "Who made it; may be repeated")
        ->option_text("NAME")
        ->allow_extra_args(false);
    problem_->add_option("--title", request_.heading.title, "Its title")->option_text("TEXT");
    problem_->add_option("--source", request_.heading.source, "Where it stood, and when")
        ->option_text("TEXT");
    problem_->add_option("--award", request_.heading.award, "Its award")->option_text("TEXT");
    problem_->add_flag("--json", json_, "One JSON object, or with --file one a line");
    for (const char* const own : {"--twin", "--start", "--attacker", "--author", "--title", "--source",
                                  "--award", "--inp", "--svg", "--certificate"})
        problem_->get_option("--file")->excludes(own);
    for (const char* const unsolved : {"--inp", "--svg"})
        for (const char* const of_solving : {"--certificate", "--restrict", "--verify"})
            problem_->get_option(of_solving)->excludes(unsolved);
    // One text is written, and the customary and LaTeX's have letters.
    constexpr std::array texts{"--popeye", "--latex", "--olv", "--inp", "--svg", "--json"};
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t j = i + 1; j < texts.size(); ++j) problem_->get_option(texts[i])->excludes(texts[j]);
    for (const char* const text : texts)
        if (text != std::string_view{"--latex"}) problem_->get_option("--letters")->excludes(text);
}

std::optional<int> ProblemCommand::run() {
    if (problem_->parsed()) return problem();
    return std::nullopt;
}

int ProblemCommand::problem() {
    const tell::OutputFormat format = tell::format_of(json_);
    auto library = files_.open();
    if (!library) return report(library.error(), {}, format);
    if (popeye_) style_.text = tell::ProblemStyle::Text::popeye;
    if (latex_) style_.text = tell::ProblemStyle::Text::latex;
    if (olv_) style_.text = tell::ProblemStyle::Text::olive;
    if (inp_) style_.text = tell::ProblemStyle::Text::input;
    style_.letters = *tell::men_letters(letters_);
    if (!restriction_.empty()) {
        const auto restriction = compositions::Restriction::parse(restriction_);
        if (!restriction)
            return report({ErrorKind::bad_usage, "--restrict: " + restriction.error().message, {}}, {},
                          format);
        request_.options.restriction = *restriction;
    }
    if (seconds_) request_.time = std::chrono::duration<double>{*seconds_};
    const auto rules = library->find(words_.front());
    if (!rules) return report(rules.error(), {}, format);
    const auto variant = library::position_of(**rules, std::nullopt);
    if (!variant) return report(variant.error(), {}, format);
    if (!file_.empty()) return file(*variant);
    if (words_.size() < 2)
        return report(
            {ErrorKind::bad_usage, "no STIPULATION, expected VARIANT [FEN] STIPULATION, or --file", {}}, {},
            format);
    if (words_.size() == 3) request_.fen = words_[1];
    request_.stipulation = words_.back();
    request_.options.attacker = attacker_ == "white" ? Color::white : Color::black;
    request_.options.tree |= olv_;  // as of files
    const auto asked = tell::composition(*variant, request_);
    if (!asked) return report(asked.error(), {}, format);
    if (svg_) return print_or_report(tell::problem_picture(*asked, **rules), format);
    if (inp_) return print_or_report(tell::text_of(*asked, **rules, {}, style_), format);
    std::optional<Error> uncertified;
    const auto solved = [&]() -> Result<tell::SolvedProblem> {
        const Interrupt interrupt;
        request_.options.limits.stop = interrupt.token();
        request_.options.threads = threads_;
        if (certificate_.empty()) return tell::solved(*variant, *asked, request_);
        ZERMELO_CHECK(tell::has_certificate(*asked, request_));
        auto found = tell::solved(*variant, *asked, request_);
        if (!found) return found;
        tell::CertificateFile file{certificate_};
        auto written = tell::write_certificate(*variant, *asked, *found, request_, file).and_then([&] {
            return file.finish();
        });
        if (!written) uncertified = std::move(written.error());
        return found;
    }();
    if (!solved) return report(solved.error(), {}, format);
    const Result<std::string> text =
        json_ ? json_line(tell::json_of(*solved)) : tell::text_of(*asked, **rules, *solved, style_);
    const int printed = print_or_report(text, format);
    if (printed != tell::exit_success) return printed;
    if (!solved->complete() && uncertified)
        complain(fmt::format("zermelo: no certificate was written to {}: {}\n", in_one_line(certificate_),
                             uncertified->message));
    else if (uncertified)
        return report(*uncertified, {}, format);
    return solved->complete() ? tell::exit_success : tell::exit_unknown;
}

int ProblemCommand::file(const engine::AnyGameAt& variant) {
    const tell::OutputFormat format = tell::format_of(json_);
    if (words_.size() > 1)
        return report(
            {ErrorKind::bad_usage, "a diagram or stipulation beside --file, expected VARIANT alone", {}}, {},
            format);
    auto input = open_input(file_);
    if (!input) return report(input.error(), {}, format);
    StandardOutput output;
    ShownSink shown{output};
    // A collection is written back as it is, which may be what a terminal obeys.
    const bool shows = olv_ && ::isatty(STDOUT_FILENO) == 1;
    const auto counts = tell::problem_file(variant, {request_, format, threads_, style_}, *input,
                                           shows ? static_cast<Sink&>(shown) : output);
    return counts ? tell::exit_status(*counts) : report(counts.error(), {}, format);
}

}  // namespace zermelo::cli
