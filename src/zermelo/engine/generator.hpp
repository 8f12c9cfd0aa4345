// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/castling.hpp"
#include "zermelo/engine/game.hpp"

/// The move generator. Only game.cpp includes it.
namespace zermelo::engine {

/// Where generated moves go: into a list,
struct ListSink {
    MoveList& list;
    template <typename Set>
    void plain(Square from, Set to) {
        while (to.any()) add(from, to.take_first(), 0);
    }
    template <typename Set>
    void promote(Square from, Set to, char letter) {
        while (to.any()) add(from, to.take_first(), letter);
    }
    template <typename Set>
    void drop(Set to, char letter, Move::Type type) {
        while (to.any()) {
            const Square at = to.take_first();
            list.push_back({at, at, letter, type});
        }
    }
    void special(Move m) { list.push_back(m); }
    /// A move with each of some squares for what it brings besides.
    template <typename Set>
    void gated(Move m, char what, Set gates) {
        m.gated = what;
        while (gates.any()) {
            m.gate = gates.take_first();
            list.push_back(m);
        }
    }
    static constexpr bool one_is_enough = false;
    static bool done() { return false; }

  private:
    void add(Square from, Square to, char promotion) {
        list.push_back({from, to, promotion, Move::Type::normal});
    }
};

/// or into their number,
struct CountSink {
    std::uint64_t count = 0;
    template <typename Set>
    void plain(Square, const Set& to) {
        count += to.size();
    }
    template <typename Set>
    void promote(Square, const Set& to, char) {
        count += to.size();
    }
    template <typename Set>
    void drop(const Set& to, char, Move::Type) {
        count += to.size();
    }
    void special(Move) { ++count; }
    template <typename Set>
    void gated(Move, char, const Set& gates) {
        count += gates.size();
    }
    static constexpr bool one_is_enough = false;
    static bool done() { return false; }
};

/// or only into whether there is one.
struct AnySink {
    bool found = false;
    template <typename Set>
    void plain(Square, const Set& to) {
        found = found || to.any();
    }
    template <typename Set>
    void promote(Square, const Set& to, char) {
        found = found || to.any();
    }
    template <typename Set>
    void drop(const Set& to, char, Move::Type) {
        found = found || to.any();
    }
    void special(Move) { found = true; }
    template <typename Set>
    void gated(Move, char, const Set& gates) {
        found = found || gates.any();
    }
    static constexpr bool one_is_enough = true;  ///< what comes after the first move does not matter
    bool done() const { return found; }
};

/// Which moves: all, captures alone, those of men on the board, or drops.
enum class Wanted : std::uint8_t { all, captures, board, drops };

/// Generates the moves of one position.
///
/// Where nothing but one royal piece or one last man restricts the side and no hopper faces it, checks and
/// pins are found first and only legal moves are made. Elsewhere every move is made and looked at.
template <typename Bits, typename Sink>
class Generator {
  public:
    using Set = SquareSet<Bits>;
    using Position = engine::Position<Bits>;

    Generator(const Game<Bits>& game, const Position& p, Sink& sink)
        : game_(game),
          compiled_(game.compiled()),
          p_(p),
          sink_(sink),
          us_(p.to_move()),
          them_(!us_),
          occupied_(p.occupied()),
          shy_(shy_men(compiled_, p)) {}

