// SPDX-License-Identifier: GPL-3.0-or-later
// What a prover asks besides the rules: wins at a glance, and moves in a good order.
#include <algorithm>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/game.hpp"

namespace zermelo::engine {

template <typename Bits>
bool Game<Bits>::wins_unmoved() const {
    const rules::Rules& rules = compiled_->rules;
    const auto win = game::Outcome::win;
    if (rules.checkmate_value == win || rules.stalemate_value == win || rules.flag_move ||
        rules.stalemate_count || rules.material_counting != rules::MaterialCounting::none || rules.blast ||
        rules.flag_safe || rules.shatar_mate || !rules.castling_wins.empty() ||
        rules.rows.value == game::Outcome::loss)
        return true;
    if (!rules.extinction_value || compiled_->facts.last_men_stay) return false;
    // A side loses by extinction because its men are captured, unless its own move can make it so: by
    // turning its last man into another kind or to stone or over to the enemy, or by capturing where the
    // opponent's number matters.
    if (*rules.extinction_value != game::Outcome::loss || rules.extinction_opponent_count != 0 ||
        rules.extinction_claim || !rules.petrifying.empty() || rules.andernach)
        return true;
    const auto turns = [&](const rules::SideRules& side) {
        return !side.promotion_pieces.empty() &&
               std::any_of(side.promotion_pawns.begin(), side.promotion_pawns.end(),
                           [&](rules::Letter l) { return rules::contains(rules.extinction_kinds, l); });
    };
    return turns(rules.side(Color::white)) || turns(rules.side(Color::black)) ||
           !rules.promoted_kind.empty() || rules.drops || rules.flip_enclosed != rules::Enclosing::none;
}

/// Exact for plain moves of games where one royal piece a side is all that counts; too many elsewhere.
template <typename Bits>
typename Game<Bits>::CheckSquares Game<Bits>::check_squares(const Position& p, Hoppers hoppers) const {
    CheckSquares squares;
    const Color us = p.to_move_;
    const Set royal = royals(p, !us);
    const Attackers<Bits>& attackers = compiled_->sides[us].attackers;
    squares.all = royal.size() != 1 || !compiled_->facts.plain_legality;
    const bool drops_any = compiled_->rules.drops && compiled_->rules.free_drops;
    if (hoppers == Hoppers::may_check_anywhere || compiled_->named.shy_hopper)
        for (const auto& hopping : attackers.hoppers)
            squares.all =
                squares.all || p.men(us, hopping.kind).any() || p.in_hand(us, hopping.kind) != 0 || drops_any;
    if (squares.all) return squares;
    const Square target = royal.first();
    // A man that comes between a hopper and the king, or goes from there, may be its hurdle.
    Set hurdles;
    for (const auto& hopping : attackers.hoppers) {
        squares.by_kind[hopping.kind.index()] |= hopping.from[target.index()];
        for (Set men = p.men(us, hopping.kind) & hopping.from[target.index()]; men.any();) {
            const Square at = men.take_first();
            for (const auto& h : compiled_->piece_moves(us, hopping.kind).hops) {
                const auto& reach = compiled_->line(h.reach, at);
                if (!h.capture || !(h.up ? reach.up : reach.down).contains(target)) continue;
                hurdles |= h.up ? ride_up(reach.up, Set::of(target)) : ride_down(reach.down, Set::of(target));
            }
        }
    }
    for (Set& of_kind : squares.by_kind) of_kind |= hurdles;
    const Set own = p.men(us);
    squares.discoverers |= hurdles & own;
    const Set occupied = p.occupied();
    for (const auto& leaps : attackers.leaps)
        squares.by_kind[leaps.kind.index()] |= leaps.from[target.index()];
    for (const auto& riders : attackers.riders)
        for (const auto& ray : riders.rays) {
            const auto& line = compiled_->line(ray.line, target);
            Set from;
            if (ray.up) from |= ride_up(line.up, occupied);
            if (ray.down) from |= ride_down(line.down, occupied);
            for (const rules::PieceKind k : riders.kinds) squares.by_kind[k.index()] |= from;
        }
    for (const auto& lame : attackers.lame)
        squares.by_kind[lame.kind.index()] |= lame.by_target[target.index()].to;
    for_each_attack(*compiled_, p, target, us, [&](Square, Set path) {
        const Set between = path & occupied;
        if (between.size() == 1) squares.discoverers |= between & own;
    });
    return squares;
}

template <typename Bits>
bool Game<Bits>::may_check(const Position& p, const CheckSquares& squares, Move m) const {
    if (squares.all || m.gated != 0) return true;
    if (m.type == Move::Type::drop)
        return squares.by_kind[compiled_->arrived(p.to_move_, compiled_->kind_of(m.promotion), m.to).index()]
            .contains(m.to);
    if (m.promotion != 0 || m.type != Move::Type::normal) return true;
    const rules::PieceKind kind = compiled_->arrived(p.to_move_, p.kind_on(m.from), m.to);
    return squares.discoverers.contains(m.from) || squares.by_kind[kind.index()].contains(m.to);
}

template <typename Bits>
std::uint64_t Game<Bits>::replies(const Position& p) const {
    if (!compiled_->rules.drops) return count(p);
    MoveList list;
    moves(p, list);
    std::uint64_t others = 0;
    Set dropped;
    for (const Move& m : list) {
        if (m.is_drop())
            dropped |= Set::of(m.to);
        else
            ++others;
    }
    return others + dropped.size();
}

template <typename Bits>
bool Game<Bits>::quiet_may_win(const Position& p) const {
    const rules::Rules& rules = compiled_->rules;
    if (!compiled_->facts.only_mates_win) return true;
    if (rules.stalemate_value != game::Outcome::loss) return false;
    if (!compiled_->facts.plain_drops) return true;
    // Who has a man in hand and two squares for it still has a move after any one that gives no check.
    for (const rules::PieceKind k : compiled_->kinds()) {
        const PieceMoves<Bits>& piece = compiled_->piece_moves(!p.to_move_, k);
        if (p.in_hand(!p.to_move_, k) != 0 && !compiled_->is_royal(k) && k != compiled_->named.shogi_pawn &&
            compiled_->letter(k) != rules.undoubled_kind &&
            (piece.drop_squares & ~piece.stuck & ~p.occupied()).size() >= 2)
            return false;
    }
    return true;
}

template <typename Bits>
bool Game<Bits>::wins_at_once(const Position& p) const {
    if (compiled_->facts.captures_decide) {
        if (end_at_once(p)) return false;
        const Color us = p.to_move_;
        const unsigned last = compiled_->rules.extinction_count + 1;
        const auto falls = [&](Set men) { return men.size() == last && any_attacked(p, men, us); };
        if (compiled_->rules.extinction_total && falls(p.men(!us))) return true;
        return std::any_of(compiled_->extinction_kinds.begin(), compiled_->extinction_kinds.end(),
                           [&](rules::PieceKind k) { return falls(p.men(!us, k)); });
    }
    MoveList list;
    moves(p, list);
    if (quiet_may_win(p))
        return std::any_of(list.begin(), list.end(), [&](Move m) { return lost(play(p, m)); });
    const CheckSquares squares = check_squares(p);
    return std::any_of(list.begin(), list.end(),
                       [&](Move m) { return may_check(p, squares, m) && lost(play(p, m)); });
}

template <typename Bits>
void Game<Bits>::attacks(const Position& p, MoveList& list) const {
    moves(p, list);
    const CheckSquares squares = check_squares(p);
    const auto quiet = squares.all ? list.begin() : std::partition(list.begin(), list.end(), [&](Move m) {
        return may_check(p, squares, m);
    });
    std::partition(quiet, list.end(), [&](Move m) { return p.occupied_at(m.to); });
}

template <typename Bits>
void Game<Bits>::defences(const Position& p, MoveList& list) const {
    moves(p, list);
    std::partition(list.begin(), list.end(), [&](Move m) { return p.occupied_at(m.to); });
}

#define ZERMELO_INSTANTIATE(Bits)                                                                \
    template bool Game<Bits>::wins_unmoved() const;                                              \
    template Game<Bits>::CheckSquares Game<Bits>::check_squares(const Position&, Hoppers) const; \
    template bool Game<Bits>::may_check(const Position&, const CheckSquares&, Move) const;       \
    template std::uint64_t Game<Bits>::replies(const Position&) const;                           \
    template bool Game<Bits>::quiet_may_win(const Position&) const;                              \
    template bool Game<Bits>::wins_at_once(const Position&) const;                               \
    template void Game<Bits>::attacks(const Position&, MoveList&) const;                         \
    template void Game<Bits>::defences(const Position&, MoveList&) const
ZERMELO_INSTANTIATE(std::uint64_t);
ZERMELO_INSTANTIATE(Bits256);
#undef ZERMELO_INSTANTIATE

}  // namespace zermelo::engine
