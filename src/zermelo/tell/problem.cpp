// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/problem.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/quoted.hpp"
#include "zermelo/base/utf8.hpp"
#include "zermelo/compositions/count_certificate.hpp"
#include "zermelo/engine/setup_check.hpp"
#include "zermelo/oracle/limits.hpp"

namespace zermelo::tell {

namespace {

using compositions::Play;
using compositions::Solution;
using compositions::Stipulation;

// --- JSON

Json object_of(const HalfMove& move) {
    return Json{{"side", json_name(move.side)}, {"uci", move.uci}, {"san", move.san}};
}

Json object_of(const Defence& defence);
Json object_of(const Continuation& continuation);
Json object_of(const Try& a_try);
Json object_of(const Line& line);
Json object_of(const Solutions& solutions);

template <typename T>
Json array_of(const std::vector<T>& values) {
    Json::Array array;
    for (const T& value : values) array.push_back(object_of(value));
    return array;
}

template <typename T>
Json array_of(const std::vector<std::vector<T>>& lists) {
    Json::Array array;
    for (const auto& list : lists) array.push_back(array_of(list));
    return array;
}

Json object_of(const Continuation& continuation) {
    return Json{{"move", object_of(continuation.move)},
                {"length", continuation.length},
                {"goal", continuation.goal},
                {"threats", array_of(continuation.threats)},
                {"defences", array_of(continuation.defences)}};
}

Json object_of(const Defence& defence) {
    return Json{{"move", defence.move ? object_of(*defence.move) : Json{}},
                {"goal", defence.goal},
                {"idle", defence.idle},
                {"continuations", array_of(defence.continuations)}};
}

Json object_of(const PostkeyPlay& play) {
    return Json{{"check", play.check},
                {"solves", play.solves},
                {"threats", array_of(play.threats)},
                {"defences", array_of(play.defences)}};
}

Json object_of(const Try& a_try) {
    return Json{{"move", object_of(a_try.move)},
                {"refutations", array_of(a_try.refutations)},
                {"threats", array_of(a_try.threats)},
                {"defences", array_of(a_try.defences)}};
}

Json object_of(const Line& line) {
    return Json{{"moves", array_of(line.moves)}, {"ends", array_of(line.ends)}};
}

Json object_of(const Solutions& lines) {
    return Json{{"introduction", lines.introduction},
                {"length", lines.length},
                {"count", lines.count},
                {"complete", lines.complete},
                {"lines", array_of(lines.lines)}};
}

Json text_or_null(const std::string& text) { return text.empty() ? Json{} : Json{text}; }

Json limit_of(const Solution& solution) {
    return solution.stop ? Json{oracle::name_of_limit(solution.stop)} : Json{};
}

Json object_of(const SolvedDiagram& solved) {
    const Solution& found = solved.solution;
    Json object{{"twin", solved.diagram.name.empty() ? Json{} : Json{solved.diagram.name}},
                {"changes", Json{solved.diagram.changes}},
                {"fen", solved.fen},
                {"target", solved.target ? Json{*solved.target} : Json{}},
                {"stipulation", solved.diagram.stipulation.text()},
                {"attacker", json_name(solved.attacker)},
                {"begins", json_name(found.begins)},
                {"illegal", found.illegal ? Json{*found.illegal} : Json{}},
                {"solution_count", found.count()},
                {"complete", found.complete},
                {"complete_moves", found.complete_moves},
                {"stopped_by", limit_of(found)},
                {"nodes", found.nodes},
                {"verified", found.verified ? Json{*found.verified} : Json{}}};
    const bool battle = solved.diagram.stipulation.is_battle();
    object["keys"] = battle ? array_of(found.keys) : Json{};
    object["short_keys"] = battle ? array_of(found.short_keys) : Json{};
    object["tries"] = battle ? array_of(found.tries) : Json{};
    object["set_play"] = battle ? array_of(found.set_play) : Json{};
    object["postkey_play"] = found.postkey_play ? object_of(*found.postkey_play) : Json{};
    object["duals"] =
        found.duals ? Json{{"major", found.duals->major}, {"mating", found.duals->mating}} : Json{};
    object["tree_whole"] = battle ? Json{found.tree_whole} : Json{};
    object["solutions"] = battle ? Json{} : array_of(found.solutions.lines);
    object["short_solutions"] = battle ? Json{} : array_of(found.short_solutions);
    object["set_solutions"] = found.set_solutions ? object_of(*found.set_solutions) : Json{};
    return object;
}

// --- text

/// "1 key", "3 keys".
std::string number_of(std::uint64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Play against a defender, in the customary notation.
class BattleText {
  public:
    std::string of(const Solution& found) {
        if (!found.set_play.empty()) {
            text_ += "Set play:\n";
            for (const Defence& defence : found.set_play) tell(defence, 1, 1);
        }
        for (const Try& a_try : found.tries) tell(a_try);
        if (found.postkey_play) tell(*found.postkey_play);
        for (const Continuation& key : found.keys) tell(key, 1, 0, "!");
        if (!found.short_keys.empty()) text_ += "Short:\n";
        for (const Continuation& key : found.short_keys) tell(key, 1, 0, "!");
        if (!found.tree_whole) text_ += "The tree is longer than what is told.\n";
        return std::move(text_);
    }

  private:
    void tell(const Try& a_try) {
        text_ += fmt::format("1.{}?", a_try.move.san);
        if (!a_try.threats.empty()) text_ += fmt::format(" ({})", words(a_try.threats, 2));
        text_ += " but";
        for (const HalfMove& refutation : a_try.refutations) text_ += fmt::format(" 1...{}!", refutation.san);
        text_ += "\n";
        tell_threats(a_try.threats, 2, 1);
        for (const Defence& defence : a_try.defences)
            if (!defence.idle && !defence.refutes()) tell(defence, 1, 1);
    }

    void tell(const PostkeyPlay& play) {
        if (!play.threats.empty())
            text_ += fmt::format("Threat: {}\n", words(play.threats, 2));
        else if (!play.check)
            text_ += "Zugzwang\n";
        tell_threats(play.threats, 2, 0);
        std::string refutations;
        for (const Defence& defence : play.defences) {
            if (defence.refutes())
                refutations += fmt::format(" 1...{}!", defence.move->san);
            else if (!defence.idle)
                tell(defence, 1, 0);
        }
        if (!refutations.empty()) text_ += fmt::format("but{}\n", refutations);
    }

    void tell(const Continuation& move, unsigned number, unsigned depth, std::string_view sign = "") {
        // The sign of a counter mate ends in one of its own.
        const std::string_view gap = !sign.empty() && move.move.san.ends_with('!') ? " " : "";
        text_ += fmt::format("{:{}}{}.{}{}{}", "", 2 * depth, number, move.move.san, gap, sign);
        if (!move.threats.empty()) text_ += fmt::format(" ({})", words(move.threats, number + 1));
        text_ += "\n";
        tell_threats(move.threats, number + 1, depth + 1);
        for (const Defence& defence : move.defences)
            if (!defence.idle) tell(defence, number, depth + 1);
    }

    /// "2.Qf5, 2.Qe4".
    static std::string words(const std::vector<Continuation>& threats, unsigned number) {
        std::string text;
        for (const Continuation& threat : threats)
            text += fmt::format("{}{}.{}", text.empty() ? "" : ", ", number, threat.move.san);
        return text;
    }

    /// What follows those threats that have play.
    void tell_threats(const std::vector<Continuation>& threats, unsigned number, unsigned depth) {
        for (const Continuation& threat : threats)
            if (!threat.threats.empty() || !threat.defences.empty()) tell(threat, number, depth);
    }

    void tell(const Defence& defence, unsigned number, unsigned depth) {
        text_ += fmt::format("{:{}}{}...{}\n", "", 2 * depth, number,
                             defence.move ? defence.move->san : std::string{"pass"});
        for (const Continuation& next : defence.continuations) tell(next, number + 1, depth + 1);
    }

    std::string text_;
};

/// Help and series play, a line a solution.
class LineText {
  public:
    explicit LineText(const Stipulation& stipulation) : stipulation_(stipulation) {}

    std::string of(const Solution& found) {
        if (found.set_solutions) {
            text_ += fmt::format("Set play: {}\n", number_of(found.set_solutions->count, "line"));
            tell(*found.set_solutions, true);
        }
        tell(found.solutions, false);
        for (const Solutions& lines : found.short_solutions) {
            text_ +=
                fmt::format("Short: {}{} of {}{}\n", lines.complete ? "" : "at least ",
                            number_of(lines.count, "solution"),
                            lines.introduction == 0 ? "" : fmt::format("{} and ", lines.introduction),
                            number_of(lines.length, stipulation_.play == Play::help ? "half-move" : "move"));
            tell(lines, false);
        }
        return std::move(text_);
    }

  private:
    void tell(const Solutions& lines, bool set) {
        for (const Line& line : lines.lines) tell(line, lines, set);
        if (lines.count > lines.lines.size())
            text_ += fmt::format("… and {} more\n", lines.count - lines.lines.size());
    }

    void tell(const Line& line, const Solutions& lines, bool set) {
        std::size_t at = 0;
        for (; at < lines.introduction; ++at) word(fmt::format("{}.{}", at + 1, line.moves[at].san));
        if (lines.introduction != 0) word("->");
        // Where half a move comes first, or one is left out, the numbers begin in the middle of a move.
        if (stipulation_.play == Play::help)
            half_moves(line, at, stipulation_.begins_in_the_middle() != set ? 1U : 0U);
        else
            series(line, at, set);
        std::string ends;
        for (const auto& end : line.ends) {
            std::string words;
            for (const HalfMove& move : end) words += (words.empty() ? "" : " ") + move.san;
            ends += (ends.empty() ? "" : ", ") + words;
        }
        if (!ends.empty()) word(line.ends.size() == 1 ? ends : "(" + ends + ")");
        text_ += line_ + "\n";
        line_.clear();
    }

    void half_moves(const Line& line, std::size_t at, std::size_t number) {
        const std::size_t first = number;
        for (; at < line.moves.size(); ++at, ++number) {
            if (number % 2 == 0)
                word(fmt::format("{}.{}", number / 2 + 1, line.moves[at].san));
            else
                word((number == first ? fmt::format("{}...", number / 2 + 1) : "") + line.moves[at].san);
        }
    }

    void series(const Line& line, std::size_t at, bool set) {
        if (set) return word("1..." + line.moves.front().san);
        std::size_t number = 0;
        const Color side = line.moves[at].side;
        for (; at < line.moves.size(); ++at)
            word(line.moves[at].side == side ? fmt::format("{}.{}", ++number, line.moves[at].san)
                                             : line.moves[at].san);
    }

    void word(const std::string& text) { line_ += (line_.empty() ? "" : " ") + text; }

    Stipulation stipulation_;
    std::string text_, line_;
};

/// A word in a line: the side to move passes.
constexpr std::string_view passed = "0000";

Result<engine::AnyGameAt> position_of(const engine::AnyGameAt& variant, const engine::Setup& setup) {
    auto at = variant.set_up(setup, engine::Waived::missing_royals);
    if (at) return *std::move(at);
    return failure(ErrorKind::bad_input, engine::words(at.error(), variant.rules()), std::nullopt, "FEN");
}

std::string_view reason(std::optional<search::Stop> stop) {
    if (stop == search::Stop::time) return "the time is over";
    return stop == search::Stop::nodes ? "the nodes are used up" : "it was interrupted";
}

std::string heading(const SolvedDiagram& solved, const SolvedProblem& problem) {
    const Solution& found = solved.solution;
    const Stipulation& stipulation = solved.diagram.stipulation;
    std::string text;
    if (!solved.diagram.name.empty()) text += solved.diagram.name + ") ";
    for (const std::string& change : solved.diagram.changes) text += change + ", ";
    text += fmt::format("{}{}, {} begins", stipulation.text(), found.postkey_play ? ", postkey play" : "",
                        name(found.begins));
    if (solved.attacker == Color::black) text += ", Black is the attacker";
    if (!problem.restriction.none()) text += ", " + problem.restriction.text();
    if (found.illegal) return text + fmt::format(": illegal: {}\n", *found.illegal);
    if (found.postkey_play)
        text += found.postkey_play->solves ? ": the key solves" : ": the key does not solve";
    else
        text += ": " + number_of(found.count(), stipulation.is_battle() ? "key" : "solution");
    if (found.duals && found.duals->major != 0) text += ", " + number_of(found.duals->major, "major dual");
    if (found.duals && found.duals->mating != 0) text += ", " + number_of(found.duals->mating, "mating dual");
    if (!found.complete)
        text += fmt::format(" as far as it was solved, complete up to {}: {}",
                            number_of(found.complete_moves, "move"), reason(found.stop));
    if (found.verified)
        text += *found.verified ? ", verified" : ", NOT VERIFIED: a plain enumeration finds otherwise";
    if (problem.intended) text += ", " + soundness(solved, *problem.intended);
    return text + "\n";
}

/// Who made a problem of a file, and where it stood.
std::string heading(const SolvedProblem& problem) {
    if (!problem.line && problem.heading.empty()) return {};
    std::string text = problem.line ? fmt::format("Line {}", *problem.line) : "";
    std::string sign = problem.line ? ": " : "";
    const auto add = [&](const std::string& part) {
        if (part.empty()) return;
        text += sign + part;
        sign = ", ";
    };
    for (const std::string& author : problem.heading.authors) add(author);
    add(problem.heading.title);
    add(problem.heading.source);
    add(problem.heading.award);
    return in_one_line(text) + "\n";
}

/// Gives the diagrams the position from which play is to come to them, and sees that it is given where it is
/// asked for, and nowhere else.
Result<void> take_start(const std::optional<std::string>& fen, std::vector<compositions::Diagram>& diagrams,
                        const rules::Rules& rules) {
    const auto asks = [](const compositions::Diagram& diagram) {
        return diagram.stipulation.goal.aim == compositions::Goal::Aim::a_to_b;
    };
    const auto asking = std::find_if(diagrams.begin(), diagrams.end(), asks);
    if (!fen && asking == diagrams.end()) return {};
    if (!fen)
        return failure(ErrorKind::bad_usage,
                       fmt::format("{} without a position where play begins, expected a "
                                   "start",
                                   asking->stipulation.text()));
    if (asking == diagrams.end())
        return failure(ErrorKind::bad_usage,
                       fmt::format("a start for {}, expected a=>b", diagrams.front().stipulation.text()));
    ZERMELO_TRY(const engine::Setup start, about("start", engine::parse_fen(*fen, rules)));
    for (compositions::Diagram& diagram : diagrams)
        if (asks(diagram)) diagram.start = start;
    return {};
}

/// A text over a problem, as one line. Errors (bad_input): bytes that are no UTF-8.
Result<std::string> one_line(std::string_view what, const std::string& text) {
    if (!is_utf8(text))
        return failure(ErrorKind::bad_input, fmt::format("{}: bytes that are no UTF-8, expected text", what));
    return in_one_line(text);
}

}  // namespace

std::string soundness(const SolvedDiagram& solved, std::uint64_t intended) {
    const Solution& found = solved.solution;
    const std::uint64_t count = found.count();
    const bool short_ones = !found.short_keys.empty() || !found.short_solutions.empty();
    if (count > intended) return "cooked";
    if (!found.complete) return "not decided";
    if (short_ones) return "short solutions";
    if (count == 0) return "no solution";
    return count < intended ? "too few solutions" : "as intended";
}

bool SolvedProblem::complete() const {
    return std::all_of(diagrams.begin(), diagrams.end(),
                       [](const SolvedDiagram& solved) { return solved.solution.complete; });
}

std::uint64_t SolvedProblem::count() const {
    std::uint64_t count = 0;
    for (const SolvedDiagram& solved : diagrams) count += solved.solution.count();
    return count;
}

Result<Color> parse_attacker(std::string_view text) {
    for (const Color color : {Color::white, Color::black})
        if (text == json_name(color)) return color;
    return failure(ErrorKind::bad_usage, fmt::format("the attacker {}, expected white or black",
                                                     quoted(text, 40, Unprintable::hex)));
}

Result<compositions::Composition> composition(const engine::AnyGameAt& variant,
                                              const ProblemRequest& request) {
    const rules::Rules& rules = variant.rules();
    ZERMELO_TRY(const engine::Setup setup,
                about("FEN", engine::parse_fen(request.fen.value_or(rules.start_fen), rules)));
    ZERMELO_TRY(const Stipulation stipulation, Stipulation::parse(request.stipulation, rules.ranks));
    compositions::Composition problem;
    problem.heading = request.heading;
    ZERMELO_TRY(problem.heading.title, one_line("title", request.heading.title));
    ZERMELO_TRY(problem.heading.source, one_line("source", request.heading.source));
    ZERMELO_TRY(problem.heading.award, one_line("award", request.heading.award));
    for (std::string& author : problem.heading.authors) {
        ZERMELO_TRY(author, one_line("author", author));
    }
    ZERMELO_TRY(problem.diagrams, compositions::with_twins(setup, stipulation, request.twins, rules));
    ZERMELO_CHECK(take_start(request.start, problem.diagrams, rules));
    for (compositions::Diagram& diagram : problem.diagrams) diagram.name = in_one_line(diagram.name);
    if (!problem.diagrams.front().changes.empty())
        problem.zeroposition = compositions::Diagram{"", setup, stipulation, {}};
    const compositions::Options& options = request.options;
    problem.asked.attacker = options.attacker;
    problem.asked.duplex = request.duplex;
    problem.asked.quodlibet = options.quodlibet;
    problem.asked.set_play = options.set_play;
    problem.asked.tree = options.tree;
    problem.asked.postkey = options.postkey;
    problem.asked.max_refutations = options.max_refutations;
    problem.asked.intended = request.intended;
    return problem;
}

Result<SolvedProblem> solved(const engine::AnyGameAt& variant, const compositions::Composition& asked,
                             const ProblemRequest& request) {
    SolvedProblem solved{variant.rules().name, {},
                         request.intended,     request.options.restriction,
                         asked.heading,        asked.zeroposition};
    const auto begun = std::chrono::steady_clock::now();
    for (const compositions::Diagram& diagram : asked.diagrams) {
        for (const bool exchanged : {false, true}) {
            if (exchanged && !request.duplex) continue;
            compositions::Options options = request.options;
            if (exchanged) options.attacker = !options.attacker;
            auto left = request.time;
            if (left)
                *left -=
                    std::min<std::chrono::duration<double>>(*left, std::chrono::steady_clock::now() - begun);
            options.limits = oracle::limits_of(left, request.nodes, request.options.limits.stop);
            ZERMELO_TRY(const auto posed, compositions::posed(diagram, variant.rules()));
            ZERMELO_TRY(Solution found,
                        compositions::solve(variant, posed.setup, posed.stipulation, options));
            std::optional<std::string> target;
            if (posed.stipulation.goal.target) target = engine::print_fen(*posed.stipulation.goal.target);
            solved.diagrams.push_back({diagram, engine::print_fen(with_turn(posed.setup, found.begins)),
                                       std::move(target), options.attacker, std::move(found)});
        }
    }
    return solved;
}

Result<void> has_certificate(const compositions::Composition& asked, const ProblemRequest& request) {
    if (asked.diagrams.size() != 1 || request.duplex)
        return failure(ErrorKind::bad_usage,
                       "the certificate of a problem with twins or a duplex, expected one diagram");
    return compositions::has_certificates(asked.diagrams.front().stipulation);
}

Result<void> write_certificate(const engine::AnyGameAt& variant, const compositions::Composition& asked,
                               const SolvedProblem& solved, const ProblemRequest& request, Sink& sink) {
    ZERMELO_CHECK(has_certificate(asked, request));
    const Solution& found = solved.diagrams.front().solution;
    if (!found.complete || found.illegal)
        return failure(ErrorKind::bad_usage,
                       "the certificate of a problem that was not solved completely, expected no limit");
    ZERMELO_TRY(const auto posed, compositions::posed(asked.diagrams.front(), variant.rules()));
    return compositions::write_count(
        variant, posed.setup, posed.stipulation, request.options.attacker, found.solutions.count,
        oracle::limits_of(request.time, request.nodes, request.options.limits.stop), sink);
}

Result<Json> problem_line(const engine::AnyGameAt& variant, const std::optional<std::string>& fen,
                          const std::string& line, const Over& over) {
    const rules::Rules& rules = variant.rules();
    ZERMELO_TRY(const engine::Setup setup,
                about("FEN", engine::parse_fen(fen.value_or(rules.start_fen), rules)));
    ZERMELO_TRY(engine::AnyGameAt at, position_of(variant, setup));
    Json object = json_object("line");
    object["variant"] = rules.name;
    object["fen"] = at.fen();
    object["moves"] = Json::array();
    std::istringstream words{line};
    for (std::string word; words >> word;) {
        ZERMELO_CHECK(unless_over(over));
        std::string san{passed};
        if (word == passed) {
            ZERMELO_TRY(at, position_of(variant, with_turn(at.setup(), !at.to_move())));
        } else {
            auto move = at.find_move(word);
            // A double mate is reached by a move that no rule allows.
            if (!move && (words >> std::ws).eof()) move = at.find_pseudo_legal_move(word);
            if (!move)
                return failure(
                    ErrorKind::bad_usage,
                    fmt::format("{} is not legal in {}", quoted(word, 40, Unprintable::hex), at.fen()));
            san = at.san(*move);
            at = at.play(*move);
        }
        object["moves"].push_back({{"move", word}, {"san", san}, {"fen", at.fen()}});
    }
    return object;
}

Json json_of(const SolvedProblem& problem) {
    Json object = json_object("problem");
    object.append({{"variant", problem.variant},
                   {"solution_count", problem.count()},
                   {"complete", problem.complete()},
                   {"intended", problem.intended ? Json{*problem.intended} : Json{}},
                   {"restriction", text_or_null(problem.restriction.text())},
                   {"line", problem.line ? Json{*problem.line} : Json{}},
                   {"authors", Json{problem.heading.authors}},
                   {"title", text_or_null(problem.heading.title)},
                   {"source", text_or_null(problem.heading.source)},
                   {"award", text_or_null(problem.heading.award)},
                   {"written", Json{}}});
    Json::Array diagrams;
    for (const SolvedDiagram& solved : problem.diagrams) {
        diagrams.push_back(object_of(solved));
        diagrams.back()["soundness"] = problem.intended ? Json{soundness(solved, *problem.intended)} : Json{};
    }
    object["diagrams"] = std::move(diagrams);
    return object;
}

std::string solution_text(const SolvedDiagram& solved) {
    if (solved.solution.illegal) return {};
    const Stipulation& stipulation = solved.diagram.stipulation;
    return stipulation.is_battle() ? BattleText{}.of(solved.solution)
                                   : LineText{stipulation}.of(solved.solution);
}

std::string text_of(const SolvedProblem& problem) {
    std::string text = heading(problem);
    for (const SolvedDiagram& solved : problem.diagrams)
        text += heading(solved, problem) + solution_text(solved);
    return text;
}

}  // namespace zermelo::tell
