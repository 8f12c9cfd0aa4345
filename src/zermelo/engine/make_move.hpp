// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/castling.hpp"
#include "zermelo/engine/game.hpp"

/// Making a move. Only game.cpp includes it.
namespace zermelo::engine {

/// Makes one move: what it does to men, walls, hands, gates and rights. Who wins by it is `note_ends`' part.
template <typename Bits>
class MoveMaker {
  public:
    using Set = SquareSet<Bits>;
    using Position = engine::Position<Bits>;

    /// `q` is a copy of `p`, and becomes the position after the move. Precondition: the move is legal.
    MoveMaker(const Game<Bits>& game, const Position& p, Move m, Position& q)
        : game_(game),
          compiled_(game.compiled()),
          rules_(compiled_.rules),
          p_(p),
          m_(m),
          q_(q),
          us_(p.to_move()),
          them_(!us_) {}

    void run() {
        q_.to_move_ = them_;
        q_.en_passant_ = Set{};
        q_.en_passant_victim_ = Square{0};
        q_.passes_ = 0;
        if (m_.type == Move::Type::pass) {
            q_.passes_ = static_cast<std::uint8_t>(p_.passes_ + 1);
        } else if (m_.type == Move::Type::wall) {
            put_wall(m_.gate);
        } else if (m_.is_drop()) {
            drop();
            if (rules_.gating) update_gates();
        } else {
            const bool castles = m_.is_castling();
            const bool passes_over = castles ? castle(), false : step();
            if (m_.gated == Move::wall_gated) {
                put_wall(m_.gate);
            } else if (m_.gated != 0) {
                bring_in();
            }
            if (p_.castling_ != 0 && !castles) update_castling();
            if (rules_.gating) update_gates();
            if (rules_.gating && rules_.andernach) note_turned_rook();
            if (passes_over) note_en_passant();
        }
    }

    /// The rights whose king or rook stands where a move begins or ends, a bit each.
    static unsigned touched_rights(const Position& p, Move m) {
        if (!may_touch_rights(p, m)) return 0;
        unsigned touched = 0;
        for (unsigned r = 0; r < 4; ++r) {
            const Square king = p.castling_kings_[Position::side_of(r)];
            const Square rook = p.castling_rooks_[r];
            const bool here = m.from == king || m.from == rook || m.to == king || m.to == rook;
            touched |= static_cast<unsigned>(here) << r;
        }
        return touched;
    }

    /// `run` for an ordinary move (`Move::Type::normal`, nothing at a gate) of a game with
    /// `RuleFacts::plain_moves`, which most are.
    static void run_plain(const Game<Bits>& game, const Position& p, Move m, Position& q) {
        const CompiledRules<Bits>& compiled = game.compiled();
        const Color us = p.to_move_;
        const rules::PieceKind kind = p.kind_on(m.from);
        const bool takes = p.occupied_at(m.to) && m.to != m.from;
        const Set from = Set::of(m.from);
        const Set to = Set::of(m.to);
        const rules::PieceKind becomes = m.promotion == 0 ? kind : compiled.kind_of(m.promotion);
        q.to_move_ = !us;
        q.en_passant_ = Set{};
        q.en_passant_victim_ = Square{0};
        q.passes_ = 0;
        if (takes) {
            q.colors_[!us] ^= to;
            q.kinds_[p.kind_on(m.to).index()] ^= to;
        }
        // What is known of `p` is not read again where it has just been copied to.
        q.colors_[us] = p.colors_[us] ^ (from ^ to);
        q.kinds_[kind.index()] ^= from;
        q.kinds_[becomes.index()] |= to;
        q.board_[m.from.index()] = 0;
        q.board_[m.to.index()] = static_cast<std::uint8_t>(Position::code(us, becomes));
        if (p.castling_ != 0) {
            q.castling_ = static_cast<std::uint8_t>(p.castling_ & ~touched_rights(p, m));
            if (compiled.may_bring_another_pair(us, becomes)) MoveMaker{game, p, m, q}.recheck_own_castling();
        }
        const auto& passing = compiled.piece_moves(us, kind).passing;
        if (m.promotion == 0 && !takes && !passing.empty() && passing[m.from.index()].contains(m.to))
            MoveMaker{game, p, m, q}.note_en_passant();
    }

