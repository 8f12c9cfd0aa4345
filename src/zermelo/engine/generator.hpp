// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/castling.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/engine/move_sinks.hpp"

/// The move generator. Its members are defined in the files that end this one, by families of rules. Only
/// game.cpp includes it.
namespace zermelo::engine {

/// Generates the moves of one position.
///
/// Where nothing but one royal piece or one last man restricts the side and no hopper faces it, checks and
/// pins are found first and only legal moves are made. Elsewhere every move is made and looked at.
template <typename Bits, typename Sink>
class Generator {
  public:
    using Set = SquareSet<Bits>;
    using Position = engine::Position<Bits>;

    using CheckSquares = typename Game<Bits>::CheckSquares;

    /// `checks`: moves that surely give no check may be left out. It outlives the generator.
    Generator(const Game<Bits>& game, const Position& p, Sink& sink, const CheckSquares* checks = nullptr)
        : game_(game),
          compiled_(game.compiled()),
          p_(p),
          sink_(sink),
          us_(p.to_move()),
          them_(!us_),
          side_(compiled_.sides[us_]),
          occupied_(p.occupied()),
          shy_(shy_men(compiled_, p)),
          checks_(checks) {
        if (compiled_.rules.madrasi) movers_ = ~game_.paralysed(p_, us_);
    }

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

    /// All moves of one man, and such as are not a man's alone.
    void run_for(Square man) {
        movers_ &= Set::of(man);
        run(Wanted::all);
    }

    /// Every move that men have by themselves, whatever it leaves attacked; walls and gates aside.
    void run_unguarded() {
        quiets_ = moves_ = true;
        drops_ = compiled_.rules.drops;
        quiet_ = compiled_.board & ~occupied_;
        capture_ = p_.men(them_);
        pseudo_legal_moves(sink_);
    }

    /// The en passant squares on which some man may capture. Precondition: the sink is one that asks only
    /// whether there is a move, and has seen none.
    Set legal_en_passant();

  private:
    template <typename To>
    void pseudo_legal_moves(To& to) {
        if (moves_) pieces(to);
        if (drops_ && !to.done()) drops(to);
    }

    // --- the moves of men on the board: ordinary_moves.hpp
    template <typename To>
    void pieces(To& to);
    template <typename To>
    void royal_moves(To& to);
    /// Every square on which the enemy could capture, past the men of `occupied`. Dearer than to ask of one
    /// square, and cheaper than of many where the enemies are few.
    Set attacked_squares(Set occupied) const;
    template <typename To>
    [[gnu::always_inline]] void emit(To& to, const PieceMoves<Bits>& piece, Square from, Set reached);
    /// Where a man, which does not promote, may go if only checks are wanted.
    Set wanted_targets(const PieceMoves<Bits>& piece, rules::PieceKind kind, Square from) const;
    /// Moves that end or begin in the promotion region.
    template <typename To>
    void emit_turning(To& to, const PieceMoves<Bits>& piece, Square from, Set reached, Set region);
    /// Whether the side may get one more of a kind by promotion.
    bool may_become(char letter) const;

    // --- drops: drop_moves.hpp
    template <typename To>
    void drops(To& to);
    /// Drops of a man that then is of a kind.
    template <typename To>
    void drop(To& to, Set squares, rules::PieceKind kind, char letter, Move::Type type);
    /// The files on which a side has enough men of a kind to be allowed no drop of another one.
    Set doubled_files(rules::PieceKind kind) const;

    // --- captures en passant: en_passant_moves.hpp
    template <typename To>
    void en_passant(To& to);
    /// Calls f for every capture en passant, whatever it leaves attacked.
    template <typename F>
    void each_en_passant(const F& f) const;

    // --- castling: castling_moves.hpp
    template <typename To>
    void castling(To& to);

    // --- passes, first leaps, promotion in place: special_moves.hpp
    template <typename To>
    void more_quiets(To& to);
    template <typename To>
    void pass(To& to);
    /// What king and fers do from their gates: a knight's leap to the side, and two squares straight ahead.
    template <typename To>
    void first_leaps(To& to);
    /// Promotion as in Sittuyin: in its place, or by a quiet move of the new kind, to where it attacks
    /// nobody.
    template <typename To>
    void promote_in_place(To& to);
    Set calm_squares(Square from, char letter) const;

