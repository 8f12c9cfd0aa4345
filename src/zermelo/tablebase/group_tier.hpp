// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/indices.hpp"
#include "zermelo/tablebase/keyed_numbers.hpp"
#include "zermelo/tablebase/material.hpp"
#include "zermelo/tablebase/placements.hpp"
#include "zermelo/tablebase/symmetry.hpp"
#include "zermelo/tablebase/tier_rules.hpp"

namespace zermelo::tablebase {

/// What captures and ends mean for tables of games in which captured men go to the hand.
struct HandRules {
    template <typename Bits>
    explicit HandRules(const engine::CompiledRules<Bits>& compiled);

    /// Who attacks the last man of `extinction_kinds` wins by taking it: every such capture is legal.
    bool captures_win = false;
    /// Who has won without a move (a safe flag) had a man attacked there a ply before, and was spared: these
    /// positions come only from such as `captures_win` decides.
    bool missed_wins = false;
    /// Whether values have the parity of `ValueEncoding::by_parity`.
    bool by_parity = false;
    /// Moves may be illegal for reasons that unmoves do not see.
    bool unmoves_check_legality = false;
    /// Where a man may turn depends on more than its kind and the squares of its move.
    bool turns_by_engine = false;
};

/// By kind: the first kind of its family. A man of one kind may come to be of any other of the family in a
/// hand: one that turns twice, a pawn that is another kind of pawn in the hand, and every man that turns and
/// stays so in the hand (`drop_loop`).
using Families = std::array<std::uint8_t, max_kinds>;
Families families_of(const rules::Rules& rules);

/// All men of a game with hands, whoever has them and wherever they are: the men of each family, as its first
/// kind, by side where men do not change hands, else halves on both sides. No move changes it, as long as the
/// game goes on.
Material pool_of(const engine::Setup& setup, const rules::Rules& rules);
/// The same of men that a name lists, each as its kind.
Material pool_of(const Material& men, const rules::Rules& rules);

/// All positions with the same men, on the board or in hand, as numbers: a *group* of tiers that lead to each
/// other, which is solved as one. What `Reversible` asks, and `end`. Cheap to copy.
///
/// A *distribution* says who has which men, turned or not, on the board or in hand; its positions are the
/// placements of those on the board (`Placements`), and its numbers come after those of the distributions
/// before. Men in hand are counted only. Where the rules treat both sides alike, every position stands for
/// the same one with colours swapped, and White is to move: there is one table. The board's symmetries are
/// folded.
///
/// A position in which who is to move takes the last man that must not be lost (`HandRules::captures_win`)
/// `wins_at_once`, and positions that only come from such (`missed_wins`) have no number. Nor have those in
/// which who is to move has made a row that ends the game, to which no play leads, those with an en passant
/// square, a pass or an empty board, and (`extinctionPseudoRoyal`) those where the mover, having taken a last
/// piece, leaves its own attacked: moves that lead there are unindexed, and so are captures that explode.
template <typename Bits>
class GroupTier : public TierPlay<Bits> {
  public:
    using Set = SquareSet<Bits>;
    using Position = engine::Position<Bits>;
    using Move = engine::Move;
    using MoveList = engine::MoveList;
    using Rules = TierRules<Bits>;

    /// Errors (bad_usage): no position has these men; kinds whose unindexed moves need not end
    /// (`TierRules::endless`); drops that give the right to castle; over `max_distributions` distributions,
    /// 16 kinds of men or 16 men of one kind; 2^62 numbers. Cost: some µs a distribution.
    static Result<GroupTier> make(std::shared_ptr<const Rules> rules, const Material& pool);
    static constexpr std::size_t max_distributions = 200'000;

    /// Whether the side to move takes a man that must not be lost; other wins in one are not seen.
    bool wins_at_once(const Position& p) const {
        return plan_->hand_rules.captures_win && takes_last(p, p.to_move()) && !game().end_at_once(p);
    }
    /// Promises that `any_safe_move` leaves out every move after which the other side `wins_at_once`.
    static constexpr bool skips_every_blunder = true;
    /// Calls f(move) for every legal move after which the other side does not win at once, until f says true;
    /// returns whether it did.
    template <typename F>
    bool any_safe_move(const Position& p, F&& f) const {
        MoveList list;
        moves(p, list);
        return std::any_of(list.begin(), list.end(), [&](const Move& move) {
            return !(plan_->hand_rules.captures_win && wins_at_once(play(p, move))) && f(move);
        });
    }

