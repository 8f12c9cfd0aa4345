// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "zermelo/compositions/mate_zones.hpp"
#include "zermelo/compositions/pins.hpp"
#include "zermelo/compositions/roster.hpp"
#include "zermelo/compositions/spending.hpp"
#include "zermelo/compositions/ways.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// All ways in which men can be mating at the end, built once for a position and the moves that are left, and
/// told for each later position which of them can still come about.
///
/// A *pattern* is a square of the king and men on squares that guard, or block, each square of its zone
/// (`MateZones`). Every mate that can come about has one of the patterns that are built: take any square of
/// the zone that the men so far neither guard, with each other in the way, nor block; in the mate some other
/// man does, and every man that could in the moves that are left is tried. A pattern can come about only as
/// long as the moves of each side reach for the sum of what its men need (`Ways`, `Roster`; castling as
/// there).
///
/// Where the men so far cover the zone, another one must still stand in the way of a man of the mated side
/// that attacks a king of the mating side, and of one that can capture the only checker, or come between,
/// with no man that is not of the pattern able to pin it or to give check as well: every man that could is
/// tried, and where there is no way to stand in, there is no mate.
///
/// The same of stalemates, where each man of the stalemated side must be still besides: it is captured, by a
/// move of the other side, or it is pinned, or each of its moves is shut off by a man on its way or, if it
/// does not capture there or that man is its own, where the move ends. For every move that the men so far
/// leave open, every man that could shut it off or pin is tried; and no man attacks the king. (*Mating* and
/// *mated* then stand for stalemating and stalemated.)
template <typename Bits>
class MatePatterns {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Set = SquareSet<Bits>;

    /// `stalemates`: of these, not of mates. Precondition: `zones` hold; all outlive it.
    MatePatterns(const Game& game, Color mated, bool stalemates, const MateZones<Bits>& zones,
                 Ways<Bits>& ways, Spending& spending)
        : compiled_(game.compiled()),
          mated_(mated),
          stalemates_(stalemates),
          pins_by_kind_(compiled_),
          zones_(zones),
          ways_(ways),
          spending_(spending) {}

    /// Builds them. Precondition: one king is mated. False: they are more than `max_patterns`, or a limit is
    /// reached, and nothing is to be asked.
    /// Cost: some microseconds each, and at most as many for the number that may be built.
    bool build(const Position& p, MovesToMate left, std::size_t max_patterns) {
        max_patterns_ = max_patterns;
        if (p.men().size() > Roster<Bits>::max_men) return false;
        men_ = Roster<Bits>{p};
        left_ = with_castling(p, mated_, left);
        king_man_ = 0;
        while (men_[king_man_].side != mated_ || !compiled_.is_royal(men_[king_man_].kind)) ++king_man_;
        patterns_.clear();
        built_.clear();
        steps_ = 0;
        list_arrivals();
        for (const Square king : BoardSquares{compiled_.squares}) {
            const unsigned steps = way(men_[king_man_])[ways_.place(men_[king_man_].kind, king)];
            if (steps > left_.mated) continue;
            king_ = king;
            near_king_ = engine::targets(compiled_, compiled_.piece_moves(mated_, men_[king_man_].kind), king,
                                         Set{}, Set{}, compiled_.board);
            spent_ = {0, steps};
            if (stalemates_) list_pins();
            list_candidates();
            grow();
            if (is_too_much()) return false;
        }
        places_.assign(men_.size() * patterns_.size(), no_place);
        for (const auto& [entries, number] : built_)
            for (const Entry& entry : entries) places_[entry.man * patterns_.size() + number] = entry.place;
        built_.clear();
        return true;
    }

    const Roster<Bits>& men() const { return men_; }

    /// A pattern by number, and the moves that each side still needs for it.
    struct Open {
        std::uint32_t pattern;
        std::uint8_t mating;
        std::uint8_t mated;
        std::uint8_t captures;  ///< men of the mated side that are yet to be captured
    };
    /// All, in the position for which they are built.
    const std::vector<Open>& all() const { return patterns_; }

    /// Men that change in moves of both sides.
    static constexpr std::size_t max_changes = 4;
    /// A man that changes, and what it needed before that, by `Ways::place`.
    struct Change {
        std::uint8_t man = 0;
        const std::uint8_t* before = nullptr;
    };
    /// Precondition: the man is not gone.
    Change change(const Roster<Bits>& men, std::size_t man) {
        return {static_cast<std::uint8_t>(man), way(men[man]).data()};
    }

