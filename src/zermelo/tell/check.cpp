// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/check.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/files.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/judge/run.hpp"
#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/stress/verdict_reader.hpp"
#include "zermelo/tell/errors.hpp"

namespace zermelo::tell {

namespace {

using stress::VerdictReader;

constexpr std::size_t longest_verdict =
    64;  // "White Check - 18446744073709551615 Plausible Moves" and a line end

/// A set of games, and what is right of them.
struct Games {
    const puzzles::Puzzle& puzzle;
    std::string_view input;
    puzzles::Options options;
    std::string verdicts;  ///< a line each

    /// Their verdicts. Errors: as `judge::run`.
    static Result<Games> of(const puzzles::Puzzle& puzzle, Source& source, const puzzles::Options& options) {
        StringSink sink;
        ZERMELO_CHECK(judge::run(source, puzzle, options, sink));
        return Games{puzzle, source.mapped().value_or(""), options, std::move(sink).text()};
    }
};

Checked failed(std::string message) { return {CheckOutcome::failed, std::move(message)}; }

/// Why a game's verdict is what it is; nothing where that cannot be said. Precondition: the input has it.
std::string because(const Games& all, std::uint64_t game) {
    const auto games = puzzles::read_games(all.puzzle, all.input);
    if (!games) return "";
    const auto explanation = all.puzzle.solver(all.options)->explain((*games)[game - 1]);
    return explanation ? fmt::format(": {}", fmt::join(explanation->summary, " ")) : "";
}

/// A contestant's words as a message shows them: whole if they are no longer than verdicts are.
std::string shown(const std::string& words) {
    return words.size() <= longest_verdict ? zermelo::quoted(words, longest_verdict, Unprintable::hex)
                                           : puzzles::quoted(words);
}

/// What is wrong with the verdicts of `text`, compared with the right ones, a line each; `whose` is "the
/// output" or "the answer file".
Checked compare(const Games& games, const std::vector<std::string_view>& right, std::string_view text,
                std::string_view whose) {
    VerdictReader reader{games.puzzle, text};
    for (std::uint64_t game = 1; game <= right.size(); ++game) {
        const std::string_view expected = right[game - 1];
        const auto found = reader.next();
        if (!found)
            return {CheckOutcome::presentation_error,
                    fmt::format("game {}: {} ends after {} of {} verdicts, expected '{}'", game, whose,
                                game - 1, right.size(), expected),
                    game};
        const std::string where = fmt::format("game {}, line {} of {}", game, found->line, whose);
        if (!found->verdict)
            return {CheckOutcome::presentation_error,
                    fmt::format("{}: {} is no verdict, expected {}", where, shown(found->words),
                                games.puzzle.verdicts()),
                    game, found->line};
        if (found->words != expected)
            return {CheckOutcome::wrong_answer,
                    fmt::format("{}: expected '{}', found {}{}", where, expected, shown(found->words),
                                because(games, game)),
                    game, found->line};
    }
    if (const auto extra = reader.next())
        return {CheckOutcome::presentation_error,
                fmt::format("line {} of {}: unexpected {} after all {} verdicts, expected the end",
                            extra->line, whose, puzzles::quoted(extra->words), right.size()),
                std::nullopt, extra->line};
    return {CheckOutcome::accepted, fmt::format("{} {}", right.size(), right.size() == 1 ? "game" : "games")};
}

/// What is wrong with the white space of an output that has all the right words.
Checked compare_space(std::string_view answer, std::string_view text, Checked accepted) {
    if (text == answer) return accepted;
    const auto differs = std::mismatch(text.begin(), text.end(), answer.begin(), answer.end()).first;
    const auto line = 1 + static_cast<std::uint64_t>(std::count(text.begin(), differs, '\n'));
    return {CheckOutcome::presentation_error,
            fmt::format("line {} of the output: other white space, expected that of the answer file", line),
            std::nullopt, line};
}

Checked check_texts(const puzzles::Puzzle& puzzle, Source& input, Source& output, Source& answer,
                    const CheckOptions& options) {
    auto source = whole_text(input);
    if (!source) return failed(source.error().message);
    const auto games = Games::of(puzzle, *source, {});
    if (!games) return failed("the input is broken: " + diagnostic(games.error(), source->name()));
    constexpr std::size_t white_space = std::size_t{1} << 20U;
    const auto right = stress::lines_of(games->verdicts);
    const std::size_t most = right.size() * longest_verdict + white_space;

    const auto jury = whole_text(answer);
    if (!jury) return failed(jury.error().message);
    const Checked answered = compare(*games, right, jury->mapped().value_or(""), "the answer file");
    if (answered.outcome != CheckOutcome::accepted)
        return failed("the answer file is wrong: " + answered.message);

    const auto theirs = whole_text(output, most);
    if (!theirs) {
        if (theirs.error().kind == ErrorKind::bad_input)
            return {CheckOutcome::presentation_error, theirs.error().message};
        return failed(theirs.error().message);
    }
    const std::string_view words = theirs->mapped().value_or("");
    Checked checked = compare(*games, right, words, "the output");
    if (checked.outcome != CheckOutcome::accepted || !options.space_change_sensitive) return checked;
    return compare_space(jury->mapped().value_or(""), words, std::move(checked));
}

/// The text with what XML gives a meaning replaced.
std::string xml_text(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default:
                safe += c >= 0 && c < ' ' ? '.' : c;
        }
    }
    return safe;
}

}  // namespace