    using TierPlay<Bits>::game;
    using TierPlay<Bits>::moves;
    using TierPlay<Bits>::play;

    std::uint32_t tables() const { return plan_->swaps ? 1 : 2; }
    std::uint64_t table_size(std::uint32_t) const { return plan_->size; }

    /// Whether a position has a number. Precondition: its men are those of the pool. Cost: O(men), some
    /// 10 ns.
    bool holds(const Position& p) const {
        return is_indexed(p) && distribution_index(p, swapped(p)).has_value() && numbered(p);
    }
    /// Precondition: `holds(p)`. Cost: some 100 ns.
    Slot slot(const Position& p) const {
        const bool swaps = swapped(p);
        const Distribution& distribution = this->distribution(*distribution_index(p, swaps));
        return {table_of(p),
                distribution.first + distribution.placements.index(sets(distribution, p, swaps))};
    }
    /// None for a position out of the group.
    template <typename F>
    void each_slot(const Position& p, F&& f) const {
        const bool swaps = swapped(p);
        const auto index_of_distribution = distribution_index(p, swaps);
        if (!index_of_distribution) return;
        const Distribution& distribution = this->distribution(*index_of_distribution);
        const std::uint32_t table = table_of(p);
        distribution.placements.each_index(sets(distribution, p, swaps), [&](std::uint64_t index) {
            f(Slot{table, distribution.first + index});
        });
    }
    /// Precondition: slot.table < tables() and slot.index < table_size(slot.table).
    std::optional<Position> position(Slot slot) const {
        std::optional<Position> result;
        each_position(slot.table, slot.index, slot.index + 1,
                      [&](std::uint64_t, const Position& p, const auto&) { result = p; });
        return result;
    }
    template <typename F>
    void each_position(std::uint32_t table, std::uint64_t first, std::uint64_t end, F&& f) const {
        Position p;
        engine::UncheckedEditor<Bits>{p}.hold();
        for (DistributionIndex index_of_distribution = distribution_of(first); first < end;
             ++index_of_distribution) {
            const Distribution& distribution = this->distribution(index_of_distribution);
            const std::uint64_t last = std::min(end, distribution.first + distribution.placements.size());
            if (first < last) put_in_hands(p, distribution, table);
            for (PlacementCursor cursor{distribution.placements, first - distribution.first}; first < last;) {
                if (cursor.valid()) {
                    place_men(p, distribution, cursor);
                    if (numbered(p))
                        f(first, static_cast<const Position&>(p), Cursor{cursor, distribution.first});
                }
                if (++first < last) cursor.next();
            }
        }
    }

    static constexpr bool counts_parents = true;
    bool stays_in_tier(const Position& p, Move move) const {
        if (plan_->any_unindexed && may_be_unindexed(p, move)) return false;
        if (ends_by_extinction() && changes_last_kinds(p, move)) return false;
        return !plan_->hand_rules.missed_wins || (p.men(!p.to_move()) & flags(!p.to_move())).empty();
    }
    /// A position from which moves that stay are looked at.
    class ChildIndex {
      public:
        /// An entry of the child. Precondition: `stays_in_tier(p, move)`.
        Slot slot_after(Move move) const { return tier_->slot(tier_->play(*p_, move)); }

