// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/game/game.hpp"
#include "zermelo/variant/hunt_moves.hpp"
#include "zermelo/variant/hunt_random.hpp"

namespace zermelo::hunt {

/// All positions of two armies, with either of them to move, as numbers.
///
/// A position is the squares of its men, the mover's first, 4 bits each; men of one kind by ascending square.
/// Most numbers name no position: 16^men places are what makes an index cost a few shifts. Which colour an
/// army has does not matter, so that "A against B, White to move" and "B against A, Black to move" are one
/// position.
class Tier : public Rules {
  public:
    /// Precondition: both armies are allowed.
    Tier(ArmyCounts a, ArmyCounts b);

    /// 2 (the first army moves, the second army moves), or 1 if the armies are equal.
    std::uint32_t tables() const { return armies_[0] == armies_[1] ? 1 : 2; }
    /// 16^men.
    std::uint64_t table_size() const { return std::uint64_t{1} << 4U * men_; }
    unsigned men() const { return men_; }

    /// Precondition: the position is of this tier, both queens on the board.
    game::Slot slot(const Position& p) const {
        std::uint64_t index = 0;
        for (Army rest = p.own(); rest != 0; rest &= rest - 1) index = index << 4U | (lowest(rest) & 15U);
        for (Army rest = p.other(); rest != 0; rest &= rest - 1) index = index << 4U | (lowest(rest) & 15U);
        return {tables() == 1 || counts(p.own()) == armies_[0] ? 0U : 1U, index};
    }
    /// Precondition: slot.table < tables() and slot.index < table_size().
    std::optional<Position> position(game::Slot slot) const;

    /// Whether a move captures nothing.
    bool stays(const Position& p, const Move& move) const {
        return (p.other() & in_every_lane(move.to_index)) == 0;
    }

    /// Calls f(parent) for every position from which a move that captures nothing leads to `p`.
    template <typename F>
    void for_each_parent(const Position& p, F&& f) const {
        const std::uint32_t occupied = p.occupied();
        for (Army rest = p.other(); rest != 0; rest &= rest - 1) {
            const unsigned bit = lowest(rest);
            const unsigned plane = bit & 48U;
            auto from =
                static_cast<std::uint32_t>(attacks(bit % 16, occupied) >> plane) & ~occupied & 0xFFFFU;
            const Army others = p.other() ^ std::uint64_t{1} << bit;
            for (; from != 0; from &= from - 1)
                f(Position::unchecked(others | std::uint64_t{1} << (lowest(from) + plane), p.own()));
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
    std::array<ArmyCounts, 2> armies_;
    unsigned men_;
    /// The lanes of the men in the order of the index, for each table.
    std::array<std::array<std::uint8_t, 10>, 2> lanes_{};
};

/// The tiers of the hunt: what a `solve::TierCache` asks.
struct Tiers {
    using Tier = hunt::Tier;
    using Position = hunt::Position;
    static constexpr std::uint32_t count = 18 * 18;

    /// The number of the tier that a position belongs to. Precondition: both queens on the board.
    std::uint32_t tier_of(const Position& p) const;
    /// Precondition: number < count.
    Tier tier(std::uint32_t number) const;
    /// The tiers to which a capture leads. Precondition: number < count.
    std::vector<std::uint32_t> below(std::uint32_t number) const;
};

}  // namespace zermelo::hunt