    void run(Wanted wanted) {
        quiets_ = wanted != Wanted::captures;
        moves_ = wanted != Wanted::drops;
        drops_ = compiled_.rules.drops && (wanted == Wanted::all || wanted == Wanted::drops);
        quiet_ = quiets_ ? compiled_.board & ~occupied_ : Set{};
        capture_ = p_.men(them_);
        if (!compiled_.facts.plain_legality) {
            if (compiled_.rules.walling != rules::Walling::none) return run_with_walls(wanted);
            if (!compiled_.facts.last_man_legality || !run_with_last_man()) run_by_playing();
            return;
        }
        Set royal;
        if (!compiled_.royal_kinds.empty()) royal = p_.men(us_, compiled_.royal_kinds[0]);
        if (royal.empty()) return pseudo_legal_moves(sink_);
        if (royal.size() > 1 || hoppers_face(royal.first())) return run_by_playing();
        guard_ = royal.first();
        guarded_ = Guarded::royal;
        find_checks_and_pins();
        if (too_many_pins_) {
            guarded_ = Guarded::nothing;
            return run_by_playing();
        }
        if (check_mask_.any()) {
            pseudo_legal_moves(sink_);
        } else if (moves_) {
            // A double check, or one that cannot be stopped by one man: it takes the royal piece, or a move
            // that changes two squares.
            royal_moves(sink_);
            if (p_.en_passant().any()) en_passant(sink_);
            if (quiets_ && p_.castling_rights() != 0) castling(sink_);
        }
    }

    /// The en passant squares on which some man may capture. Precondition: the sink is one that asks only
    /// whether there is a move, and has seen none.
    Set legal_en_passant() {
        static_assert(Sink::one_is_enough);
        const bool walls = compiled_.rules.walling != rules::Walling::none && !compiled_.rules.wall_or_move;
        Set legal;
        each_en_passant([&](Move m) {
            if (legal.contains(m.to)) return;
            if (walls) {
                sink_ = {};
                put_walls(m, wall_squares(m));
            }
            if (walls ? sink_.done() : game_.legal_after(p_, m)) legal |= Set::of(m.to);
        });
        return legal;
    }

  private:
    /// Whether an enemy hopper stands on a line with a square: whatever comes between or goes may matter.
    bool hoppers_face(Square square) const {
        for (const rules::PieceKind k : compiled_.sides[them_].attackers.hoppers)
            for (Set men = p_.men(them_, k); men.any();) {
                const Square at = men.take_first();
                for (const auto& h : compiled_.piece_moves(them_, k).hops) {
                    const auto& line = compiled_.line(h.line, at);
                    if (h.capture && (h.up ? line.up : line.down).contains(square)) return true;
                }
            }
        return false;
    }

    /// Makes every move that pieces have by themselves and looks at what it leaves.
    void run_by_playing() {
        filter_legal(sink_, [&](auto& candidates) { pseudo_legal_moves(candidates); });
    }

    /// Makes the moves that `generate` puts into a sink, and hands on those that are legal.
    template <typename To, typename Generate>
    void filter_legal(To& to, const Generate& generate) {
        MoveList list;
        ListSink candidates{list};
        generate(candidates);
        for (const Move m : list) {
            if (to.done()) return;
            if (game_.legal_after(p_, m)) to.special(m);
        }
    }

    /// Where one last man is all that restricts the side. Returns false, having made no move, where it is
    /// not, or where too many men are pinned.
    bool run_with_last_man() {
        Set own;
        LastMan last;
        for (const rules::PieceKind kind : compiled_.extinction_kinds) {
            const Set ours = p_.men(us_, kind);
            const Set theirs = p_.men(them_, kind);
            // Where there are more men, a blast may make last ones.
            if (std::max(ours.size(), theirs.size()) > compiled_.rules.extinction_count + 1U) return false;
            own |= ours;
            last.theirs |= theirs;
        }
        if (own.empty()) {
            pseudo_legal_moves(sink_);
            return true;
        }
        if (own.size() > 1 || hoppers_face(own.first())) return false;
        guard_ = own.first();
        guarded_ = Guarded::last_man;
        last_ = &last;
        if (compiled_.rules.blast) {
            last.blasted = p_.men();
            if (compiled_.named.pawn)
                last.blasted &= ~(p_.men(us_, *compiled_.named.pawn) | p_.men(them_, *compiled_.named.pawn));
            for (const rules::PieceKind kind : compiled_.blast_immune)
                last.blasted &= ~(p_.men(us_, kind) | p_.men(them_, kind));
        }
        last.shelter = game_.shelter(p_, us_);
        last.harmless = game_.spares_last_men(p_, them_);
        if (!last.shelter.contains(guard_))
            for_each_attack(compiled_, p_, guard_, them_, [&](Square attacker, Set path) {
                if (last.harmless.contains(attacker)) return;
                last.screen |= path & occupied_;
                note_attack(attacker, path);
            });
        if (!too_many_pins_) pseudo_legal_moves(sink_);
        last_ = nullptr;
        if (too_many_pins_) guarded_ = Guarded::nothing;
        return !too_many_pins_;
    }