      private:
        friend class GroupTier;
        ChildIndex(const GroupTier& tier, const Position& p) : tier_(&tier), p_(&p) {}
        const GroupTier* tier_;
        const Position* p_;
    };
    /// The position must outlive it.
    ChildIndex child_index(const Position& p) const { return {*this, p}; }
    /// Moves lead out of the group only to positions in which the game is over.
    LeadsTo leads_to(const Position& p, Move move, const Position& child) const {
        if (is_blast(p, move) || !is_indexed(child)) return LeadsTo::unindexed;
        return holds(child) ? LeadsTo::tier : LeadsTo::sub_tier;
    }
    /// Whether nobody has passed or may capture en passant, nor (`extinctionPseudoRoyal`) has left a last
    /// piece attacked, nor has an explosion swept the board: elsewhere a position has no number.
    bool is_indexed(const Position& p) const {
        return p.passes() == 0 && p.en_passant().empty() && p.occupied().any() &&
               (!game().rules().extinction_pseudo_royal || game().guards_its_own(p));
    }

    /// Calls f(parent, slot) for every position of the group that does not win at once and from which a move
    /// that is not unindexed leads to `p`, once for each entry and move. Precondition: `holds(p)`. Cost: some
    /// 200 ns a parent; where unmoves do not see all that the rules forbid, that of its list of moves.
    template <typename F>
    void each_parent(const Position& p, F&& f) const;

  private:
    using Placements = tablebase::Placements<Bits>;
    using PlacementCursor = typename Placements::Cursor;
    using Sets = typename Placements::Sets;
    using Editor = engine::UncheckedEditor<Bits>;

    /// What a man of some kind may be on the board.
    struct PieceForm {
        rules::PieceKind kind;
        std::uint8_t former;  ///< as `engine::Holdings::former`
        friend constexpr bool operator==(PieceForm, PieceForm) = default;
    };
    /// A way in which a man becomes another on the board; the move names the kind that it is then.
    struct Turn {
        PieceForm before;
        PieceForm after;
        Move::Type type;
        friend constexpr bool operator==(const Turn&, const Turn&) = default;
    };
    struct Men {
        Color color;
        PieceForm form;
    };
    struct Held {
        Color color;
        rules::PieceKind kind;
        unsigned count;
    };
    struct Distribution {
        Placements placements;
        std::vector<Men> men;    ///< the men of each set of the index
        std::vector<Held> held;  ///< what both sides hold of all kinds that may be in hand
        std::uint64_t first = 0;
    };
    class Cursor {
      public:
        Cursor(const PlacementCursor& at, std::uint64_t first) : at_(at), first_(first) {}
        unsigned weight() const { return at_.weight(); }
        bool is_least(std::uint64_t index) const { return at_.is_least(index - first_); }
        unsigned symmetries() const { return at_.symmetries(); }

      private:
        const PlacementCursor& at_;
        std::uint64_t first_;
    };
    struct Plan {
        explicit Plan(const engine::CompiledRules<Bits>& compiled)
            : families(families_of(compiled.rules)), hand_rules(compiled) {}
        Material pool;
        Families families;
        HandRules hand_rules;
        std::vector<Distribution> distributions;
        std::uint64_t size = 0;
        KeyedNumbers<DistributionIndex> indices;
        /// By side and family: what its men may be on the board; empty of families that the pool has not.
        ByColor<std::array<std::vector<PieceForm>, max_kinds>> forms;
        /// By side: in which ways these turn.
        ByColor<std::vector<Turn>> turns;
        /// By owner and kind in the hand: what a captured man may have been.
        ByColor<std::array<std::vector<PieceForm>, max_kinds>> taken;
        bool swaps = false;          ///< every position stands for the same one with colours swapped
        bool any_unindexed = false;  ///< some moves are unindexed
        bool asks_engine = false;    ///< unmoves do not see all that makes moves legal, or what comes of them
        std::array<bool, max_kinds> last_kinds{};  ///< whether too few, or too many, may end the game
        /// Random numbers of a man on the board, by its former kind (`key_row`) and code, and in hand. A
        /// distribution's key is their sum.
        std::array<std::array<std::uint64_t, Position::man_codes>, max_kinds + 2> board_keys{};
        ByColor<std::array<std::uint64_t, max_kinds>> hand_keys{};
    };
    class Distributor;
    class FormFinder;

    GroupTier(std::shared_ptr<const Rules> rules, std::shared_ptr<const Plan> plan)
        : TierPlay<Bits>(std::move(rules)), plan_(std::move(plan)) {}

