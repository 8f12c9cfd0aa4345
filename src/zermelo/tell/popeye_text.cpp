// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/popeye_text.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/compositions/popeye_words.hpp"

namespace zermelo::tell {

namespace {

using compositions::Play;
using compositions::Solution;
using compositions::Stipulation;
using compositions::popeye::english_letter;

/// The square at the beginning of a move of UCI, which it is taken from.
std::string_view take_square(std::string_view& uci) {
    std::size_t size = 1;
    while (size < uci.size() && is_digit(uci[size])) ++size;
    const std::string_view square = uci.substr(0, size);
    uci.remove_prefix(size);
    return square;
}

/// "Sb1*c3 +".
std::string long_move(const HalfMove& move) {
    const std::size_t size = move.san.find_last_not_of("+#=!") + 1;
    const std::string_view body = std::string_view{move.san}.substr(0, size);
    const std::string sign = size == move.san.size() ? "" : " " + move.san.substr(size);
    if (body == "O-O") return "0-0" + sign;
    if (body == "O-O-O") return "0-0-0" + sign;
    if (body.find('@') != std::string_view::npos) return std::string{body} + sign;
    std::string_view uci = move.uci;
    const std::string_view from = take_square(uci), to = take_square(uci);
    std::string text;
    if (is_upper(body[0])) text += english_letter(body[0]);
    text += fmt::format("{}{}{}", from, body.find('x') == std::string_view::npos ? '-' : '*', to);
    if (!uci.empty()) text += fmt::format("={}", english_letter(upper(uci[0])));
    return text + (move.en_passant ? " ep." : "") + sign;
}

/// A move that reaches the goal, with the goal's sign where notation has none of it.
std::string long_move(const HalfMove& move, const compositions::Goal& reached) {
    using Aim = compositions::Goal::Aim;
    const std::string text = long_move(move);
    if (reached.aim == Aim::square) return text + " z";
    if (reached.aim == Aim::capture) return text + " x";
    if (reached.aim == Aim::circuit) return text + " ct";
    if (reached.is_diagram()) return text + " " + reached.text();
    if (reached.aim == Aim::mate_or_stalemate)
        return text.substr(0, text.find_last_not_of(" #=") + 1) + " #=";
    return text;
}

bool gives_check(const HalfMove& move) { return move.san.find_last_of("+#") == move.san.size() - 1; }

/// Play against a defender, as a tree.
class TreeText {
  public:
    explicit TreeText(const Stipulation& stipulation) : goal_(stipulation.goal) {}

    std::string of(const Solution& found) {
        if (!found.set_play.empty()) {
            text_ += "\n";
            for (const Defence& defence : found.set_play) tell(defence, 1, 6);
        }
        if (found.postkey_play) tell(*found.postkey_play);
        for (const Try& a_try : found.tries) tell(a_try);
        for (const auto* const keys : {&found.keys, &found.short_keys})
            for (const Continuation& key : *keys) {
                text_ += "\n";
                tell(key, 1, 3, " !");
            }
        return std::move(text_);
    }

  private:
    void tell(const Try& a_try) {
        text_ += fmt::format("\n   1.{} ?", long_move(a_try.move));
        const bool zugzwang = a_try.threats.empty() && !a_try.defences.empty() && !gives_check(a_try.move);
        tell_threats(a_try.threats, zugzwang, 2, 10);
        for (const Defence& defence : a_try.defences)
            if (!defence.idle && !defence.refutes()) tell(defence, 1, 6);
        text_ += "    but\n";
        for (const HalfMove& refutation : a_try.refutations)
            text_ += fmt::format("      1...{} !\n", long_move(refutation));
    }

    void tell(const PostkeyPlay& play) {
        text_ += play.check ? " +" : "\n";
        tell_threats(play.threats, !play.check, 2, 10);
        for (const Defence& defence : play.defences) {
            if (defence.idle) continue;
            tell(defence, 1, 6);
            if (defence.refutes()) text_ += "        refutes.\n";
        }
    }

    void tell(const Continuation& move, unsigned number, unsigned indent, std::string_view sign = "") {
        text_ += fmt::format("{:{}}{}.{}{}", "", indent, number,
                             move.goal ? long_move(move.move, goal_) : long_move(move.move), sign);
        // A first move stands three columns to the left of where it would.
        const unsigned inner = sign.empty() ? indent : indent - 1;
        const bool zugzwang = move.length > 1 && !move.defences.empty() && !gives_check(move.move);
        tell_threats(move.threats, zugzwang, number + 1, inner + 8);
        for (const Defence& defence : move.defences)
            if (!defence.idle) tell(defence, number, inner + 4);
    }