    /// Whether a capture leaves the last man on the board and not attacked, or takes one of the enemy's.
    /// `stays`: the square where it ends is not left empty.
    bool capture_is_legal(Square from, Square to, bool stays) const {
        Set blast;
        if (compiled_.rules.blast) blast = beside(compiled_, to) & last_->blasted & ~Set::of(from);
        if (blast.contains(guard_)) return false;
        const Set taken = blast | Set::of(to);
        if (last_->shelter.contains(guard_) || (taken & last_->theirs).any()) return true;
        if (!checked_ && ((taken | Set::of(from)) & last_->screen).empty()) return true;
        Set after = occupied_ & ~(Set::of(from) | Set::of(to));
        if (!compiled_.rules.petrify_blast) after &= ~blast;
        if (stays) after |= Set::of(to);
        return !attacked(compiled_, p_, guard_, them_, after, ~(taken | last_->harmless));
    }

    /// Moves of the last man itself.
    template <typename To>
    [[gnu::noinline]] void last_man_moves(To& to) {
        const rules::PieceKind kind = p_.kind_on(guard_);
        const PieceMoves<Bits>& piece = compiled_.piece_moves(us_, kind);
        Set captures = capture_;
        if (!survives_capturing(kind)) captures = Set{};
        if (compiled_.is_mutually_immune(kind)) captures &= ~p_.men(them_, kind);
        const Set reached =
            targets(compiled_, piece, guard_, occupied_, quiet_, captures, shy_) & ~piece.stuck;
        captures &= reached;
        if (captures.any()) filter_legal(to, [&](auto& candidates) { candidates.plain(guard_, captures); });
        const Set without = occupied_ ^ Set::of(guard_);
        Set safe = reached & ~captures & last_->shelter;
        for (Set left = reached & ~captures & ~last_->shelter; left.any();) {
            const Square at = left.take_first();
            if (!attacked(compiled_, p_, at, them_, without | Set::of(at), ~last_->harmless))
                safe |= Set::of(at);
        }
        if (safe.any()) to.plain(guard_, safe);
    }

    /// Whether a man of a kind is still there after it has captured.
    bool survives_capturing(rules::PieceKind kind) const {
        return compiled_.rules.blast ? compiled_.is_blast_immune(kind) : !compiled_.petrifies(kind);
    }

    /// Where another man may go without losing the last one, of the squares that it reaches. Hands on
    /// captures of which that depends on what the man turns into, and leaves them out.
    template <typename To>
    [[gnu::noinline]] Set keeping_last_man(To& to, rules::PieceKind kind, Square from, Set reached) {
        const PieceMoves<Bits>& piece = compiled_.piece_moves(us_, kind);
        Set captures = reached & capture_;
        reached ^= captures;
        reached &= legal_targets(from);
        if (captures.any() && piece.turns && !compiled_.blast_immune.empty()) {
            const Set region = compiled_.sides[us_].promotion_region;
            filter_legal(to,
                         [&](auto& candidates) { emit_turning(candidates, piece, from, captures, region); });
        } else if (captures.any()) {
            const bool stays =
                !compiled_.rules.blast || compiled_.petrifies(kind) || compiled_.is_blast_immune(kind);
            while (captures.any()) {
                const Square at = captures.take_first();
                if (capture_is_legal(from, at, stays)) reached |= Set::of(at);
            }
        }
        return reached;
    }

