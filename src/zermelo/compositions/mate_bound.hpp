// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/compositions/mate_zones.hpp"
#include "zermelo/compositions/spending.hpp"
#include "zermelo/compositions/ways.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Where a king can still be mated: an admissible bound, which says no only where there is no mate.
///
/// Each square of the king's zone (`MateZones`) is guarded by a man that got to where it attacks it, or
/// blocked by one that got there; and the king got to its own. What a man needs for that at least is known
/// (`Ways`), and what it attacks at most is what it would attack on an empty board. Each move moves one man,
/// but in castling, for which one move more is granted where it is still possible; so the moves of a side are
/// at least the sum of what its men need. That one man blocks two squares, that men stand in each other's way
/// and who is to move is not looked at: more is then allowed, never less.
template <typename Bits>
class MateBound {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Set = SquareSet<Bits>;

    /// Precondition: `zones` hold; all outlive it.
    MateBound(const Game& game, Color mated, const MateZones<Bits>& zones, Ways<Bits>& ways,
              Spending& spending)
        : game_(game),
          mated_(mated),
          zones_(zones),
          ways_(ways),
          spending_(spending),
          squares_(game.compiled().squares),
          guards_(game.compiled().letters.size() * squares_) {}

    /// Those of `squares` where the king can still be mated; all where a limit is reached. Precondition: its
    /// side has one. Cost: some
    /// tenths of a microsecond a square, and more where it can.
    Set possible(const Position& p, Set squares, MovesToMate left) {
        Set found;
        squares &= game_.compiled().board;
        const Square king = game_.royals(p, mated_).first();
        const auto kind = p.kind_on(king);
        const auto& way = ways_.from(mated_, kind, king);
        left = with_castling(p, mated_, left);
        list_men(p, king);
        while (squares.any()) {
            if (spending_.over()) return found | squares;
            const Square at = squares.take_first();
            const unsigned steps = way[ways_.place(kind, at)];
            if (steps <= left.mated && can_be_mated(at, {left.mating, left.mated - steps}))
                found |= Set::of(at);
        }
        return found;
    }

  private:
    static constexpr std::uint8_t never = Ways<Bits>::never;
    /// What a man can guard of a zone, and the moves that it needs. What guards less for no less is left out;
    /// cheaper ones come first.
    struct Guard {
        std::uint16_t mask;
        std::uint8_t moves;
    };
    struct Man {
        rules::PieceKind kind;
        Square square;
    };

    void list_men(const Position& p, Square king) {
        guarding_.clear();
        blocking_.clear();
        for (Set left = p.men(!mated_); left.any();) {
            const Square at = left.take_first();
            guarding_.push_back({p.kind_on(at), at});
        }
        for (Set left = p.men(mated_) & ~Set::of(king); left.any();) {
            const Square at = left.take_first();
            blocking_.push_back({p.kind_on(at), at});
        }
    }

    const std::vector<Guard>& guards(Man man, Square king) {
        auto& by_king = guards_[ways_.place(man.kind, man.square)];
        if (by_king.empty()) by_king.resize(squares_);
        auto& found = by_king[king.index()];
        if (!found) {
            found = guards_of(man, king);
            spending_.look();
        }
        return *found;
    }

    std::vector<Guard> guards_of(Man man, Square king) {
        const auto& way = ways_.from(!mated_, man.kind, man.square);
        std::vector<std::uint8_t> least(zones_.full(king) + 1, never);
        for (const rules::PieceKind kind : game_.compiled().kinds())
            for (const Square at : BoardSquares{squares_}) {
                const std::uint8_t moves = way[ways_.place(kind, at)];
                if (moves == never || at == king) continue;
                auto& known = least[zones_.attacked(!mated_, kind, at, king, Set{})];
                known = std::min(known, moves);
            }
        std::vector<Guard> all;
        for (std::size_t mask = 1; mask < least.size(); ++mask)
            if (least[mask] != never) all.push_back({static_cast<std::uint16_t>(mask), least[mask]});
        std::sort(all.begin(), all.end(), [](const Guard& a, const Guard& b) { return a.moves < b.moves; });
        std::vector<Guard> kept;
        for (const Guard& guard : all) {
            const auto does_more = [&](const Guard& other) {
                return &other != &guard && (other.mask & guard.mask) == guard.mask &&
                       other.moves <= guard.moves;
            };
            if (std::none_of(all.begin(), all.end(), does_more)) kept.push_back(guard);
        }
        return kept;
    }

    /// The least number of moves in which a man of the mated side gets to a square, as whatever it is there.
    unsigned way_to_block(Man man, Square square) {
        const auto& way = ways_.from(mated_, man.kind, man.square);
        unsigned least = never;
        for (const rules::PieceKind kind : game_.compiled().kinds())
            least = std::min<unsigned>(least, way[ways_.place(kind, square)]);
        return least;
    }

    bool can_be_mated(Square king, MovesToMate left) {
        const auto& zone = zones_.zone(king);
        const unsigned full = zones_.full(king);
        unsigned guarded = 0;
        for (const Man& man : guarding_)
            for (const Guard& guard : guards(man, king)) {
                if (guard.moves > left.mating) break;
                guarded |= guard.mask;
            }
        if ((guarded & 1U) == 0) return false;
        std::array<unsigned, MateZones<Bits>::max_squares> blocked{};
        for (std::size_t i = 0; i < zone.size(); ++i) {
            blocked[i] = never;
            for (const Man& man : blocking_) blocked[i] = std::min(blocked[i], way_to_block(man, zone[i]));
        }
        const auto blocks = [&](unsigned mask) {
            unsigned moves = 0;
            for (unsigned open = (full & ~mask) >> 1U; open != 0 && moves <= left.mated; open &= open - 1)
                moves += blocked[static_cast<unsigned>(std::countr_zero(open))];
            return moves <= left.mated;
        };
        if (!blocks(guarded)) return false;
        // The least number of moves in which the men so far guard each set of squares.
        masks_.assign(1, 0);
        least_.assign(full + 1, never);
        least_[0] = 0;
        for (const Man& man : guarding_) {
            const std::size_t before = masks_.size();
            const auto& options = guards(man, king);
            // Each man guards one set: what it adds is made of what was there before it.
            copies_.resize(before);
            for (std::size_t i = 0; i < before; ++i) copies_[i] = least_[masks_[i]];
            for (std::size_t i = 0; i < before; ++i)
                for (const Guard& guard : options) {
                    const unsigned moves = copies_[i] + guard.moves;
                    if (moves > left.mating) break;
                    const unsigned mask = masks_[i] | guard.mask;
                    if (moves >= least_[mask]) continue;
                    if (least_[mask] == never) masks_.push_back(static_cast<std::uint16_t>(mask));
                    least_[mask] = static_cast<std::uint8_t>(moves);
                    if ((mask & 1U) != 0 && blocks(mask)) return true;
                }
        }
        return false;
    }

    const Game& game_;
    Color mated_;
    const MateZones<Bits>& zones_;
    Ways<Bits>& ways_;
    Spending& spending_;
    unsigned squares_;
    /// By kind and square, and king's square; made when they are asked for.
    std::vector<std::vector<std::optional<std::vector<Guard>>>> guards_;
    // Memory of one look:
    std::vector<Man> guarding_, blocking_;
    std::vector<std::uint16_t> masks_;
    std::vector<std::uint8_t> least_, copies_;
};

}  // namespace zermelo::compositions
