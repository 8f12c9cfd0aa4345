// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "zermelo/puzzles/queen_hunt/diagram.hpp"
#include "zermelo/puzzles/queen_hunt/explanation.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"

namespace zermelo::queen_hunt {

namespace {

using puzzles::count_text;
using puzzles::Explanation;
using puzzles::listed;

std::string_view name_of(Kind kind) {
    constexpr std::array<std::string_view, 4> names{"queen", "rook", "bishop", "knight"};
    return names[static_cast<unsigned>(kind)];
}

std::string plies(Plies count) { return count_text(count.count(), "ply", "plies"); }

Square queen_of(Army army) { return Square::from_index(lowest(squares(army, Kind::queen))); }

/// "1. ", "2. ": White's moves are numbered, and Black's replies have their numbers.
std::string white_move(std::size_t number, const Position& position, const Move& move) {
    return fmt::format("{}. {}", number, notation(position, move));
}

std::string black_move(std::size_t number, const Position& position, const Move& move) {
    return fmt::format("{}... {}", number, notation(position, move));
}

/// What White's move does at once: "takes the rook and attacks the queen on d4".
std::string effect_of(const Position& before, const Move& move, Plies length) {
    std::vector<std::string> effects;
    for (const Piece& piece : before.pieces(Color::white))
        if (piece.square == move.to()) effects.push_back(fmt::format("takes the {}", name_of(piece.kind)));
    const Position after = play(before, move);
    const Square queen = queen_of(after.own());
    const std::uint64_t attackers = attacks(queen.index(), after.occupied()) & after.other();
    if (attackers != 0) {
        const bool mover = (squares(attackers) >> move.to_index & 1U) != 0;
        const auto attacker = lowest(attackers);
        effects.push_back(mover ? fmt::format("attacks the queen on {}", name(queen))
                                : fmt::format("opens the line of the {} on {} to the queen on {}",
                                              name_of(static_cast<Kind>(attacker / 16)),
                                              name(Square::from_index(attacker % 16)), name(queen)));
    } else if (length == Plies{3}) {
        effects.emplace_back("leaves Black no good move");
    } else if (effects.empty()) {
        effects.emplace_back("is a quiet move");
    }
    return listed(effects);
}

bool is_capture(const Position& position, const Move& move) {
    return (position.occupied() >> move.to_index & 1U) != 0;
}

/// "queen on c4".
std::string piece_on(Kind kind, Square square) {
    return fmt::format("{} on {}", name_of(kind), name(square));
}

bool moves_queen_to_capture(const HuntReply& reply) {
    return reply.left == Plies{1} && reply.move.kind == Kind::queen;
}

/// Whether two replies have the same fate: the same answer, a capture after both or after neither, or a queen
/// that goes where the same piece takes it.
bool alike(const Position& before, const HuntReply& a, const HuntReply& b) {
    if (moves_queen_to_capture(a) && moves_queen_to_capture(b))
        return a.answer.from_index == b.answer.from_index;
    return a.answer == b.answer && a.left == b.left &&
           is_capture(play(before, a.move), a.answer) == is_capture(play(before, b.move), b.answer);
}

struct Group {
    const HuntReply* first;
    std::vector<std::string> moves;
};

std::vector<Group> groups_of(const HuntMove& step) {
    const Position after = play(step.before, step.move);
    std::vector<Group> groups;
    for (std::size_t i = 0; i < step.replies.size(); ++i) {
        const HuntReply& reply = step.replies[i];
        if (step.plies > Plies{3} && i == *step.longest) continue;
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& each) { return alike(after, *each.first, reply); });
        if (group == groups.end()) group = groups.insert(groups.end(), Group{&reply, {}});
        group->moves.push_back(notation(after, reply.move));
    }
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
        return a.first->left != b.first->left ? a.first->left < b.first->left
                                              : a.moves.size() > b.moves.size();
    });
    return groups;
}