    static constexpr std::uint8_t promoted_pawn = engine::Holdings<Bits>::promoted_pawn;
    static constexpr std::size_t key_row(unsigned former) {
        return former == promoted_pawn ? max_kinds + 1 : former;
    }

    bool ends_by_extinction() const {
        return !game().compiled().extinction_kinds.empty() || game().rules().extinction_total;
    }
    /// Whether a move may change how many men of a kind that counts a side has, on the board and in hand.
    bool changes_last_kinds(const Position& p, Move move) const {
        const auto counts = [&](rules::PieceKind kind) { return plan_->last_kinds[kind.index()]; };
        if (move.is_drop()) {
            if (move.type != Move::Type::drop_promoted) return false;
            const rules::PieceKind held = game().compiled().kind_of(move.promotion);
            const auto turned = game().compiled().piece_moves(p.to_move(), held).promoted_letter;
            return counts(held) || counts(game().compiled().kind_of(*turned));
        }
        if (move.promotion != 0 &&
            (counts(p.kind_on(move.from)) || counts(game().compiled().kind_of(move.promotion))))
            return true;
        if (!p.occupied().contains(move.to)) return false;
        if (game().rules().extinction_total) return true;
        return counts(p.kind_on(move.to)) ||
               counts(engine::kind_in_hand(game().compiled(), p, move.to, !p.to_move()));
    }

    bool is_blast(const Position& p, Move move) const {
        return game().rules().blast && !move.is_drop() && p.occupied().contains(move.to);
    }
    /// Whether a move may be unindexed, as far as is seen without its child. A move out of a position without
    /// a number may lead to another such.
    bool may_be_unindexed(const Position& p, Move move) const {
        if (move.is_drop()) return false;
        if (move.type == Move::Type::pass) return true;
        if (p.occupied().contains(move.to))
            return game().rules().blast || game().rules().extinction_pseudo_royal;
        const auto& passing = game().compiled().piece_moves(p.to_move(), p.kind_on(move.from)).passing;
        return !passing.empty() && passing[move.from.index()].contains(move.to);
    }

    bool swapped(const Position& p) const { return plan_->swaps && p.to_move() == Color::black; }
    std::uint32_t table_of(const Position& p) const {
        return plan_->swaps ? 0 : static_cast<std::uint32_t>(p.to_move());
    }
    const Distribution& distribution(DistributionIndex index) const {
        return plan_->distributions[index.number()];
    }
    std::optional<DistributionIndex> distribution_index(const Position& p, bool swaps) const {
        std::uint64_t key = 0;
        for (Set men = p.occupied(); men.any();) {
            const Square square = men.take_first();
            key += plan_->board_keys[key_row(p.former(square))][p.code_on(square) ^ (swaps ? 1U : 0U)];
        }
        for (const Held& held : plan_->distributions[0].held)
            key += plan_->hand_keys[held.color][held.kind.index()] *
                   p.in_hand(swaps ? !held.color : held.color, held.kind);
        return plan_->indices.find(key);
    }
    /// The distribution that holds an index of a table.
    DistributionIndex distribution_of(std::uint64_t index) const {
        const auto after = std::upper_bound(
            plan_->distributions.begin(), plan_->distributions.end(), index,
            [](std::uint64_t i, const Distribution& distribution) { return i < distribution.first; });
        return DistributionIndex{static_cast<std::uint32_t>(after - plan_->distributions.begin()) - 1};
    }
    Sets sets(const Distribution& distribution, const Position& p, bool swaps) const {
        Sets sets;
        for (std::size_t i = 0; i < distribution.men.size(); ++i) {
            const Men& men = distribution.men[i];
            sets[i] = of_form(p, swaps ? !men.color : men.color, men.form);
            if (swaps) sets[i] = mapped(*rules_->swap, sets[i]);
        }
        return sets;
    }
    Set of_form(const Position& p, Color c, PieceForm form) const {
        const Set all = p.men(c, form.kind);
        Set those;
        for (Set left = all; left.any();) {
            const Square square = left.take_first();
            if (p.former(square) == form.former) those |= Set::of(square);
        }
        return those;
    }
    /// Makes a board empty, and the hands those of a distribution.
    void put_in_hands(Position& p, const Distribution& distribution, std::uint32_t table) const {
        Editor board{p};
        take_all(p, board);
        board.to_move(table == 0 ? Color::white : Color::black);
        for (const Held& held : distribution.held) board.hand(held.color, held.kind, held.count);
    }
    void place_men(Position& p, const Distribution& distribution, const PlacementCursor& cursor) const {
        Editor board{p};
        take_all(p, board);
        for (std::size_t i = 0; i < distribution.men.size(); ++i) {
            const Men& men = distribution.men[i];
            board.put_all(cursor.sets()[i], men.color, men.form.kind);
            if (men.form.former != 0)
                for (Set left = cursor.sets()[i]; left.any();)
                    board.former(left.take_first(), men.form.former);
        }
    }
    void take_all(const Position& p, Editor& board) const {
        for (Set men = p.occupied(); men.any();) board.former(men.take_first(), 0);
        board.clear(game().compiled().kinds());
    }

