// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "zermelo/plies.hpp"
#include "zermelo/value.hpp"

namespace zermelo {

/// What is proved about who wins: for the side to move in a position, or for the side that makes a move.
///
/// A side that can force a win can do so in some least number of plies. For each side two bounds are known
/// between which that number lies, or it is known that there is no such number, because the side never wins.
/// At most one side wins; where neither does, the position is a draw. At first nothing is known.
class Bounds {
  public:
    constexpr Bounds() = default;
    /// Says what a value says.
    constexpr explicit Bounds(const Value& value) : Bounds(draw()) {
        if (value.outcome == Outcome::draw) return;
        Length& length = value.outcome == Outcome::win ? win_ : loss_;
        length = {0, unlimited};
        if (value.distance) length = {value.distance->count(), value.distance->count()};
    }

    /// What is known where the game goes on: neither side has won yet, so each needs at least one ply.
    static constexpr Bounds not_over() { return {{1, infinite}, {1, infinite}}; }
    static constexpr Bounds draw() { return {no_length(), no_length()}; }
    static constexpr Bounds won_within(Plies plies) { return {{0, plies.count()}, no_length()}; }
    static constexpr Bounds not_won_within(Plies plies) { return {{plies.count() + 1, infinite}, {}}; }
    static constexpr Bounds never_won() { return {no_length(), {}}; }
    static constexpr Bounds lost_within(Plies plies) { return won_within(plies).of_the_other(); }
    static constexpr Bounds not_lost_within(Plies plies) { return not_won_within(plies).of_the_other(); }
    static constexpr Bounds never_lost() { return never_won().of_the_other(); }

    constexpr bool won() const { return win_.at_most != infinite; }
    constexpr bool lost() const { return loss_.at_most != infinite; }
    constexpr bool is_never_won() const { return win_.at_least == infinite; }
    constexpr bool is_never_lost() const { return loss_.at_least == infinite; }
    /// The outcome that is proved; empty where it is not known.
    constexpr std::optional<Outcome> outcome() const {
        if (won()) return Outcome::win;
        if (lost()) return Outcome::loss;
        if (is_never_won() && is_never_lost()) return Outcome::draw;
        return std::nullopt;
    }
    /// Whether there is a win within this number of plies; empty: of any length.
    constexpr Verdict win_within(std::optional<Plies> limit) const {
        if (won() && (!limit || win_.at_most <= limit->count())) return Verdict::win;
        if (limit ? win_.at_least > limit->count() : is_never_won()) return Verdict::no_win;
        return Verdict::unknown;
    }
    /// Whether a win or a loss is proved, and no number of plies within which it can be forced: it rests on
    /// a table of outcomes alone.
    constexpr bool is_unlimited() const { return win_.at_most == unlimited || loss_.at_most == unlimited; }
    /// The number of plies within which the win, or the loss, that is proved can be forced: the least such
    /// number is not greater. Empty where neither a win nor a loss is known, or it `is_unlimited`.
    constexpr std::optional<Plies> at_most() const {
        if (is_unlimited()) return std::nullopt;
        if (won()) return Plies{win_.at_most};
        if (lost()) return Plies{loss_.at_most};
        return std::nullopt;
    }
    /// The greatest number of plies within which it is proved that there is no win; empty if there is no win
    /// of any length. It is 0 where nothing is known, too.
    constexpr std::optional<Plies> no_win_within() const { return win_.none_within(); }
    /// The same for a loss.
    constexpr std::optional<Plies> no_loss_within() const { return loss_.none_within(); }
    /// Whether the outcome is known and, for a win or a loss, the least number of plies, too.
    constexpr bool exact() const {
        if (won()) return win_.at_least == win_.at_most;
        if (lost()) return loss_.at_least == loss_.at_most;
        return outcome().has_value();
    }
    /// The value: exact, or the outcome without a distance where that `is_unlimited`. Empty where neither is
    /// known.
    constexpr std::optional<Value> value() const {
        if (!exact() && !is_unlimited()) return std::nullopt;
        return Value{*outcome(), at_most()};
    }

    /// Adds what else is proved about the same position. Precondition: both are true.
    constexpr void add(const Bounds& more) {
        win_.add(more.win_);
        loss_.add(more.loss_);
        if (won()) loss_ = no_length();
        if (lost()) win_ = no_length();
    }

    /// The same as the other side sees it.
    constexpr Bounds of_the_other() const { return {loss_, win_}; }
    /// The bounds of a move, for the side that makes it, from those of the position after it: one ply is
    /// added, and the sides are exchanged.
    constexpr Bounds of_the_move() const { return {loss_.later(), win_.later()}; }

