// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

#include "zermelo/game/game.hpp"

/// What retrograde analysis asks of a tier: numbers for its positions, and moves taken back.
namespace zermelo::tablebase {

/// Where an entry stands: an index into one of a tier's tables.
struct Slot {
    std::uint32_t table = 0;
    std::uint64_t index = 0;
    friend constexpr bool operator==(const Slot&, const Slot&) = default;
};

/// Where a move leads, seen from a tier.
enum class LeadsTo : std::uint8_t {
    tier,      ///< to a position of the tier itself
    sub_tier,  ///< to another tier, from which no way leads back, or to a position where the game is over
    unindexed  ///< to a position that no table holds (a passing right to capture, …), or one that does not
               ///< know its parents
};

/// A game's positions as numbers. Required for tables.
///
/// `tables()` tables of `table_size(table)` entries hold every position of the tier; symmetric copies may
/// share an entry, and a position may have several.
///  - `slot(position)`: one of its entries. `each_slot(position, f)`: calls f(slot) for all of them.
///  - `position(slot)`: nothing for a don't-care entry.
///  - `each_position(table, first, end, f)`: calls f(index, position, cursor) for the positions from `first`
///    up to `end`, where `cursor.weight()` is how many placements share the entry, and
///    `cursor.is_least(index)` says of exactly one of the entries of symmetric copies that it is the one to
///    be counted.
///  - `leads_to(position, move, child)`: where a legal move leads. Unindexed moves must come to an end.
template <typename T>
concept Indexed = game::Game<T> &&
                  requires(const T& t, const typename T::Position& p, const typename T::Move& m, Slot slot) {
                      { t.tables() } -> std::same_as<std::uint32_t>;
                      { t.table_size(slot.table) } -> std::same_as<std::uint64_t>;
                      { t.slot(p) } -> std::same_as<Slot>;
                      { t.position(slot) } -> std::same_as<std::optional<typename T::Position>>;
                      { t.leads_to(p, m, p) } -> std::same_as<LeadsTo>;
                      t.each_slot(p, [](Slot) {});
                      t.each_position(slot.table, slot.index, slot.index,
                                      [](std::uint64_t, const typename T::Position&, const auto&) {});
                  };

/// Required for retrograde analysis. `each_parent(position, f)`: the unmoves: calls f(parent, slot) for every
/// position of the tier from which a move within the tier leads here, and for all entries of each; twice does
/// no harm. A tier without unmoves may say that all its moves are unindexed, at the price of one pass through
/// all undecided positions a ply.
template <typename T>
concept Reversible = Indexed<T> && requires(const T& t, const typename T::Position& p) {
    t.each_parent(p, [](const typename T::Position&, Slot) {});
};

/// Optional. `stays_in_tier(position, move)`: whether a legal move surely leads to the tier itself, known
/// without its child; false where that is not seen at once. `child_index(position).slot_after(move)`: an
/// entry of the child of such a move; the position outlives the child index. Without them every move is
/// played to see where it leads, up to a third of the price of solving.
template <typename T>
concept IndexesChildren =
    Indexed<T> && requires(const T& t, const typename T::Position& p, const typename T::Move& m) {
        { t.stays_in_tier(p, m) } -> std::same_as<bool>;
        { t.child_index(p).slot_after(m) } -> std::same_as<Slot>;
    };

/// Optional. `skips_every_blunder`: promises that `any_safe_move` calls f for no move after which the other
/// side `wins_at_once`. Without it, where the game sees wins, children are played to see.
template <typename T>
concept SkipsEveryBlunder =
    game::SeesWins<T> && game::SkipsBlunders<T> && requires { requires T::skips_every_blunder; };

/// Optional. `counts_parents`: promises that `each_parent` calls f exactly once for every pair of a parent's
/// entry and a move that stays in the tier, where no symmetry keeps the position or the parent as it is, and
/// that `cursor.symmetries()` of `each_position` says how many do, 1 where only the identity does. Without it
/// a position that may be lost is rechecked at every level where one of its moves is found to lose, twice the
/// price of solving.
template <typename T>
concept CountsParents = Reversible<T> && IndexesChildren<T> && requires { requires T::counts_parents; };

/// Calls f(index, position, cursor), as `each_position` does, for the positions of a table whose indices
/// next() gives one after the other, ascending, until it gives none. All of them name positions. A tier may
/// have a function of that name for less than one call of `each_position` each.
template <Indexed T, typename Next, typename F>
void each_found(const T& tier, std::uint32_t table, Next&& next, F&& f) {
    if constexpr (requires { tier.each_found(table, next, f); })
        tier.each_found(table, next, f);
    else
        while (const std::optional<std::uint64_t> index = next())
            tier.each_position(table, *index, *index + 1, f);
}

/// Calls f(index, position, cursor) for the positions of a table from `first` up to `end` that do not
/// `wins_at_once`, and won(index, count, cursor) for the others: `count` in a row that have nothing but their
/// entries in common with the first, of which each is the one to be counted if there are several. A tier may
/// have a function of that name that sees many at one glance.
template <Indexed T, typename F, typename Won>
void each_open_position(const T& tier, std::uint32_t table, std::uint64_t first, std::uint64_t end, F&& f,
                        Won&& won) {
    if constexpr (requires { tier.each_open_position(table, first, end, f, won); }) {
        tier.each_open_position(table, first, end, f, won);
    } else {
        tier.each_position(
            table, first, end,
            [&](std::uint64_t index, const typename T::Position& position, const auto& cursor) {
                if constexpr (game::SeesWins<T>)
                    if (tier.wins_at_once(position)) return won(index, std::uint64_t{1}, cursor);
                f(index, position, cursor);
            });
    }
}

}  // namespace zermelo::tablebase