    /// Whether a placement is a position that has a number.
    bool numbered(const Position& p) const {
        if (plan_->hand_rules.unmoves_check_legality && !game().guards_its_own(p)) return false;
        if (game().has_row(p, p.to_move())) return false;
        return !plan_->hand_rules.missed_wins || (p.men(p.to_move()) & flags(p.to_move())).empty() ||
               game().end_at_once(p) != game::Outcome::win;
    }
    Set flags(Color c) const { return game().compiled().sides[c].flag_region; }
    /// Whether a side attacks the other's last man of a kind that must not be lost.
    bool takes_last(const Position& p, Color by) const {
        const engine::CompiledRules<Bits>& compiled = game().compiled();
        for (const rules::PieceKind k : compiled.extinction_kinds) {
            const Set men = p.men(!by, k);
            if (men.size() + p.in_hand(!by, k) == compiled.rules.extinction_count + 1 &&
                game().any_attacked(p, men, by))
                return true;
        }
        return false;
    }

    /// A man on its way back.
    struct Unmove {
        Square to;
        PieceForm after;
        PieceForm before;
        Move::Type type;
        char promotion;  ///< as `Move::promotion`
        bool captures;
    };
    /// Whether a man may move as an unmove says, as far as turning goes.
    bool may_turn_so(Color c, const Unmove& unmove, Square from) const;
    /// Whether a position, given that its men could move so, is one from which this move leads on, to a man
    /// that was `former` before.
    bool is_parent(const Position& parent, Move move, unsigned former) const;
    /// A man of a form that has been taken off its square was dropped there.
    template <typename F>
    void each_dropping(Position& parent, Square to, PieceForm form, const F& f) const;
    template <typename F>
    void each_from(Position& parent, const Unmove& unmove, Set from, const F& f) const;
    template <typename F>
    void each_capturing(Position& parent, const Unmove& unmove, Set from, const F& f) const;