    /// What comes after every move: checks that count, castling that wins.
    void note_ends() {
        q_.castled_ = false;
        if (rules_.check_counting && game_.in_check(q_)) {
            std::uint8_t& left = q_.checks_left_[us_];
            if (left != 0) --left;
        }
        if (rules_.shatar_mate) note_strong_check();
        if (m_.is_castling()) {
            const char right = "KQkq"[Position::right(us_, kingside())];
            q_.castled_ = rules_.castling_wins.find(right) != std::string::npos;
        }
    }

  private:
    bool kingside() const { return m_.type == Move::Type::castle_kingside; }

    // --- ways to move

    void castle() {
        const Castling<Bits> c{compiled_, p_, us_, kingside()};
        const rules::PieceKind king = p_.kind_on(c.king);
        const rules::PieceKind rook = p_.kind_on(c.rook);
        q_.take(c.king, us_);
        q_.take(c.rook, us_);
        q_.put(c.king_to, us_, king);
        q_.put(c.rook_to, us_, rook);
        if (p_.holds_more_) {
            q_.holdings_.former[c.king.index()] = q_.holdings_.former[c.rook.index()] = 0;
            q_.holdings_.former[c.king_to.index()] = p_.holdings_.former[c.king.index()];
            q_.holdings_.former[c.rook_to.index()] = p_.holdings_.former[c.rook.index()];
        }
        lose_rights([&](unsigned r) {
            return Position::side_of(r) == us_ ||
                   (rules_.opposite_castling && r == Position::right(them_, kingside()));
        });
    }

    /// Returns whether the man has passed over squares on which it can be captured.
    bool step() {
        const rules::PieceKind kind = p_.kind_on(m_.from);
        const bool takes = p_.occupied_at(m_.to) && m_.to != m_.from;
        const bool en_passant = m_.type == Move::Type::en_passant;
        if (en_passant) {
            capture(p_.en_passant_victim_, them_);
        } else if (takes) {
            capture(m_.to, them_);
        }
        q_.take(m_.from, us_);
        const rules::PieceKind now =
            compiled_.arrived(us_, m_.promotion == 0 ? kind : compiled_.kind_of(m_.promotion), m_.to);
        q_.put(m_.to, us_, now);
        if (p_.holds_more_) note_former(kind);
        if (rules_.flip_enclosed != rules::Enclosing::none) flip_enclosed();
        if (takes || en_passant) {
            if (rules_.andernach && !compiled_.is_royal(kind)) turn_over(m_.to, us_);
            const bool petrifies = compiled_.petrifies(kind);
            if (rules_.blast)
                explode(petrifies);
            else if (petrifies)
                petrify(m_.to, us_);
        }
        const auto& passing = compiled_.piece_moves(us_, kind).passing;
        return now == kind && !takes && !passing.empty() && passing[m_.from.index()].contains(m_.to);
    }

    void drop() {
        const rules::PieceKind in_hand = compiled_.kind_of(m_.promotion);
        const bool promoted = m_.type == Move::Type::drop_promoted;
        const rules::PieceKind kind =
            promoted ? compiled_.kind_of(*compiled_.piece_moves(us_, in_hand).promoted_letter) : in_hand;
        if (!rules_.free_drops) --q_.hand(us_, in_hand);
        if (promoted && rules_.keeps_former_kinds())
            q_.holdings_.former[m_.to.index()] = static_cast<std::uint8_t>(in_hand.index() + 1);
        q_.put(m_.to, us_, compiled_.arrived(us_, kind, m_.to));
        if (rules_.flip_enclosed != rules::Enclosing::none) flip_enclosed();
        // At home king and rook stay what they are, unless men change sides.
        const bool other_pairs = rules_.castling_960 || rules_.flip_enclosed != rules::Enclosing::none;
        if (q_.castling_ != 0 && other_pairs) recheck_castling();
        if (rules_.castling_with_dropped) note_dropped_castling();
    }