    /// What follows for a position from all its moves: it is won if one of them wins, lost if all lose. The
    /// bounds of each move are those for the side that makes it, and count that ply. Precondition: there is
    /// at least one move. Cost: O(moves).
    template <typename Moves>
    static constexpr Bounds from_moves(const Moves& moves) {
        Bounds all{no_length(), {0, 0}};
        for (const Bounds& move : moves) {
            all.win_ = {std::min(all.win_.at_least, move.win_.at_least),
                        std::min(all.win_.at_most, move.win_.at_most)};
            all.loss_ = {std::max(all.loss_.at_least, move.loss_.at_least),
                         std::max(all.loss_.at_most, move.loss_.at_most)};
        }
        return all;
    }

    /// What follows for each move of a position from what is proved of that: it wins no sooner, and loses
    /// where the position is lost.
    constexpr Bounds of_every_move() const {
        if (lost()) return {no_length(), {0, loss_.at_most}};
        return {{win_.at_least, infinite}, {}};
    }

    /// Whether a move with the bounds `a` is listed before one with `b`: first wins, the soonest first; then
    /// moves that never lose, those that may still win before draws; then moves of which nothing is known;
    /// then moves that never win; last losses, the latest first.
    friend constexpr bool precedes(const Bounds& a, const Bounds& b) {
        if (a.rank() != b.rank()) return a.rank() < b.rank();
        if (a.won()) return a.win_.at_most < b.win_.at_most;
        return a.lost() && a.loss_.at_most > b.loss_.at_most;
    }

    /// Whether a move with these bounds reaches the outcome of its position; empty where that is not known.
    /// Precondition: `position`, the bounds of the position, has what follows from the move.
    constexpr std::optional<bool> keeps_result(const Bounds& position) const {
        if (least_outcome() >= position.greatest_outcome()) return true;
        if (greatest_outcome() < position.least_outcome()) return false;
        return std::nullopt;
    }
    /// Whether it reaches that outcome and wins as fast, or loses as late, as any move; empty where that is
    /// not known. Precondition: as of `keeps_result`.
    constexpr std::optional<bool> is_optimal(const Bounds& position) const {
        const auto keeps = keeps_result(position);
        if (keeps == false) return false;
        // In a won position the question is whether the move wins in time; in a lost one all moves lose.
        if (position.won()) return compared(win_, position.win_);
        if (position.lost()) return compared(position.loss_, loss_);
        return keeps;
    }

    friend constexpr bool operator==(const Bounds&, const Bounds&) = default;

  private:
    static constexpr std::uint64_t infinite = std::numeric_limits<std::uint64_t>::max();
    /// More than any length that is known of a win, which there is.
    static constexpr std::uint64_t unlimited = infinite - 1;

    /// The least number of plies in which a side forces a win lies between these.
    struct Length {
        constexpr Length() : Length(0, infinite) {}
        constexpr Length(std::uint64_t least, std::uint64_t most) : at_least(least), at_most(most) {}

        constexpr void add(const Length& more) {
            at_least = std::max(at_least, more.at_least);
            at_most = std::min(at_most, more.at_most);
        }
        constexpr Length later() const { return {after(at_least), after(at_most)}; }
        constexpr std::optional<Plies> none_within() const {
            if (at_least == infinite) return std::nullopt;
            return Plies{at_least == 0 ? 0 : at_least - 1};
        }
        friend constexpr bool operator==(const Length&, const Length&) = default;

        std::uint64_t at_least;
        std::uint64_t at_most;

      private:
        static constexpr std::uint64_t after(std::uint64_t plies) {
            return plies >= unlimited ? plies : plies + 1;
        }
    };
    /// The length for a side that never wins.
    static constexpr Length no_length() { return {infinite, infinite}; }

    constexpr Bounds(Length win, Length loss) : win_(win), loss_(loss) {}

    /// Whether `length` is no more than `least`; empty where that is not known. Precondition: it is not less.
    static constexpr std::optional<bool> compared(const Length& length, const Length& least) {
        if (length.at_most <= least.at_least) return true;
        if (length.at_least > least.at_most) return false;
        return std::nullopt;
    }
    constexpr Outcome least_outcome() const {
        return won() ? Outcome::win : is_never_lost() ? Outcome::draw : Outcome::loss;
    }
    constexpr Outcome greatest_outcome() const {
        return lost() ? Outcome::loss : is_never_won() ? Outcome::draw : Outcome::win;
    }
    constexpr unsigned rank() const {
        if (won()) return 0;
        if (lost()) return 5;
        if (is_never_lost()) return is_never_won() ? 2 : 1;
        return is_never_won() ? 4 : 3;
    }

    Length win_;
    Length loss_;
};

}  // namespace zermelo
