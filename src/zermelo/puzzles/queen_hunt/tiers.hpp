// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/indices.hpp"
#include "zermelo/tablebase/placements.hpp"

namespace zermelo::queen_hunt {

/// All positions of two armies, with either of them to move, as numbers (`Placements`, all eight symmetries
/// folded). Table 0: the first army moves; table 1: the second one does.
///
/// Which colour an army has does not matter, so that "A against B, White to move" and "B against A, Black to
/// move" are one position.
class Tier : public Rules {
    using Placements = tablebase::Placements<std::uint16_t>;
    using Cursor = Placements::Cursor;
    using Men = Placements::MenSquares;
    struct Table {
        Placements placements;
        /// Whose each set of the index is (0 the mover), and its lane.
        std::array<std::uint8_t, 8> sides{};
        std::array<std::uint8_t, 8> lanes{};
        /// And back: the first man of a side and kind, in the order of the index.
        std::array<std::array<std::uint8_t, 4>, 2> first{};
    };
    /// A cursor with its position, of which a step changes what the cursor changes.
    class Walk {
      public:
        Walk(const Table& table, std::uint64_t index) : table_(&table), cursor_(table.placements, index) {
            put();
        }
        const Cursor& cursor() const { return cursor_; }
        Position position() const { return position_; }
        void next() {
            cursor_.next();
            put();
        }
        void seek(std::uint64_t index) {
            cursor_.seek(index);
            put();
        }
        /// On to the first index after those with the same men in all groups up to this one.
        void leave_group(std::size_t group) {
            cursor_.leave_group(group);
            put();
        }
        /// The first group with which the side to move surely wins at once, wherever those after it stand.
        std::optional<std::size_t> surely_won() const {
            return won_by_ == none ? std::nullopt : std::optional{won_by_};
        }

      private:
        void put() {
            const std::size_t groups = table_->placements.groups();
            std::size_t i = cursor_.changed();
            Army own = i == 0 ? 0 : before_[i][0];
            Army other = i == 0 ? 0 : before_[i][1];
            if (i <= won_by_) won_by_ = none;
            for (; i < groups; ++i) {
                before_[i] = {own, other};
                const Army set = std::uint64_t{cursor_.sets()[i].bits()} << table_->lanes[i];
                const Army owned = table_->sides[i] == 0 ? set : 0;
                own |= owned;
                other |= set ^ owned;
                if (i == 1) near_ = attacks(lowest(other), 0xFFFF);
                if (won_by_ == none && i >= 1 && (own & near_) != 0) won_by_ = i;
            }
            position_ = Position::unchecked(own, other);
        }

        static constexpr std::size_t none = ~std::size_t{0};
        const Table* table_;
        Cursor cursor_;
        std::array<std::array<Army, 2>, 8> before_;  ///< the armies without a set and those after it
        Position position_ = Position::unchecked(0, 0);
        Army near_ = 0;              ///< what would attack the enemy queen on a full board
        std::size_t won_by_ = none;  ///< the first group with which some of that stands there
    };

  public:
    /// Precondition: both armies are allowed.
    Tier(ArmyCounts a, ArmyCounts b);

    /// 2, or 1 if the armies are equal.
    std::uint32_t tables() const { return men_by_lane_[0] == men_by_lane_[1] ? 1 : 2; }
    std::uint64_t table_size(std::uint32_t table) const { return tables_[table]->placements.size(); }
    const std::array<ArmyCounts, 2>& armies() const { return armies_; }
    unsigned men() const { return armies_[0].men() + armies_[1].men(); }

    /// Precondition: the position is of this tier, both queens on the board.
    tablebase::Slot slot(const Position& p) const { return slot_in(table_of(p), p); }
    /// The same where the table of its side to move is known.
    tablebase::Slot slot_in(std::uint32_t table, const Position& p) const {
        const Table& t = *tables_[table];
        return {table, t.placements.number(men(t, p.own(), p.other()))};
    }
    /// Precondition: as for `slot`.
    template <typename F>
    void each_slot(const Position& p, F&& f) const {
        const std::uint32_t table = table_of(p);
        tables_[table]->placements.each_index(sets(table, p), [&](std::uint64_t index) {
            f(tablebase::Slot{table, index});
        });
    }
    /// Precondition: slot.table < tables() and slot.index < table_size(slot.table).
    std::optional<Position> position(tablebase::Slot slot) const {
        return Walk{*tables_[slot.table], slot.index}.position();
    }
    template <typename F>
    void each_position(std::uint32_t table, std::uint64_t first, std::uint64_t end, F&& f) const {
        if (first == end) return;
        Walk walk{*tables_[table], first};
        for (;; walk.next()) {
            f(first, walk.position(), walk.cursor());
            if (++first == end) return;
        }
    }

