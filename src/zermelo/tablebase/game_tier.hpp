// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
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

/// All positions of one material, without castling rights, en passant squares and passes, as numbers
/// (`Placements`): what `Reversible` asks, and `end`. Cheap to copy.
///
/// Table 0 has White to move, table 1 Black. Where the rules treat both sides alike every position stands for
/// the same one with colours swapped: White is seen to have the material's first army, and if the armies are
/// equal, to be to move (there is no table 1 then). All of the board's symmetries that the rules allow these
/// men, and what they may become, are folded.
///
/// Moves that change the material lead to sub-tiers: captures, promotions, drops, walls that stay, checks
/// that count. A duck stays, as one wall that every move puts elsewhere. Moves are unindexed into positions
/// with an en passant square or a pass, and (`extinctionPseudoRoyal`) into those where the mover, having
/// taken a last piece, leaves its own attacked. What is no position (see `Game::guards_its_own`) has a number
/// but is never met.
template <typename Bits>
class GameTier : public TierPlay<Bits> {
  public:
    using Set = SquareSet<Bits>;
    using Position = engine::Position<Bits>;
    using Move = engine::Move;
    using MoveList = engine::MoveList;

    /// Errors (bad_usage): no position has the material, or the game is over in all of them; more than 16
    /// kinds of men, counting both sides, or more than 16 men of one; a number of placements beyond 2^62;
    /// kinds that turn into each other in circles; kinds whose unindexed moves need not end
    /// (`TierRules::endless`). Cost: some thousand placements of the first two men.
    static Result<GameTier> make(std::shared_ptr<const TierRules<Bits>> rules, const Material& material);

    using TierPlay<Bits>::game;
    const Unmoves<Bits>& unmoves() const { return rules_->unmoves; }
    struct Man {
        Color color;
        rules::PieceKind kind;
    };
    /// The men in the order of the index: royal ones first, and equal ones side by side.
    std::vector<Man> men_in_order() const;
    /// Whether a tier is nothing but men, whose moves and attacks are all that tells what is legal.
    bool plain() const { return !plan_->looked_at && !rules_->judged; }
    /// About how much longer an entry takes than one of a game with plain moves.
    unsigned entry_work() const {
        return plan_->has_duck ? game().compiled().squares : rules_->judged ? 4 : 1;
    }
    /// Whether the royal men, one a side, are the leading pieces of the index, so that entries which a
    /// symmetry makes each other differ in no more than where other men stand.
    bool royals_lead() const;
    /// The squares on which men of a side and kind may be found.
    Set found(Color c, rules::PieceKind kind) const { return rules_->found[c][kind.index()]; }
    /// As it was asked for.
    const Material& material() const { return plan_->material; }
    unsigned men() const { return plan_->men; }
    bool colours_matter() const { return !rules_->swap; }

    /// The materials to which moves out of the tier lead, `canonical` where colours do not matter. Where
    /// `extinctionPseudoRoyal` makes captures unindexed, the sub-tiers of these, too.
    const std::vector<Material>& sub_tiers() const { return plan_->sub_tiers; }
    /// The one of `sub_tiers()` that a position out of the tier is of; of none of them: the game is over
    /// there. Cost: O(men), some 10 ns.
    std::optional<SubTierIndex> sub_tier(const Position& p) const {
        return plan_->sub_tier_indices.find(material_key(p));
    }
    /// Whether a position without rights is of this tier, its colours swapped perhaps. Cost: O(kinds).
    bool holds(const Position& p) const;

    std::uint32_t tables() const { return static_cast<std::uint32_t>(plan_->tables.size()); }
    std::uint64_t table_size(std::uint32_t table) const { return placements(table).size(); }

