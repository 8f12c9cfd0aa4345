// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/rule_facts.hpp"

#include <algorithm>

#include "zermelo/engine/compiled_rules.hpp"

namespace zermelo::engine {

namespace {

using rules::Shortcut;

/// Works out the facts of compiled rules. What each rule leaves by itself is in the shortcuts that are
/// allowed; here is what rules do together, or with the pieces.
template <typename Bits>
class FactFinder {
  public:
    FactFinder(const CompiledRules<Bits>& compiled, rules::Shortcuts allowed)
        : compiled_(compiled), rules_(compiled.rules), allowed_(allowed) {}

    RuleFacts run() {
        facts_.plain_quiets = may(Shortcut::plain_quiets) && !rules_.has_hands();
        facts_.plain_moves = may(Shortcut::plain_moves) && facts_.plain_quiets;
        facts_.more_quiets = !may(Shortcut::usual_quiets);
        facts_.free_choice = may(Shortcut::free_choice);
        facts_.plain_legality = plain_legality();
        facts_.last_man_legality = last_man_legality();
        facts_.may_leave_attacked = !may(Shortcut::nobody_guarded) || has_royals();
        facts_.plain_drops = may(Shortcut::plain_drops) && facts_.plain_legality && rules_.drops;
        facts_.captures_are_moves = captures_are_moves();
        facts_.takes_what_it_attacks = takes_what_it_attacks();

        facts_.ends_beyond_material = !may(Shortcut::ends_by_material);
        facts_.ends_at_once = facts_.ends_beyond_material || extinction_ends();
        facts_.rows_end = rules_.ends_by_rows();
        facts_.connects = connects();
        facts_.notes_ends = !may(Shortcut::nothing_noted);
        facts_.mates_are_judged = !may(Shortcut::plain_mates);
        facts_.last_men_stay = last_men_stay();
        facts_.only_mates_win = only_mates_win();
        facts_.captures_decide = captures_decide();

        if (may(Shortcut::uses_up)) facts_.uses = uses();
        for (const Color c : both_colors) {
            facts_.endless[c] = endless(c);
            facts_.capture_moves[c] = capture_moves(c);
        }
        return facts_;
    }

  private:
    bool may(Shortcut shortcut) const { return allowed_.has(shortcut); }
    bool has_royals() const { return !compiled_.royal_kinds.empty(); }
    bool may_be_last(rules::Letter letter) const { return rules::contains(rules_.extinction_kinds, letter); }
    /// Whether cannons may be last men. They do not capture each other, wherever they go: nothing that
    /// squares alone tell.
    bool last_cannon() const {
        const auto cannon = compiled_.named.shy_hopper;
        return cannon && may_be_last(compiled_.letter(*cannon));
    }

    bool plain_legality() const {
        return may(Shortcut::plain_legality) && compiled_.royal_kinds.size() <= 1 &&
               (!rules_.blast || !has_royals());
    }

    bool last_man_legality() const {
        return may(Shortcut::last_man_legality) && !last_cannon() && rules_.extinction_pseudo_royal &&
               !rules_.extinction_total && !has_royals() && keeps_last_kinds();
    }

    bool takes_what_it_attacks() const {
        return may(Shortcut::takes_what_it_attacks) && facts_.captures_are_moves && facts_.plain_legality &&
               !has_royals() && !compiled_.named.shy_hopper;
    }

    bool extinction_ends() const {
        return std::any_of(compiled_.sides.begin(), compiled_.sides.end(), [](const auto& side) {
            return side.ends_as_a_whole || !side.ending_kinds.empty();
        });
    }

    bool connects() const {
        return std::any_of(compiled_.sides.begin(), compiled_.sides.end(), [](const auto& side) {
            return side.connect_regions[0].any() && side.connect_regions[1].any();
        });
    }

    bool last_men_stay() const {
        return may(Shortcut::last_men_stay) && rules_.extinction_pseudo_royal && last_men_end() &&
               keeps_last_kinds() && !takes_last_in_passing();
    }

    bool only_mates_win() const {
        return may(Shortcut::only_mates_win) && !facts_.ends_beyond_material &&
               (!extinction_ends() || facts_.last_men_stay);
    }

    bool captures_decide() const {
        return may(Shortcut::captures_decide) && facts_.captures_are_moves && extinction_ends() &&
               *rules_.extinction_value == game::Outcome::loss && !has_royals() &&
               rules_.stalemate_value != game::Outcome::loss && !rules_.has_hands() && !last_cannon() &&
               !last_men_promote();
    }

    bool last_men_promote() const {
        return any_piece([&](const PieceMoves<Bits>& piece, rules::Letter letter) {
            return piece.promotes && may_be_last(letter);
        });
    }

    /// Whether the game ends with every last man: who captures one need not mind its own.
    bool last_men_end() const {
        const auto ends = [&](const auto& side) {
            return side.ending_kinds.size() == compiled_.extinction_kinds.size() &&
                   side.ends_as_a_whole == rules_.extinction_total;
        };
        return !rules_.has_hands() && std::all_of(compiled_.sides.begin(), compiled_.sides.end(), ends);
    }

    /// Whether no move makes another kind of a man that may be a last one, or such a man of another kind.
    bool keeps_last_kinds() const {
        const auto last = [&](rules::Letter letter) { return may_be_last(letter); };
        return !rules_.piece_demotion && !any_piece([&](const PieceMoves<Bits>& piece, rules::Letter letter) {
            return (piece.turns && last(letter)) || (piece.promoted_letter && last(*piece.promoted_letter)) ||
                   std::any_of(piece.promotions.begin(), piece.promotions.end(), last);
        });
    }