    /// As of `tablebase::each_open_position`. Where a piece attacks the queen from next door or as a knight,
    /// it does so wherever the groups after it stand.
    template <typename F, typename Won>
    void each_open_position(std::uint32_t table, std::uint64_t first, std::uint64_t end, F&& f,
                            Won&& won) const {
        if (first == end) return;
        for (Walk walk{*tables_[table], first};;) {
            const std::uint64_t index = first++;
            if (const auto group = walk.surely_won()) {
                if (!walk.cursor().has_twins()) first = std::min(end, walk.cursor().end_of(*group));
                won(index, first - index, walk.cursor());
                if (first == end) return;
                if (first > index + 1) {
                    walk.leave_group(*group);
                    continue;
                }
            } else {
                if (wins_at_once(walk.position()))
                    won(index, std::uint64_t{1}, walk.cursor());
                else
                    f(index, walk.position(), walk.cursor());
                if (first == end) return;
            }
            walk.next();
        }
    }
    /// As of `tablebase::each_found`.
    template <typename Next, typename F>
    void each_found(std::uint32_t table, Next&& next, F&& f) const {
        std::optional<std::uint64_t> index = next();
        if (!index) return;
        for (Walk walk{*tables_[table], *index};; walk.seek(*index)) {
            f(*index, walk.position(), walk.cursor());
            index = next();
            if (!index) return;
        }
    }

    /// A move stays in the tier that captures nothing.
    bool stays_in_tier(const Position& p, const Move& move) const {
        return (p.other() & in_every_lane(move.to_index)) == 0;
    }
    tablebase::LeadsTo leads_to(const Position& p, const Move& move, const Position&) const {
        return stays_in_tier(p, move) ? tablebase::LeadsTo::tier : tablebase::LeadsTo::sub_tier;
    }
    /// A position from which moves that stay are looked at, and parents.
    class ChildIndex {
      public:
        /// An entry of the child. Precondition: `stays_in_tier(p, move)`.
        tablebase::Slot slot_after(const Move& move) const {
            return {table_, of_->placements.number(after(1, move.kind, move.from_index, move.to_index))};
        }

      private:
        friend class Tier;
        ChildIndex(const Tier& tier, const Position& p)
            : table_(tier.tables() == 1 ? 0 : 1 - tier.table_of(p)),
              of_(tier.tables_[table_].get()),
              men_(Tier::men(*of_, p.other(), p.own())),
              armies_{p.other(), p.own()} {}
        /// The men after one of a side (0 moves in the positions that are looked at) has gone.
        Men after(unsigned side, Kind kind, unsigned from, unsigned to) const {
            const unsigned plane = lane(kind);
            const auto before = (std::uint64_t{1} << from) - 1;
            const unsigned man =
                of_->first[side][plane / 16] + ((armies_[side] >> plane & 0xFFFFU & before) != 0 ? 1U : 0U);
            return men_.moved(man, from, to);
        }

        std::uint32_t table_;
        const Table* of_;
        Men men_;
        std::array<Army, 2> armies_;
    };
    /// Which of the armies has lost a piece by a capture, and of which kind. Precondition: so a position of
    /// this tier has become this one.
    std::pair<unsigned, Kind> capture_before(const Position& p) const {
        const unsigned loser = tables() == 1 || men_by_lane(p.other()) == men_by_lane_[1] ? 0 : 1;
        const unsigned bit = lowest(men_by_lane_[loser] - men_by_lane(p.own()));
        return {loser, static_cast<Kind>(bit / 16)};
    }
    /// Precondition: the position is of this tier.
    ChildIndex child_index(const Position& p) const { return {*this, p}; }
    /// Promises that `each_parent` calls f once for every entry and move.
    static constexpr bool counts_parents = true;

