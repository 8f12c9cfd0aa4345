// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "zermelo/base/hash128.hpp"
#include "zermelo/engine/compiled_rules.hpp"
#include "zermelo/engine/move.hpp"
#include "zermelo/engine/position.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/plies.hpp"

namespace zermelo::engine {

template <typename Bits>
class SetupCheck;

/// A game that a rules file describes, on boards that fit into `Bits`: what `game::Game` asks, at the speed
/// of compiled rules. Cheap to copy; those are shared.
///
/// Source of the rules: docs/rules.md.
template <typename Bits>
class Game {
  public:
    using Set = SquareSet<Bits>;
    using Position = engine::Position<Bits>;
    using Move = engine::Move;
    using MoveList = engine::MoveList;
    explicit Game(std::shared_ptr<const CompiledRules<Bits>> compiled) : compiled_(std::move(compiled)) {}

    const CompiledRules<Bits>& compiled() const { return *compiled_; }
    const rules::Rules& rules() const { return compiled_->rules; }

    /// The position, or everything that is wrong with the setup. Its terrain must be the game's.
    tl::expected<Position, std::vector<Violation>> position(const Setup& setup,
                                                            Waived waived = Waived::nothing) const;
    /// The position as plain data; `position` of it gives the position again.
    Setup setup(const Position& p) const;

    /// Appends all legal moves; none if the game is over.
    void moves(const Position& p, MoveList& list) const;
    /// How many they are, mostly without making them.
    std::uint64_t count(const Position& p) const;
    /// How many there are to find an answer to: drops on one square are mostly answered alike, and are one.
    std::uint64_t replies(const Position& p) const;
    bool has_move(const Position& p) const;
    /// Whether a move is legal, sooner seen than all moves.
    bool is_legal(const Position& p, Move m) const;
    /// Some legal move, sooner found than all.
    std::optional<Move> some_move(const Position& p) const;
    /// Whether the side to move has a legal capture, if the game is not over.
    bool can_capture(const Position& p) const;
    /// The position after a legal move; anything may come of another one.
    Position play(const Position& p, Move m) const;
    /// The same in `q`, another position of this game, whatever that was. Precondition: it is not `p`.
    void play(const Position& p, Move m, Position& q) const;
    /// The position with the other side to move, as if the side to move had left out its turn, which no rule
    /// of the game need allow: nobody may capture en passant. Where it is in check anything may come of it.
    /// Under `madrasi` who could be captured en passant stays paralysed for its next move, too.
    Position passed(const Position& p) const;
    /// The outcome for the side to move if the game is over; nothing if it goes on, and then there is a move.
    std::optional<game::Outcome> end(const Position& p) const;
    /// `end` where the caller has looked for moves already. Precondition: there is none.
    std::optional<game::Outcome> end_unmoved(const Position& p) const;
    /// Whether `end` says loss. Cheaper: moves are only looked for where having none loses.
    bool lost(const Position& p) const;
    /// Whether a royal piece of the side to move (or a last one that must not be lost) is attacked.
    bool in_check(const Position& p) const { return royals_attacked(p, p.to_move()); }
    /// `end`, as far as no look at the moves is needed: by extinction, flags and passes.
    std::optional<game::Outcome> end_at_once(const Position& p) const;
    game::Outcome mate_or_stalemate(const Position& p) const;
    /// Whether the side not to move has left nothing attacked that it must not. In a position it has not only
    /// where its move may have captured a last piece (`extinctionPseudoRoyal`).
    bool guards_its_own(const Position& p) const { return !royals_attacked(p, !p.to_move()); }
    /// Whether a side has made a row, a square or a chain that ends the game. It has only where its move came
    /// last.
    bool has_row(const Position& p, Color side) const;
    /// The squares of a side's royal pieces.
    Set royals(const Position& p, Color c) const;
    /// Whether a side attacks one of some squares with one of its men `among`: could capture there.
    bool any_attacked(const Position& p, Set squares, Color by, Set among = ~Set{}) const;
    Hash128 key(const Position& p) const;
    /// The same of the position after a move, where the key of the one before is known. Cheaper where the
    /// move changes no more than two squares.
    Hash128 key_after(const Position& before, const Hash128& key_before, Move m, const Position& after) const;

    /// Whether a move wins the game. Where only mates win, only moves that can give check are looked at, and
    /// others where they may stalemate and that wins.
    bool wins_at_once(const Position& p) const;
    /// Whether that is a look at what is attacked, because captures alone decide this game.
    bool sees_wins_cheaply() const { return compiled_->facts.captures_decide; }
    /// Whether the side to move can have won without a move, anywhere in this game.
    bool wins_unmoved() const;
    /// Whether no position of this game comes twice, as the rules show.
    bool never_repeats() const { return compiled_->facts.uses != RuleFacts::Uses::nothing; }
    /// A number of plies that no play from here exceeds, where the rules show one: where no position comes
    /// twice. It falls by one at least with each move. Cost: O(men).
    std::optional<Plies> plies_left(const Position& p) const;
    /// As `moves`: what can give check first, then captures.
    void attacks(const Position& p, MoveList& list) const;
    /// Some of the moves of `attacks`: at least all after which the other side is in check or has lost.
    void checks(const Position& p, MoveList& list) const;
    /// As `moves`: captures first.
    void defences(const Position& p, MoveList& list) const;
    /// Appends the moves that men have by themselves, legal or not: whatever they leave attacked, and where
    /// the game is over. Of walls and gates it knows nothing.
    void pseudo_legal_moves(const Position& p, MoveList& list) const;

