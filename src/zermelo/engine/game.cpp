// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/game.hpp"

#include <algorithm>

#include "zermelo/engine/generator.hpp"

namespace zermelo::engine {

namespace {

game::Outcome for_the_other(game::Outcome outcome) {
    switch (outcome) {
        case game::Outcome::loss:
            return game::Outcome::win;
        case game::Outcome::win:
            return game::Outcome::loss;
        case game::Outcome::draw:
            break;
    }
    return outcome;
}

bool contains(const std::vector<rules::PieceKind>& kinds, rules::PieceKind kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

}  // namespace

template <typename Bits>
template <typename Sink>
void Game<Bits>::generate(const Position& p, Sink& sink) const {
    if (tables_->ends_at_once && end_at_once(p)) return;
    const auto run = [&](auto& to, Wanted wanted) {
        if (!tables_->rules.gates_from_hand || p.gates(p.to_move()).empty())
            return Generator<Bits, std::remove_reference_t<decltype(to)>>{*this, p, to}.run(wanted);
        MoveList list;
        ListSink all{list};
        Generator<Bits, ListSink>{*this, p, all}.run(wanted);
        for (const Move m : list) with_gated(p, m, to);
    };
    bool must_capture = false;
    if (tables_->rules.must_capture) {
        AnySink captures;
        run(captures, Wanted::captures);
        must_capture = captures.found;
    }
    Wanted wanted = must_capture ? Wanted::captures : Wanted::all;
    if (tables_->rules.must_drop && !must_capture && has_men_to_drop(p)) {
        AnySink drops;
        run(drops, Wanted::drops);
        wanted = drops.found ? Wanted::drops : Wanted::board;
    }
    run(sink, wanted);
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
template <typename Sink>
void Game<Bits>::with_gated(const Position& p, Move m, Sink& sink) const {
    sink.special(m);
    if (m.is_drop() || m.type == Move::Type::pass || m.type == Move::Type::demotion) return;
    const Color us = p.to_move();
    Set left = Set::of(m.from);
    if (is_castling(m)) {
        const Castling<Bits> c{*tables_, p, us, m.type == Move::Type::castle_kingside};
        left = (Set::of(c.king) | Set::of(c.rook)) & ~(Set::of(c.king_to) | Set::of(c.rook_to));
    }
    const bool turned =
        m.promotion != 0 && m.promotion == tables_->piece_moves(us, p.kind_on(m.from)).promoted_letter;
    if (turned) return;
    left &= p.gates(us);
    for (const rules::PieceKind kind : tables_->kinds())
        if (p.in_hand(us, kind) != 0) {
            const PieceMoves<Bits>& piece = tables_->piece_moves(us, kind);
            const Set gates = left & piece.drop_squares & ~piece.stuck;
            if (gates.any()) sink.gated(m, tables_->letter(kind), gates);
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
    if (!tables_->notes_ends) return moved(p, m);
    Position q = moved(p, m);
    note_ends(q, m);
    return q;
}

template <typename Bits>
typename Game<Bits>::Position Game<Bits>::moved(const Position& p, Move m) const {
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
    if (m.type == Move::Type::wall) {
        put_wall(q, m.gate);
        return q;
    }
    if (m.is_drop()) {
        play_drop(q, m);
        if (tables_->rules.flip_enclosed != rules::Enclosing::none) flip_enclosed(q, m, us);
        if (q.castling_ != 0) recheck_castling(q);
        if (tables_->rules.castling_with_dropped) note_dropped_castling(q, m.to);
        if (tables_->rules.gating) update_gates(q, p, m);
        return q;
    }
    const rules::PieceKind kind = p.kind_on(m.from);
    if (is_castling(m)) {
        const Castling<Bits> c{*tables_, p, us, m.type == Move::Type::castle_kingside};
        const rules::PieceKind rook = p.kind_on(c.rook);
        q.take(c.king, us);
        q.take(c.rook, us);
        q.put(c.king_to, us, kind);
        q.put(c.rook_to, us, rook);
        if (p.holds_more_) {
            q.holdings_.former[c.king] = q.holdings_.former[c.rook] = 0;
            q.holdings_.former[c.king_to] = p.holdings_.former[c.king];
            q.holdings_.former[c.rook_to] = p.holdings_.former[c.rook];
        }
        q.castling_ = static_cast<std::uint8_t>(
            q.castling_ & ~(1U << Position::right(us, true) | 1U << Position::right(us, false)));
        if (tables_->rules.opposite_castling)
            q.castling_ = static_cast<std::uint8_t>(
                q.castling_ & ~(1U << Position::right(them, m.type == Move::Type::castle_kingside)));
        if (m.gated == Move::wall_gated) put_wall(q, m.gate);
        if (tables_->rules.gating) update_gates(q, p, m);
        return q;
    }
    const bool takes = p.occupied_at(m.to) && m.to != m.from;
    if (m.type == Move::Type::en_passant) {
        capture(q, p.passer_, them);
    } else if (takes) {
        capture(q, m.to, them);
    }
    q.take(m.from, us);
    q.put(m.to, us, m.promotion == 0 ? kind : tables_->kind_of(m.promotion));
    if (p.holds_more_) note_former(q, p, m, kind);
    if (p.castling_ != 0) update_castling(q, m);
    if (tables_->rules.flip_enclosed != rules::Enclosing::none) {
        flip_enclosed(q, m, us);
        recheck_castling(q);
    }
    if (takes || m.type == Move::Type::en_passant) {
        const bool petrifies = !tables_->petrifying.empty() && contains(tables_->petrifying, kind);
        if (tables_->rules.blast)
            explode(q, m.to, petrifies);
        else if (petrifies)
            petrify(q, m.to, us);
    }
    if (m.gated == Move::wall_gated) put_wall(q, m.gate);
    if (tables_->rules.gating) update_gates(q, p, m);
    const auto& passing = tables_->piece_moves(us, kind).passing;
    if (m.promotion == 0 && !passing.empty() && passing[m.from].contains(m.to) && !takes)
        note_en_passant(q, m.from, m.to);
    return q;
}

template <typename Bits>
void Game<Bits>::capture(Position& q, unsigned square, Color owner) const {
    const rules::Rules& rules = tables_->rules;
    if (rules.captures_to_hand) {
        rules::PieceKind kind = q.kind_on(square);
        const unsigned former = rules.drop_loop ? 0 : q.holdings_.former[square];
        if (former == Holdings<Bits>::promoted_pawn) {
            kind = *tables_->main_pawn[static_cast<unsigned>(owner)];
        } else if (former != 0) {
            kind = rules::PieceKind{former - 1};
        }
        ++q.hand(!owner, kind);
    }
    if (q.holds_more_) q.holdings_.former[square] = 0;
    q.take(square, owner);
}

/// Takes the rights whose pair is no longer the one that the rules find.
template <typename Bits>
void Game<Bits>::recheck_castling(Position& q) const {
    for (unsigned r = 0; r < 4; ++r) {
        if (!q.may_castle(r)) continue;
        const Color side = r < 2 ? Color::white : Color::black;
        const CastlingPair known{q.castling_kings_[r / 2], q.castling_rooks_[r]};
        if (!is_pair(*tables_, q, side, r % 2 == 0, known))
            q.castling_ = static_cast<std::uint8_t>(q.castling_ & ~(1U << r));
    }
}

template <typename Bits>
void Game<Bits>::put_wall(Position& q, unsigned square) const {
    if (tables_->rules.walling == rules::Walling::duck) q.walls_ = Set{};
    q.walls_ |= Set::of(square);
}

template <typename Bits>
void Game<Bits>::petrify(Position& q, unsigned square, Color owner) const {
    q.take(square, owner);
    q.walls_ |= Set::of(square);
}

template <typename Bits>
typename Game<Bits>::Set Game<Bits>::wall_squares(const Position& p, Move m) const {
    const Color us = p.to_move_;
    const rules::Walling rule = tables_->rules.walling;
    Set occupied = p.occupied();  // after the move, before its blast
    if (is_castling(m)) {
        const Castling<Bits> c{*tables_, p, us, m.type == Move::Type::castle_kingside};
        occupied &= ~(Set::of(c.king) | Set::of(c.rook));
        occupied |= Set::of(c.king_to) | Set::of(c.rook_to);
    } else if (m.type != Move::Type::wall) {
        occupied = (occupied & ~Set::of(m.from)) | Set::of(m.to);
        if (m.type == Move::Type::en_passant) occupied &= ~Set::of(p.passer_);
    }
    Set squares = tables_->board & ~occupied & tables_->sides[static_cast<unsigned>(us)].wall_region;
    if (rule == rules::Walling::past) squares &= Set::of(m.from);
    if (rule == rules::Walling::arrow && m.type != Move::Type::wall) {
        const rules::PieceKind kind = m.promotion == 0 ? p.kind_on(m.from) : tables_->kind_of(m.promotion);
        squares &= targets(*tables_, tables_->piece_moves(us, kind), m.to, occupied, squares, Set{},
                           shy_men(*tables_, p));
    }
    if (rule == rules::Walling::edge) {
        Set near = tables_->edge;
        for (Set walls = p.walls_; walls.any();) {
            const unsigned at = walls.take_first();
            for (const auto& [files, ranks] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}})
                if (const auto beside = tables_->shifted(at, files, ranks)) near |= Set::of(*beside);
        }
        squares &= near;
    }
    return squares;
}

/// Gates that are left, and what comes into one of them.
template <typename Bits>
void Game<Bits>::update_gates(Position& q, const Position& p, Move m) const {
    const Color us = p.to_move_;
    const rules::Rules& rules = tables_->rules;
    auto& gates = q.holdings_.gates;
    Set& own = gates[static_cast<unsigned>(us)];
    Set& theirs = gates[static_cast<unsigned>(!us)];
    if (m.gated != 0) {
        const rules::PieceKind kind = tables_->kind_of(m.gated);
        --q.hand(us, kind);
        q.put(m.gate, us, kind);
        if (rules.keeps_former_kinds()) q.holdings_.former[m.gate] = 0;
    }
    if (!m.is_drop()) own &= ~Set::of(m.from);
    if (is_castling(m))
        own &= ~Set::of(p.castling_rook(Position::right(us, m.type == Move::Type::castle_kingside)));
    own &= q.men(us);
    theirs &= q.men(!us);
    if (rules.gates_from_hand && !rules.captures_to_hand && !has_anything_in_hand(q, us)) own = Set{};
    if (!rules.first_leaps || is_castling(m) || m.is_drop() || !tables_->rook ||
        p.kind_on(m.from) != *tables_->rook)
        return;
    for (Set kings = royals(q, !us) & theirs; kings.any();) {
        const unsigned king = kings.take_first();
        if (king % tables_->files == m.to % tables_->files || king / tables_->files == m.to / tables_->files)
            theirs &= ~Set::of(king);
    }
}

/// The blast of a capture on a square: takes who captured there and all men beside it, but pawns.
template <typename Bits>
void Game<Bits>::explode(Position& q, unsigned square, bool petrifies) const {
    Set blast = beside(*tables_, square) & q.men();
    if (tables_->pawn) blast &= ~q.kinds_[tables_->pawn->index()];
    blast |= Set::of(square);
    for (const rules::PieceKind kind : tables_->blast_immune) blast &= ~q.kinds_[kind.index()];
    for (Set left = blast; left.any();) {
        const unsigned at = left.take_first();
        capture(q, at, q.men(Color::white).contains(at) ? Color::white : Color::black);
        if (at == square ? petrifies : tables_->rules.petrify_blast) q.walls_ |= Set::of(at);
    }
    for (unsigned r = 0; r < 4; ++r)
        if (q.may_castle(r) &&
            (blast.contains(q.castling_kings_[r / 2]) || blast.contains(q.castling_rooks_[r])))
            q.castling_ = static_cast<std::uint8_t>(q.castling_ & ~(1U << r));
}

template <typename Bits>
void Game<Bits>::note_ends(Position& q, Move m) const {
    const rules::Rules& rules = tables_->rules;
    const Color us = !q.to_move_;
    q.castled_ = false;
    if (rules.check_counting && any_attacked(q, royals(q, !us), us)) {
        std::uint8_t& left = q.checks_left_[static_cast<unsigned>(us)];
        if (left != 0) --left;
    }
    if (rules.shatar_mate) note_strong_check(q);
    const bool kingside = m.type == Move::Type::castle_kingside;
    if (is_castling(m)) {
        const char right = "KQkq"[Position::right(us, kingside)];
        q.castled_ = rules.castling_wins.find(right) != std::string::npos;
    }
}

template <typename Bits>
void Game<Bits>::note_strong_check(Position& q) const {
    const Color us = !q.to_move_;
    const auto bit = static_cast<std::uint8_t>(1U << static_cast<unsigned>(us));
    const Set royal = royals(q, !us);
    Set strong;
    for (const rules::PieceKind kind : tables_->strong_checkers) strong |= q.men(us, kind);
    if (!any_attacked(q, royal, us)) {
        q.strong_checks_ = static_cast<std::uint8_t>(q.strong_checks_ & ~bit);
    } else if (any_attacked(q, royal, us, strong)) {
        q.strong_checks_ = static_cast<std::uint8_t>(q.strong_checks_ | bit);
    }
}

/// What the man that moved was before, where that matters.
template <typename Bits>
void Game<Bits>::note_former(Position& q, const Position& p, Move m, rules::PieceKind kind) const {
    if (!tables_->rules.keeps_former_kinds()) return;
    auto& former = q.holdings_.former;
    const Color us = p.to_move_;
    former[m.from] = 0;
    former[m.to] = p.holdings_.former[m.from];
    if (m.type == Move::Type::demotion) {
        former[m.to] = 0;
    } else if (m.promotion != 0) {
        const PieceMoves<Bits>& piece = tables_->piece_moves(us, kind);
        const auto& region = tables_->sides[static_cast<unsigned>(us)].promotion_region;
        const bool as_pawn = piece.promotes && (region.contains(m.to) || tables_->rules.sittuyin_promotion) &&
                             rules::contains(piece.promotions, m.promotion);
        former[m.to] = as_pawn ? Holdings<Bits>::promoted_pawn : static_cast<std::uint8_t>(kind.index() + 1);
    }
}

template <typename Bits>
void Game<Bits>::play_drop(Position& q, Move m) const {
    const Color us = !q.to_move_;
    const rules::PieceKind in_hand = tables_->kind_of(m.promotion);
    const bool promoted = m.type == Move::Type::drop_promoted;
    const rules::PieceKind kind =
        promoted ? tables_->kind_of(tables_->piece_moves(us, in_hand).promoted_letter) : in_hand;
    if (!tables_->rules.free_drops) --q.hand(us, in_hand);
    if (promoted && tables_->rules.keeps_former_kinds())
        q.holdings_.former[m.to] = static_cast<std::uint8_t>(in_hand.index() + 1);
    q.put(m.to, us, kind);
}

/// The rights to castle that a drop gives: of the castling piece on the square where the rules look for it,
/// with rooks in the corners of its rank.
template <typename Bits>
void Game<Bits>::note_dropped_castling(Position& q, unsigned square) const {
    const rules::Rules& rules = tables_->rules;
    const Color us = !q.to_move_;
    const rules::SideRules& side = rules.side(us);
    const unsigned rank = us == Color::white ? rules.castling_rank : tables_->ranks - 1 - rules.castling_rank;
    const unsigned first = rank * tables_->files;
    const unsigned king = first + rules.castling_king_file;
    const unsigned last = first + tables_->files - 1;
    if (!rules.castling || rules.kind(side.castling_king) == nullptr || square < first || square > last)
        return;
    const rules::PieceKind king_kind = tables_->kind_of(side.castling_king);
    if (!q.men(us, king_kind).contains(king)) return;
    const bool is_king = square == king;
    if (!is_king && square != first && square != last) return;
    for (const unsigned rook : {first, last}) {
        if ((!is_king && rook != square) || !q.men(us).contains(rook) || rook == king) continue;
        if (!rules::contains(side.castling_rooks, tables_->letter(q.kind_on(rook)))) continue;
        const unsigned right = Position::right(us, rook > king);
        if (castling_pair(*tables_, q, us, rook > king) != CastlingPair{king, rook}) continue;
        q.castling_ = static_cast<std::uint8_t>(q.castling_ | 1U << right);
        q.castling_rooks_[right] = static_cast<std::uint8_t>(rook);
        q.castling_kings_[static_cast<unsigned>(us)] = static_cast<std::uint8_t>(king);
    }
}

/// Turns enclosed enemies to the side that has moved.
template <typename Bits>
void Game<Bits>::flip_enclosed(Position& q, Move m, Color us) const {
    Set flipped;
    switch (tables_->rules.flip_enclosed) {
        case rules::Enclosing::reversi:
            flipped = enclosed(*tables_, q, m.to, us);
            break;
        case rules::Enclosing::quadwrangle:
            if (m.is_drop() && (beside(*tables_, m.to) & q.men(us)).empty()) return;
            [[fallthrough]];
        case rules::Enclosing::ataxx:
            flipped = beside(*tables_, m.to) & q.men(!us);
            break;
        default:
            return;
    }
    while (flipped.any()) {
        const unsigned at = flipped.take_first();
        const rules::PieceKind kind = q.kind_on(at);
        q.take(at, !us);
        q.put(at, us, kind);
        if (q.holds_more_) q.holdings_.former[at] = 0;
    }
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
        if (!is_pair(*tables_, q, us, kingside, known)) lose(r);
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
    const rules::Rules& rules = tables_->rules;
    if (in_check(p)) return rules.shatar_mate ? mated(p) : rules.checkmate_value;
    game::Outcome value = rules.stalemate_value;
    if (rules.stalemate_count) {
        const unsigned own = p.men(p.to_move_).size();
        const unsigned other = p.men(!p.to_move_).size();
        if (own == other) value = game::Outcome::draw;
        if (own > other) value = for_the_other(value);
    }
    return value == game::Outcome::draw ? counted(p) : value;
}

/// A mate of Shatar, for who is mated.
template <typename Bits>
game::Outcome Game<Bits>::mated(const Position& p) const {
    const Color them = !p.to_move_;
    Set others = p.men(them);
    if (tables_->knight) others &= ~p.men(them, *tables_->knight);
    if (!any_attacked(p, royals(p, p.to_move_), them, others)) return game::Outcome::win;
    const bool strong = (p.strong_checks_ >> static_cast<unsigned>(them) & 1U) != 0;
    return strong ? tables_->rules.checkmate_value : game::Outcome::draw;
}

template <typename Bits>
bool Game<Bits>::white_has_more_points(const Position& p) const {
    int points = -1;
    for (const auto& [kind, weight] : tables_->weights)
        points += weight * (static_cast<int>(p.men(Color::white, kind).size()) -
                            static_cast<int>(p.men(Color::black, kind).size()));
    return points > 0;
}

/// What the counting of material makes of a draw, for the side to move.
template <typename Bits>
game::Outcome Game<Bits>::counted(const Position& p) const {
    const auto won_by = [&](Color side) {
        return side == p.to_move_ ? game::Outcome::win : game::Outcome::loss;
    };
    switch (tables_->rules.material_counting) {
        case rules::MaterialCounting::none:
            break;
        case rules::MaterialCounting::white_draw_odds:
            return won_by(Color::white);
        case rules::MaterialCounting::black_draw_odds:
            return won_by(Color::black);
        case rules::MaterialCounting::janggi:
            return won_by(white_has_more_points(p) ? Color::white : Color::black);
        case rules::MaterialCounting::unweighted: {
            const unsigned white = p.men(Color::white).size();
            const unsigned black = p.men(Color::black).size();
            if (white != black) return won_by(white > black ? Color::white : Color::black);
            break;
        }
    }
    return game::Outcome::draw;
}

/// How many men a side has on the board and in hand: of one kind, or of all.
template <typename Bits>
unsigned Game<Bits>::count_all(const Position& p, Color side) const {
    unsigned count = p.men(side).size();
    if (p.holds_more_)
        for (const rules::PieceKind kind : tables_->kinds()) count += p.in_hand(side, kind);
    return count;
}
template <typename Bits>
unsigned Game<Bits>::count_all(const Position& p, Color side, rules::PieceKind kind) const {
    return p.men(side, kind).size() + p.in_hand(side, kind);
}

template <typename Bits>
bool Game<Bits>::lost(const Position& p) const {
    if (tables_->ends_at_once)
        if (const auto outcome = end_at_once(p)) return *outcome == game::Outcome::loss;
    if (tables_->rules.stalemate_count || tables_->rules.shatar_mate ||
        tables_->rules.material_counting != rules::MaterialCounting::none)
        return !has_move(p) && mate_or_stalemate(p) == game::Outcome::loss;
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
    if (rules.extinction_value && (!rules.extinction_pseudo_royal || rules.blast)) {
        for (const Color c : {!us, us}) {
            const unsigned more = rules.extinction_claim && c == us ? 1 : 0;
            const auto gone = [&](unsigned own, unsigned other) {
                return own <= rules.extinction_count && other >= rules.extinction_opponent_count + more;
            };
            bool extinct = rules.extinction_total && gone(count_all(p, c), count_all(p, !c));
            for (const rules::PieceKind k : tables_->extinction_kinds)
                extinct = extinct || gone(count_all(p, c, k), count_all(p, !c, k));
            if (!extinct) continue;
            return c == us ? *rules.extinction_value : for_the_other(*rules.extinction_value);
        }
    }
    if (const auto outcome = flag_end(p)) return outcome;
    if (!rules.castling_wins.empty())
        if (const auto outcome = castling_end(p)) return outcome;
    if (rules.check_counting && p.checks_left(!us) == 0) return game::Outcome::loss;
    if (tables_->rows_end && rows_made(p, !us)) return for_the_other(rules.rows.value);
    const bool full = rules.full_board_ends && (tables_->board & ~p.occupied()).empty();
    // Men do not move in a pass: kings that face each other now have done so before it.
    const bool faced = rules.bikjang && p.passes_ != 0 && royals_face(p);
    if (p.passes_ >= 2 || full || faced) return counted(p);
    return std::nullopt;
}

template <typename Bits>
bool Game<Bits>::flag_reached(const Position& p, Color c) const {
    const rules::Rules& rules = tables_->rules;
    const auto& side = tables_->sides[static_cast<unsigned>(c)];
    Set men = p.men(c) & side.flag_region;
    if (side.flag_kind) men &= p.kinds_[side.flag_kind->index()];
    if (men.empty()) return false;
    const bool full = rules.flag_blocked && (side.flag_region & tables_->board & ~p.occupied()).empty();
    if (men.size() < rules.flag_count && !full) return false;
    // A safe flag: with just as many men as are needed, none of them is attacked. Where there is one more
    // move, who is to move has had it.
    if (!rules.flag_safe || (rules.flag_move && c == p.to_move_)) return true;
    return men.size() != rules.flag_count || !any_attacked(p, men, !c);
}

template <typename Bits>
std::optional<game::Outcome> Game<Bits>::flag_end(const Position& p) const {
    const rules::Rules& rules = tables_->rules;
    const Color us = p.to_move_;
    const auto has_royal_flag = [&](Color c) {
        const auto& side = tables_->sides[static_cast<unsigned>(c)];
        return side.flag_kind && tables_->is_royal(*side.flag_kind);
    };
    if ((rules.flag_move || rules.flag_safe) && flag_reached(p, us)) {
        const bool both_count =
            rules.flag_move ? us == Color::white && has_royal_flag(Color::black) : rules.flag_safe;
        return both_count && flag_reached(p, !us) ? game::Outcome::draw : game::Outcome::win;
    }
    const bool at_once = !rules.flag_move || rules.flag_safe || has_royal_flag(us);
    if (!at_once || !flag_reached(p, !us)) return std::nullopt;
    if (rules.flag_move && has_royal_flag(us) && us == Color::black && may_draw_by_flag(p))
        return std::nullopt;
    return game::Outcome::loss;
}

/// Whether Black's king can still come to the flag region, too.
template <typename Bits>
bool Game<Bits>::may_draw_by_flag(const Position& p) const {
    const auto& side = tables_->sides[static_cast<unsigned>(p.to_move_)];
    if (in_check(p)) return false;
    MoveList list;
    ListSink sink{list};
    Generator<Bits, ListSink>{*this, p, sink}.run(Wanted::board);
    return std::any_of(list.begin(), list.end(), [&](Move m) {
        return m.type != Move::Type::pass && tables_->is_royal(p.kind_on(m.from)) &&
               side.flag_region.contains(m.to);
    });
}

template <typename Bits>
std::optional<game::Outcome> Game<Bits>::castling_end(const Position& p) const {
    if (p.castled_) return game::Outcome::loss;
    const std::string& wins = tables_->rules.castling_wins;
    for (const Color c : {!p.to_move_, p.to_move_}) {
        bool asked = false;
        bool left = false;
        for (const bool kingside : {true, false}) {
            const unsigned right = Position::right(c, kingside);
            if (wins.find("KQkq"[right]) == std::string::npos) continue;
            asked = true;
            left = left || p.may_castle(right);
        }
        if (asked && !left) return c == p.to_move_ ? game::Outcome::loss : game::Outcome::win;
    }
    return std::nullopt;
}

template <typename Bits>
bool Game<Bits>::rows_made(const Position& p, Color side) const {
    const rules::Rows& rows = tables_->rules.rows;
    Set men;
    for (const rules::PieceKind kind : tables_->row_kinds) men |= p.men(side, kind);
    const auto length = [&](unsigned from, int files, int ranks, bool adjoining) {
        unsigned count = 0;
        walk(*tables_, from, files, ranks, [&](unsigned at) {
            if (men.contains(at)) ++count;
            return !adjoining || men.contains(at);
        });
        return count;
    };
    for (Set left = men; left.any();) {
        const unsigned at = left.take_first();
        for (const auto& [files, ranks] : tables_->row_directions) {
            if (rows.in_a_row != 0 && 1 + length(at, files, ranks, true) >= rows.in_a_row) return true;
            if (rows.collinear != 0 &&
                1 + length(at, files, ranks, false) + length(at, -files, -ranks, false) >= rows.collinear)
                return true;
        }
        if (rows.square == 0) continue;
        bool full = true;
        const Place place = tables_->place(at);
        for (unsigned i = 0; i < rows.square * rows.square && full; ++i) {
            const unsigned file = place.file + i % rows.square;
            const unsigned rank = place.rank + i / rows.square;
            full =
                file < tables_->files && rank < tables_->ranks && men.contains(rank * tables_->files + file);
        }
        if (full) return true;
    }
    return tables_->connects && chain_made(p, side);
}

/// Whether a chain of men leads from one region of a side to the other.
template <typename Bits>
bool Game<Bits>::chain_made(const Position& p, Color side) const {
    const auto& regions = tables_->sides[static_cast<unsigned>(side)].connect_regions;
    Set men;
    for (const rules::PieceKind kind : tables_->row_kinds) men |= p.men(side, kind);
    if ((regions[1] & men).empty()) return false;
    Set chain = regions[0] & men;
    for (Set left = chain; left.any();) {
        const unsigned at = left.take_first();
        Set next;
        for (const auto& [files, ranks] : tables_->row_directions)
            for (const int sign : {1, -1})
                walk(*tables_, at, sign * files, sign * ranks, [&](unsigned square) {
                    next |= Set::of(square);
                    return false;
                });
        next &= men;
        if ((next & regions[1]).any()) return true;
        left |= next & ~chain;
        chain |= next;
    }
    return false;
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
bool Game<Bits>::any_attacked(const Position& p, Set squares, Color by, Set among) const {
    while (squares.any())
        if (attacked(*tables_, p, squares.take_first(), by, p.occupied(), among)) return true;
    return false;
}

template <typename Bits>
bool Game<Bits>::pseudo_royals_attacked(const Position& p, Color c) const {
    const rules::Rules& rules = tables_->rules;
    if (!rules.extinction_pseudo_royal) return false;
    const Set theirs = rules.blast ? pseudo_royals(p, !c) : Set{};
    // What turns to stone by capturing, and may not, attacks none.
    Set attackers = ~Set{};
    for (const rules::PieceKind kind : tables_->petrifying)
        if (contains(tables_->extinction_kinds, kind)) attackers &= ~p.men(!c, kind);
    // Who stands beside an enemy's last piece is not captured: both would go.
    const auto is_attacked = [&](unsigned at) {
        return !(theirs.any() && (beside(*tables_, at) & theirs).any()) &&
               any_attacked(p, Set::of(at), !c, attackers);
    };
    for (Set left = pseudo_royals(p, c); left.any();)
        if (is_attacked(left.take_first())) return true;
    if (!rules.duple_check) return false;
    Set all;
    for (const rules::PieceKind kind : tables_->extinction_kinds) all |= p.men(c, kind);
    if (rules.extinction_total) all |= p.men(c);
    if (all.empty()) return false;
    while (all.any())
        if (!is_attacked(all.take_first())) return false;
    return true;
}

/// Whether royal pieces of both sides face each other along an open rank or file.
template <typename Bits>
bool Game<Bits>::royals_face(const Position& p) const {
    const Set theirs = royals(p, Color::black);
    for (Set left = royals(p, Color::white); left.any();)
        if ((facing_squares(*tables_, left.take_first(), p.occupied()) & theirs).any()) return true;
    return false;
}

template <typename Bits>
bool Game<Bits>::royals_attacked(const Position& p, Color c) const {
    return any_attacked(p, royals(p, c), !c) || pseudo_royals_attacked(p, c) ||
           (tables_->rules.flying_general && royals_face(p));
}

template <typename Bits>
bool Game<Bits>::legal_after(const Position& before, Move m) const {
    const rules::Rules& rules = tables_->rules;
    const Color us = before.to_move_;
    if (rules.bikjang && royals_face(before)) {
        if (m.type == Move::Type::pass) return true;
        if (royals_face(moved(before, m))) return false;
    }
    const Position after = moved(before, m);
    if (any_attacked(after, royals(after, us), !us)) return false;
    if (rules.flying_general && royals_face(after)) return false;
    if (rules.makpong && makpong_forbids(before, m)) return false;
    if (rules.sittuyin_promotion && m.promotion != 0 && any_attacked(after, royals(after, !us), us))
        return false;
    if (rules.extinction_pseudo_royal) {
        if (rules.blast || !rules.petrifying.empty()) {
            Set own = pseudo_royals(before, us);
            if (own.contains(m.from) && m.type == Move::Type::normal) own ^= Set::of(m.from) | Set::of(m.to);
            if (m.type == Move::Type::normal && (own & ~after.men(us)).any()) return false;
        }
        // A man that changes sides is not captured.
        Set captured = ~after.occupied();
        if (m.type == Move::Type::en_passant) captured |= Set::of(before.passer_);
        captured |= Set::of(m.to);
        const bool takes_last = (pseudo_royals(before, !us) & captured).any();
        if (!takes_last && pseudo_royals_attacked(after, us)) return false;
    }
    return rules.checking || !any_attacked(after, royals(after, !us), us);
}

/// Whether a move takes a royal piece out of check other than by capturing who gives it.
template <typename Bits>
bool Game<Bits>::makpong_forbids(const Position& before, Move m) const {
    if (m.is_drop() || m.type == Move::Type::pass || !tables_->is_royal(before.kind_on(m.from))) return false;
    Set checkers;
    for (Set left = before.men(!before.to_move_); left.any();) {
        const unsigned at = left.take_first();
        if (attacked(*tables_, before, m.from, !before.to_move_, before.occupied(), Set::of(at)))
            checkers |= Set::of(at);
    }
    return checkers.any() && checkers != Set::of(m.to);
}

template <typename Bits>
bool Game<Bits>::has_men_to_drop(const Position& p) const {
    const rules::Letter letter = tables_->rules.must_drop_kind;
    if (letter != 0) return p.in_hand(p.to_move_, tables_->kind_of(letter)) != 0;
    return has_anything_in_hand(p, p.to_move_);
}

template <typename Bits>
bool Game<Bits>::has_anything_in_hand(const Position& p, Color side) const {
    for (const rules::PieceKind kind : tables_->kinds())
        if (p.in_hand(side, kind) != 0) return true;
    return false;
}

template <typename Bits>
bool Game<Bits>::drop_is_legal(const Position& before, Move m, rules::PieceKind kind) const {
    const rules::Rules& rules = tables_->rules;
    if (rules.opposite_bishop_drops && tables_->bishop && !leaves_room_for_bishops(before, m.to, kind))
        return false;
    if (tables_->is_royal(kind) && !legal_after(before, m)) return false;
    const bool may_mate = !rules.pawn_drop_mate_illegal || kind != tables_->shogi_pawn;
    if (rules.drop_checks && may_mate) return true;
    // Looked at first: a drop that leaves the own royal attacked need not be asked whether it mates.
    if (!legal_after(before, m)) return false;
    const Position after = play(before, m);
    if (!any_attacked(after, royals(after, after.to_move_), before.to_move_)) return true;
    if (!rules.drop_checks) return false;
    return (tables_->ends_at_once && end_at_once(after)) || has_move(after);
}

/// Whether half of the side's bishops, rounded up for one, can stand on either colour after a drop.
template <typename Bits>
bool Game<Bits>::leaves_room_for_bishops(const Position& p, unsigned square, rules::PieceKind kind) const {
    const Color us = p.to_move_;
    const rules::PieceKind bishop = *tables_->bishop;
    const Set bishops = p.men(us, bishop);
    const unsigned all = bishops.size() + p.in_hand(us, bishop);
    const Set dark = tables_->dark_squares;
    const Set light = tables_->board & ~dark;
    if (kind == bishop) return ((dark.contains(square) ? dark : light) & bishops).size() + 1 <= (all + 1) / 2;
    const Set left = tables_->piece_moves(us, bishop).drop_squares & ~p.occupied() & ~Set::of(square);
    return (dark & (bishops | left)).size() >= all / 2 && (light & (bishops | left)).size() >= all / 2;
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
    if (tables_->rules.check_counting)
        for (const Color c : both_colors) add(tables_->checks_key(c, p.checks_left(c)));
    if (p.castled_) add(tables_->castled_key());
    for (Set walls = p.walls_; walls.any();) add(tables_->wall_key(walls.take_first()));
    if (p.strong_checks_ != 0) add(tables_->strong_checks_key(p.strong_checks_));
    if (!p.holds_more_) return key;
    for (const Color c : both_colors) {
        for (Set gates = p.gates(c); gates.any();) add(tables_->gate_key(gates.take_first()));
        for (const rules::PieceKind kind : tables_->kinds())
            if (const unsigned count = p.in_hand(c, kind); count != 0) add(tables_->hand_key(c, kind, count));
        for (Set men = p.men(c); men.any();) {
            const unsigned at = men.take_first();
            if (const unsigned former = p.former(at); former != 0) add(tables_->former_key(former, at));
        }
    }
    return key;
}

template class Game<std::uint64_t>;
template class Game<Bits256>;

}  // namespace zermelo::engine