    // --- what becomes of men

    /// Takes a captured man off the board, into the hand that the rules say.
    void capture(Square square, Color owner) {
        if (rules_.captures_fill_hands())
            ++q_.hand(rules_.captures_to_owner ? owner : !owner, kind_in_hand(compiled_, q_, square, owner));
        if (q_.holds_more_) q_.holdings_.former[square.index()] = 0;
        q_.take(square, owner);
    }

    /// What the man that moved was before, where that matters.
    void note_former(rules::PieceKind kind) {
        if (!rules_.keeps_former_kinds()) return;
        auto& former = q_.holdings_.former;
        former[m_.from.index()] = 0;
        former[m_.to.index()] = p_.holdings_.former[m_.from.index()];
        if (m_.type == Move::Type::demotion) {
            former[m_.to.index()] = 0;
        } else if (m_.promotion != 0) {
            const PieceMoves<Bits>& piece = compiled_.piece_moves(us_, kind);
            const auto& region = compiled_.sides[us_].promotion_region;
            const bool as_pawn = piece.promotes && (region.contains(m_.to) || rules_.sittuyin_promotion) &&
                                 rules::contains(piece.promotions, m_.promotion);
            former[m_.to.index()] =
                as_pawn ? Holdings<Bits>::promoted_pawn : static_cast<std::uint8_t>(kind.index() + 1);
        }
    }

    /// Turns enclosed enemies to the side that has moved.
    void flip_enclosed() {
        Set flipped;
        switch (rules_.flip_enclosed) {
            case rules::Enclosing::reversi:
                flipped = enclosed(compiled_, q_, m_.to, us_);
                break;
            case rules::Enclosing::quadwrangle:
                if (m_.is_drop() && (beside(compiled_, m_.to) & q_.men(us_)).empty()) return;
                [[fallthrough]];
            case rules::Enclosing::ataxx:
                flipped = beside(compiled_, m_.to) & q_.men(them_);
                break;
            default:
                return;
        }
        while (flipped.any()) turn_over(flipped.take_first(), them_);
    }

    /// A man changes sides, whatever it was before it turned.
    void turn_over(Square square, Color owner) {
        const rules::PieceKind kind = q_.kind_on(square);
        q_.take(square, owner);
        q_.put(square, !owner, kind);
        if (q_.holds_more_) q_.holdings_.former[square.index()] = 0;
    }

    /// The blast of a capture: takes who captured and all men beside it, but pawns.
    void explode(bool petrifies) {
        Set blast = beside(compiled_, m_.to) & q_.men();
        if (compiled_.named.pawn) blast &= ~q_.kinds_[compiled_.named.pawn->index()];
        blast |= Set::of(m_.to);
        for (const rules::PieceKind kind : compiled_.blast_immune) blast &= ~q_.kinds_[kind.index()];
        for (Set left = blast; left.any();) {
            const Square at = left.take_first();
            capture(at, q_.men(Color::white).contains(at) ? Color::white : Color::black);
            if (at == m_.to ? petrifies : rules_.petrify_blast) q_.walls_ |= Set::of(at);
        }
        lose_rights([&](unsigned r) {
            return blast.contains(q_.castling_kings_[Position::side_of(r)]) ||
                   blast.contains(q_.castling_rooks_[r]);
        });
    }

    // --- walls and gates

    void put_wall(Square square) {
        if (rules_.walling == rules::Walling::duck) q_.walls_ = Set{};
        q_.walls_ |= Set::of(square);
    }

    /// Turns who has captured on a square into a wall.
    void petrify(Square square, Color owner) {
        q_.take(square, owner);
        q_.walls_ |= Set::of(square);
    }

    /// Brings a man from the hand into the gate that the move has left.
    void bring_in() {
        const rules::PieceKind kind = compiled_.kind_of(m_.gated);
        if (!rules_.free_drops) --q_.hand(us_, kind);
        q_.put(m_.gate, us_, kind);
        if (rules_.keeps_former_kinds()) q_.holdings_.former[m_.gate.index()] = 0;
    }