Result<CheckOptions> validator_flags(const std::vector<std::string>& words) {
    constexpr std::array<std::string_view, 3> tolerances{"float_tolerance", "float_relative_tolerance",
                                                         "float_absolute_tolerance"};
    CheckOptions options;
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (*word == "case_sensitive") continue;
        if (*word == "space_change_sensitive") {
            options.space_change_sensitive = true;
        } else if (std::find(tolerances.begin(), tolerances.end(), *word) != tolerances.end()) {
            const std::string& flag = *word;
            const std::string value = word + 1 == words.end() ? "" : *++word;
            double tolerance = 0;
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), tolerance);
            if (error != std::errc{} || end != value.data() + value.size() || !(tolerance >= 0))
                return failure(ErrorKind::bad_usage,
                               fmt::format("'{}' after the flag {}, expected a number", value, flag));
        } else {
            return failure(
                ErrorKind::bad_usage,
                fmt::format("unknown flag '{}', expected case_sensitive, space_change_sensitive, or "
                            "one of {} and a number",
                            *word, fmt::join(tolerances, ", ")));
        }
    }
    return options;
}

Checked check(const puzzles::Puzzle& puzzle, Source& input, Source& output, Source& answer,
              const CheckOptions& options) {
    try {
        return check_texts(puzzle, input, output, answer, options);
    } catch (const std::bad_alloc&) {
        return failed("out of memory");
    }
}

Result<Checked> check_output(const puzzles::Puzzle& puzzle, std::string_view input, std::string_view output,
                             const puzzles::Options& options) {
    Source source = Source::of_text("the input", std::string{input});
    return Games::of(puzzle, source, options).map([&](const Games& games) {
        return compare(games, stress::lines_of(games.verdicts), output, "the output");
    });
}

int checker_status(CheckOutcome outcome, bool kattis) {
    constexpr int fail = 3;
    constexpr int kattis_accepted = 42;
    constexpr int kattis_wrong = 43;
    switch (outcome) {
        case CheckOutcome::accepted:
            return kattis ? kattis_accepted : 0;
        case CheckOutcome::wrong_answer:
            return kattis ? kattis_wrong : 1;
        case CheckOutcome::presentation_error:
            return kattis ? kattis_wrong : 2;
        case CheckOutcome::failed:
            break;
    }
    return fail;
}

std::string checker_message(const Checked& checked) {
    switch (checked.outcome) {
        case CheckOutcome::accepted:
            return "ok " + in_one_line(checked.message);
        case CheckOutcome::wrong_answer:
            return "wrong answer " + in_one_line(checked.message);
        case CheckOutcome::presentation_error:
            return "wrong output format " + in_one_line(checked.message);
        case CheckOutcome::failed:
            break;
    }
    return "FAIL " + in_one_line(checked.message);
}

Json json_of(const puzzles::Puzzle& puzzle, const Checked& checked) {
    constexpr std::array names{"accepted", "wrong_answer", "presentation_error", "failed"};
    Json object = json_object("check");
    object["puzzle"] = puzzle.name();
    object["outcome"] = names[static_cast<std::size_t>(checked.outcome)];
    object["message"] = checked.message;
    object["game"] = json_or_null(checked.game);
    object["line"] = json_or_null(checked.line);
    return object;
}

std::string checker_report(const Checked& checked, bool appes) {
    if (!appes) return in_one_line(checked.message);
    constexpr std::array<const char*, 4> outcomes{"accepted", "wrong-answer", "presentation-error", "fail"};
    return fmt::format("<?xml version=\"1.0\" encoding=\"utf-8\"?><result outcome = \"{}\">{}</result>\n",
                       outcomes.at(static_cast<std::size_t>(checked.outcome)),
                       xml_text(in_one_line(checked.message)));
}

}  // namespace zermelo::tell
