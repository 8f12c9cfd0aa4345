// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/plies.hpp"

namespace zermelo::tablebase {

/// A value as tables write it: `ValueEncoding`. Tables store it in 8 bits or, where a distance does not fit,
/// in 16: it is the same number.
using Number = std::uint16_t;

/// The greatest number that is a value, in entries of this type. The two greatest of all may mark entries
/// while tables are made. In 16 bits distances stay below 2^15, which signed numbers of as many bits hold,
/// too.
template <typename Entry>
inline constexpr Entry last_value = static_cast<Entry>(sizeof(Entry) == 1 ? 253 : 32'765);
/// Marks an entry that is not stored: it names no position, or one that `wins_at_once`.
template <typename Entry>
inline constexpr Entry dont_care_mark = std::numeric_limits<Entry>::max() - 1;
/// Marks an entry of which no move wins so far, and one leads to a draw in a sub-tier.
template <typename Entry>
inline constexpr Entry cannot_lose_mark = std::numeric_limits<Entry>::max();

/// How tables write values as numbers: 0 is a draw; even numbers are wins of the side to move, odd ones
/// losses, the greater the longer.
///
/// Where every win takes an odd number of plies and every loss an even one (nobody wins without a move), the
/// distance is the number less one; elsewhere it is half of that, rounded down. Of outcomes alone 2 is a win
/// of any length, and 1 a loss. Read by one of the others these are the shortest that there are, so that a
/// solver takes them as they stand where it looks for outcomes alone.
class ValueEncoding {
  public:
    static constexpr std::uint8_t draw = 0;

    constexpr explicit ValueEncoding(bool by_parity)
        : scale_(by_parity ? Scale::parity : Scale::any_outcome) {}
    static constexpr ValueEncoding outcomes_alone() { return ValueEncoding{Scale::outcomes_alone}; }

    constexpr bool by_parity() const { return scale_ == Scale::parity; }
    constexpr bool has_distances() const { return scale_ != Scale::outcomes_alone; }
    template <typename Entry>
    static constexpr bool is_win(Entry entry) {
        return entry != 0 && entry <= last_value<Entry> && entry % 2 == 0;
    }
    template <typename Entry>
    static constexpr bool is_loss(Entry entry) {
        return entry <= last_value<Entry> && entry % 2 == 1;
    }

    /// The numbers of a win and of a loss, or nothing if they do not fit into such an entry. Precondition: by
    /// parity, a win's distance is odd and a loss's even.
    template <typename Entry = std::uint8_t>
    constexpr std::optional<Entry> win(std::uint64_t plies) const {
        return fit<Entry>(plies, 1);
    }
    template <typename Entry = std::uint8_t>
    constexpr std::optional<Entry> loss(std::uint64_t plies) const {
        return fit<Entry>(plies, 0);
    }
    /// The longest distance that fits. Precondition of this and `plies`: `has_distances`.
    template <typename Entry = std::uint8_t>
    constexpr std::uint64_t longest() const {
        return by_parity() ? last_value<Entry> - 1U : (last_value<Entry> - 1U) / 2 - 1;
    }

    /// Precondition: a win or a loss.
    constexpr unsigned plies(Number number) const { return by_parity() ? number - 1U : (number - 1U) / 2; }
    /// What a child's win or loss is worth to its parent by this move: a ply more, the other way round.
    constexpr unsigned parent(Number number) const {
        if (!has_distances()) return 3U - number;
        return by_parity() || number % 2 == 0 ? number + 1U : number + 3U;
    }

    /// What the best rank of a position's children (`child_rank`) makes of it. Precondition: not `no_child`.
    constexpr unsigned parent_of_rank(std::uint8_t rank) const;

    /// The number of a game that is over.
    constexpr std::uint8_t ended(game::Outcome outcome) const {
        return outcome == game::Outcome::draw ? draw
                                              : *fit<std::uint8_t>(0, outcome == game::Outcome::win ? 1 : 0);
    }

    constexpr game::Value value(Number number) const {
        if (number == draw) return {};
        return {is_win(number) ? game::Outcome::win : game::Outcome::loss,
                has_distances() ? std::optional{Plies{plies(number)}} : std::nullopt};
    }
    /// A number that another one writes, as this one writes it. Precondition: this is that one, or of
    /// outcomes alone.
    constexpr Number taken(Number number) const {
        if (has_distances() || number == draw) return number;
        return is_win(number) ? 2 : 1;
    }
    friend constexpr bool operator==(ValueEncoding, ValueEncoding) = default;

  private:
    enum class Scale : std::uint8_t { parity, any_outcome, outcomes_alone };
    constexpr explicit ValueEncoding(Scale scale) : scale_(scale) {}

    template <typename Entry>
    constexpr std::optional<Entry> fit(std::uint64_t plies, std::uint64_t won) const {
        if (!has_distances()) return static_cast<Entry>(1 + won);
        if (plies > longest<Entry>()) return std::nullopt;
        return static_cast<Entry>(by_parity() ? plies + 1 : 2 * plies + 1 + won);
    }
    Scale scale_;
};

/// How good a byte of a child is for the side that moved there, best first: the shortest loss, …,
/// `draw_rank`, …, the shortest win; then `no_child`, which is no byte's.
inline constexpr std::uint8_t draw_rank = 127;
inline constexpr std::uint8_t no_child = 255;
constexpr std::uint8_t child_rank(std::uint8_t byte) {
    if (byte == ValueEncoding::draw) return draw_rank;
    return static_cast<std::uint8_t>(ValueEncoding::is_loss(byte) ? byte / 2 : 255 - byte / 2);
}

constexpr unsigned ValueEncoding::parent_of_rank(std::uint8_t rank) const {
    if (rank == draw_rank) return draw;
    return parent(static_cast<Number>(rank < draw_rank ? 2U * rank + 1U : 2U * (255U - rank)));
}

/// What the children of a position make of it: the shortest win that a move leads to, or else the longest
/// loss, if none is a draw.
class BestOf {
  public:
    constexpr explicit BestOf(ValueEncoding encoding) : encoding_(encoding) {}

    /// Takes the number of one more child.
    constexpr void add(Number child) {
        if (child == ValueEncoding::draw)
            draw_ = true;
        else if (ValueEncoding::is_loss(child))
            win_ = win_ == 0 ? encoding_.parent(child) : std::min(win_, encoding_.parent(child));
        else
            loss_ = std::max(loss_, encoding_.parent(child));
    }
    /// Whether a child was a draw.
    constexpr bool draw() const { return draw_; }
    /// The numbers of the shortest win and of the longest loss so far; 0: none. Above `last_value` of an
    /// entry they do not fit into it.
    constexpr unsigned win() const { return win_; }
    constexpr unsigned loss() const { return loss_; }
    /// The position's number, all children taken; a draw without any.
    constexpr unsigned value() const { return win_ != 0 ? win_ : draw_ ? ValueEncoding::draw : loss_; }

  private:
    ValueEncoding encoding_;
    unsigned win_ = 0;
    unsigned loss_ = 0;
    bool draw_ = false;
};

/// What ends a solver, where an entry holds distances of at most `longest` plies and one is longer.
inline tl::unexpected<Error> too_long(std::uint64_t longest) {
    return failure(ErrorKind::bad_usage,
                   "a forced win of over " + std::to_string(longest) + " plies, expected at most that many");
}

}  // namespace zermelo::tablebase