    /// Leaves those that can still come about, after some men, each named once, have changed to what they are
    /// in `men`: they are copied to `to` on, where there is room for all, and the end is returned. Cost: some
    /// nanoseconds each.
    Open* filter(const Position& p, const Roster<Bits>& men, std::span<const Change> changes,
                 MovesToMate left, std::span<const Open> open, Open* to) {
        left = with_castling(p, mated_, left);
        std::array<Changed, max_changes> changed;
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const auto& man = men[changes[i].man];
            changed[i] = {places_.data() + changes[i].man * patterns_.size(), changes[i].before,
                          man.gone ? nullptr : way(man).data(), man.side == mated_};
        }
        for (const Open& each : open) {
            unsigned mating = each.mating, mated = each.mated, captures = each.captures;
            bool gone = false;
            for (std::size_t i = 0; i < changes.size(); ++i) {
                const Changed& one = changed[i];
                const std::uint16_t place = one.places[each.pattern];
                if (place == no_place) continue;
                if (place == captured) {
                    captures -= one.now == nullptr ? 1 : 0;
                    continue;
                }
                if (one.now == nullptr || one.now[place] == never) {
                    gone = true;
                    break;
                }
                (one.mated ? mated : mating) += one.now[place] - one.before[place];
            }
            if (!gone && mating <= left.mating && mated <= left.mated && captures <= left.mating)
                *to++ = {each.pattern, static_cast<std::uint8_t>(mating), static_cast<std::uint8_t>(mated),
                         static_cast<std::uint8_t>(captures)};
        }
        return to;
    }

  private:
    /// In building them, for each that may be built.
    static constexpr std::size_t max_steps = 8;
    static constexpr std::uint8_t never = Ways<Bits>::never;

    static constexpr std::uint16_t no_place = 0xFFFF, captured = 0xFFFE;

    /// A man by number, and its place as `Ways::place` tells it.
    struct Entry {
        std::uint8_t man;
        std::uint16_t place;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    struct Changed {
        const std::uint16_t* places;  ///< by pattern
        const std::uint8_t *before, *now;
        bool mated;
    };
    /// Where a man can get.
    struct Arrival {
        rules::PieceKind kind;
        Square square;
        unsigned moves;
        Set reached;  ///< what it attacks there on an empty board, if it is of the mating side
        Set ways;     ///< a man on one of them may be in the way of that
    };
    /// An arrival that may cover a square of the zone.
    struct Candidate {
        std::size_t man;
        const Arrival* arrival;
    };
    /// Those of a square, and how many there are by the most moves that they need: of the mating side, and of
    /// the other one.
    struct Candidates {
        std::vector<Candidate> all;
        std::vector<unsigned> guards, blocks;

        explicit Candidates(const MovesToMate& left) : guards(left.mating + 1), blocks(left.mated + 1) {}
        void add(bool guard, const Candidate& one) {
            all.push_back(one);
            ++(guard ? guards : blocks)[one.arrival->moves];
        }
        /// After the last one.
        void sum_up() {
            std::partial_sum(guards.begin(), guards.end(), guards.begin());
            std::partial_sum(blocks.begin(), blocks.end(), blocks.begin());
        }
    };
    /// Squares on one of which another man has to stand, and at most how many can.
    struct Shut {
        Set squares;
        unsigned candidates;
    };

    bool is_too_much() {
        return steps_ / max_steps > max_patterns_ || patterns_.size() > max_patterns_ || spending_.due();
    }

    const std::vector<std::uint8_t>& way(const typename Roster<Bits>::Man& man) {
        return ways_.from(man.side, man.kind, man.square);
    }

    void list_arrivals() {
        arrivals_.assign(men_.size(), {});
        for (std::size_t man = 0; man < men_.size(); ++man) {
            if (man == king_man_) continue;
            if (spending_.look()) return;
            const unsigned most = guards(man) ? left_.mating : left_.mated;
            for (const rules::PieceKind kind : compiled_.kinds())
                for (const Square square : BoardSquares{compiled_.squares}) {
                    const unsigned moves = way(men_[man])[ways_.place(kind, square)];
                    if (moves > most) continue;
                    Arrival arrival{kind, square, moves, {}, {}};
                    if (guards(man)) {
                        const auto& piece = compiled_.piece_moves(!mated_, kind);
                        arrival.reached =
                            engine::targets(compiled_, piece, square, Set{}, Set{}, compiled_.board);
                        arrival.ways = arrival.reached;
                        for (const auto& lame : piece.lame)
                            arrival.ways |= lame.by_square[square.index()].path;
                    }
                    arrivals_[man].push_back(arrival);
                }
        }
    }

    /// Which men can cover each square of the zone, and, for each man of the mating side, the least number of
    /// moves in which it attacks the king, if nothing is in its way.
    void list_candidates() {
        candidates_.assign(1 + zones_.zone(king_).size(), Candidates{left_});
        standing_.assign(compiled_.squares, Candidates{left_});
        checks_.assign(men_.size(), never);
        for (std::size_t man = 0; man < men_.size(); ++man)
            for (const Arrival& arrival : arrivals_[man]) {
                if (arrival.square == king_ || attacks_a_king(man, arrival)) continue;
                if (stalemates_ && guards(man) && always_attacks(arrival)) continue;
                standing_[arrival.square.index()].add(guards(man), {man, &arrival});
                unsigned covered =
                    zones_.bits(king_, guards(man) ? arrival.reached : Set::of(arrival.square));
                if ((covered & 1U) != 0 && !compiled_.is_royal(arrival.kind))
                    checks_[man] = std::min(checks_[man], arrival.moves);
                for (; covered != 0; covered &= covered - 1)
                    candidates_[static_cast<unsigned>(std::countr_zero(covered))].add(guards(man),
                                                                                      {man, &arrival});
            }
        for (Candidates& of_square : candidates_) of_square.sum_up();
        for (Candidates& of_square : standing_) of_square.sum_up();
        if (stalemates_) list_others();
    }

    /// Whether a man is of the side that mates.
    bool guards(std::size_t man) const { return men_[man].side != mated_; }

    /// Whether a king that guards would stand beside the king, which it never does.
    bool attacks_a_king(std::size_t man, const Arrival& arrival) const {
        return guards(man) && compiled_.is_royal(arrival.kind) && near_king_.contains(arrival.square);
    }

    /// The bits of the zone that an arrival covers, with the men so far in its way.
    unsigned covers(const Candidate& one) const {
        const Arrival& arrival = *one.arrival;
        if (!guards(one.man)) return zones_.bits(king_, Set::of(arrival.square));
        const bool free = (arrival.ways & occupied_).empty();
        return zones_.bits(king_, free ? arrival.reached : targets(one, occupied_, Set{}, compiled_.board));
    }

    /// What of the zone is not covered by the men so far.
    unsigned open() const {
        unsigned mask = zones_.full(king_) & ~(stalemates_ ? 1U : 0U);
        for (const Candidate& one : chosen_) mask &= ~covers(one);
        return mask;
    }

    MovesToMate budget() const { return {left_.mating - spent_.mating, left_.mated - spent_.mated}; }

    /// Adds men to the chosen ones until all of the zone is covered, and what would spoil the mate shut off,
    /// in every way.
    void grow() {
        ++steps_;
        if (is_too_much()) return;
        const MovesToMate most = budget();
        // The open square that the fewest can cover.
        unsigned best = 0, fewest = std::numeric_limits<unsigned>::max();
        for (unsigned left = open(); left != 0; left &= left - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(left));
            const Candidates& of_square = candidates_[bit];
            const bool block = bit != 0 && !occupied_.contains(zones_.zone(king_)[bit - 1]);
            const unsigned number =
                of_square.guards[most.mating] + (block ? of_square.blocks[most.mated] : 0);
            if (number < fewest) {
                best = bit;
                fewest = number;
            }
        }
        if (fewest == 0) return;
        if (stalemates_) {
            const std::optional<Shut> still = to_be_still();
            if (still && still->candidates <= fewest) {
                if (still->candidates != 0) stand_on(still->squares);
                return;
            }
            std::size_t other = men_.size();
            for (std::size_t man = 0; man < men_.size(); ++man) {
                if (!is_left(man)) continue;
                const unsigned number =
                    others_[man].blocks[most.mated] + (captured_.size() < left_.mating ? 1U : 0U);
                if (number == 0) return;
                if (number > fewest || (other != men_.size() && number == fewest)) continue;
                other = man;
                fewest = number;
            }
            if (other != men_.size()) return take(other);
            if (fewest == std::numeric_limits<unsigned>::max()) return keep();
        } else if (fewest == std::numeric_limits<unsigned>::max()) {
            return finish();
        }
        for (const Candidate& one : candidates_[best].all)
            if (may_be_chosen(one.man, *one.arrival, most) && (covers(one) >> best & 1U) != 0)
                grow_by(one.man, *one.arrival);
    }

    bool may_be_chosen(std::size_t man, const Arrival& arrival, const MovesToMate& most) const {
        return (used_ >> man & 1U) == 0 && !occupied_.contains(arrival.square) && arrival.square != king_ &&
               arrival.moves <= (guards(man) ? most.mating : most.mated);
    }

    void grow_by(std::size_t man, const Arrival& arrival) {
        chosen_.push_back({man, &arrival});
        unsigned& spent = guards(man) ? spent_.mating : spent_.mated;
        occupied_ |= Set::of(arrival.square);
        used_ |= std::uint64_t{1} << man;
        spent += arrival.moves;
        grow();
        spent -= arrival.moves;
        used_ &= ~(std::uint64_t{1} << man);
        occupied_ &= ~Set::of(arrival.square);
        chosen_.pop_back();
    }

    /// The zone is covered: what else there has to be.
    void finish() {
        if (const std::optional<Set> shut = to_be_shut())
            stand_on(*shut);
        else
            keep();
    }

    /// Adds a man on one of these squares, in every way.
    void stand_on(Set squares) {
        const MovesToMate most = budget();
        for (squares &= ~occupied_; squares.any();)
            for (const Candidate& one : standing_[squares.take_first().index()].all)
                if (may_be_chosen(one.man, *one.arrival, most)) grow_by(one.man, *one.arrival);
    }

    /// A man of the mated side that is none of the chosen ones is captured, or stands still somewhere.
    void take(std::size_t man) {
        if (captured_.size() < left_.mating) {
            used_ |= std::uint64_t{1} << man;
            captured_.push_back(man);
            grow();
            captured_.pop_back();
            used_ &= ~(std::uint64_t{1} << man);
        }
        const MovesToMate most = budget();
        for (const Candidate& one : others_[man].all)
            if (may_be_chosen(man, *one.arrival, most)) grow_by(man, *one.arrival);
    }

    void keep() {
        std::vector<Entry> entries;
        entries.reserve(chosen_.size() + 1);
        for (const Candidate& one : chosen_)
            entries.push_back(entry(one.man, one.arrival->kind, one.arrival->square));
        entries.push_back(entry(king_man_, men_[king_man_].kind, king_));
        for (const std::size_t man : captured_) entries.push_back({static_cast<std::uint8_t>(man), captured});
        std::sort(entries.begin(), entries.end());
        const auto number = static_cast<std::uint32_t>(patterns_.size());
        if (built_.emplace(std::move(entries), number).second)
            patterns_.push_back({number, static_cast<std::uint8_t>(spent_.mating),
                                 static_cast<std::uint8_t>(spent_.mated),
                                 static_cast<std::uint8_t>(captured_.size())});
    }

    Entry entry(std::size_t man, rules::PieceKind kind, Square square) const {
        return {static_cast<std::uint8_t>(man), static_cast<std::uint16_t>(ways_.place(kind, square))};
    }

    Set targets(const Candidate& one, Set occupied, Set quiet, Set capture) const {
        return engine::targets(compiled_, compiled_.piece_moves(men_[one.man].side, one.arrival->kind),
                               one.arrival->square, occupied, quiet, capture);
    }

    /// The squares on one of which a man has to stand where a chosen one is not to get to `to`, which it now
    /// can, with a capture or without. None: it cannot be kept from it.
    Set in_the_way(const Candidate& one, Square to, bool capture) const {
        const Square from = one.arrival->square;
        const auto& piece = compiled_.piece_moves(men_[one.man].side, one.arrival->kind);
        Set squares;
        if (!piece.leaps.empty()) {
            const auto& leaps = piece.leaps[from.index()];
            if ((capture ? leaps.capture : leaps.quiet).contains(to)) return squares;
        }
        for (const auto& ride : piece.rides) {
            if (!(capture ? ride.capture : ride.quiet)) continue;
            const auto& line = compiled_.line(ride.line, from);
            if (ride.up && line.up.contains(to)) squares |= engine::ride_up(line.up, Set::of(to));
            if (ride.down && line.down.contains(to)) squares |= engine::ride_down(line.down, Set::of(to));
        }
        for (const auto& lame : piece.lame) {
            const auto& step = lame.by_square[from.index()];
            if ((capture ? lame.capture : lame.quiet) && step.to.contains(to)) squares |= step.path;
        }
        return squares & ~Set::of(to);
    }

    /// Whether the king is attacked by the chosen men but one on `without`.
    bool is_attacked(Set occupied, Square without) const {
        return std::any_of(chosen_.begin(), chosen_.end(), [&](const Candidate& one) {
            return guards(one.man) && one.arrival->square != without &&
                   targets(one, occupied, Set{}, Set::of(king_)).any();
        });
    }

    /// The squares on one of which another man has to stand in every mate of the chosen men; nothing where
    /// there are no such.
    std::optional<Set> to_be_shut() const {
        const Set occupied = occupied_ | Set::of(king_);
        const Candidate* checker = nullptr;
        bool one_checks = true;
        for (const Candidate& one : chosen_) {
            if (!guards(one.man)) continue;
            if (targets(one, occupied, Set{}, Set::of(king_)).any()) {
                one_checks = checker == nullptr;
                checker = &one;
            }
            if (!compiled_.is_royal(one.arrival->kind)) continue;
            const Square royal = one.arrival->square;
            for (const Candidate& other : chosen_)
                if (!guards(other.man) && targets(other, occupied, Set{}, Set::of(royal)).any())
                    return in_the_way(other, royal, true);
        }
        if (!one_checks || another_may_check()) return std::nullopt;
        const Square from = checker->arrival->square;
        const Set way = in_the_way(*checker, king_, true) & ~occupied;
        std::optional<Set> shut;
        for (const Candidate& one : chosen_) {
            if (guards(one.man)) continue;
            for (Set to = targets(one, occupied, way, Set::of(from)); to.any();) {
                const Square at = to.take_first();
                if (is_attacked((occupied & ~Set::of(one.arrival->square)) | Set::of(at), at)) continue;
                const Set squares = in_the_way(one, at, at == from);
                if (!shut || squares.size() < shut->size()) shut = squares;
            }
        }
        return shut;
    }

    // Stalemates.

    /// Where each man of the mated side may stand still, as far as it is known of it alone.
    void list_others() {
        others_.assign(men_.size(), Candidates{left_});
        for (std::size_t man = 0; man < men_.size(); ++man) {
            if (!is_left(man)) continue;
            for (const Arrival& arrival : arrivals_[man])
                if (arrival.square != king_ && may_be_still({man, &arrival}))
                    others_[man].add(false, {man, &arrival});
            others_[man].sum_up();
        }
    }

    /// Whether a man of the mated side, no king, is neither chosen nor captured so far.
    bool is_left(std::size_t man) const {
        return !guards(man) && man != king_man_ && (used_ >> man & 1U) == 0;
    }

    bool may_be_still(const Candidate& one) const {
        const Square from = one.arrival->square;
        if (pins_[from.index()].any()) return true;
        unsigned moves = one.arrival->moves;
        for (Set to = moves_of(one, Set::of(from) | Set::of(king_)); to.any();) {
            const Square at = to.take_first();
            if (in_the_way(one, at, false).any()) continue;
            const Candidates& of_square = standing_[at.index()];
            if (may_capture(one, at))
                moves += least_block(at);
            else if (of_square.guards.back() + of_square.blocks.back() == 0)
                return false;
        }
        return moves <= left_.mated - spent_.mated;
    }

    /// From where a man on each square may be pinned to the king, by any man that can be there in time.
    void list_pins() {
        pins_.assign(compiled_.squares, {});
        std::vector<bool> seen(compiled_.letters.size());
        for (std::size_t man = 0; man < men_.size(); ++man)
            for (const Arrival& arrival : arrivals_[man]) {
                if (!guards(man) || seen[arrival.kind.index()]) continue;
                seen[arrival.kind.index()] = true;
                const std::vector<Set>& by_kind = pins_by_kind_.by(mated_, king_, arrival.kind);
                for (std::size_t square = 0; square < pins_.size(); ++square)
                    pins_[square] |= by_kind[square];
            }
    }

    /// Whether a man there attacks the king whoever stands in the way.
    bool always_attacks(const Arrival& arrival) const {
        const auto& leaps = compiled_.piece_moves(!mated_, arrival.kind).leaps;
        return !leaps.empty() && leaps[arrival.square.index()].capture.contains(king_);
    }

    /// Where a man of the mated side can surely move from its place, but for other men.
    Set moves_of(const Candidate& one, Set occupied) const {
        const auto& piece = compiled_.piece_moves(mated_, one.arrival->kind);
        Set capture;
        for (const Candidate& other : chosen_)
            if (guards(other.man)) capture |= Set::of(other.arrival->square);
        Set to = targets(one, occupied, compiled_.board & ~occupied, capture) & ~piece.stuck;
        const bool promotes = piece.promotes && !piece.promotions.empty() && !piece.promoted_letter &&
                              compiled_.rules.promotion_limit.empty() && !compiled_.rules.piece_demotion;
        if (piece.turns && !promotes) to &= ~compiled_.sides[mated_].promotion_region;
        return to;
    }

    /// Whether a man captures on a square beside it, or to which it leaps.
    bool may_capture(const Candidate& one, Square at) const {
        return targets(one, Set::of(at), Set{}, Set::of(at)).any();
    }

    /// The fewest moves in which a man of the mated side gets to a square; more than are left if none does.
    unsigned least_block(Square square) const {
        const std::vector<unsigned>& blocks = standing_[square.index()].blocks;
        return static_cast<unsigned>(std::upper_bound(blocks.begin(), blocks.end(), 0U) - blocks.begin());
    }

    /// The squares on one of which another man has to stand in every stalemate of the chosen men; nothing
    /// where there are no such.
    std::optional<Shut> to_be_still() const {
        const Set occupied = occupied_ | Set::of(king_);
        const MovesToMate most = budget();
        std::optional<Shut> still;
        const auto either = [&](Set squares) {
            unsigned candidates = 0;
            for (Set left = squares & ~occupied; left.any();) {
                const Candidates& of_square = standing_[left.take_first().index()];
                candidates += of_square.guards[most.mating] + of_square.blocks[most.mated];
            }
            if (!still || candidates < still->candidates) still = Shut{squares, candidates};
        };
        Set own;  ///< squares on which men of the mated side have to stand, each on one
        for (const Candidate& one : chosen_) {
            if (guards(one.man)) {
                if (targets(one, occupied, Set{}, Set::of(king_)).any()) either(in_the_way(one, king_, true));
                continue;
            }
            const Square from = one.arrival->square;
            if (is_attacked(occupied & ~Set::of(from), from)) continue;
            const Set pinning = pins_[from.index()];
            for (Set to = moves_of(one, occupied); to.any();) {
                const Square at = to.take_first();
                const bool capture = occupied.contains(at);
                Set squares = in_the_way(one, at, capture);
                if (!capture) squares |= Set::of(at);
                either(squares | pinning);
                if (pinning.empty() && squares.size() == 1 && may_capture(one, at)) own |= squares;
            }
        }
        if (own.size() > 1) {
            unsigned men = 0, moves = 0;
            for (std::size_t man = 0; man < men_.size(); ++man) men += is_left(man) ? 1 : 0;
            if (own.size() > men) return Shut{{}, 0};
            while (own.any()) moves += least_block(own.take_first());
            if (moves > most.mated) return Shut{{}, 0};
        }
        return still;
    }

    /// Whether one that is not chosen may give check, as well or through one that parries.
    bool another_may_check() const {
        for (std::size_t man = 0; man < men_.size(); ++man)
            if ((used_ >> man & 1U) == 0 && checks_[man] <= left_.mating - spent_.mating) return true;
        return false;
    }

    const engine::CompiledRules<Bits>& compiled_;
    Color mated_;
    bool stalemates_;
    Pins<Bits> pins_by_kind_;
    const MateZones<Bits>& zones_;
    Ways<Bits>& ways_;
    std::size_t max_patterns_ = 0;
    Spending& spending_;

    Roster<Bits> men_;
    std::size_t king_man_ = 0;
    MovesToMate left_;
    std::vector<Open> patterns_;
    std::vector<std::uint16_t> places_;  ///< by man, and pattern: where it is to get

    // While they are built:
    std::vector<std::vector<Arrival>> arrivals_;  ///< by man
    std::vector<unsigned> checks_;                ///< by man of the mating side, for `king_`
    std::vector<Candidates> candidates_;          ///< by bit of the zone of `king_`
    std::vector<Candidates> standing_;            ///< by square, of those who stand there
    std::vector<Candidates> others_;              ///< by man of the mated side: where it may stand still
    Square king_{0};
    std::vector<Set> pins_;  ///< by square of the man that is pinned; of stalemates
    Set near_king_;          ///< what it attacks: no royal man that guards stands there, nor gives check
    std::vector<Candidate> chosen_;
    std::vector<std::size_t> captured_;  ///< men
    Set occupied_;                       ///< by the chosen men
    std::uint64_t used_ = 0;
    MovesToMate spent_;
    std::map<std::vector<Entry>, std::uint32_t> built_;  ///< their numbers
    std::size_t steps_ = 0;
};

}  // namespace zermelo::compositions
