// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/game.hpp"

#include <algorithm>
#include <cstdlib>

#include "zermelo/engine/ends.hpp"
#include "zermelo/engine/generator.hpp"
#include "zermelo/engine/make_move.hpp"

namespace zermelo::engine {

template <typename Bits>
template <typename Sink>
void Game<Bits>::generate(const Position& p, Sink& sink) const {
    if (!compiled_->facts.ends_at_once || !end_at_once(p)) generate_going_on(p, sink);
}

template <typename Bits>
template <typename Sink>
void Game<Bits>::generate_going_on(const Position& p, Sink& sink) const {
    if (compiled_->facts.free_choice) return Generator<Bits, Sink>{*this, p, sink}.run(Wanted::all);
    if (compiled_->rules.side(p.to_move()).longest_moves) {
        MoveList list;
        ListSink all{list};
        Generator<Bits, ListSink>{*this, p, all}.run(Wanted::all);
        unsigned longest = 0;
        for (const Move m : list) longest = std::max(longest, length(p, m));
        for (const Move m : list)
            if (!sink.done() && length(p, m) == longest) sink.special(m);
        return;
    }
    const auto run = [&](auto& to, Wanted wanted) {
        if (!compiled_->rules.gates_from_hand || p.gates(p.to_move()).empty())
            return Generator<Bits, std::remove_reference_t<decltype(to)>>{*this, p, to}.run(wanted);
        MoveList list;
        ListSink all{list};
        Generator<Bits, ListSink>{*this, p, all}.run(wanted);
        for (const Move m : list) with_gated(p, m, to);
    };
    const bool must_capture = compiled_->rules.must_capture && can_capture(p);
    Wanted wanted = must_capture ? Wanted::captures : Wanted::all;
    if (compiled_->rules.must_drop && !must_capture && has_men_to_drop(p)) {
        AnySink drops;
        run(drops, Wanted::drops);
        wanted = drops.found ? Wanted::drops : Wanted::board;
    }
    run(sink, wanted);
    if (compiled_->rules.side(p.to_move()).pass_on_stalemate && !compiled_->rules.side(p.to_move()).pass) {
        AnySink other;
        run(other, Wanted::all);
        if (other.found || p.men(p.to_move()).empty()) return;
        const Set royal = royals(p, p.to_move());
        const Square at = (royal.any() ? royal : p.men(p.to_move())).first();
        const Move pass{at, at, 0, Move::Type::pass};
        if (legal_after(p, pass)) sink.special(pass);
    }
}

template <typename Bits>
template <typename Sink>
void Game<Bits>::with_gated(const Position& p, Move m, Sink& sink) const {
    sink.special(m);
    if (m.is_drop() || m.type == Move::Type::pass || m.type == Move::Type::demotion) return;
    const Color us = p.to_move();
    Set left = Set::of(m.from);
    if (m.is_castling()) {
        const Castling<Bits> c{*compiled_, p, us, m.type == Move::Type::castle_kingside};
        left = (Set::of(c.king) | Set::of(c.rook)) & ~(Set::of(c.king_to) | Set::of(c.rook_to));
    }
    const bool turned =
        m.promotion != 0 && m.promotion == compiled_->piece_moves(us, p.kind_on(m.from)).promoted_letter;
    if (turned) return;
    left &= p.gates(us);
    // A man that comes may be a hurdle, give check where none may, or be one that may not be attacked.
    const bool looked_at = !compiled_->sides[!us].attackers.hoppers.empty() ||
                           compiled_->rules.extinction_pseudo_royal || !compiled_->rules.checking;
    for (const rules::PieceKind kind : compiled_->kinds())
        if (p.in_hand(us, kind) != 0 && !(compiled_->rules.free_drops && compiled_->is_royal(kind))) {
            const PieceMoves<Bits>& piece = compiled_->piece_moves(us, kind);
            const Set gates = left & piece.drop_squares & ~piece.stuck;
            if (gates.empty()) continue;
            m.gated = compiled_->letter(kind);
            if (looked_at || compiled_->is_royal(kind))
                with_legal_gates(p, m, gates, sink);
            else
                sink.gated(m, m.gated, gates);
        }
}

template <typename Bits>
void Game<Bits>::moves(const Position& p, MoveList& list) const {
    ListSink sink{list};
    generate(p, sink);
}

template <typename Bits>
void Game<Bits>::pseudo_legal_moves(const Position& p, MoveList& list) const {
    MoveList all;
    ListSink sink{all};
    Generator<Bits, ListSink>{*this, p, sink}.run_unguarded();
    for (const Move m : all)
        if (!compiled_->rules.koeko || !ends_alone(p, m, moved(p, m))) list.push_back(m);
}

template <typename Bits>
bool Game<Bits>::is_legal(const Position& p, Move m) const {
    MoveList list;
    ListSink sink{list};
    if (!compiled_->facts.free_choice || compiled_->facts.ends_at_once || m.is_drop())
        generate(p, sink);
    else if (p.men(p.to_move()).contains(m.from))
        Generator<Bits, ListSink>{*this, p, sink}.run_for(m.from);
    return std::find(list.begin(), list.end(), m) != list.end();
}

template <typename Bits>
void Game<Bits>::checks(const Position& p, MoveList& list) const {
    if (quiet_may_win(p)) return attacks(p, list);
    const CheckSquares squares = check_squares(p, Hoppers::check_along_lines);
    if (squares.all) return attacks(p, list);
    MoveList all;
    ListSink sink{all};
    if (compiled_->facts.free_choice && !compiled_->facts.ends_at_once)
        Generator<Bits, ListSink>{*this, p, sink, &squares}.run(Wanted::all);
    else
        generate(p, sink);
    for (const Move m : all)
        if (may_check(p, squares, m)) list.push_back(m);
}

template <typename Bits>
std::uint64_t Game<Bits>::count(const Position& p) const {
    CountSink sink;
    generate(p, sink);
    return sink.count;
}

template <typename Bits>
bool Game<Bits>::has_move(const Position& p) const {
    return some_move(p).has_value();
}

template <typename Bits>
std::optional<Move> Game<Bits>::some_move(const Position& p) const {
    AnySink sink;
    generate(p, sink);
    return sink.found ? std::optional{sink.move} : std::nullopt;
}

template <typename Bits>
bool Game<Bits>::can_capture(const Position& p) const {
    AnySink captures;
    Generator<Bits, AnySink>{*this, p, captures}.run(Wanted::captures);
    return captures.found;
}

template <typename Bits>
typename Game<Bits>::Position Game<Bits>::passed(const Position& p) const {
    Position q = p;
    q.to_move_ = !p.to_move_;
    if (compiled_->rules.madrasi) return q;
    q.en_passant_ = Set{};
    q.en_passant_victim_ = Square{0};
    return q;
}

template <typename Bits>
[[gnu::always_inline]] inline void Game<Bits>::make(const Position& p, Move m, Position& q) const {
    if (is_plain(p, m))
        MoveMaker<Bits>::run_plain(*this, p, m, q);
    else
        MoveMaker<Bits>{*this, p, m, q}.run();
}

template <typename Bits>
typename Game<Bits>::Position Game<Bits>::play(const Position& p, Move m) const {
    Position q = p;
    make(p, m, q);
    if (compiled_->facts.notes_ends) MoveMaker<Bits>{*this, p, m, q}.note_ends();
    return q;
}

template <typename Bits>
void Game<Bits>::play(const Position& p, Move m, Position& q) const {
    q.copy_in_game(p, compiled_->letters.size());
    make(p, m, q);
    if (compiled_->facts.notes_ends) MoveMaker<Bits>{*this, p, m, q}.note_ends();
}

template <typename Bits>
typename Game<Bits>::Position Game<Bits>::moved(const Position& p, Move m) const {
    Position q = p;
    make(p, m, q);
    return q;
}

template <typename Bits>
std::optional<game::Outcome> Game<Bits>::end_at_once(const Position& p) const {
    return Ends<Bits>{*this, p}.at_once();
}

template <typename Bits>
bool Game<Bits>::has_row(const Position& p, Color side) const {
    return compiled_->facts.rows_end && Ends<Bits>{*this, p}.rows_made(side);
}

template <typename Bits>
game::Outcome Game<Bits>::mate_or_stalemate(const Position& p) const {
    return Ends<Bits>{*this, p}.mate_or_stalemate();
}

template <typename Bits>
void Game<Bits>::settle_en_passant(Position& p) const {
    const bool any_capture =
        !compiled_->facts.may_leave_attacked && compiled_->rules.walling == rules::Walling::none;
    if (p.en_passant_.empty() || any_capture) return;
    AnySink sink;
    p.en_passant_ = Generator<Bits, AnySink>{*this, p, sink}.legal_en_passant();
    if (p.en_passant_.empty()) p.en_passant_victim_ = Square{0};
}

template <typename Bits>
std::optional<Square> Game<Bits>::nearest_behind(const Position& p, Square square) const {
    const Set enemies = p.men(!p.to_move_);
    const bool below = p.to_move_ == Color::white;
    for (Place at = compiled_->place(square); below ? at.rank > 0 : at.rank + 1U < compiled_->ranks;) {
        at.rank = static_cast<std::uint8_t>(below ? at.rank - 1 : at.rank + 1);
        if (enemies.contains(compiled_->square(at))) return compiled_->square(at);
    }
    return std::nullopt;
}

template <typename Bits>
std::optional<game::Outcome> Game<Bits>::end(const Position& p) const {
    if (compiled_->facts.ends_at_once)
        if (const auto outcome = end_at_once(p)) return outcome;
    if (has_move(p)) return std::nullopt;
    return mate_or_stalemate(p);
}

template <typename Bits>
std::optional<game::Outcome> Game<Bits>::end_unmoved(const Position& p) const {
    if (compiled_->facts.ends_at_once)
        if (const auto outcome = end_at_once(p)) return outcome;
    return mate_or_stalemate(p);
}

template <typename Bits>
bool Game<Bits>::lost(const Position& p) const {
    if (compiled_->facts.ends_at_once)
        if (const auto outcome = end_at_once(p)) return *outcome == game::Outcome::loss;
    if (compiled_->facts.mates_are_judged) return !has_move(p) && mate_or_stalemate(p) == game::Outcome::loss;
    const bool mate_loses = compiled_->rules.checkmate_value == game::Outcome::loss;
    const bool stalemate_loses = compiled_->rules.stalemate_value == game::Outcome::loss;
    if (mate_loses && stalemate_loses) return !has_move(p);
    if (!mate_loses && !stalemate_loses) return false;
    return in_check(p) == mate_loses && !has_move(p);
}

template <typename Bits>
typename Game<Bits>::Set Game<Bits>::royals(const Position& p, Color c) const {
    Set set;
    for (const rules::PieceKind k : compiled_->royal_kinds) set |= p.men(c, k);
    return set;
}

template <typename Bits>
typename Game<Bits>::Set Game<Bits>::pseudo_royals(const Position& p, Color c) const {
    Set set;
    const rules::Rules& rules = compiled_->rules;
    if (!rules.extinction_pseudo_royal) return set;
    const auto add = [&](Set men) {
        if (men.size() <= rules.extinction_count + 1) set |= men;
    };
    if (rules.extinction_total) add(p.men(c));
    for (const rules::PieceKind k : compiled_->extinction_kinds) add(p.men(c, k));
    return set;
}

template <typename Bits>
bool Game<Bits>::any_attacked(const Position& p, Set squares, Color by, Set among) const {
    if (compiled_->rules.madrasi) among &= ~paralysed(p, by);
    while (squares.any()) {
        const Square at = squares.take_first();
        Set capturers = among;
        if (compiled_->rules.koeko) {
            // Who comes from the one square beside it that is taken would end beside nobody.
            const Set near = beside(*compiled_, at) & p.men();
            if (near.empty()) continue;
            if (near.size() == 1) capturers &= ~near;
        }
        if (attacked(*compiled_, p, at, by, p.occupied(), capturers)) return true;
    }
    return false;
}

template <typename Bits>
typename Game<Bits>::Set Game<Bits>::paralysed(const Position& p, Color side) const {
    Set set;
    for (const rules::PieceKind kind : compiled_->kinds()) {
        const Set enemies = p.men(!side, kind);
        if (compiled_->is_royal(kind) || enemies.empty()) continue;
        for (Set men = p.men(side, kind); men.any();) {
            const Square at = men.take_first();
            // The man stays where it is, and keeps shy hoppers off.
            if (attacked(*compiled_, p, at, !side, p.occupied(), enemies | Set::of(at))) set |= Set::of(at);
        }
        if (p.en_passant_.empty() || !p.men(side, kind).contains(p.en_passant_victim_)) continue;
        const auto& capturing = compiled_->sides[!side].en_passant_kinds;
        if (std::find(capturing.begin(), capturing.end(), kind) == capturing.end()) continue;
        for (Set men = enemies; men.any();)
            if ((capture_only(*compiled_, compiled_->piece_moves(!side, kind), men.take_first(),
                              p.occupied()) &
                 p.en_passant_)
                    .any())
                set |= Set::of(p.en_passant_victim_);
    }
    return set;
}

template <typename Bits>
bool Game<Bits>::ends_alone(const Position& p, Move m, const Position& after) const {
    if (m.type == Move::Type::pass) return false;
    const auto alone = [&](Square at) { return (beside(*compiled_, at) & after.men()).empty(); };
    if (!m.is_castling()) return alone(m.to);
    const Castling<Bits> c{*compiled_, p, p.to_move_, m.type == Move::Type::castle_kingside};
    return alone(c.king_to) || alone(c.rook_to);
}

template <typename Bits>
unsigned Game<Bits>::length(const Position& p, Move m) const {
    const auto squared = [&](Square from, Square to) {
        const Place a = compiled_->place(from);
        const Place b = compiled_->place(to);
        const int files = a.file - b.file;
        const int ranks = a.rank - b.rank;
        return static_cast<unsigned>(files * files + ranks * ranks);
    };
    if (!m.is_castling()) return squared(m.from, m.to);
    const Castling<Bits> c{*compiled_, p, p.to_move_, m.type == Move::Type::castle_kingside};
    const auto files = [&](Square from, Square to) {
        return std::abs(compiled_->place(from).file - compiled_->place(to).file);
    };
    const int together = files(c.king, c.king_to) + files(c.rook, c.rook_to);
    return static_cast<unsigned>(together * together);
}

template <typename Bits>
typename Game<Bits>::Set Game<Bits>::spares_last_men(const Position& p, Color c) const {
    Set set;
    for (const rules::PieceKind kind : compiled_->petrifying)
        if (rules::contains(compiled_->rules.extinction_kinds, compiled_->letter(kind)))
            set |= p.men(c, kind);
    return set;
}

template <typename Bits>
typename Game<Bits>::Set Game<Bits>::shelter(const Position& p, Color c) const {
    Set sheltered;
    if (compiled_->rules.blast)
        for (Set theirs = pseudo_royals(p, !c); theirs.any();)
            sheltered |= beside(*compiled_, theirs.take_first());
    return sheltered;
}

template <typename Bits>
bool Game<Bits>::last_piece_attacked(const Position& p, Set squares, Color c) const {
    return any_attacked(p, squares & ~shelter(p, c), !c, ~spares_last_men(p, !c));
}

template <typename Bits>
bool Game<Bits>::castles_through_danger(const Position& p, Square king, Square end, Set squares) const {
    const Color us = p.to_move_;
    const Set without = p.occupied() & ~Set::of(king);
    if (compiled_->rules.koeko || compiled_->rules.madrasi) {
        // Who attacks a square of the way depends on whether the king stands there, and where it ends on the
        // rook.
        if (!royals(p, us).contains(king)) return false;
        for (Set left = (squares & ~Set::of(end)) | Set::of(king); left.any();) {
            const Square at = left.take_first();
            Position there = p;
            there.to_move_ = !us;
            there.en_passant_ = Set{};
            there.take(king, us);
            if (there.occupied_at(at)) there.take(at, us);
            there.put(at, us, p.kind_on(king));
            if (any_attacked(there, Set::of(at), !us)) return true;
        }
        return false;
    }
    if (royals(p, us).contains(king)) {
        if (any_attacked(p, squares, !us)) return true;
        const Set theirs = compiled_->rules.flying_general ? royals(p, !us) : Set{};
        for (Set left = theirs.any() ? squares : Set{}; left.any();)
            if ((facing_squares(*compiled_, left.take_first(), without) & theirs).any()) return true;
    }
    if (!pseudo_royals(p, us).contains(king)) return false;
    const Set way = (squares & ~Set::of(end)) | Set::of(king);
    if (last_piece_attacked(p, way, us)) return true;
    // Where it is sheltered when it starts it may hide what it passes from a rider.
    for (Set left = way & ~shelter(p, us) & ~Set::of(king); left.any();)
        if (attacked(*compiled_, p, left.take_first(), !us, without, ~spares_last_men(p, !us))) return true;
    return false;
}

template <typename Bits>
bool Game<Bits>::pseudo_royals_attacked(const Position& p, Color c) const {
    const rules::Rules& rules = compiled_->rules;
    if (!rules.extinction_pseudo_royal) return false;
    if (last_piece_attacked(p, pseudo_royals(p, c), c)) return true;
    if (!rules.duple_check) return false;
    Set all;
    for (const rules::PieceKind kind : compiled_->extinction_kinds) all |= p.men(c, kind);
    if (rules.extinction_total) all |= p.men(c);
    if (all.empty()) return false;
    while (all.any())
        if (!last_piece_attacked(p, Set::of(all.take_first()), c)) return false;
    return true;
}

/// Whether royal pieces of both sides face each other along an open rank or file.
template <typename Bits>
bool Game<Bits>::royals_face(const Position& p) const {
    const Set theirs = royals(p, Color::black);
    for (Set left = royals(p, Color::white); left.any();)
        if ((facing_squares(*compiled_, left.take_first(), p.occupied()) & theirs).any()) return true;
    return false;
}

template <typename Bits>
bool Game<Bits>::royals_attacked(const Position& p, Color c) const {
    return any_attacked(p, royals(p, c), !c) || pseudo_royals_attacked(p, c) ||
           (compiled_->rules.flying_general && royals_face(p));
}

template <typename Bits>
bool Game<Bits>::legal_after(const Position& before, Move m) const {
    const rules::Rules& rules = compiled_->rules;
    const Color us = before.to_move_;
    if (rules.bikjang && royals_face(before)) {
        if (m.type == Move::Type::pass) return true;
        if (royals_face(moved(before, m))) return false;
    }
    const Position after = moved(before, m);
    if (rules.koeko && ends_alone(before, m, after)) return false;
    if (any_attacked(after, royals(after, us), !us)) return false;
    if (rules.flying_general && royals_face(after)) return false;
    if (rules.makpong && makpong_forbids(before, m)) return false;
    if (rules.sittuyin_promotion && m.promotion != 0 && !m.is_drop() &&
        any_attacked(after, royals(after, !us), us))
        return false;
    if (rules.extinction_pseudo_royal) {
        if (rules.blast || !rules.petrifying.empty()) {
            Set own = pseudo_royals(before, us);
            const bool steps = m.type == Move::Type::normal || m.type == Move::Type::en_passant ||
                               m.type == Move::Type::demotion;
            if (own.contains(m.from) && steps) own ^= Set::of(m.from) | Set::of(m.to);
            if (steps && (own & ~after.men(us)).any()) return false;
        }
        // A man that changes sides is not captured.
        Set captured = ~after.men();
        if (m.type == Move::Type::en_passant) captured |= Set::of(before.en_passant_victim_);
        captured |= Set::of(m.to);
        const bool takes_last = (pseudo_royals(before, !us) & captured).any();
        if (!takes_last && pseudo_royals_attacked(after, us)) return false;
    }
    return rules.checking || !any_attacked(after, royals(after, !us), us);
}

/// Whether a move takes a royal piece out of check other than by capturing who gives it.
template <typename Bits>
bool Game<Bits>::makpong_forbids(const Position& before, Move m) const {
    if (m.is_drop() || m.type == Move::Type::pass || !compiled_->is_royal(before.kind_on(m.from)))
        return false;
    Set checkers;
    for (Set left = before.men(!before.to_move_); left.any();) {
        const Square at = left.take_first();
        if (attacked(*compiled_, before, m.from, !before.to_move_, before.occupied(), Set::of(at)))
            checkers |= Set::of(at);
    }
    return checkers.any() && checkers != Set::of(m.to);
}

template <typename Bits>
bool Game<Bits>::has_men_to_drop(const Position& p) const {
    if (const auto letter = compiled_->rules.must_drop_kind)
        return p.in_hand(p.to_move_, compiled_->kind_of(*letter)) != 0;
    return has_anything_in_hand(p, p.to_move_);
}

template <typename Bits>
bool Game<Bits>::has_anything_in_hand(const Position& p, Color side) const {
    for (const rules::PieceKind kind : compiled_->kinds())
        if (p.in_hand(side, kind) != 0) return true;
    return false;
}

template <typename Bits>
bool Game<Bits>::drop_is_legal(const Position& before, Move m, rules::PieceKind kind) const {
    const rules::Rules& rules = compiled_->rules;
    if (rules.opposite_bishop_drops && compiled_->named.bishop &&
        !leaves_room_for_bishops(before, m.to, kind))
        return false;
    if (compiled_->is_royal(kind) && !legal_after(before, m)) return false;
    const bool may_mate = !rules.pawn_drop_mate_illegal || kind != compiled_->named.shogi_pawn;
    if (rules.drop_checks && may_mate) return true;
    // Looked at first: a drop that leaves the own royal attacked need not be asked whether it mates.
    if (!legal_after(before, m)) return false;
    const Position after = play(before, m);
    if (!any_attacked(after, royals(after, after.to_move_), before.to_move_)) return true;
    if (!rules.drop_checks) return false;
    return (compiled_->facts.ends_at_once && end_at_once(after)) || has_move(after);
}

/// Whether half of the side's bishops, rounded up for one, can stand on either colour after a drop.
template <typename Bits>
bool Game<Bits>::leaves_room_for_bishops(const Position& p, Square square, rules::PieceKind kind) const {
    const Color us = p.to_move_;
    const rules::PieceKind bishop = *compiled_->named.bishop;
    const Set bishops = p.men(us, bishop);
    const unsigned all = bishops.size() + p.in_hand(us, bishop);
    const Set dark = compiled_->dark_squares;
    const Set light = compiled_->board & ~dark;
    if (kind == bishop) return ((dark.contains(square) ? dark : light) & bishops).size() + 1 <= (all + 1) / 2;
    const Set left = compiled_->piece_moves(us, bishop).drop_squares & ~p.occupied() & ~Set::of(square);
    return (dark & (bishops | left)).size() >= all / 2 && (light & (bishops | left)).size() >= all / 2;
}

namespace {

void put_together(Hash128& key, const Hash128& part) {
    key.high ^= part.high;
    key.low ^= part.low;
}

}  // namespace

template <typename Bits>
Hash128 Game<Bits>::key(const Position& p) const {
    Hash128 key = castling_key(p);
    put_together(key, remaining_key(p));
    for (const Color c : both_colors)
        for (Set men = p.men(c); men.any();) {
            const Square at = men.take_first();
            put_together(key, compiled_->keys.man(c, p.kind_on(at), at));
        }
    return key;
}

template <typename Bits>
Hash128 Game<Bits>::key_after(const Position& before, const Hash128& key_before, Move m,
                              const Position& after) const {
    if (!is_plain(before, m)) return key(after);
    Hash128 key = key_before;
    const auto man = [&](const Position& p, Square at) {
        const Color c = p.men(Color::white).contains(at) ? Color::white : Color::black;
        put_together(key, compiled_->keys.man(c, p.kind_on(at), at));
    };
    man(before, m.from);
    if (m.to != m.from && before.occupied_at(m.to)) man(before, m.to);
    man(after, m.to);
    if (before.castling_ != after.castling_) {
        put_together(key, castling_key(before));
        put_together(key, castling_key(after));
    }
    put_together(key, remaining_key(before));
    put_together(key, remaining_key(after));
    return key;
}

template <typename Bits>
Hash128 Game<Bits>::castling_key(const Position& p) const {
    const PositionKeys& keys = compiled_->keys;
    Hash128 key;
    for (unsigned r = 0; r < 4; ++r)
        if (p.may_castle(r))
            put_together(
                key, compiled_->rules.castling_960 ? keys.castling(r, p.castling_rook(r)) : keys.castling(r));
    return key;
}

template <typename Bits>
Hash128 Game<Bits>::remaining_key(const Position& p) const {
    const PositionKeys& keys = compiled_->keys;
    Hash128 key;
    const auto add = [&](const Hash128& part) { put_together(key, part); };
    for (Set squares = p.en_passant_; squares.any();) add(keys.en_passant(squares.take_first()));
    if (p.en_passant_.any()) add(keys.en_passant_victim(p.en_passant_victim_));
    if (p.to_move_ == Color::black) add(keys.black_to_move());
    if (p.passes_ != 0) add(keys.passes(p.passes_));
    if (compiled_->rules.check_counting)
        for (const Color c : both_colors) add(keys.checks(c, p.checks_left(c)));
    if (p.castled_) add(keys.castled());
    for (Set walls = p.walls_; walls.any();) add(keys.wall(walls.take_first()));
    if (p.strong_checks_ != 0) add(keys.strong_checks(p.strong_checks_));
    if (!p.holds_more_) return key;
    for (const Color c : both_colors) {
        for (Set gates = p.gates(c); gates.any();) add(keys.gate(gates.take_first()));
        for (const rules::PieceKind kind : compiled_->kinds())
            if (const unsigned count = p.in_hand(c, kind); count != 0) add(keys.hand(c, kind, count));
        for (Set men = p.men(c); men.any();) {
            const Square at = men.take_first();
            if (const unsigned former = p.former(at); former != 0) add(keys.former(former, at));
        }
    }
    return key;
}

template class Game<std::uint64_t>;
template class Game<Bits256>;

}  // namespace zermelo::engine