    using TierPlay<Bits>::rules_;
    std::shared_ptr<const Plan> plan_;
};

template <typename Bits>
template <typename F>
void GroupTier<Bits>::each_parent(const Position& p, F&& f) const {
    const engine::CompiledRules<Bits>& compiled = game().compiled();
    const Color them = !p.to_move();
    Position parent = p;
    Editor board{parent};
    board.to_move(them);
    for (Set men = p.men(them); men.any();) {
        const Square to = men.take_first();
        const PieceForm form{p.kind_on(to), static_cast<std::uint8_t>(p.former(to))};
        board.take(to, them);
        board.former(to, 0);
        each_dropping(parent, to, form, f);
        const auto back = [&](PieceForm before, Move::Type type, char promotion) {
            if (!compiled.piece_moves(them, before.kind).allowed.contains(to)) return;
            const Set from = rules_->unmoves.origins(them, before.kind, to, p.occupied());
            each_from(parent, {to, form, before, type, promotion, false}, from, f);
            if (compiled.rules.blast) return;
            const Set attacking = rules_->unmoves.attackers(them, before.kind, to, p.occupied());
            each_capturing(parent, {to, form, before, type, promotion, true}, attacking & ~p.occupied(), f);
        };
        back(form, Move::Type::normal, 0);
        if (const auto before = compiled.piece_moves(them, form.kind).turned_round;
            before && compiled.arrived(them, *before, to) == form.kind)
            back({*before, 0}, Move::Type::normal, 0);
        for (const Turn& turn : plan_->turns[them])
            if (turn.after == form) back(turn.before, turn.type, compiled.letter(form.kind));
        board.put(to, them, form.kind);
        board.former(to, form.former);
    }
}

template <typename Bits>
template <typename F>
void GroupTier<Bits>::each_dropping(Position& parent, Square to, PieceForm form, const F& f) const {
    const engine::CompiledRules<Bits>& compiled = game().compiled();
    const Color them = parent.to_move();
    Editor board{parent};
    if (compiled.piece_moves(them, form.kind).stuck.contains(to)) return;
    const auto dropped = [&](rules::PieceKind held, Move::Type type) {
        if (!compiled.piece_moves(them, held).drop_squares.contains(to)) return;
        const unsigned count = parent.in_hand(them, held);
        board.hand(them, held, count + 1);
        if (is_parent(parent, {to, to, compiled.letter(held), type}, form.former))
            each_slot(parent, [&](Slot slot) { f(static_cast<const Position&>(parent), slot); });
        board.hand(them, held, count);
    };
    if (const rules::PieceKind held = compiled.held_kind(form.kind);
        form.former == 0 && !compiled.is_royal(held) && compiled.arrived(them, held, to) == form.kind)
        dropped(held, Move::Type::drop);
    if (!compiled.rules.drop_promoted || !compiled.piece_moves(them, form.kind).allowed.contains(to)) return;
    for (const rules::PieceKind held : compiled.kinds())
        if (compiled.piece_moves(them, held).promoted_letter == compiled.letter(form.kind) &&
            form.former == (compiled.rules.keeps_former_kinds() ? held.index() + 1 : 0))
            dropped(held, Move::Type::drop_promoted);
}

/// Puts every man that can have been captured back on the square.
template <typename Bits>
template <typename F>
void GroupTier<Bits>::each_capturing(Position& parent, const Unmove& unmove, Set from, const F& f) const {
    if (from.empty()) return;
    const Color them = parent.to_move();
    const Color holder = game().rules().captures_to_owner ? !them : them;
    Editor board{parent};
    for (const rules::PieceKind kind : game().compiled().kinds()) {
        const unsigned held = parent.in_hand(holder, kind);
        if (held == 0) continue;
        board.hand(holder, kind, held - 1);
        for (const PieceForm& taken : plan_->taken[!them][kind.index()]) {
            if (!rules_->found[!them][taken.kind.index()].contains(unmove.to)) continue;
            board.put(unmove.to, !them, taken.kind);
            board.former(unmove.to, taken.former);
            each_from(parent, unmove, from, f);
            board.take(unmove.to, !them);
            board.former(unmove.to, 0);
        }
        board.hand(holder, kind, held);
    }
}

template <typename Bits>
template <typename F>
void GroupTier<Bits>::each_from(Position& parent, const Unmove& unmove, Set from, const F& f) const {
    const Color them = parent.to_move();
    const rules::PieceKind kind = unmove.before.kind;
    Editor board{parent};
    for (Set left = from & rules_->found[them][kind.index()]; left.any();) {
        const Square at = left.take_first();
        if (!may_turn_so(them, unmove, at)) continue;
        board.put(at, them, kind);
        board.former(at, unmove.before.former);
        const Move move{at, unmove.to, unmove.promotion, unmove.type};
        if (is_parent(parent, move, unmove.after.former))
            each_slot(parent, [&](Slot slot) { f(static_cast<const Position&>(parent), slot); });
        board.take(at, them);
        board.former(at, 0);
    }
}

extern template class GroupTier<std::uint64_t>;
extern template class GroupTier<Bits256>;

}  // namespace zermelo::tablebase