/// Precondition: the move does not take the queen yet.
void explain_move(const HuntMove& step, std::size_t number, std::vector<std::string>& out) {
    const std::string move = white_move(number, step.before, step.move);
    const Position after = play(step.before, step.move);
    out.push_back(fmt::format("{} {}. Black has {}:", move, effect_of(step.before, step.move, step.plies),
                              count_text(step.replies.size(), "reply", "replies")));
    for (const Group& group : groups_of(step)) {
        const HuntReply& reply = *group.first;
        const std::string answer = white_move(number + 1, play(after, reply.move), reply.answer);
        const bool one = group.moves.size() == 1;
        const std::string moves = listed(group.moves);
        if (moves_queen_to_capture(reply))
            out.push_back(fmt::format("- {} {} the queen where White's {} takes it.", moves,
                                      one ? "puts" : "put",
                                      piece_on(reply.answer.kind, reply.answer.from())));
        else if (reply.left == Plies{1})
            out.push_back(fmt::format("- {} {} the queen to {}.", moves, one ? "leaves" : "leave", answer));
        else
            out.push_back(fmt::format("- {} {} met by {}, which wins in {}.", moves, one ? "is" : "are",
                                      answer, plies(reply.left)));
    }
    if (step.plies > Plies{3}) {
        const HuntReply& reply = step.replies[*step.longest];
        const bool alone = std::none_of(
            step.replies.begin(), step.replies.end(),
            [&](const HuntReply& other) { return &other != &reply && other.left == reply.left; });
        out.push_back(fmt::format("- {} holds out {}; White wins in {} more.", notation(after, reply.move),
                                  alone ? "longest" : "as long as any", plies(reply.left)));
    }
}

/// The moves of the main line with their numbers, to the capture of the queen.
std::string line_of(const HuntReasons& reasons) {
    std::string text;
    std::size_t number = 0;
    for (const HuntMove& step : reasons.line) {
        if (++number > 1) text += ' ';
        text += white_move(number, step.before, step.move);
        if (!step.longest) continue;
        const HuntReply& reply = step.replies[*step.longest];
        const Position after = play(step.before, step.move);
        text += " " + notation(after, reply.move);
        if (step.plies == Plies{3})
            text += " " + white_move(number + 1, play(after, reply.move), reply.answer);
    }
    return text;
}

void explain_win(const HuntReasons& reasons, Explanation& out) {
    if (reasons.shortest == Plies{1}) {
        out.summary.push_back(fmt::format("White takes the queen at once: {}.", line_of(reasons)));
        return;
    }
    out.summary.push_back(fmt::format("White takes the queen in {} at most, and m = {} allows it: {}.",
                                      plies(*reasons.shortest), reasons.bound.count(), line_of(reasons)));
    std::size_t number = 0;
    for (const HuntMove& step : reasons.line) explain_move(step, ++number, out.details);
}

/// How far a win is that the bound does not allow.
std::string beyond(const HuntReasons& reasons) {
    if (reasons.never) return "There is no forced win however large m is.";
    if (reasons.shortest)
        return fmt::format(
            "The shortest forced win takes {}, {} more than m allows; every move of either side "
            "counts.",
            plies(*reasons.shortest), reasons.shortest->count() - reasons.bound.count());
    if (reasons.none_within > reasons.bound)
        return fmt::format("There is none within {} either; whether a longer one exists was not looked into.",
                           plies(reasons.none_within));
    return "Whether m larger would do was not looked into.";
}

/// How Black answers a first move, as the group of those answered alike is called.
std::string answer_to(const Position& position, const HuntTry& each) {
    if (!each.reply) return {};
    if (each.loses_queen && each.move.kind == Kind::queen)
        return piece_on(each.reply->kind, each.reply->from());
    return black_move(1, play(position, each.move), *each.reply);
}