    /// Whether a man that may be a last one can be captured en passant, which no rule of last men looks at.
    bool takes_last_in_passing() const {
        const auto takes = [](const auto& side) { return !side.en_passant_kinds.empty(); };
        return std::any_of(compiled_.sides.begin(), compiled_.sides.end(), takes) &&
               any_piece([&](const PieceMoves<Bits>& piece, rules::Letter letter) {
                   return (rules_.extinction_total || may_be_last(letter)) && !piece.passing.empty();
               });
    }

    /// Whether every man may come to where it captures: not where it must turn and cannot, or could never
    /// leave the square.
    bool captures_are_moves() const {
        for (const Color c : both_colors)
            for (const rules::PieceKind k : compiled_.kinds())
                if (!captures_are_moves(c, compiled_.piece_moves(c, k))) return false;
        return true;
    }
    bool captures_are_moves(Color c, const PieceMoves<Bits>& piece) const {
        const auto allowed = [&](rules::Letter into) {
            return compiled_.piece_moves(c, compiled_.kind_of(into)).allowed;
        };
        const auto may_be_had = [&](rules::Letter into) {
            return !rules_.promotion_limit.contains(into) &&
                   (compiled_.sides[c].promotion_region & ~allowed(into)).empty();
        };
        if (piece.stuck.any()) return false;
        if (piece.promotes && rules_.mandatory_pawn_promotion &&
            std::none_of(piece.promotions.begin(), piece.promotions.end(), may_be_had))
            return false;
        // Such men may turn where they leave the region, too.
        return !rules_.mandatory_piece_promotion ||
               (!rules_.piece_demotion &&
                (!piece.promoted_letter || allowed(*piece.promoted_letter) == compiled_.board));
    }

    /// Whether `f(moves, letter)` holds for some kind of some side.
    template <typename F>
    bool any_piece(const F& f) const {
        for (const Color c : both_colors)
            for (const rules::PieceKind k : compiled_.kinds())
                if (f(compiled_.piece_moves(c, k), compiled_.letter(k))) return true;
        return false;
    }

    /// See `RuleFacts::Uses`. Men that change sides, and moves that go nowhere, are not looked into. A pass
    /// uses up nothing, but two in a row end the game, and a position knows of one.
    RuleFacts::Uses uses() const {
        using Uses = RuleFacts::Uses;
        if (compiled_.sides[Color::white].castling_kinds != 0 ||
            compiled_.sides[Color::black].castling_kinds != 0)
            return Uses::nothing;
        if (rules_.walling != rules::Walling::none)
            return rules_.walling != rules::Walling::duck ? Uses::squares_for_walls : Uses::nothing;
        if (rules_.captures_fill_hands()) return Uses::nothing;
        bool drops_alone = true;
        for (const rules::Kind& kind : rules_.kinds) {
            drops_alone = drops_alone && !kind.pawn && kind.movements.empty();
            for (const rules::Movement& m : kind.movements)
                if (m.moves && m.ranks <= 0) return Uses::nothing;
        }
        if (drops_alone) return Uses::empty_squares;
        if (rules_.free_drops || rules_.flip_enclosed != rules::Enclosing::none) return Uses::nothing;
        if (rules_.soldier_rank != 0 || rules_.diagonal_lines.any()) return Uses::nothing;
        return Uses::men_and_ranks;
    }

    std::vector<bool> endless(Color color) const {
        std::vector<bool> moving(rules_.kinds.size(), false);
        const auto may_move = [&](const rules::Kind& kind) {
            return kind.pawn || std::any_of(kind.movements.begin(), kind.movements.end(),
                                            [](const auto& m) { return m.moves; });
        };
        const auto is_moving = [&](rules::Letter letter) {
            return moving[compiled_.kind_of(letter).index()];
        };
        for (bool changed = true; changed;) {
            changed = false;
            for (const rules::PieceKind kind : compiled_.kinds()) {
                const PieceMoves<Bits>& piece = compiled_.piece_moves(color, kind);
                const bool moves = may_move(rules_.kinds[kind.index()]) || rules_.piece_demotion ||
                                   (piece.promoted_letter && is_moving(*piece.promoted_letter)) ||
                                   std::any_of(piece.promotions.begin(), piece.promotions.end(), is_moving);
                changed = changed || moves != moving[kind.index()];
                moving[kind.index()] = moves;
            }
        }
        return moving;
    }

    unsigned capture_moves(Color color) const {
        unsigned most = 0;
        for (const rules::PieceKind kind : compiled_.kinds())
            for (const rules::Movement& m : rules_.kinds[kind.index()].movements) {
                if (!m.captures) continue;
                const unsigned back = m.ranks > 0 ? 0 : m.ranks == 0 ? 1 : compiled_.ranks;
                most = std::max(most, facts_.endless[color][kind.index()] ? back : 1U);
            }
        return most;
    }

    const CompiledRules<Bits>& compiled_;
    const rules::Rules& rules_;
    const rules::Shortcuts allowed_;
    RuleFacts facts_;
};

}  // namespace

template <typename Bits>
RuleFacts facts_of(const CompiledRules<Bits>& compiled, rules::Shortcuts allowed) {
    return FactFinder<Bits>{compiled, allowed}.run();
}

template RuleFacts facts_of(const CompiledRules<std::uint64_t>&, rules::Shortcuts);
template RuleFacts facts_of(const CompiledRules<Bits256>&, rules::Shortcuts);

}  // namespace zermelo::engine
