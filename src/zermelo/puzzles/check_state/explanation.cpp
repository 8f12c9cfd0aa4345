// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/explanation.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "zermelo/puzzles/check_state/diagram.hpp"
#include "zermelo/puzzles/check_state/rays.hpp"

namespace zermelo::check_state {

namespace {

using puzzles::count_text;
using puzzles::Explanation;
using puzzles::listed;

/// The square of a piece, or of the target of a move: "(4,5)".
template <typename Placed>
std::string place(const Placed& it) {
    return fmt::format("({},{})", it.column.number(), it.row.number());
}

/// "the rook on (4,5)": whose it is goes without saying.
std::string the(const Piece& piece) { return fmt::format("the {} on {}", name(piece.kind), place(piece)); }

std::string the_all(const std::vector<Piece>& pieces) {
    std::vector<std::string> words;
    for (const Piece& piece : pieces) words.push_back(the(piece));
    return listed(words);
}

/// "k (4,3)x(4,4)".
std::string notation(const Move& move) {
    return fmt::format("{} {}{}{}", letter_of(move.piece.color, move.piece.kind), place(move.piece),
                       move.captured && move.captured->color != move.piece.color ? 'x' : '-', place(move));
}

/// How a checker reaches the king: "along the row, with 3 empty squares between".
std::string way_of(const Piece& checker, const Piece& king) {
    if (checker.kind == Kind::king) return "from the next square";
    if (checker.kind == Kind::knight) return "with a knight's jump";
    if (checker.kind == Kind::pawn)
        return fmt::format("diagonally ahead of it: {}'s pawns go towards {} y", name(checker.color),
                           checker.color == Color::white ? "greater" : "lesser");
    const Approach approach = *approach_of(checker, king);
    if (approach.between == 0) return fmt::format("along the {}, from the next square", approach.line);
    return fmt::format("along the {}, across {}", approach.line,
                       count_text(approach.between, "empty square", "empty squares"));
}

void explain_checkers(const PlainBoard& board, const CheckState& state, Color color,
                      std::vector<std::string>& out) {
    const Piece& king = king_of(board, color);
    for (const Piece& checker : state.reasons->checkers[index(color)])
        out.push_back(fmt::format("{}'s king on {} is threatened by {}, {}.", name(color), place(king),
                                  the(checker), way_of(checker, king)));
}

void explain_pins(const CheckState& state, std::vector<std::string>& out) {
    for (const Color color : both_colors)
        for (const Pin& pin : state.reasons->pins[index(color)])
            out.push_back(fmt::format("{}'s {} on {} is pinned: without it {} would threaten the king.",
                                      name(color), name(pin.pinned.kind), place(pin.pinned),
                                      the(pin.pinner)));
}

/// Why the king cannot go to a square. Precondition: the step is no evasion.
std::string reason(const KingStep& step) {
    if (step.taken) return fmt::format("his own {} stands there", name(step.move.captured->kind));
    const bool several = step.attackers.size() > 1;
    const std::string who = the_all(step.attackers);
    if (step.move.captured)
        return fmt::format("{} {} the {} there", who, several ? "cover" : "covers",
                           name(step.move.captured->kind));
    if (!step.through_king) return fmt::format("{} {} it", who, several ? "attack" : "attacks");
    std::string text =
        fmt::format("{} looks through the king: it is on the same line", the(*step.through_king));
    std::vector<Piece> others = step.attackers;
    std::erase(others, *step.through_king);
    if (!others.empty())
        text += fmt::format("; {} {} it, too", the_all(others), others.size() > 1 ? "attack" : "attacks");
    return text;
}

void explain_moves(const CheckState& state, std::vector<std::string>& out) {
    const Reasons& reasons = *state.reasons;
    if (state.evasions.count() == 0) return;
    out.push_back(fmt::format("Plausible {}:", state.evasions.count() == 1 ? "move" : "moves"));
    const auto add = [&](const Move& move, std::string_view what) {
        out.push_back(fmt::format("- {}: {}", notation(move), what));
    };
    for (const KingStep& step : reasons.king_steps)
        if (step.is_evasion())
            add(step.move, step.move.captured ? fmt::format("the king takes {}", the(*step.move.captured))
                                              : "the king steps away");
    for (const Move& move : reasons.captures) add(move, fmt::format("takes {}", the(*move.captured)));
    for (const Move& move : reasons.interpositions) add(move, "steps between");
    const std::uint64_t unlisted = state.evasions.interpositions - reasons.interpositions.size();
    if (unlisted > 0)
        out.push_back(fmt::format("- and {} between, which {} not listed",
                                  count_text(unlisted, "more move", "more moves"),
                                  unlisted == 1 ? "is" : "are"));
}

void explain_near_misses(const CheckState& state, std::vector<std::string>& out) {
    const Reasons& reasons = *state.reasons;
    std::vector<std::string> misses;
    if (const std::size_t checkers = reasons.checkers[index(state.threatened)].size(); checkers > 1)
        misses.push_back(
            fmt::format("- captures and interpositions: {} threaten the king at once, and no "
                        "move of another piece answers both",
                        checkers == 2 ? "two pieces" : "several pieces"));
    for (const KingStep& step : reasons.king_steps)
        if (!step.is_evasion()) misses.push_back(fmt::format("- {}: {}", notation(step.move), reason(step)));
    for (const PinnedMove& pinned : reasons.pinned_moves)
        misses.push_back(fmt::format("- {}: {} is pinned by {}", notation(pinned.move),
                                     the(pinned.move.piece), the(pinned.pinner)));
    if (misses.empty()) return;
    out.emplace_back("Not plausible:");
    out.insert(out.end(), misses.begin(), misses.end());
}

/// "No move of White saves it.", "3 moves save it: 1 step of the king and 2 captures of the checker by other
/// pieces."
std::string moves_in_short(const CheckState& state) {
    if (state.is_mate()) return fmt::format("No move of {} saves it.", name(state.threatened));
    std::vector<std::string> parts;
    const auto add = [&](std::uint64_t count, std::string_view one, std::string_view several) {
        if (count != 0) parts.push_back(count_text(count, one, several));
    };
    add(state.evasions.king_moves, "step of the king", "steps of the king");
    add(state.evasions.captures, "capture of the checker by another piece",
        "captures of the checker by other pieces");
    add(state.evasions.interpositions, "move between king and checker", "moves between king and checker");
    const std::string_view saves = state.evasions.count() == 1 ? "saves it" : "save it";
    if (parts.size() == 1) return fmt::format("{} {}.", parts.front(), saves);
    return fmt::format("{} {}: {}.", count_text(state.evasions.count(), "move", "moves"), saves,
                       listed(parts));
}

}  // namespace

std::optional<Approach> approach_of(const Piece& checker, const Piece& king) {
    if (checker.kind == Kind::king || checker.kind == Kind::knight || checker.kind == Kind::pawn)
        return std::nullopt;
    const Number distance = apart(point_of(checker), point_of(king));
    return Approach{checker.column == king.column ? "column"
                    : checker.row == king.row     ? "row"
                                                  : "diagonal",
                    static_cast<std::uint64_t>(distance) - 1};
}

Explanation explanation_of(const PlainBoard& board, const CheckState& state, MoveCount count) {
    Explanation out;
    out.verdict = verdict_of(state, count);
    out.picture = board_text(board, state);
    out.members = explanation_members(board, state, count);
    out.diagram = diagram_of(board, state, out.verdict);
    switch (state.verdict) {
        case CheckState::Verdict::safe:
            out.summary.push_back(
                fmt::format("No enemy piece could capture White's king on {} now, nor Black's on {}.",
                            place(king_of(board, Color::white)), place(king_of(board, Color::black))));
            explain_pins(state, out.details);
            break;
        case CheckState::Verdict::impossible:
            explain_checkers(board, state, Color::white, out.summary);
            explain_checkers(board, state, Color::black, out.summary);
            out.summary.emplace_back("Both kings are threatened at once.");
            break;
        case CheckState::Verdict::check:
            explain_checkers(board, state, state.threatened, out.summary);
            out.summary.push_back(moves_in_short(state));
            explain_pins(state, out.details);
            explain_moves(state, out.details);
            explain_near_misses(state, out.details);
            break;
    }
    return out;
}

}  // namespace zermelo::check_state