    /// Gates that are left.
    void update_gates() {
        auto& gates = q_.holdings_.gates;
        Set& own = gates[us_];
        Set& theirs = gates[them_];
        if (!m_.is_drop()) own &= ~Set::of(m_.from);
        if (m_.is_castling()) own &= ~Set::of(p_.castling_rook(Position::right(us_, kingside())));
        own &= q_.men(us_);
        theirs &= q_.men(them_) & ~Set::of(m_.to);
        if (rules_.gates_from_hand && !rules_.captures_fill_hands() && !game_.has_anything_in_hand(q_, us_))
            own = Set{};
        if (!rules_.first_leaps || m_.is_castling() || m_.is_drop() || !compiled_.named.rook ||
            p_.kind_on(m_.from) != *compiled_.named.rook)
            return;
        // A king loses its leap when a rook comes to its line; one that may castle keeps both.
        for (Set kings = game_.royals(q_, them_) & theirs; kings.any();) {
            const Square king = kings.take_first();
            const Place place = compiled_.place(king);
            const Place came = compiled_.place(m_.to);
            const bool on_line = place.file == came.file || place.rank == came.rank;
            if (on_line && !game_.gates_of_castlers(q_, them_).contains(king)) theirs &= ~Set::of(king);
        }
    }

    // --- rights

    /// Takes the rights of which `lost(right)` is true.
    template <typename Lost>
    void lose_rights(const Lost& lost) {
        for (unsigned r = 0; r < 4; ++r)
            if (q_.may_castle(r) && lost(r))
                q_.castling_ = static_cast<std::uint8_t>(q_.castling_ & ~(1U << r));
    }

    /// Takes the rights whose pair is no longer the one that the rules find.
    void recheck_castling() {
        lose_rights([&](unsigned r) { return finds_no_pair(r); });
    }
    bool finds_no_pair(unsigned r) const {
        const Color side = Position::side_of(r);
        const CastlingPair known{q_.castling_kings_[side], q_.castling_rooks_[r]};
        return !is_pair(compiled_, q_, side, r % 2 == 0, known);
    }

    /// Takes the rights whose king or rook has moved or is gone, and those that now would mean another pair.
    void update_castling() {
        q_.castling_ = static_cast<std::uint8_t>(q_.castling_ & ~touched_rights(p_, m_));
        const auto brings = [&](Square at) {
            return q_.men(us_).contains(at) && compiled_.may_bring_another_pair(us_, q_.kind_on(at));
        };
        if (rules_.changes_sides())
            recheck_castling();
        else if (brings(m_.to) || (m_.gated != 0 && brings(m_.gate)))
            recheck_own_castling();
    }
    void recheck_own_castling() {
        lose_rights([&](unsigned r) { return Position::side_of(r) == us_ && finds_no_pair(r); });
    }

    /// The rights to castle that a drop gives: of the castling piece on the square where the rules look for
    /// it, with rooks in the corners of its rank.
    void note_dropped_castling() {
        const rules::SideRules& side = rules_.side(us_);
        const Square square = m_.to;
        const unsigned rank =
            us_ == Color::white ? rules_.castling_rank : compiled_.ranks - 1 - rules_.castling_rank;
        if (!rules_.castling || rules_.kind(side.castling_king) == nullptr ||
            compiled_.place(square).rank != rank)
            return;
        const Square first{rank * compiled_.files};
        const Square king{first.index() + rules_.castling_king_file};
        const Square last{first.index() + compiled_.files - 1};
        const rules::PieceKind king_kind = compiled_.kind_of(*side.castling_king);
        if (!q_.men(us_, king_kind).contains(king)) return;
        const bool is_king = square == king;
        if (!is_king && square != first && square != last) return;
        for (const Square rook : {first, last}) {
            if ((!is_king && rook != square) || !q_.men(us_).contains(rook) || rook == king) continue;
            if (!rules::contains(side.castling_rooks, compiled_.letter(q_.kind_on(rook)))) continue;
            const unsigned right = Position::right(us_, rook > king);
            if (q_.may_castle(right) ||
                castling_pair(compiled_, q_, us_, rook > king) != CastlingPair{king, rook})
                continue;
            q_.castling_ = static_cast<std::uint8_t>(q_.castling_ | 1U << right);
            q_.castling_rooks_[right] = rook;
            q_.castling_kings_[us_] = king;
        }
    }