  private:
    template <typename, typename>
    friend class Generator;
    template <typename>
    friend class MoveMaker;
    template <typename>
    friend class Ends;
    template <typename>
    friend class SetupCheck;

    /// The men of a setup and whose move it is, nothing more of it. Letters that the variant does not have
    /// are a kind after the last, which stands in the way and does not move, as long as there is a number
    /// for it.
    Position men_of(const Setup& setup) const;
    /// A side's men that an enemy of their kind attacks, royal ones aside, or may capture en passant now.
    Set paralysed(const Position& p, Color side) const;
    /// Whether a move ends with a man beside nobody.
    bool ends_alone(const Position& p, Move m, const Position& after) const;
    /// The square of a move's distance; castling is as long as both its ways together.
    unsigned length(const Position& p, Move m) const;
    Set pseudo_royals(const Position& p, Color c) const;
    /// A side's men that turn to stone by capturing, and may not: they attack no last piece.
    Set spares_last_men(const Position& p, Color c) const;
    /// Where nobody captures a last piece of a side: beside an enemy's last piece, which the blast would
    /// take, too.
    Set shelter(const Position& p, Color c) const;
    /// Whether a last piece of a side could be captured on one of some squares, as the men stand now.
    bool last_piece_attacked(const Position& p, Set squares, Color c) const;
    /// Whether a piece that castles may not stand on its way: `squares`, from `king` to `end`. What the move
    /// leaves attacked is asked when it is made.
    bool castles_through_danger(const Position& p, Square king, Square end, Set squares) const;
    bool royals_attacked(const Position& p, Color c) const;
    /// Whether the mover has left nothing attacked that it must not, and gives no check if none is allowed.
    bool legal_after(const Position& before, Move m) const;
    /// Whether a drop of a man that then is of a kind is legal, by what the rules say of drops alone and what
    /// it leaves attacked.
    bool drop_is_legal(const Position& before, Move m, rules::PieceKind kind) const;
    bool leaves_room_for_bishops(const Position& p, Square square, rules::PieceKind kind) const;
    bool has_men_to_drop(const Position& p) const;
    bool has_anything_in_hand(const Position& p, Color side) const;
    /// The parts of a key that are not the men on their squares: rights to castle, and all else.
    Hash128 castling_key(const Position& p) const;
    Hash128 remaining_key(const Position& p) const;
    /// `play` without what it notes of ends.
    Position moved(const Position& p, Move m) const;
    void make(const Position& p, Move m, Position& q) const;
    /// Whether a move changes no more than the squares where it begins and ends.
    bool is_plain(const Position& p, Move m) const {
        return m.type == Move::Type::normal && m.gated == 0 &&
               (compiled_->facts.plain_moves || (compiled_->facts.plain_quiets && !p.occupied_at(m.to)));
    }
    bool makpong_forbids(const Position& before, Move m) const;
    /// Whether a side's last pieces are attacked, one of them or, where that counts, all at once.
    bool pseudo_royals_attacked(const Position& p, Color c) const;
    bool royals_face(const Position& p) const;
    /// Leaves the en passant squares on which the side to move may legally capture: others would make
    /// different positions of the same one. Duties to drop or capture do not count.
    void settle_en_passant(Position& p) const;
    /// The nearest enemy behind an en passant square on its file.
    std::optional<Square> nearest_behind(const Position& p, Square square) const;
    Set gates_of_castlers(const Position& p, Color side) const;
    /// Appends the legal moves with what comes from the hand into the gates that they leave.
    template <typename Sink>
    void with_gated(const Position& p, Move m, Sink& sink) const;
    /// A move with each of these squares for the wall or the man that it brings, where it is legal so.
    template <typename Sink>
    void with_legal_gates(const Position& p, Move m, Set gates, Sink& sink) const {
        while (gates.any() && !sink.done()) {
            m.gate = gates.take_first();
            if (legal_after(p, m)) sink.special(m);
        }
    }
    template <typename Sink>
    void generate(const Position& p, Sink& sink) const;
    /// As generate(), but also where the game has ended: what a side could play if it went on.
    template <typename Sink>
    void generate_going_on(const Position& p, Sink& sink) const;
    /// Where moves of the side to move can give check.
    struct CheckSquares {
        std::array<Set, 26> by_kind;  ///< to which squares, of a kind that need not stand anywhere else
        Set discoverers;              ///< men whose every move may open a line
        bool all = false;             ///< nothing is known: any move may
    };
    /// What is known of hoppers: nothing, or by the lines between them and the king.
    enum class Hoppers : std::uint8_t { may_check_anywhere, check_along_lines };
    CheckSquares check_squares(const Position& p, Hoppers hoppers = Hoppers::may_check_anywhere) const;
    bool may_check(const Position& p, const CheckSquares& squares, Move m) const;
    /// Whether a move of the side to move that gives no check may win, as far as is seen without looking at
    /// the moves.
    bool quiet_may_win(const Position& p) const;

    std::shared_ptr<const CompiledRules<Bits>> compiled_;
};

extern template class Game<std::uint64_t>;
extern template class Game<Bits256>;

}  // namespace zermelo::engine
