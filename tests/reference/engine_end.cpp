// SPDX-License-Identifier: GPL-3.0-or-later
// The ends of a game, in the order in which the rules look for them.
#include <algorithm>

#include "reference/engine.hpp"
#include "reference/engine_parts.hpp"

namespace zermelo::reference {
namespace {

using game::Outcome;

Outcome for_the_other(Outcome outcome) {
    switch (outcome) {
        case Outcome::loss:
            return Outcome::win;
        case Outcome::win:
            return Outcome::loss;
        case Outcome::draw:
            break;
    }
    return Outcome::draw;
}

/// Whether a man of a side turns from one kind into another, or back.
bool are_kin(const rules::Rules& rules, Color side, rules::Letter a, rules::Letter b) {
    const rules::SideRules& own = rules.side(side);
    const auto becomes = [&](rules::Letter from, rules::Letter to) {
        const auto it = rules.promoted_kind.find(from);
        if (it != rules.promoted_kind.end() && it->second == to) return true;
        return own.promotion_pawns.find(from) != std::string::npos &&
               own.promotion_pieces.find(to) != std::string::npos;
    };
    return becomes(a, b) || becomes(b, a);
}

/// The kinds that count as one with a kind of extinction: where last men may not be lost, and there are no
/// blasts, those into which it turns, step by step; else it alone.
std::string counted_with(const rules::Rules& rules, Color side, rules::Letter letter) {
    std::string kin(1, letter);
    if (!rules.extinction_pseudo_royal || rules.blast) return kin;
    for (std::size_t i = 0; i < kin.size(); ++i)
        for (const rules::Letter other : rules.extinction_kinds)
            if (kin.find(other) == std::string::npos && are_kin(rules, side, kin[i], other)) kin += other;
    return kin;
}

/// Whether men of some kinds ("": all) being gone ends the game for a side: not where its last men may not be
/// lost and it has so few of them already in the start, unless there are blasts.
bool ends_if_gone(const rules::Rules& rules, Color side, const std::string& kinds) {
    if (!rules.extinction_pseudo_royal || rules.blast) return true;
    const auto start = engine::parse_fen(rules.start_fen, rules);
    if (!start) return false;
    unsigned men = kinds.empty() ? count_with_hand(*start, side) : 0;
    for (const rules::Letter letter : kinds) men += count_with_hand(*start, side, letter);
    return men > rules.extinction_count;
}

bool extinct(const Setup& setup, const rules::Rules& rules, Color side) {
    const unsigned claim = rules.extinction_claim && side == setup.to_move ? 1 : 0;
    const auto gone = [&](const std::string& kinds) {
        unsigned own = kinds.empty() ? count_with_hand(setup, side) : 0;
        unsigned other = kinds.empty() ? count_with_hand(setup, !side) : 0;
        for (const rules::Letter letter : kinds) {
            own += count_with_hand(setup, side, letter);
            other += count_with_hand(setup, !side, letter);
        }
        return own <= rules.extinction_count && other >= rules.extinction_opponent_count + claim &&
               ends_if_gone(rules, side, kinds);
    };
    for (const rules::Letter letter : rules.extinction_kinds)
        if (gone(counted_with(rules, side, letter))) return true;
    return rules.extinction_total && gone("");
}

bool flag_reached(const Setup& setup, const rules::Rules& rules, Color side) {
    const rules::SideRules& own = rules.side(side);
    unsigned there = 0;
    for (const At square : squares(setup)) {
        const auto& man = man_on(setup, square);
        if (man && man->color == side && own.flag_region[square.bit()] &&
            (!own.flag_piece || man->letter == own.flag_piece))
            ++there;
    }
    if (there == 0) return false;
    bool full = rules.flag_blocked;
    for (const At square : squares(setup))
        if (own.flag_region[square.bit()] && !man_on(setup, square)) full = false;
    if (there < rules.flag_count && !full) return false;
    // Who is to move after one more move of the other has had it.
    if (!rules.flag_safe || there != rules.flag_count || (rules.flag_move && side == setup.to_move))
        return true;
    for (const At square : squares(setup)) {
        const auto& man = man_on(setup, square);
        if (man && man->color == side && own.flag_region[square.bit()] &&
            (!own.flag_piece || man->letter == own.flag_piece) && is_attacked(setup, rules, square, !side))
            return false;
    }
    return true;
}

/// Castling that wins: who has just castled so has won; who has lost all such rights has lost.
std::optional<Outcome> castling_end(const Setup& setup, const rules::Rules& rules) {
    if (rules.castling_wins.empty()) return std::nullopt;
    if (setup.castled) return Outcome::loss;
    for (const Color side : {!setup.to_move, setup.to_move}) {
        unsigned asked = 0;
        unsigned left = 0;
        for (const bool kingside : {true, false}) {
            const char letter = castling_letter(side, kingside);
            if (rules.castling_wins.find(letter) == std::string::npos) continue;
            ++asked;
            if (setup.castling.find(letter) != std::string::npos) ++left;
        }
        if (asked > 0 && left == 0) return side == setup.to_move ? Outcome::loss : Outcome::win;
    }
    return std::nullopt;
}

unsigned janggi_points(const Setup& setup, const rules::Rules& rules, Color side) {
    unsigned points = 0;
    for (const rules::Kind& kind : rules.kinds) {
        unsigned each = 0;
        if (kind.name == "rook") each = 13;
        if (kind.name == "janggiCannon") each = 7;
        if (kind.name == "horse") each = 5;
        if (kind.name == "janggiElephant" || kind.name == "wazir") each = 3;
        if (kind.name == "soldier") each = 2;
        points += each * count(setup, side, kind.letter);
    }
    return points;
}

/// Mate as in Shatar, for who is mated.
Outcome shatar_mate(const Setup& setup, const rules::Rules& rules) {
    bool by_others = false;
    for (const At king : royals(setup, rules, setup.to_move))
        for (const At square : squares(setup)) {
            const auto& man = man_on(setup, square);
            if (!man || man->color == setup.to_move || rules.kind(man->letter)->name == "knight") continue;
            const auto reached = attacked(setup, rules, square);
            by_others = by_others || std::find(reached.begin(), reached.end(), king) != reached.end();
        }
    if (!by_others) return Outcome::win;
    const unsigned bit = setup.to_move == Color::white ? 2 : 1;
    return (setup.strong_checks & bit) != 0 ? rules.checkmate_value : Outcome::draw;
}

/// A draw, or who wins it by the number of men.
Outcome by_counting(const Setup& setup, const rules::Rules& rules) {
    const Color us = setup.to_move;
    const auto for_white = [&](Outcome outcome) {
        return us == Color::white ? outcome : for_the_other(outcome);
    };
    switch (rules.material_counting) {
        case rules::MaterialCounting::none:
            break;
        case rules::MaterialCounting::white_draw_odds:
            return for_white(Outcome::win);
        case rules::MaterialCounting::black_draw_odds:
            return for_white(Outcome::loss);
        case rules::MaterialCounting::janggi:
            return for_white(janggi_points(setup, rules, Color::white) >
                                     janggi_points(setup, rules, Color::black) + 1
                                 ? Outcome::win
                                 : Outcome::loss);
        case rules::MaterialCounting::unweighted: {
            const unsigned own = count(setup, us);
            const unsigned other = count(setup, !us);
            if (own != other) return own > other ? Outcome::win : Outcome::loss;
            break;
        }
    }
    return Outcome::draw;
}

Outcome stalemate(const Setup& setup, const rules::Rules& rules) {
    Outcome outcome = rules.stalemate_value;
    if (rules.stalemate_count) {
        const unsigned own = count(setup, setup.to_move);
        const unsigned other = count(setup, !setup.to_move);
        if (own > other) outcome = for_the_other(outcome);
        if (own == other) outcome = Outcome::draw;
    }
    return outcome == Outcome::draw ? by_counting(setup, rules) : outcome;
}

bool is_full(const Setup& setup) {
    const auto all = squares(setup);
    return std::all_of(all.begin(), all.end(), [&](At square) { return man_on(setup, square).has_value(); });
}

bool flag_piece_is_royal(const rules::Rules& rules, Color side) {
    const rules::Kind* kind = rules.kind(rules.side(side).flag_piece);
    return kind != nullptr && kind->royal;
}

/// Whether Black, with its king not in check, can move it to its flag region.
bool king_reaches_flag(const Setup& setup, const rules::Rules& rules) {
    const Color us = setup.to_move;
    const std::vector<At> kings = royals(setup, rules, us);
    if (us == Color::white || std::any_of(kings.begin(), kings.end(),
                                          [&](At king) { return is_attacked(setup, rules, king, !us); }))
        return false;
    const auto moves = legal_moves(setup, rules);
    return std::any_of(moves.begin(), moves.end(), [&](Move move) {
        return !move.is_drop() && move.type != Move::Type::pass &&
               std::find(kings.begin(), kings.end(), square_of(setup, move.from)) != kings.end() &&
               rules.side(us).flag_region[square_of(setup, move.to).bit()];
    });
}

}  // namespace

unsigned count(const Setup& setup, Color side, std::optional<rules::Letter> letter) {
    unsigned result = 0;
    for (const At square : squares(setup)) {
        const auto& man = man_on(setup, square);
        if (man && man->color == side && (!letter || man->letter == letter)) ++result;
    }
    return result;
}

std::optional<Outcome> immediate_end(const Setup& setup, const rules::Rules& rules) {
    const Color us = setup.to_move;
    if (rules.extinction_value) {
        if (extinct(setup, rules, !us)) return for_the_other(*rules.extinction_value);
        if (extinct(setup, rules, us)) return *rules.extinction_value;
    }
    if ((rules.flag_move || rules.flag_safe) && flag_reached(setup, rules, us)) {
        const bool draws_level =
            !rules.flag_move || (us == Color::white && flag_piece_is_royal(rules, Color::black));
        return draws_level && flag_reached(setup, rules, !us) ? Outcome::draw : Outcome::win;
    }
    // With one more move a king may draw level, and nothing else is waited for where only the king could.
    const bool waits = rules.flag_move &&
                       (flag_piece_is_royal(rules, us) ? king_reaches_flag(setup, rules) : !rules.flag_safe);
    if (flag_reached(setup, rules, !us) && !waits) return Outcome::loss;
    if (const auto outcome = castling_end(setup, rules)) return outcome;
    if (rules.check_counting && (*setup.checks_left)[!us] == 0) return Outcome::loss;
    if (has_row(setup, rules, !us)) return for_the_other(rules.rows.value);
    if (rules.bikjang && setup.passes >= 1 && royals_see(setup, rules)) return by_counting(setup, rules);
    if (setup.passes >= 2 || (rules.full_board_ends && is_full(setup))) return by_counting(setup, rules);
    return std::nullopt;
}

std::optional<Outcome> end(const Setup& setup, const rules::Rules& rules) {
    if (const auto outcome = immediate_end(setup, rules)) return outcome;
    if (!moves(setup, rules).empty()) return std::nullopt;
    if (!attacked(setup, rules, setup.to_move)) return stalemate(setup, rules);
    return rules.shatar_mate ? shatar_mate(setup, rules) : rules.checkmate_value;
}

}  // namespace zermelo::reference