void explain_tries(const Position& position, const HuntReasons& reasons, std::vector<std::string>& out) {
    struct Refuted {
        const HuntTry* first;
        std::string answer;
        std::vector<std::string> moves;
    };
    std::vector<Refuted> groups;
    for (const HuntTry& each : reasons.tries) {
        const std::string answer = answer_to(position, each);
        auto group =
            std::find_if(groups.begin(), groups.end(), [&](const Refuted& g) { return g.answer == answer; });
        if (group == groups.end()) group = groups.insert(groups.end(), Refuted{&each, answer, {}});
        group->moves.push_back(notation(position, each.move));
    }
    std::stable_sort(groups.begin(), groups.end(), [](const Refuted& a, const Refuted& b) {
        return a.first->loses_queen && !b.first->loses_queen;
    });
    // The last ply that counts is White's.
    const std::uint64_t left = (reasons.bound.count() - 1) / 2 * 2 - 1;
    out.push_back(
        fmt::format("White has {}:", count_text(reasons.tries.size(), "first move", "first moves")));
    for (const Refuted& group : groups) {
        const bool one = group.moves.size() == 1;
        const std::string moves = listed(group.moves);
        if (!group.first->reply)
            out.push_back(
                fmt::format("- {}: no win in time, which is proved; the reply that shows it was not "
                            "looked for to the end.",
                            moves));
        else if (group.first->loses_queen && group.first->move.kind == Kind::queen)
            out.push_back(fmt::format("- {} {} the queen where Black's {} takes it.", moves,
                                      one ? "puts" : "put", group.answer));
        else if (group.first->loses_queen)
            out.push_back(
                fmt::format("- {} {} the queen to {}.", moves, one ? "leaves" : "leave", group.answer));
        else if (left == 1)
            out.push_back(fmt::format("- {} {} to {}: White cannot take the queen with the one ply left.",
                                      moves, one ? "fails" : "fail", group.answer));
        else
            out.push_back(fmt::format("- {} {} to {}: White has no win in the {} plies left.", moves,
                                      one ? "fails" : "fail", group.answer, left));
    }
}

void explain_no_win(const Position& position, const HuntReasons& reasons, Explanation& out) {
    const std::uint64_t m = reasons.bound.count();
    out.summary.push_back(fmt::format("White cannot force the capture of the queen within m = {}.", m));
    if (m % 2 == 0)
        out.summary.push_back(
            fmt::format("Plies 1, 3, 5, … are White's, so m = {} is worth no more than m = {}.", m, m - 1));
    out.summary.push_back(beyond(reasons));
    if (m >= 3) return explain_tries(position, reasons, out.details);
    out.details.push_back(
        fmt::format("White has only one move in that time, and no piece of his attacks the "
                    "queen on {}.",
                    name(queen_of(position.other()))));
}

}  // namespace

std::vector<Move> main_line(const HuntReasons& reasons) {
    std::vector<Move> moves;
    for (const HuntMove& step : reasons.line) {
        moves.push_back(step.move);
        if (!step.longest) continue;
        const HuntReply& reply = step.replies[*step.longest];
        moves.push_back(reply.move);
        if (step.plies == Plies{3}) moves.push_back(reply.answer);
    }
    return moves;
}

std::string notation(const Position& position, const Move& move) {
    return fmt::format("{}{}{}{}", letter(move.kind), name(move.from()),
                       is_capture(position, move) ? 'x' : '-', name(move.to()));
}

Explanation explanation_of(const Position& position, const HuntReasons& reasons) {
    Explanation out;
    out.verdict = reasons.wins() ? "YES" : "NO";
    out.picture = board_text(position, Color::white);
    reasons.wins() ? explain_win(reasons, out) : explain_no_win(position, reasons, out);
    out.members = members_of(reasons);
    out.diagram = diagram_of(position, Color::white, main_line(reasons));
    out.diagram.caption.push_back(fmt::format("{}, m = {}", out.verdict, reasons.bound.count()));
    return out;
}

}  // namespace zermelo::queen_hunt