    /// Precondition: `holds(p)`.
    Slot slot(const Position& p) const {
        const bool swaps = swapped(p);
        const std::uint32_t table = table_of(p.to_move(), swaps);
        return {table, placements(table).index(sets(table, p, swaps))};
    }
    /// Precondition: `holds(p)`.
    template <typename F>
    void each_slot(const Position& p, F&& f) const {
        const bool swaps = swapped(p);
        const std::uint32_t table = table_of(p.to_move(), swaps);
        placements(table).each_index(sets(table, p, swaps), [&](std::uint64_t index) {
            f(Slot{table, index});
        });
    }
    /// Precondition: slot.table < tables() and slot.index < table_size(slot.table).
    std::optional<Position> position(Slot slot) const {
        const Cursor cursor{placements(slot.table), slot.index};
        if (!cursor.valid()) return std::nullopt;
        const Position p = position(slot.table, cursor);
        if (!game().guards_its_own(p)) return std::nullopt;
        return p;
    }
    template <typename F>
    void each_position(std::uint32_t table, std::uint64_t first, std::uint64_t end, F&& f) const {
        if (first == end) return;
        Position p = plan_->empty_board;
        for (Cursor cursor{placements(table), first};; cursor.next()) {
            if (cursor.valid()) {
                place_men(p, table, cursor);
                if (game().guards_its_own(p)) f(first, std::as_const(p), cursor);
            }
            if (++first == end) return;
        }
    }

    static constexpr bool counts_parents = true;
    bool stays_in_tier(const Position& p, Move move) const {
        if (plan_->looked_at) return false;
        if (move.type != Move::Type::normal || move.promotion != 0 || p.occupied().contains(move.to))
            return false;
        const auto& passing = game().compiled().piece_moves(p.to_move(), p.kind_on(move.from)).passing;
        return passing.empty() || !passing[move.from.index()].contains(move.to);
    }
    /// A position from which moves that stay are looked at.
    class ChildIndex {
      public:
        /// An entry of the child. Precondition: `stays_in_tier(p, move)`.
        Slot slot_after(Move move) const {
            return slot_with((*part_)[p_->kind_on(move.from).index()], move.from, move.to);
        }
        /// An entry of the child, if a man of either side stood elsewhere. Precondition: that is a position.
        Slot slot_if(Color color, Square from, Square to) const {
            const auto& parts = tier_->plan_->tables[table_].part;
            return slot_with(parts[swaps_ ? !color : color][p_->kind_on(from).index()], from, to);
        }
        /// Calls f(slot) for all entries of that.
        template <typename F>
        void each_slot_if(Color color, Square from, Square to, F&& f) const {
            const auto& parts = tier_->plan_->tables[table_].part;
            each_slot_before(parts[swaps_ ? !color : color][p_->kind_on(from).index()], from, to, f);
        }
        /// Whether a symmetry keeps the leading pieces, so that there may be several entries.
        bool has_twins() const { return neighbours_.has_twins(); }
        /// `slot_if` of one man: its slots are side by side.
        class Run {
          public:
            /// Whether the slots are in the order of the squares.
            bool straight() const { return colour_swap_ == nullptr && run_.symmetry == nullptr; }
            Slot slot_if(Square to) const {
                return {table_, run_.index(colour_swap_ == nullptr ? to : (*colour_swap_)[to.index()])};
            }

          private:
            friend class ChildIndex;
            using Indices = typename tablebase::Placements<Bits>::Neighbours::Run;
            Run(std::uint32_t table, Indices run, const SquareMap* colour_swap)
                : table_(table), run_(run), colour_swap_(colour_swap) {}
            std::uint32_t table_;
            Indices run_;
            const SquareMap* colour_swap_;
        };
        /// Nothing where the man is not by itself the last one of the index, or may not stand everywhere.
        std::optional<Run> run_of(Color color, Square from) const {
            const auto& parts = tier_->plan_->tables[table_].part;
            const auto run = neighbours_.run(parts[swaps_ ? !color : color][p_->kind_on(from).index()]);
            return run ? std::optional{Run{table_, *run, colour_swap_}} : std::nullopt;
        }