    /// The end of a line, and what is threatened; `zugzwang`: that, if nothing is.
    void tell_threats(const std::vector<Continuation>& threats, bool zugzwang, unsigned number,
                      unsigned indent) {
        text_ += !threats.empty() ? " threat:\n" : zugzwang ? " zugzwang.\n" : "\n";
        for (const Continuation& threat : threats) tell(threat, number, indent);
    }

    void tell(const Defence& defence, unsigned number, unsigned indent) {
        text_ += fmt::format("{:{}}{}...{}\n", "", indent, number,
                             !defence.move  ? "..."
                             : defence.goal ? long_move(*defence.move, goal_)
                                            : long_move(*defence.move));
        for (const Continuation& next : defence.continuations) tell(next, number + 1, indent + 4);
    }

    compositions::Goal goal_;
    std::string text_;
};

/// Help and series play, a line a solution.
class LinesText {
  public:
    explicit LinesText(const Stipulation& stipulation) : stipulation_(stipulation) {}

    std::string of(const Solution& found) {
        text_ += "\n";
        if (found.set_solutions) {
            tell(*found.set_solutions, true);
            text_ += "\n";
        }
        for (const Solutions& lines : found.short_solutions) tell(lines, false);
        tell(found.solutions, false);
        return std::move(text_);
    }

  private:
    void tell(const Solutions& lines, bool set) {
        for (const Line& line : lines.lines) {
            std::vector<std::vector<HalfMove>> ends = line.ends;
            if (ends.empty()) ends.emplace_back();
            for (const auto& end : ends) {
                std::vector<HalfMove> moves = line.moves;
                moves.insert(moves.end(), end.begin(), end.end());
                tell(moves, lines.introduction, set);
            }
        }
    }

    void tell(const std::vector<HalfMove>& moves, std::size_t introduction, bool set) {
        std::size_t at = 0;
        for (; at < introduction; ++at) word(fmt::format("{}.{}", at + 1, long_move(moves[at])), true);
        std::size_t number = 0;
        const bool in_turn = stipulation_.play == Play::help;
        const bool begins_in_the_middle = in_turn ? stipulation_.begins_in_the_middle() != set : set;
        for (const Color side = moves[at].side; at < moves.size(); ++at) {
            const std::string move =
                at + 1 == moves.size() ? long_move(moves[at], stipulation_.goal) : long_move(moves[at]);
            if (number == 0 && begins_in_the_middle)
                word(fmt::format("{}...{}", ++number, move), true);
            else if ((moves[at].side == side) != begins_in_the_middle)
                word(fmt::format("{}.{}", ++number, move), true);
            else
                word(move, false);
        }
        text_ += line_ + "\n";
        line_.clear();
    }

    void word(const std::string& text, bool begins_a_move) {
        line_ += (line_.empty() ? "  " : begins_a_move ? "   " : " ") + text;
    }

    Stipulation stipulation_;
    std::string text_, line_;
};

/// "+b) wKa1-->b1  h#2".
std::string twin_heading(const compositions::Diagram& diagram, bool with_stipulation) {
    if (diagram.name.empty()) return {};
    const bool continued = !diagram.changes.empty() && diagram.changes.front() == "continued";
    std::string text = (continued ? "+" : "") + diagram.name + ")";
    std::string_view between = " ";
    for (const std::string& change : diagram.changes_with_men) {
        if (!with_stipulation && change == diagram.stipulation.text()) continue;
        text += fmt::format("{}{}", between, change);
        between = "  ";
    }
    return text + "\n";
}

std::string text_of(const SolvedProblem& problem, bool with_stipulations) {
    std::string text;
    for (const SolvedDiagram& solved : problem.diagrams) {
        const std::string heading = twin_heading(solved.diagram, with_stipulations);
        // A duplex is the same twin once more.
        const bool again =
            &solved != problem.diagrams.data() && (&solved)[-1].diagram.name == solved.diagram.name;
        if (!text.empty()) text += "\n";
        if (!again) text += heading;
        if (solved.solution.illegal) continue;
        const Stipulation& stipulation = solved.diagram.stipulation;
        text += stipulation.is_battle() ? TreeText{stipulation}.of(solved.solution)
                                        : LinesText{stipulation}.of(solved.solution);
    }
    return text;
}

}  // namespace

std::string popeye_text(const SolvedProblem& problem) { return text_of(problem, true); }
std::string collection_text(const SolvedProblem& problem) { return text_of(problem, false); }

}  // namespace zermelo::tell