    /// The right to castle that a rook brings which has changed sides at home, where its king has a gate.
    void note_turned_rook() {
        if (!q_.men(them_).contains(m_.to)) return;
        for (const bool kingside : {true, false}) {
            const auto pair = castling_pair(compiled_, q_, them_, kingside);
            if (!pair || pair->rook != m_.to || !q_.gates(them_).contains(pair->king)) continue;
            const unsigned right = Position::right(them_, kingside);
            q_.castling_ = static_cast<std::uint8_t>(q_.castling_ | 1U << right);
            q_.castling_rooks_[right] = pair->rook;
            q_.castling_kings_[them_] = pair->king;
            q_.holdings_.gates[them_] |= Set::of(pair->rook);
        }
    }

    /// Keeps the squares that were passed over and on which the side to move may capture.
    void note_en_passant() {
        const auto& side = compiled_.sides[them_];
        if ((q_.men(them_) & compiled_.sides[us_].passing_watched[m_.from.index()]).empty()) return;
        const Set passed = between(compiled_, m_.from, m_.to) & side.en_passant_region & ~q_.occupied();
        if (passed.empty()) return;
        Set from;
        for (Set left = passed; left.any();) from |= side.en_passant_capturers[left.take_first().index()];
        for (const rules::PieceKind k : side.en_passant_kinds)
            for (Set men = q_.men(them_, k) & from; men.any();)
                q_.en_passant_ |= passed & capture_only(compiled_, compiled_.piece_moves(them_, k),
                                                        men.take_first(), q_.occupied());
        if (q_.en_passant_.empty()) return;
        q_.en_passant_victim_ = m_.to;
        game_.settle_en_passant(q_);
    }

    /// Whether a king or a rook of castling, with or without its right, stands where a move begins or ends: a
    /// look at all six at once.
    static bool may_touch_rights(const Position& p, Move m) {
        static_assert(sizeof(p.castling_rooks_) == 4 && sizeof(p.castling_kings_) == 2);
        std::uint32_t rooks;
        std::uint16_t kings;
        std::memcpy(&rooks, &p.castling_rooks_, sizeof rooks);
        std::memcpy(&kings, &p.castling_kings_, sizeof kings);
        const std::uint64_t squares = std::uint64_t{kings} << 32U | rooks;
        constexpr std::uint64_t each = 0x0101'0101'0101'0101;
        constexpr std::uint64_t unused = std::uint64_t{0xFFFF} << 48U;
        const auto zero_bytes = [](std::uint64_t bytes) { return (bytes - each) & ~bytes & each << 7U; };
        return (zero_bytes((squares ^ m.from.index() * each) | unused) |
                zero_bytes((squares ^ m.to.index() * each) | unused)) != 0;
    }

    void note_strong_check() {
        const auto bit = static_cast<std::uint8_t>(1U << index(us_));
        const Set royal = game_.royals(q_, them_);
        Set strong;
        for (const rules::PieceKind kind : compiled_.named.strong_checkers) strong |= q_.men(us_, kind);
        if (!game_.any_attacked(q_, royal, us_)) {
            q_.strong_checks_ = static_cast<std::uint8_t>(q_.strong_checks_ & ~bit);
        } else if (game_.any_attacked(q_, royal, us_, strong)) {
            q_.strong_checks_ = static_cast<std::uint8_t>(q_.strong_checks_ | bit);
        }
    }

    const Game<Bits>& game_;
    const CompiledRules<Bits>& compiled_;
    const rules::Rules& rules_;
    const Position& p_;
    const Move m_;
    Position& q_;
    const Color us_;
    const Color them_;
};

}  // namespace zermelo::engine