      private:
        friend class GameTier;
        Slot slot_with(unsigned set, Square from, Square to) const {
            if (colour_swap_ == nullptr) return {table_, neighbours_.index_after(set, from, to)};
            return {table_,
                    neighbours_.index_after(set, (*colour_swap_)[from.index()], (*colour_swap_)[to.index()])};
        }
        /// All entries, if a set's man had come from another square.
        template <typename F>
        void each_slot_before(std::size_t set, Square to, Square from, F&& f) const {
            const auto seen = [&](Square square) {
                return colour_swap_ == nullptr ? square : (*colour_swap_)[square.index()];
            };
            neighbours_.each_index_after(set, seen(to), seen(from), [&](std::uint64_t index) {
                f(Slot{table_, index});
            });
        }
        /// `to_move`: in the positions that are looked at.
        ChildIndex(const GameTier& tier, const Position& p, Color to_move)
            : ChildIndex(tier, p, to_move, tier.swapped(p, to_move)) {}
        ChildIndex(const GameTier& tier, const Position& p, Color to_move, bool swaps)
            : tier_(&tier),
              p_(&p),
              swaps_(swaps),
              table_(tier.table_of(to_move, swaps)),
              colour_swap_(swaps && tier.plan_->swap_maps ? &*tier.rules_->swap : nullptr),
              part_(&tier.plan_->tables[table_].part[swaps ? to_move : !to_move]),
              neighbours_(tier.placements(table_), tier.sets(table_, p, swaps)) {}

        const GameTier* tier_;
        const Position* p_;
        bool swaps_;
        std::uint32_t table_;
        const SquareMap* colour_swap_;
        const std::array<std::uint8_t, max_kinds>* part_;
        typename tablebase::Placements<Bits>::Neighbours neighbours_;
    };
    /// Precondition: `holds(p)`; the position must outlive it. Cost: as of `slot`.
    ChildIndex child_index(const Position& p) const { return {*this, p, !p.to_move()}; }
    LeadsTo leads_to(const Position& p, Move move, const Position& child) const {
        if (child.passes() != 0 || child.en_passant().any()) return LeadsTo::unindexed;
        const engine::CompiledRules<Bits>& compiled = game().compiled();
        if (compiled.rules.extinction_pseudo_royal) {
            // The position may itself have strayed here by a capture.
            if (!game().guards_its_own(child)) return LeadsTo::unindexed;
            if (child.men().size() != plan_->men) return LeadsTo::sub_tier;
        }
        if (plan_->looked_at) return holds(child) ? LeadsTo::tier : LeadsTo::sub_tier;
        const bool takes = move.type == Move::Type::en_passant || p.occupied().contains(move.to);
        const bool turns = move.promotion != 0 && compiled.letter(p.kind_on(move.from)) != move.promotion;
        return takes || turns ? LeadsTo::sub_tier : LeadsTo::tier;
    }

    /// Calls f(parent, slot) for every position of the tier from which a move within the tier leads to `p`,
    /// once for each entry and move. Precondition: `holds(p)`. Cost: some 30 ns a parent where nothing but
    /// one royal piece, or a duty to capture, restricts the sides; elsewhere every parent is looked at by
    /// itself.
    template <typename F>
    void each_parent(const Position& p, F&& f) const;

  private:
    using Placements = tablebase::Placements<Bits>;
    using Cursor = typename Placements::Cursor;
    using Sets = typename Placements::Sets;

    struct Table {
        Placements placements;
        Color to_move = Color::white;
        /// Whose men each set of the index has, and of which kind.
        std::vector<Color> colors;
        std::vector<rules::PieceKind> kinds;
        /// And back: the set of a side and kind.
        ByColor<std::array<std::uint8_t, max_kinds>> part{};
        /// The set that is walls and no men, if there is one.
        std::optional<std::size_t> walls;
    };
    struct Plan {
        Material material;
        unsigned men = 0;
        std::vector<Table> tables;
        /// Whether swapping the colours maps the board; not where the map is folded anyway.
        bool swap_maps = false;
        /// In what the two sides differ, and how many of it the first has.
        enum class Differs : std::uint8_t { on_board, in_hand, in_checks };
        Differs differs = Differs::on_board;
        rules::PieceKind distinguishing_kind{0};
        unsigned distinguishing_count = 0;
        /// What all positions have beside the board.
        Position empty_board;
        /// Moves may change more of the material than they take and promote: each is made and looked at.
        bool looked_at = false;
        /// Every move puts a wall that stays.
        bool walls_stay = false;
        /// Every move puts the one wall elsewhere.
        bool has_duck = false;
        std::vector<Material> sub_tiers;
        KeyedNumbers<SubTierIndex> sub_tier_indices;
        /// A random number for each man, as `Position` numbers men (0: a wall), for each man in hand and each
        /// check. A material's key is their sum.
        std::array<std::uint64_t, Position::man_codes> key_parts{};
        ByColor<std::array<std::uint64_t, max_kinds>> hand_keys{};
        ByColor<std::uint64_t> check_keys{};
    };

