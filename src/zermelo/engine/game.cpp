// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/game.hpp"

#include <algorithm>

#include "zermelo/engine/generator.hpp"

namespace zermelo::engine {

template <typename Bits>
template <typename Sink>
void Game<Bits>::generate(const Position& p, Sink& sink) const {
    if (tables_->ends_at_once && end_at_once(p)) return;
    const auto run = [&](auto& to, Wanted wanted) {
        Generator<Bits, std::remove_reference_t<decltype(to)>>{*this, p, to}.run(wanted);
    };
    bool must_capture = false;
    if (tables_->rules.must_capture) {
        AnySink captures;
        run(captures, Wanted::captures);
        must_capture = captures.found;
    }
    run(sink, must_capture ? Wanted::captures : Wanted::all);
    if (tables_->rules.side(p.to_move()).pass_on_stalemate && !tables_->rules.side(p.to_move()).pass) {
        AnySink other;
        run(other, Wanted::all);
        if (other.found || p.men(p.to_move()).empty() || in_check(p)) return;
        const Set royal = royals(p, p.to_move());
        const auto at = static_cast<std::uint8_t>((royal.any() ? royal : p.men(p.to_move())).first());
        const Move pass{at, at, 0, Move::Type::pass};
        if (legal_after(p, pass)) sink.special(pass);
    }
}

template <typename Bits>
void Game<Bits>::moves(const Position& p, MoveList& list) const {
    ListSink sink{list};
    generate(p, sink);
}

template <typename Bits>
std::uint64_t Game<Bits>::count(const Position& p) const {
    CountSink sink;
    generate(p, sink);
    return sink.count;
}

template <typename Bits>
bool Game<Bits>::has_move(const Position& p) const {
    AnySink sink;
    generate(p, sink);
    return sink.found;
}

template <typename Bits>
typename Game<Bits>::Position Game<Bits>::play(const Position& p, Move m) const {
    Position q = p;
    const Color us = p.to_move_;
    const Color them = !us;
    q.to_move_ = them;
    q.en_passant_ = Set{};
    q.passer_ = 0;
    q.passes_ = 0;
    if (m.type == Move::Type::pass) {
        q.passes_ = static_cast<std::uint8_t>(p.passes_ + 1);
        return q;
    }
    const rules::PieceKind kind = p.kind_on(m.from);
    if (m.type == Move::Type::castle_kingside || m.type == Move::Type::castle_queenside) {
        const Castling<Bits> c{*tables_, p, us, m.type == Move::Type::castle_kingside};
        const rules::PieceKind rook = p.kind_on(c.rook);
        q.take(c.king, us);
        q.take(c.rook, us);
        q.put(c.king_to, us, kind);
        q.put(c.rook_to, us, rook);
        q.castling_ = static_cast<std::uint8_t>(
            q.castling_ & ~(1U << Position::right(us, true) | 1U << Position::right(us, false)));
        return q;
    }
    if (m.type == Move::Type::en_passant) {
        q.take(p.passer_, them);
    } else if (p.occupied_at(m.to)) {
        q.take(m.to, them);
    }
    q.take(m.from, us);
    q.put(m.to, us, m.promotion == 0 ? kind : tables_->kind_of(m.promotion));
    if (p.castling_ != 0) update_castling(q, m);
    const auto& passing = tables_->piece_moves(us, kind).passing;
    if (m.promotion == 0 && !passing.empty() && passing[m.from].contains(m.to) && !p.occupied_at(m.to))
        note_en_passant(q, m.from, m.to);
    return q;
}

/// Takes the rights whose king or rook has moved or is gone, and those that now would mean another pair.
template <typename Bits>
void Game<Bits>::update_castling(Position& q, Move m) const {
    const auto lose = [&](unsigned r) { q.castling_ = static_cast<std::uint8_t>(q.castling_ & ~(1U << r)); };
    for (unsigned r = 0; r < 4; ++r) {
        const unsigned king = q.castling_kings_[r / 2];
        const unsigned rook = q.castling_rooks_[r];
        if (m.from == king || m.from == rook || m.to == king || m.to == rook) lose(r);
    }
    const Color us = !q.to_move_;
    const rules::SideRules& side = tables_->rules.side(us);
    const rules::Letter moved = tables_->letter(q.kind_on(m.to));
    if (moved != side.castling_king && !rules::contains(side.castling_rooks, moved)) return;
    for (const bool kingside : {true, false}) {
        const unsigned r = Position::right(us, kingside);
        if (!q.may_castle(r)) continue;
        const CastlingPair known{q.castling_king(us), q.castling_rook(r)};
        if (castling_pair(*tables_, q, us, kingside) != known) lose(r);
    }
}

/// Keeps the squares that were passed over and on which the side to move could capture.
template <typename Bits>
void Game<Bits>::note_en_passant(Position& q, unsigned from, unsigned to) const {
    const Color us = q.to_move_;
    const auto& side = tables_->sides[static_cast<unsigned>(us)];
    const Set passed = between(*tables_, from, to) & side.en_passant_region & ~q.occupied();
    if (passed.empty()) return;
    for (const rules::PieceKind k : side.en_passant_kinds)
        for (Set men = q.men(us, k); men.any();)
            q.en_passant_ |=
                passed & capture_only(*tables_, tables_->piece_moves(us, k), men.take_first(), q.occupied());
    if (q.en_passant_.any()) q.passer_ = static_cast<std::uint8_t>(to);
}

/// The nearest enemy behind an en passant square on its file; no square where there is none.
template <typename Bits>
unsigned Game<Bits>::nearest_behind(const Position& p, unsigned square) const {
    const Set enemies = p.men(!p.to_move_);
    unsigned at = square;
    do {
        at = p.to_move_ == Color::white ? at - tables_->files : at + tables_->files;
    } while (at < tables_->squares && !enemies.contains(at));
    return at;
}

template <typename Bits>
std::optional<game::Outcome> Game<Bits>::end(const Position& p) const {
    if (tables_->ends_at_once)
        if (const auto outcome = end_at_once(p)) return outcome;
    if (has_move(p)) return std::nullopt;
    return mate_or_stalemate(p);
}

template <typename Bits>
std::optional<game::Outcome> Game<Bits>::end_unmoved(const Position& p) const {
    if (tables_->ends_at_once)
        if (const auto outcome = end_at_once(p)) return outcome;
    return mate_or_stalemate(p);
}

template <typename Bits>
game::Outcome Game<Bits>::mate_or_stalemate(const Position& p) const {
    return in_check(p) ? tables_->rules.checkmate_value : tables_->rules.stalemate_value;
}

template <typename Bits>
bool Game<Bits>::lost(const Position& p) const {
    if (tables_->ends_at_once)
        if (const auto outcome = end_at_once(p)) return *outcome == game::Outcome::loss;
    const bool mate_loses = tables_->rules.checkmate_value == game::Outcome::loss;
    const bool stalemate_loses = tables_->rules.stalemate_value == game::Outcome::loss;
    if (mate_loses && stalemate_loses) return !has_move(p);
    if (!mate_loses && !stalemate_loses) return false;
    return in_check(p) == mate_loses && !has_move(p);
}

template <typename Bits>
std::optional<game::Outcome> Game<Bits>::end_at_once(const Position& p) const {
    const rules::Rules& rules = tables_->rules;
    const Color us = p.to_move_;
    if (rules.extinction_value && !rules.extinction_pseudo_royal) {
        for (const Color c : {!us, us}) {
            const unsigned more = rules.extinction_claim && c == us ? 1 : 0;
            const auto gone = [&](Set own, Set other) {
                return own.size() <= rules.extinction_count &&
                       other.size() >= rules.extinction_opponent_count + more;
            };
            bool extinct = rules.extinction_total && gone(p.men(c), p.men(!c));
            for (const rules::PieceKind k : tables_->extinction_kinds)
                extinct = extinct || gone(p.men(c, k), p.men(!c, k));
            if (!extinct) continue;
            const game::Outcome value = *rules.extinction_value;
            if (c == us || value == game::Outcome::draw) return value;
            return value == game::Outcome::win ? game::Outcome::loss : game::Outcome::win;
        }
    }
    const auto reached = [&](Color c) {
        const auto& side = tables_->sides[static_cast<unsigned>(c)];
        Set men = p.men(c) & side.flag_region;
        if (side.flag_kind) men &= p.kinds_[side.flag_kind->index()];
        return men.any() && men.size() >= rules.flag_count;
    };
    if (rules.flag_move) {
        if (reached(us)) {
            const auto& black = tables_->sides[static_cast<unsigned>(Color::black)];
            const bool kings = black.flag_kind && tables_->is_royal(*black.flag_kind);
            return us == Color::white && kings && reached(Color::black) ? game::Outcome::draw
                                                                        : game::Outcome::win;
        }
    } else if (reached(!us)) {
        return game::Outcome::loss;
    }
    if (p.passes_ >= 2) return game::Outcome::draw;
    return std::nullopt;
}

template <typename Bits>
typename Game<Bits>::Set Game<Bits>::royals(const Position& p, Color c) const {
    Set set;
    for (const rules::PieceKind k : tables_->royal_kinds) set |= p.men(c, k);
    return set;
}

template <typename Bits>
typename Game<Bits>::Set Game<Bits>::pseudo_royals(const Position& p, Color c) const {
    Set set;
    const rules::Rules& rules = tables_->rules;
    if (!rules.extinction_pseudo_royal) return set;
    const auto add = [&](Set men) {
        if (men.size() <= rules.extinction_count + 1) set |= men;
    };
    if (rules.extinction_total) add(p.men(c));
    for (const rules::PieceKind k : tables_->extinction_kinds) add(p.men(c, k));
    return set;
}

template <typename Bits>
bool Game<Bits>::any_attacked(const Position& p, Set squares, Color by) const {
    while (squares.any())
        if (attacked(*tables_, p, squares.take_first(), by, p.occupied(), ~Set{})) return true;
    return false;
}

template <typename Bits>
bool Game<Bits>::royals_attacked(const Position& p, Color c) const {
    return any_attacked(p, royals(p, c) | pseudo_royals(p, c), !c);
}

template <typename Bits>
bool Game<Bits>::legal_after(const Position& before, Move m) const {
    const Position after = play(before, m);
    const Color us = before.to_move_;
    if (any_attacked(after, royals(after, us), !us)) return false;
    if (tables_->rules.extinction_pseudo_royal) {
        const bool takes_last = (pseudo_royals(before, !us) & ~after.men(!us)).any();
        if (!takes_last && any_attacked(after, pseudo_royals(after, us), !us)) return false;
    }
    return tables_->rules.checking || !any_attacked(after, royals(after, !us), us);
}

template <typename Bits>
Hash128 Game<Bits>::key(const Position& p) const {
    Hash128 key;
    const auto add = [&](const Hash128& part) {
        key.high ^= part.high;
        key.low ^= part.low;
    };
    for (const Color c : both_colors)
        for (Set men = p.men(c); men.any();) {
            const unsigned at = men.take_first();
            add(tables_->man_key(c, p.kind_on(at), at));
        }
    const unsigned n = tables_->squares;
    for (Set squares = p.en_passant_; squares.any();) add(tables_->extra_key(squares.take_first()));
    if (p.en_passant_.any()) add(tables_->extra_key(n + 7 + p.passer_));
    for (unsigned r = 0; r < 4; ++r)
        if (p.may_castle(r)) add(tables_->extra_key(n + r));
    if (p.to_move_ == Color::black) add(tables_->extra_key(n + 4));
    if (p.passes_ != 0) add(tables_->extra_key(n + 4 + p.passes_));
    return key;
}

template class Game<std::uint64_t>;
template class Game<Bits256>;

}  // namespace zermelo::engine
