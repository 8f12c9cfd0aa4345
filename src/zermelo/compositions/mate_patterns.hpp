// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "zermelo/compositions/mate_zones.hpp"
#include "zermelo/compositions/roster.hpp"
#include "zermelo/compositions/spending.hpp"
#include "zermelo/compositions/ways.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// All ways in which men can be mating at the end, built once for a position and the moves that are left, and
/// told for each later position which of them can still come about.
///
/// A *pattern* is a square of the king and men on squares that guard, or block, each square of its zone
/// (`MateZones`). Every mate that can come about has one of the patterns that are built: take the first
/// square of the zone that the men so far neither guard, with each other in the way, nor block; in the mate
/// some other man does, and every man that could in the moves that are left is tried. A pattern can come
/// about only as long as the moves of each side reach for the sum of what its men need (`Ways`, `Roster`;
/// castling as there).
///
/// A pattern is left out where its single check is surely parried: by a man of it that blocks and can capture
/// the checker, or come between, with no man that is not of the pattern able, in the moves that are left, to
/// stand in the way, to pin it, or to give check as well.
template <typename Bits>
class MatePatterns {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Set = SquareSet<Bits>;

    /// Precondition: `zones` hold; all outlive it.
    MatePatterns(const Game& game, Color mated, const MateZones<Bits>& zones, Ways<Bits>& ways,
                 Spending& spending)
        : compiled_(game.compiled()), mated_(mated), zones_(zones), ways_(ways), spending_(spending) {}

    /// Builds them. Precondition: one king is mated. False: they are too many, or a limit is reached, and
    /// nothing is to be asked.
    /// Cost: some microseconds each, and at most some tenths of a second.
    bool build(const Position& p, MovesToMate left) {
        if (p.men().size() > Roster<Bits>::max_men) return false;
        men_ = Roster<Bits>{p};
        left_ = with_castling(p, mated_, left);
        king_man_ = 0;
        while (men_[king_man_].side != mated_ || !compiled_.is_royal(men_[king_man_].kind)) ++king_man_;
        entries_.clear();
        patterns_.clear();
        seen_.clear();
        steps_ = 0;
        list_arrivals();
        for (const Square king : BoardSquares{compiled_.squares}) {
            const unsigned steps = way(king_man_)[ways_.place(men_[king_man_].kind, king)];
            if (steps > left_.mated) continue;
            king_ = king;
            near_king_ = engine::targets(compiled_, compiled_.piece_moves(mated_, men_[king_man_].kind), king,
                                         Set{}, Set{}, compiled_.board);
            spent_ = {0, steps};
            list_checks();
            grow();
            if (is_too_much()) return false;
        }
        return true;
    }

    std::size_t size() const { return patterns_.size(); }
    const Roster<Bits>& men() const { return men_; }

    /// Appends to `alive` those of its numbers from `first` to `last` that can still come about. Cost: some
    /// nanoseconds each.
    void filter(const Position& p, const Roster<Bits>& men, MovesToMate left, std::size_t first,
                std::size_t last, std::vector<std::uint32_t>& alive) {
        left = with_castling(p, mated_, left);
        for (std::size_t i = 0; i < men.size(); ++i)
            now_[i] = men[i].gone ? nullptr : ways_.from(men[i].side, men[i].kind, men[i].square).data();
        for (std::size_t at = first; at < last; ++at)
            if (can_come(patterns_[alive[at]], left)) alive.push_back(alive[at]);
    }

  private:
    static constexpr std::size_t max_patterns = 1U << 16U;
    static constexpr std::size_t max_steps = 1U << 19U;
    static constexpr std::uint8_t never = Ways<Bits>::never;

    /// A man on a square, as the kind that it is there.
    struct Entry {
        std::uint8_t man;
        std::uint8_t guards;  ///< it is of the mating side
        std::uint16_t place;  ///< as `Ways::place`
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    /// The king's own square is its first entry.
    struct Pattern {
        std::uint32_t first;
        std::uint32_t size;
    };
    /// Where a man of the mating side can get.
    struct Arrival {
        rules::PieceKind kind;
        Square square;
        unsigned moves;
    };

    bool is_too_much() { return steps_ > max_steps || patterns_.size() > max_patterns || spending_.due(); }

