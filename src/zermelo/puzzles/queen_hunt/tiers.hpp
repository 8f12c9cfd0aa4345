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
  public:
    /// Precondition: both armies are allowed.
    Tier(ArmyCounts a, ArmyCounts b);

    /// 2, or 1 if the armies are equal.
    std::uint32_t tables() const { return armies_[0] == armies_[1] ? 1 : 2; }
    std::uint64_t table_size(std::uint32_t table) const { return tables_[table]->placements.size(); }
    const std::array<ArmyCounts, 2>& armies() const { return armies_; }
    unsigned men() const { return armies_[0].men() + armies_[1].men(); }

    /// Precondition: the position is of this tier, both queens on the board.
    tablebase::Slot slot(const Position& p) const {
        const std::uint32_t table = table_of(p);
        return {table, tables_[table]->placements.index(sets(table, p))};
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
        return position(slot.table, Cursor{tables_[slot.table]->placements, slot.index});
    }
    template <typename F>
    void each_position(std::uint32_t table, std::uint64_t first, std::uint64_t end, F&& f) const {
        if (first == end) return;
        for (Cursor cursor{tables_[table]->placements, first};; cursor.next()) {
            f(first, position(table, cursor), cursor);
            if (++first == end) return;
        }
    }

    /// A move stays in the tier that captures nothing.
    tablebase::LeadsTo leads_to(const Position& p, const Move& move, const Position&) const {
        return (p.other() & in_every_lane(move.to_index)) == 0 ? tablebase::LeadsTo::tier
                                                               : tablebase::LeadsTo::sub_tier;
    }

    /// Calls f(parent, slot) for every position from which a move that captures nothing leads to `p`, but for
    /// those that win at once.
    template <typename F>
    void each_parent(const Position& p, F&& f) const {
        const std::uint32_t table = tables() == 1 ? 0 : 1 - table_of(p);
        const std::uint32_t occupied = p.occupied();
        for (Army rest = p.other(); rest != 0; rest &= rest - 1) {
            const unsigned bit = lowest(rest);
            const unsigned plane = bit & 48U;
            auto from =
                static_cast<std::uint32_t>(attacks(bit % 16, occupied) >> plane) & ~occupied & 0xFFFFU;
            const Army others = p.other() ^ std::uint64_t{1} << bit;
            for (; from != 0; from &= from - 1) {
                const auto parent =
                    Position::unchecked(others | std::uint64_t{1} << (lowest(from) + plane), p.own());
                if (queen_hunt::wins_at_once(parent)) continue;
                tables_[table]->placements.each_index(sets(table, parent), [&](std::uint64_t index) {
                    f(parent, tablebase::Slot{table, index});
                });
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
    using Placements = tablebase::Placements<std::uint16_t>;
    using Cursor = Placements::Cursor;
    struct Table {
        Placements placements;
        /// Whose each set of the index is (0 the mover), and its lane.
        std::array<std::uint8_t, 8> sides{};
        std::array<std::uint8_t, 8> lanes{};
    };
    static std::shared_ptr<const Table> make_table(ArmyCounts own, ArmyCounts other);

    std::uint32_t table_of(const Position& p) const {
        return tables() == 1 || counts(p.own()) == armies_[0] ? 0 : 1;
    }
    Placements::Sets sets(std::uint32_t table, const Position& p) const {
        const Table& t = *tables_[table];
        const std::array<Army, 2> armies{p.own(), p.other()};
        Placements::Sets sets;
        for (std::size_t i = 0; i < t.placements.groups(); ++i)
            sets[i] = SquareSet<std::uint16_t>{static_cast<std::uint16_t>(armies[t.sides[i]] >> t.lanes[i])};
        return sets;
    }
    Position position(std::uint32_t table, const Cursor& cursor) const {
        const Table& t = *tables_[table];
        std::array<Army, 2> armies{};
        for (std::size_t i = 0; i < t.placements.groups(); ++i)
            armies[t.sides[i]] |= std::uint64_t{cursor.sets()[i].bits()} << t.lanes[i];
        return Position::unchecked(armies[0], armies[1]);
    }

    std::array<ArmyCounts, 2> armies_;
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