    // --- which moves are legal: legality.hpp
    /// Whether an enemy hopper stands on a line with a square: whatever comes between or goes may matter.
    bool hoppers_face(Square square) const;
    /// Finds checks and pins: `check_mask_` is where a piece ends a check, by capture or in between; a pinned
    /// piece may only stay on the path of what pins it.
    void find_checks_and_pins();
    /// Notes a check or a pin: an enemy that would attack the guarded square if the squares of `path` were
    /// empty.
    void note_attack(Square attacker, Set path);
    void note_pin(Set man, Set path);
    /// Where a piece may go without leaving the royal piece attacked.
    Set legal_targets(Square from) const;
    /// Makes every move that pieces have by themselves and looks at what it leaves.
    void run_by_playing();
    /// Makes the moves that `generate` puts into a sink, and hands on those that are legal.
    template <typename To, typename Generate>
    void filter_legal(To& to, const Generate& generate);

    // --- where one last man must not be lost: last_man_moves.hpp
    /// Where one last man is all that restricts the side. Returns false, having made no move, where it is
    /// not, or where too many men are pinned.
    bool run_with_last_man();
    /// Moves of the last man itself.
    template <typename To>
    [[gnu::noinline]] void last_man_moves(To& to);
    /// Where another man may go without losing the last one, of the squares that it reaches. Hands on
    /// captures of which that depends on what the man turns into, and leaves them out.
    template <typename To>
    [[gnu::noinline]] Set keeping_last_man(To& to, rules::PieceKind kind, Square from, Set reached);
    /// Whether a capture leaves the last man on the board and not attacked, or takes one of the enemy's.
    /// `stays`: the square where it ends is not left empty.
    bool capture_is_legal(Square from, Square to, bool stays) const;
    /// Whether a man of a kind is still there after it has captured.
    bool survives_capturing(rules::PieceKind kind) const;

    // --- moves that put walls: wall_moves.hpp
    /// The moves of a game in which they put walls.
    void run_with_walls(Wanted wanted);
    /// Where a move may put its wall: on squares that are empty when it has been made, its blast included,
    /// and were no walls before it. An arrow is shot by the man that moved, as long as it is there.
    Set wall_squares(Move m) const;
    /// The same by the position after the move, or before it where a side does nothing else.
    Set wall_squares_after(const Position& after, Move m) const;
    /// The same by what is occupied and which walls stand after the move; `shoot(squares)`: those of
    /// some squares that an arrow reaches.
    template <typename Shoot>
    Set wall_squares_by(Set occupied, Set walls, Square from, const Shoot& shoot) const;
    /// Beside the edge and the walls.
    Set beside_walls(Set walls) const;
    /// Those of some squares to which a man can shoot.
    Set arrow_squares(rules::PieceKind kind, Square at, Set occupied, Set squares, Set shy) const;
    void put_walls(Move m, Set squares);

    // --- what is known of the position
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
    union Pins {
        Pins() {}  // they stay unset: clearing them would cost a tenth of listing the moves
        std::array<Pin, max_pins> all;
    };

    const Game<Bits>& game_;
    const CompiledRules<Bits>& compiled_;
    const Position& p_;
    Sink& sink_;
    Color us_;
    Color them_;
    const CompiledSide<Bits>& side_;  ///< `us_`
    Set occupied_;
    Set shy_;
    const CheckSquares* checks_;
    Set movers_ = ~Set{};  ///< no others move by themselves
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
    Pins pin_;
    bool too_many_pins_ = false;
    const LastMan* last_ = nullptr;
};

}  // namespace zermelo::engine

// The members, by families of rules.
#include "zermelo/engine/castling_moves.hpp"
#include "zermelo/engine/drop_moves.hpp"
#include "zermelo/engine/en_passant_moves.hpp"
#include "zermelo/engine/last_man_moves.hpp"
#include "zermelo/engine/legality.hpp"
#include "zermelo/engine/ordinary_moves.hpp"
#include "zermelo/engine/special_moves.hpp"
#include "zermelo/engine/wall_moves.hpp"