    /// The same where moves put walls.
    void run_with_walls(Wanted wanted) {
        MoveList list;
        ListSink candidates{list};
        pseudo_legal_moves(candidates);
        const bool instead = compiled_.rules.wall_or_move;
        for (Move m : list) {
            if (sink_.done()) return;
            if (instead || m.type == Move::Type::pass) {
                if (game_.legal_after(p_, m)) sink_.special(m);
            } else {
                put_walls(m, wall_squares(m));
            }
        }
        if (!instead || wanted == Wanted::captures || p_.men(us_).empty()) return;
        const Square at = p_.men(us_).first();
        const Move m{at, at, 0, Move::Type::wall};
        put_walls(m, wall_squares(m));
    }

    /// Where a move may put its wall: on squares that are empty when it has been made, its blast included,
    /// and were no walls before it. An arrow is shot by the man that moved, as long as it is there.
    Set wall_squares(Move m) const {
        const rules::Walling rule = compiled_.rules.walling;
        const Position after = m.type == Move::Type::wall ? p_ : game_.moved(p_, m);
        Set squares = compiled_.board & ~after.occupied() & compiled_.sides[us_].wall_region;
        if (rule == rules::Walling::past) squares &= Set::of(m.from);
        if (rule == rules::Walling::arrow) {
            const bool kingside = m.type == Move::Type::castle_kingside;
            const Square at = is_castling(m) ? Castling<Bits>{compiled_, p_, us_, kingside}.king_to : m.to;
            if (!after.men(us_).contains(at)) return {};
            squares &= targets<false>(compiled_, compiled_.piece_moves(us_, after.kind_on(at)), at,
                                      after.occupied(), squares, Set{}, shy_men(compiled_, after));
        }
        if (rule == rules::Walling::edge) {
            Set near = compiled_.edge;
            for (Set walls = after.walls(); walls.any();) {
                const Square at = walls.take_first();
                for (const auto& [files, ranks] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}})
                    if (const auto beside = compiled_.shifted(at, files, ranks)) near |= Set::of(*beside);
            }
            squares &= near;
        }
        return squares;
    }

    void put_walls(Move m, Set squares) {
        if (!compiled_.facts.may_leave_attacked) return sink_.gated(m, Move::wall_gated, squares);
        m.gated = Move::wall_gated;
        game_.with_legal_gates(p_, m, squares, sink_);
    }

    /// Finds checks and pins: `check_mask_` is where a piece ends a check, by capture or in between; a pinned
    /// piece may only stay on the path of what pins it.
    void find_checks_and_pins() {
        for_each_attack(compiled_, p_, guard_, them_,
                        [&](Square attacker, Set path) { note_attack(attacker, path); });
        for (const std::uint16_t id : compiled_.facing_lines) {
            const auto& line = compiled_.line(id, guard_);
            const Set theirs = game_.royals(p_, them_);
            for (const bool up : {true, false}) {
                const Set faced = theirs & (up ? line.up : line.down);
                if (faced.empty()) continue;
                const Square king = up ? faced.first() : faced.last();
                const Set path = up ? line.up & Set::below(king) : line.down & Set::above(king);
                const Set between = path & occupied_;
                if (between.size() != 1 || (between & p_.men(us_)).empty()) continue;
                note_pin(between, path | Set::of(king));
            }
        }
    }

    /// Notes a check or a pin: an enemy that would attack the guarded square if the squares of `path` were
    /// empty.
    void note_attack(Square attacker, Set path) {
        const Set between = path & occupied_;
        if (between.empty()) {
            check_mask_ &= path | Set::of(attacker);
            checked_ = true;
        } else if (between.size() == 1 && (between & p_.men(us_)).any()) {
            note_pin(between, path | Set::of(attacker));
        }
    }
    void note_pin(Set man, Set path) {
        pinned_ |= man;
        if (pins_ < max_pins)
            pin_[pins_++] = {man.first(), path};
        else
            too_many_pins_ = true;
    }

    template <typename To>
    void pseudo_legal_moves(To& to) {
        if (moves_) pieces(to);
        if (drops_ && !to.done()) drops(to);
    }

    template <typename To>
    void pieces(To& to) {
        for (const rules::PieceKind k : compiled_.kinds()) {
            Set men = p_.men(us_, k);
            if (men.empty()) continue;
            const PieceMoves<Bits>& piece = compiled_.piece_moves(us_, k);
            if (is_guarded() && men.contains(guard_)) {
                if (guarded_ == Guarded::royal)
                    royal_moves(to);
                else
                    last_man_moves(to);
                continue;
            }
            const Set capture = compiled_.is_mutually_immune(k) ? capture_ & ~p_.men(them_, k) : capture_;
            while (men.any() && !to.done()) {
                const Square from = men.take_first();
                Set reached = targets(compiled_, piece, from, occupied_, quiet_, capture, shy_);
                if (guarded_ == Guarded::royal) {
                    reached &= legal_targets(from);
                } else if (guarded_ == Guarded::last_man) {
                    reached = keeping_last_man(to, k, from, reached);
                }
                if (reached.any()) emit(to, piece, from, reached);
            }
        }
        if (to.done()) return;
        if (p_.en_passant().any()) en_passant(to);
        if (quiets_ && p_.castling_rights() != 0) castling(to);
        if (quiets_ && compiled_.facts.more_quiets) more_quiets(to);
    }

    template <typename To>
    void more_quiets(To& to) {
        if (compiled_.rules.side(us_).pass) pass(to);
        if (compiled_.rules.first_leaps) first_leaps(to);
        if (compiled_.rules.sittuyin_promotion) promote_in_place(to);
    }

    /// What king and fers do from their gates: a knight's leap to the side, and two squares straight ahead.
    template <typename To>
    void first_leaps(To& to) {
        const int forward = us_ == Color::white ? 1 : -1;
        const auto leap = [&](Square from, int files, int ranks) {
            const auto at = compiled_.shifted(from, files, ranks);
            const PieceMoves<Bits>& piece = compiled_.piece_moves(us_, p_.kind_on(from));
            if (!at || !(quiet_ & piece.allowed & ~piece.stuck).contains(*at)) return;
            const Set others = targets(compiled_, piece, from, occupied_, quiet_, Set{}, shy_);
            if (!others.contains(*at)) to.plain(from, Set::of(*at));
        };
        if (!game_.in_check(p_))
            for (Set kings = game_.royals(p_, us_) & p_.gates(us_); kings.any();) {
                const Square from = kings.take_first();
                leap(from, 2, forward);
                leap(from, -2, forward);
            }
        if (!compiled_.named.fers) return;
        for (Set men = p_.men(us_, *compiled_.named.fers) & p_.gates(us_); men.any();)
            leap(men.take_first(), 0, 2 * forward);
    }

    /// Promotion as in Sittuyin: in its place, or by a quiet move of the new kind, to where it attacks
    /// nobody.
    template <typename To>
    void promote_in_place(To& to) {
        const Set region = compiled_.sides[us_].promotion_region;
        for (const rules::PieceKind k : compiled_.kinds()) {
            const PieceMoves<Bits>& pawn = compiled_.piece_moves(us_, k);
            if (!pawn.promotes) continue;
            Set men = p_.men(us_, k);
            if (men.size() > 1) men &= region;
            for (; men.any();) {
                const Square from = men.take_first();
                for (const char letter : pawn.promotions)
                    if (may_become(letter)) to.promote(from, calm_squares(from, letter), letter);
            }
        }
    }

    Set calm_squares(Square from, char letter) const {
        const PieceMoves<Bits>& kind = compiled_.piece_moves(us_, compiled_.kind_of(letter));
        Set calm;
        Set reached = targets<false>(compiled_, kind, from, occupied_, quiet_, Set{}, shy_);
        if (kind.allowed.contains(from)) reached |= Set::of(from);
        const Set without = occupied_ ^ Set::of(from);
        while (reached.any()) {
            const Square at = reached.take_first();
            if (targets(compiled_, kind, at, without, Set{}, p_.men(them_), shy_).empty())
                calm |= Set::of(at);
        }
        return calm;
    }

    /// Where a piece may go without leaving the royal piece attacked.
    Set legal_targets(Square from) const {
        Set free = check_mask_;
        if (pinned_.contains(from))
            for (unsigned i = 0; i < pins_; ++i)
                if (pin_[i].square == from) free &= pin_[i].path;
        return free;
    }

    /// Every square on which the enemy could capture, past the men of `occupied`. Dearer than to ask of one
    /// square, and cheaper than of many where the enemies are few.
    Set attacked_squares(Set occupied) const {
        Set attacked;
        for (const rules::PieceKind k : compiled_.kinds())
            for (Set men = p_.men(them_, k); men.any();)
                attacked |= targets(compiled_, compiled_.piece_moves(them_, k), men.take_first(), occupied,
                                    Set{}, compiled_.board, shy_);
        return attacked;
    }

    template <typename To>
    void royal_moves(To& to) {
        const rules::PieceKind kind = p_.kind_on(guard_);
        const PieceMoves<Bits>& piece = compiled_.piece_moves(us_, kind);
        const Set without = occupied_ ^ Set::of(guard_);
        Set reached = targets(compiled_, piece, guard_, occupied_, quiet_, capture_, shy_);
        // What stands on a square now would keep shy hoppers off it, and is gone when the royal piece comes.
        const bool together =
            !To::one_is_enough && p_.men(them_).size() <= 2 * reached.size() && (reached & shy_).empty();
        if (together) reached &= ~attacked_squares(without);
        const auto is_safe = [&](Square at) {
            const Set occupied = without | Set::of(at);
            if (!together && attacked(compiled_, p_, at, them_, occupied, ~Set::of(at))) return false;
            return !compiled_.rules.flying_general ||
                   (facing_squares(compiled_, at, occupied) & game_.royals(p_, them_)).empty();
        };
        Set safe;
        if (together && !compiled_.rules.flying_general) {
            safe = reached;
        } else {
            for (Set left = reached; left.any() && !to.done();) {
                const Square at = left.take_first();
                if (!is_safe(at)) continue;
                if constexpr (To::one_is_enough)
                    emit(to, piece, guard_, Set::of(at));
                else
                    safe |= Set::of(at);
            }
        }
        if (safe.any()) emit(to, piece, guard_, safe);
    }

    template <typename To>
    [[gnu::always_inline]] void emit(To& to, const PieceMoves<Bits>& piece, Square from, Set reached) {
        const Set region = compiled_.sides[us_].promotion_region;
        if (!piece.turns || (region & (reached | Set::of(from))).empty())
            return to.plain(from, reached & ~piece.stuck);
        emit_turning(to, piece, from, reached, region);
    }

    /// Moves that end or begin in the promotion region.
    template <typename To>
    void emit_turning(To& to, const PieceMoves<Bits>& piece, Square from, Set reached, Set region) {
        // A promoted pawn has no kind of its own to turn back into.
        const unsigned kept = compiled_.rules.piece_demotion ? p_.former(from) : 0;
        const unsigned former = kept == Holdings<Bits>::promoted_pawn ? 0 : kept;
        const Set entering = piece.promotes && !compiled_.rules.sittuyin_promotion ? reached & region : Set{};
        const auto may_stand = [&](char letter) {
            return compiled_.piece_moves(us_, compiled_.kind_of(letter)).allowed;
        };
        const auto promote = [&](Set where, char letter) {
            where &= may_stand(letter);
            if (where.any()) to.promote(from, where, letter);
        };
        Set staying = reached;
        Set turning = region.contains(from) ? reached : reached & region;
        if (compiled_.rules.piece_promotion_on_capture) turning &= p_.men(them_);
        const bool turns = piece.promoted_letter != 0 && may_become(piece.promoted_letter);
        if ((turns || former != 0) && compiled_.rules.mandatory_piece_promotion) staying &= ~turning;
        if (turns) {
            const bool for_pawns = rules::contains(piece.promotions, piece.promoted_letter);
            promote(for_pawns ? turning & ~entering : turning, piece.promoted_letter);
        }
        if (former != 0) {
            const char letter = compiled_.letter(rules::PieceKind{former - 1});
            for (Set left = turning & may_stand(letter); left.any();)
                to.special({from, left.take_first(), letter, Move::Type::demotion});
        }
        for (const char letter : piece.promotions)
            if (may_become(letter)) promote(entering, letter);
        if (compiled_.rules.mandatory_pawn_promotion) staying &= ~entering;
        staying &= ~piece.stuck;
        if (staying.any()) to.plain(from, staying);
    }

    /// Whether the side may get one more of a kind by promotion.
    bool may_become(char letter) const {
        const auto limit = compiled_.rules.promotion_limit.find(letter);
        return limit == compiled_.rules.promotion_limit.end() ||
               p_.men(us_, compiled_.kind_of(letter)).size() < limit->second;
    }

    template <typename To>
    void drops(To& to) {
        const rules::Rules& rules = compiled_.rules;
        Set free = quiet_;
        if (rules.enclosing_drop != rules::Enclosing::none) free &= enclosing_squares(compiled_, p_, us_);
        if (is_guarded()) free &= check_mask_;
        const char only = rules.must_drop && game_.has_men_to_drop(p_) ? rules.must_drop_kind : 0;
        for (const rules::PieceKind kind : compiled_.kinds()) {
            if (rules.free_drops ? compiled_.is_royal(kind) : p_.in_hand(us_, kind) == 0) continue;
            const char letter = compiled_.letter(kind);
            if (only != 0 && letter != only) continue;
            const PieceMoves<Bits>& piece = compiled_.piece_moves(us_, kind);
            Set squares = free & piece.drop_squares;
            if (letter == rules.undoubled_kind) squares &= ~doubled_files(kind);
            if (rules.drop_promoted && piece.promoted_letter != 0) {
                const rules::PieceKind turned = compiled_.kind_of(piece.promoted_letter);
                drop(to, squares & compiled_.piece_moves(us_, turned).allowed, turned, letter,
                     Move::Type::drop_promoted);
            }
            drop(to, squares, kind, letter, Move::Type::drop);
        }
    }

    /// Drops of a man that then is of a kind.
    template <typename To>
    void drop(To& to, Set squares, rules::PieceKind kind, char letter, Move::Type type) {
        const rules::Rules& rules = compiled_.rules;
        squares &= ~compiled_.piece_moves(us_, kind).stuck;
        const bool looked_at = compiled_.is_royal(kind) || !rules.drop_checks ||
                               rules.opposite_bishop_drops ||
                               (rules.pawn_drop_mate_illegal && kind == compiled_.named.shogi_pawn);
        if (!looked_at) {
            if (squares.any()) to.drop(squares, letter, type);
            return;
        }
        while (squares.any()) {
            const Square at = squares.take_first();
            const Move move{at, at, letter, type};
            if (game_.drop_is_legal(p_, move, kind)) to.special(move);
        }
    }

    /// The files on which a side has enough men of a kind to be allowed no drop of another one.
    Set doubled_files(rules::PieceKind kind) const {
        Set doubled;
        for (unsigned file = 0; file < compiled_.files; ++file) {
            Set squares;
            for (unsigned s = file; s < compiled_.squares; s += compiled_.files)
                squares |= Set::of(Square{s});
            if ((squares & p_.men(us_, kind)).size() >= compiled_.rules.undoubled_count) doubled |= squares;
        }
        return doubled;
    }

    template <typename To>
    void en_passant(To& to) {
        each_en_passant([&](Move m) {
            if (!is_guarded() || game_.legal_after(p_, m)) to.special(m);
        });
    }

    /// Calls f for every capture en passant, whatever it leaves attacked.
    template <typename F>
    void each_en_passant(const F& f) const {
        for (const rules::PieceKind k : compiled_.sides[us_].en_passant_kinds) {
            const PieceMoves<Bits>& piece = compiled_.piece_moves(us_, k);
            for (Set men = p_.men(us_, k); men.any();) {
                const Square from = men.take_first();
                for (Set at = p_.en_passant() & capture_only(compiled_, piece, from, occupied_); at.any();)
                    f(Move{from, at.take_first(), 0, Move::Type::en_passant});
            }
        }
    }

    template <typename To>
    void pass(To& to) {
        if (p_.men(us_).empty() || checked_) return;
        Set royal;
        for (const rules::PieceKind k : compiled_.royal_kinds) royal |= p_.men(us_, k);
        const Square at = (royal.any() ? royal : p_.men(us_)).first();
        to.special({at, at, 0, Move::Type::pass});
    }

    template <typename To>
    void castling(To& to) {
        for (const bool kingside : {true, false}) {
            const unsigned right = Position::right(us_, kingside);
            if (!p_.may_castle(right) || !compiled_.castling_ends(us_, kingside)) continue;
            const Castling<Bits> c{compiled_, p_, us_, kingside};
            const PieceMoves<Bits>& king = compiled_.piece_moves(us_, p_.kind_on(c.king));
            const PieceMoves<Bits>& rook = compiled_.piece_moves(us_, p_.kind_on(c.rook));
            const Set stands = Set::of(c.king) | Set::of(c.rook);
            if ((c.path & (occupied_ ^ stands)).any() || (c.path & ~compiled_.board).any()) continue;
            if (!king.allowed.contains(c.king_to) || !rook.allowed.contains(c.rook_to)) continue;
            if (game_.castles_through_danger(p_, c.king, c.king_to, c.king_path)) continue;
            const Set empty = compiled_.board & ~occupied_;
            const Move m = c.move(targets(compiled_, king, c.king, occupied_, empty, Set{}, shy_));
            if (!is_guarded() || game_.legal_after(p_, m)) to.special(m);
        }
    }

    /// What is on `guard_`, so that only moves are made that leave it neither attacked nor taken.
    enum class Guarded : std::uint8_t { nothing, royal, last_man };
    bool is_guarded() const { return guarded_ != Guarded::nothing; }

    /// What decides about moves where a last man is guarded.
    struct LastMan {
        Set theirs;    ///< the enemy's last men
        Set shelter;   ///< beside them nobody captures it: the blast would take both
        Set blasted;   ///< men that a blast beside them takes
        Set harmless;  ///< enemies that may not capture it
        Set screen;    ///< men between it and enemies that would attack it
    };

    struct Pin {
        Square square;
        Set path;
    };
    static constexpr unsigned max_pins = 64;

    const Game<Bits>& game_;
    const CompiledRules<Bits>& compiled_;
    const Position& p_;
    Sink& sink_;
    Color us_;
    Color them_;
    Set occupied_;
    Set shy_;
    Set quiet_;
    Set capture_;
    bool quiets_ = true;
    bool moves_ = true;
    bool drops_ = false;
    Guarded guarded_ = Guarded::nothing;
    bool checked_ = false;
    Square guard_{0};
    Set check_mask_ = ~Set{};
    Set pinned_;
    unsigned pins_ = 0;
    std::array<Pin, max_pins> pin_;
    bool too_many_pins_ = false;
    const LastMan* last_ = nullptr;
};

}  // namespace zermelo::engine