    GameTier(std::shared_ptr<const TierRules<Bits>> rules, std::shared_ptr<const Plan> plan)
        : TierPlay<Bits>(std::move(rules)), plan_(std::move(plan)) {}
    /// Finds out what `Plan::swap_maps` says, too.
    static Result<Table> make_table(const TierRules<Bits>& rules, const Material& material, Color to_move,
                                    bool& swap_maps);
    static void note_sub_tiers(const TierRules<Bits>& rules, Plan& plan);

    const Placements& placements(std::uint32_t table) const { return plan_->tables[table].placements; }
    std::uint64_t material_key(const Position& p) const {
        std::uint64_t key = 0;
        for (Set men = p.occupied(); men.any();) key += plan_->key_parts[p.code_on(men.take_first())];
        if (!plan_->looked_at) return key;
        for (const Color c : both_colors) {
            key += plan_->check_keys[c] * p.checks_left(c);
            if (hands_run_out(game().rules()))
                for (const rules::PieceKind k : game().compiled().kinds())
                    key += plan_->hand_keys[c][k.index()] * p.in_hand(c, k);
        }
        return key;
    }

    /// Whether colours are swapped where a position stands, if `to_move` is to move in it.
    bool swapped(const Position& p, Color to_move) const {
        if (!rules_->swap) return false;
        if (plan_->tables.size() == 1) return to_move == Color::black;
        const unsigned count =
            plan_->differs == Plan::Differs::on_board ? p.men(Color::white, plan_->distinguishing_kind).size()
            : plan_->differs == Plan::Differs::in_hand ? p.in_hand(Color::white, plan_->distinguishing_kind)
                                                       : p.checks_left(Color::white);
        return count != plan_->distinguishing_count;
    }
    bool swapped(const Position& p) const { return swapped(p, p.to_move()); }
    std::uint32_t table_of(Color to_move, bool swaps) const {
        return plan_->tables.size() == 1 ? 0 : static_cast<std::uint32_t>(swaps ? !to_move : to_move);
    }
    Sets sets(std::uint32_t table, const Position& p, bool swaps) const {
        const Table& t = plan_->tables[table];
        Sets sets;
        for (std::size_t i = 0; i < t.kinds.size(); ++i) {
            sets[i] = i == t.walls ? p.walls() : p.men(swaps ? !t.colors[i] : t.colors[i], t.kinds[i]);
            if (swaps && plan_->swap_maps) sets[i] = mapped(*rules_->swap, sets[i]);
        }
        return sets;
    }
    Position position(std::uint32_t table, const Cursor& cursor) const {
        Position p = plan_->empty_board;
        place_men(p, table, cursor);
        return p;
    }
    /// Puts the cursor's placement on a board that is empty or has one of the same table: to make an empty
    /// one takes as long as the rest.
    void place_men(Position& p, std::uint32_t table, const Cursor& cursor) const {
        const Table& t = plan_->tables[table];
        engine::UncheckedEditor<Bits> board{p};
        board.clear(t.kinds);
        board.to_move(t.to_move);
        for (std::size_t i = 0; i < t.kinds.size(); ++i) {
            if (i == t.walls)
                board.walls(cursor.sets()[i]);
            else
                board.put_all(cursor.sets()[i], t.colors[i], t.kinds[i]);
        }
    }