    bool can_come(const Pattern& pattern, MovesToMate left) const {
        unsigned mating = 0, mated = 0;
        for (std::size_t i = pattern.first; i < pattern.first + pattern.size; ++i) {
            const Entry& entry = entries_[i];
            if (now_[entry.man] == nullptr) return false;
            (entry.guards != 0 ? mating : mated) += now_[entry.man][entry.place];
        }
        return mating <= left.mating && mated <= left.mated;
    }

    const std::vector<std::uint8_t>& way(std::size_t man) {
        return ways_.from(men_[man].side, men_[man].kind, men_[man].square);
    }

    void list_arrivals() {
        arrivals_.assign(men_.size(), {});
        for (std::size_t man = 0; man < men_.size(); ++man) {
            if (man == king_man_) continue;
            if (spending_.look()) return;
            const unsigned most = men_[man].side == mated_ ? left_.mated : left_.mating;
            for (const rules::PieceKind kind : compiled_.kinds())
                for (const Square square : BoardSquares{compiled_.squares}) {
                    const unsigned moves = way(man)[ways_.place(kind, square)];
                    if (moves <= most) arrivals_[man].push_back({kind, square, moves});
                }
        }
    }

    /// For each man of the mating side the least number of moves in which it attacks the king, if nothing is
    /// in its way.
    void list_checks() {
        checks_.assign(men_.size(), never);
        for (std::size_t man = 0; man < men_.size(); ++man) {
            if (men_[man].side == mated_ || compiled_.is_royal(men_[man].kind)) continue;
            for (const Arrival& arrival : arrivals_[man])
                if (arrival.moves < checks_[man] &&
                    (zones_.attacked(!mated_, arrival.kind, arrival.square, king_, Set{}) & 1U) != 0)
                    checks_[man] = arrival.moves;
        }
    }

    Square square_of(const Entry& entry) const { return Square{entry.place % compiled_.squares}; }
    rules::PieceKind kind_of(const Entry& entry) const {
        return rules::PieceKind{entry.place / compiled_.squares};
    }

    /// What of the zone is guarded or blocked by the men so far.
    unsigned covered() const {
        unsigned mask = 0;
        for (const Entry& entry : chosen_)
            if (entry.guards != 0) {
                mask |= zones_.attacked(!mated_, kind_of(entry), square_of(entry), king_, occupied_);
            } else {
                const auto& zone = zones_.zone(king_);
                for (std::size_t i = 0; i < zone.size(); ++i)
                    if (zone[i] == square_of(entry)) mask |= 2U << i;
            }
        return mask;
    }

    /// Adds men to the chosen ones until all of the zone is covered, in every way.
    void grow() {
        ++steps_;
        if (is_too_much()) return;
        const unsigned open = zones_.full(king_) & ~covered();
        if (open == 0) return keep();
        const auto bit = static_cast<unsigned>(std::countr_zero(open));
        const Square target = bit == 0 ? king_ : zones_.zone(king_)[bit - 1];
        for (std::size_t man = 0; man < men_.size(); ++man) {
            if ((used_ >> man & 1U) != 0 || man == king_man_) continue;
            const bool guards = men_[man].side != mated_;
            if (!guards && (bit == 0 || occupied_.contains(target))) continue;
            const unsigned most = guards ? left_.mating - spent_.mating : left_.mated - spent_.mated;
            for (const Arrival& arrival : arrivals_[man]) {
                if (arrival.moves > most || arrival.square == king_ || occupied_.contains(arrival.square))
                    continue;
                if (guards && near_king_.contains(arrival.square) && compiled_.is_royal(arrival.kind))
                    continue;
                const bool covers =
                    guards
                        ? (zones_.attacked(!mated_, arrival.kind, arrival.square, king_, occupied_) >> bit &
                           1U) != 0
                        : arrival.square == target;
                if (covers) grow_by(man, guards, arrival);
            }
        }
    }

    void grow_by(std::size_t man, bool guards, const Arrival& arrival) {
        chosen_.push_back({static_cast<std::uint8_t>(man), static_cast<std::uint8_t>(guards ? 1 : 0),
                           static_cast<std::uint16_t>(ways_.place(arrival.kind, arrival.square))});
        unsigned& spent = guards ? spent_.mating : spent_.mated;
        occupied_ |= Set::of(arrival.square);
        used_ |= std::uint64_t{1} << man;
        spent += arrival.moves;
        grow();
        spent -= arrival.moves;
        used_ &= ~(std::uint64_t{1} << man);
        occupied_ &= ~Set::of(arrival.square);
        chosen_.pop_back();
    }