    /// Calls f(parent, slot) for every position from which a move that captures nothing leads to `p`, but for
    /// those that win at once; once for each entry and move.
    template <typename F>
    void each_parent(const Position& p, F&& f) const {
        const std::uint32_t occupied = p.occupied();
        const unsigned queen = lowest(p.own());
        const std::uint64_t seen = attacks(queen, occupied);
        const ChildIndex parents = child_index(p);
        for (Army rest = p.other(); rest != 0; rest &= rest - 1) {
            const unsigned bit = lowest(rest);
            const unsigned plane = bit & 48U;
            const unsigned to = bit % 16;
            const Army others = p.other() ^ std::uint64_t{1} << bit;
            // In the parent nothing attacks the queen, this piece neither.
            const std::uint64_t sees = (seen >> to & 1U) == 0 ? seen : attacks(queen, occupied ^ 1U << to);
            auto from = static_cast<std::uint32_t>((attacks(to, occupied) & ~sees) >> plane) & ~occupied &
                        evasion_squares(queen, sees & others);
            for (; from != 0; from &= from - 1) {
                const Square at = Square::from_index(lowest(from));
                const auto parent =
                    Position::unchecked(others | std::uint64_t{1} << (at.index() + plane), p.own());
                const Men men = parents.after(0, static_cast<Kind>(bit / 16), to, at.index());
                const Placements& placements = parents.of_->placements;
                const auto found = [&](std::uint64_t index) {
                    f(parent, tablebase::Slot{parents.table_, index});
                };
                if (const auto number = placements.only_number(men)) [[likely]]
                    found(*number);
                else
                    placements.each_index(sets(parents.table_, parent), found);
            }
        }
    }

    /// How many of each kind an army has.
    static ArmyCounts counts(Army army) {
        const auto count = [&](Kind kind) {
            const std::uint32_t set = squares(army, kind);
            return static_cast<std::uint8_t>((set != 0 ? 1U : 0U) + ((set & (set - 1U)) != 0 ? 1U : 0U));
        };
        return {count(Kind::rook), count(Kind::bishop), count(Kind::knight)};
    }

  private:
    static std::shared_ptr<const Table> make_table(ArmyCounts own, ArmyCounts other);

    /// How many pieces of each kind, a lane each.
    static std::uint64_t men_by_lane(Army army) {
        army -= army >> 1U & 0x5555'5555'5555'5555U;
        army = (army & 0x3333'3333'3333'3333U) + (army >> 2U & 0x3333'3333'3333'3333U);
        army = (army + (army >> 4U)) & 0x0F0F'0F0F'0F0F'0F0FU;
        return (army + (army >> 8U)) & 0x00FF'00FF'00FF'00FFU;
    }
    std::uint32_t table_of(const Position& p) const {
        return tables() == 1 || men_by_lane(p.own()) == men_by_lane_[0] ? 0 : 1;
    }
    static Men men(const Table& table, Army own, Army other) {
        const std::array<Army, 2> armies{own, other};
        Men men;
        unsigned man = 0;
        for (std::size_t i = 0; i < table.placements.groups(); ++i)
            for (std::uint64_t set = armies[table.sides[i]] >> table.lanes[i] & 0xFFFFU; set != 0;
                 set &= set - 1)
                men.put(man++, lowest(set));
        return men;
    }
    Placements::Sets sets(std::uint32_t table, const Position& p) const {
        const Table& t = *tables_[table];
        const std::array<Army, 2> armies{p.own(), p.other()};
        Placements::Sets sets;
        for (std::size_t i = 0; i < t.placements.groups(); ++i)
            sets[i] = SquareSet<std::uint16_t>{static_cast<std::uint16_t>(armies[t.sides[i]] >> t.lanes[i])};
        return sets;
    }
    std::array<ArmyCounts, 2> armies_;
    std::array<std::uint64_t, 2> men_by_lane_;
    std::array<std::shared_ptr<const Table>, 2> tables_;
};

/// The tiers of the hunt: what a `tablebase::TierCache` asks.
struct Tiers {
    using Tier = queen_hunt::Tier;
    using Position = queen_hunt::Position;
    using TierIndex = tablebase::TierIndex;
    static constexpr std::uint32_t count = 18 * 18;

    /// The tier of two armies, in either order. Precondition: both are allowed.
    static TierIndex number_of(ArmyCounts a, ArmyCounts b);
    /// The tier that a position belongs to. Precondition: both queens on the board.
    TierIndex tier_of(const Position& p) const;
    Tier tier(TierIndex index) const;
    /// The tier to which a capture leads, if this army (0 or 1) has such a piece to lose.
    static std::optional<TierIndex> tier_after(const std::array<ArmyCounts, 2>& armies, unsigned loser,
                                               Kind lost);
    /// The tiers to which a capture leads.
    std::vector<TierIndex> sub_tiers(TierIndex index) const;

    /// "QRBvQN", and the same with the colours swapped.
    std::string name(TierIndex tier) const;
    std::string swapped_name(TierIndex tier) const;
    /// The tier called so, in any order of letters. Errors (bad_usage): there is none.
    Result<TierIndex> parse(std::string_view name) const;
    /// A name that `parse` takes as it is printed. Errors: as `parse`.
    Result<std::string> normal(std::string_view name) const;
};

}  // namespace zermelo::queen_hunt