    /// Whom who moves from a parent may not attack there: found once for all parents of a position.
    struct Guard {
        static constexpr unsigned max_threats = 32;
        struct Threat {
            Square attacker;
            Set path;
            Set between;  ///< men on the path
        };
        bool each_parent = false;  ///< every parent must be looked at by itself
        Set men;                   ///< a royal man; all, if they would have to be captured
        std::array<Threat, max_threats> threats;
        unsigned count = 0;
    };
    void set_up(Guard& guard, const Position& p) const;
    template <typename F>
    void each_parent_of(const Position& p, const Guard& guard, Position& parent, F& f) const;
    /// The origins from which, in the parent, none of the guard's men is attacked.
    Set unattacked(const Guard& guard, const Position& p, rules::PieceKind kind, Square to,
                   Set origins) const;
    /// Whether a man of the kind may be found on `to` by a move that leaves it what it is.
    bool arrives(Color c, rules::PieceKind kind, Square to) const;
    /// What a guard tells of all parents together: it is a position, and who is to move need not capture.
    bool free_to_move(const Position& parent) const;
    /// What is not seen from the board's men alone: whether the game is over in the parent, whether the move
    /// ends with a right to capture en passant.
    bool moves_there(const Position& parent, Move move) const;
    bool turns_into_itself(const Position& parent, Move move) const;

    using TierPlay<Bits>::rules_;
    std::shared_ptr<const Plan> plan_;
};

template <typename Bits>
template <typename F>
void GameTier<Bits>::each_parent(const Position& p, F&& f) const {
    const engine::CompiledRules<Bits>& compiled = game().compiled();
    const Color us = p.to_move();
    const Color them = !us;
    if (plan_->walls_stay) return;
    // A check that counts has led out of the tier.
    if (compiled.rules.check_counting && game().in_check(p)) return;
    if (!compiled.rules.checking && game().any_attacked(p, game().royals(p, us), them)) return;
    Guard guard;
    set_up(guard, p);
    Position parent = p;
    engine::UncheckedEditor<Bits> board{parent};
    board.to_move(them);
    if (!plan_->has_duck) return each_parent_of(p, guard, parent, f);
    // Wherever the duck stood before, the move has put it elsewhere.
    if (p.walls().empty() || (p.walls() & ~compiled.sides[them].wall_region).any()) return;
    for (Set before = compiled.board & ~p.occupied(); before.any();) {
        board.walls(Set::of(before.take_first()));
        each_parent_of(p, guard, parent, f);
    }
}

/// The parents in which walls are where `parent` has them, which is the position with the other side to move.
template <typename Bits>
template <typename F>
void GameTier<Bits>::each_parent_of(const Position& p, const Guard& guard, Position& parent, F& f) const {
    const engine::CompiledRules<Bits>& compiled = game().compiled();
    const Color them = parent.to_move();
    engine::UncheckedEditor<Bits> board{parent};
    const Set occupied = parent.occupied();
    const ChildIndex children{*this, p, them};
    const Table& table = plan_->tables[children.table_];
    const bool swaps = swapped(p, them);
    for (std::size_t i = 0; i < table.kinds.size(); ++i) {
        if (i == table.walls || (table.colors[i] == them) == swaps) continue;
        const rules::PieceKind kind = table.kinds[i];
        const engine::PieceMoves<Bits>& piece = compiled.piece_moves(them, kind);
        const bool asks = guard.each_parent || compiled.facts.ends_beyond_material || !piece.passing.empty();
        for (Set men = p.men(them, kind); men.any();) {
            const Square to = men.take_first();
            if (!arrives(them, kind, to)) continue;
            Set from = rules_->unmoves.origins(them, kind, to, occupied) & rules_->found[them][kind.index()];
            if (!guard.each_parent && guard.men.any()) from = unattacked(guard, p, kind, to, from);
            if (from.empty()) continue;
            board.take(to, them);
            while (from.any()) {
                const Square at = from.take_first();
                board.put(at, them, kind);
                Move move{at, to, 0, Move::Type::normal};
                if (plan_->has_duck) {
                    move.gated = Move::wall_gated;
                    move.gate = p.walls().first();
                }
                const bool is_parent =
                    !asks || ((!guard.each_parent || free_to_move(parent)) && moves_there(parent, move));
                if (is_parent) {
                    assert(free_to_move(parent) && moves_there(parent, move));
                    const auto found = [&](Slot slot) { f(static_cast<const Position&>(parent), slot); };
                    if (plan_->has_duck)
                        each_slot(parent, found);
                    else
                        children.each_slot_before(i, to, at, found);
                }
                board.take(at, them);
            }
            board.put(to, them, kind);
        }
    }
}

extern template class GameTier<std::uint64_t>;
extern template class GameTier<Bits256>;

}  // namespace zermelo::tablebase