    void keep() {
        if (is_surely_parried()) return;
        std::vector<Entry> sorted = chosen_;
        std::sort(sorted.begin(), sorted.end());
        sorted.insert(sorted.begin(), {static_cast<std::uint8_t>(king_man_), 0,
                                       static_cast<std::uint16_t>(ways_.place(men_[king_man_].kind, king_))});
        if (!seen_.insert(sorted).second) return;
        patterns_.push_back(
            {static_cast<std::uint32_t>(entries_.size()), static_cast<std::uint32_t>(sorted.size())});
        entries_.insert(entries_.end(), sorted.begin(), sorted.end());
    }

    Set targets(const Entry& entry, Color side, Set occupied, Set quiet, Set capture) const {
        return engine::targets(compiled_, compiled_.piece_moves(side, kind_of(entry)), square_of(entry),
                               occupied, quiet, capture);
    }

    /// Whether the king is attacked by the chosen men but one on `without`.
    bool is_attacked(Set occupied, Square without) const {
        return std::any_of(chosen_.begin(), chosen_.end(), [&](const Entry& entry) {
            return entry.guards != 0 && square_of(entry) != without &&
                   targets(entry, !mated_, occupied, Set{}, Set::of(king_)).any();
        });
    }

    bool is_surely_parried() const {
        const Set occupied = occupied_ | Set::of(king_);
        const Entry* checker = nullptr;
        for (const Entry& entry : chosen_) {
            if (entry.guards == 0 || targets(entry, !mated_, occupied, Set{}, Set::of(king_)).empty())
                continue;
            if (checker != nullptr) return false;  // a double check
            checker = &entry;
        }
        // Another man may give check as well, or pin who would parry.
        for (std::size_t man = 0; man < men_.size(); ++man)
            if ((used_ >> man & 1U) == 0 && men_[man].side != mated_ &&
                checks_[man] <= left_.mating - spent_.mating)
                return false;
        const Square from = square_of(*checker);
        const Set way = engine::between(compiled_, from, king_);
        return std::any_of(chosen_.begin(), chosen_.end(), [&](const Entry& entry) {
            if (entry.guards != 0) return false;
            for (Set to = targets(entry, mated_, occupied, way & ~occupied, Set::of(from)); to.any();) {
                const Square at = to.take_first();
                const Set after = (occupied & ~Set::of(square_of(entry))) | Set::of(at);
                if (is_attacked(after, at)) continue;
                if (!may_be_shut(engine::between(compiled_, square_of(entry), at))) return true;
            }
            return false;
        });
    }

    /// Whether a man that is not chosen can get to one of some squares.
    bool may_be_shut(Set squares) const {
        if (squares.empty()) return false;
        for (std::size_t man = 0; man < men_.size(); ++man) {
            if ((used_ >> man & 1U) != 0 || man == king_man_) continue;
            const unsigned most =
                men_[man].side == mated_ ? left_.mated - spent_.mated : left_.mating - spent_.mating;
            for (const Arrival& arrival : arrivals_[man])
                if (arrival.moves <= most && squares.contains(arrival.square)) return true;
        }
        return false;
    }

    const engine::CompiledRules<Bits>& compiled_;
    Color mated_;
    const MateZones<Bits>& zones_;
    Ways<Bits>& ways_;
    Spending& spending_;

    Roster<Bits> men_;
    std::size_t king_man_ = 0;
    MovesToMate left_;
    std::vector<Pattern> patterns_;
    std::vector<Entry> entries_;
    std::array<const std::uint8_t*, Roster<Bits>::max_men> now_{};  ///< by man: its ways in a later position

    // While they are built:
    std::vector<std::vector<Arrival>> arrivals_;  ///< by man
    std::vector<unsigned> checks_;                ///< by man, for `king_`
    Square king_{0};
    Set near_king_;  ///< what it attacks: no royal man that guards stands there, nor gives check
    std::vector<Entry> chosen_;
    Set occupied_;  ///< by the chosen men
    std::uint64_t used_ = 0;
    MovesToMate spent_;
    std::set<std::vector<Entry>> seen_;
    std::size_t steps_ = 0;
};

}  // namespace zermelo::compositions
