// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "zermelo/base/hash128.hpp"
#include "zermelo/board/color.hpp"
#include "zermelo/game/value.hpp"

/// What an algorithm may ask of a game. Algorithms name no game; a game names no algorithm.
namespace zermelo::game {

/// What tells positions apart: 64 bits that no other position has, or 128 that are mixed well (`Hash128`).
/// With the latter an algorithm that remembers positions is exact but for one accident in 2^128 a pair that
/// it compares: with 10^9 remembered and 10^12 looked up, less than one in 10^17.
template <typename K>
concept Key = std::same_as<K, std::uint64_t> || std::same_as<K, Hash128>;

/// The required core: two sides move in turn, nothing is hidden, nothing is left to chance.
///
/// `G` is a cheap object that knows the rules, with these types and functions:
///  - `Position`, seen by the side to move; `Move`, with ==; `MoveList`, a range of `Move`, empty when made.
///  - `moves(position, list)`: appends every legal move to an empty list, each once.
///  - `play(position, move)`: the position after a legal move, the other side to move.
///  - `lost(position)`: whether the side to move has lost as things stand (its queen was taken, …).
///  - `key(position)`: see `Key`.
///
/// A position that has no move and is not lost is nobody's win, unless the game knows more (`Ends`).
template <typename G>
concept Game = requires(const G& g, const typename G::Position& p, const typename G::Move& m,
                        typename G::MoveList& list) {
    requires std::default_initializable<typename G::MoveList>;
    requires std::equality_comparable<typename G::Move>;
    { g.moves(p, list) } -> std::same_as<void>;
    { g.play(p, m) } -> std::same_as<typename G::Position>;
    { g.lost(p) } -> std::same_as<bool>;
    { g.key(p) } -> Key;
    { *list.begin() } -> std::convertible_to<typename G::Move>;
    { list.size() } -> std::convertible_to<std::size_t>;
};

template <Game G>
using KeyOf =
    std::remove_cvref_t<decltype(std::declval<const G&>().key(std::declval<const typename G::Position&>()))>;

/// Optional. `end(position)`: the outcome for the side to move if the game is over there (mated, stalemated,
/// extinct, a flag reached, …), and nothing if it goes on. Its price may be that of a list of
/// moves. With it, and only with it:
///  - `moves` lists none exactly where the game is over, `legal` is false there, and so is `wins_at_once`;
///  - `lost(position)` is whether `end` says loss;
///  - who has no move may have won, and wins may have an even length.
/// Without it there are no other ends than being `lost`, and no move is nobody's win.
template <typename G>
concept Ends = Game<G> && requires(const G& g, const typename G::Position& p) {
    { g.end(p) } -> std::same_as<std::optional<Outcome>>;
};

/// Optional. `end_unmoved(position)`: `end` of a position that is known to have no move, for less. This asks
/// it, or `end` where there is none.
template <Ends G>
std::optional<Outcome> end_unmoved(const G& g, const typename G::Position& p) {
    if constexpr (requires { g.end_unmoved(p); })
        return g.end_unmoved(p);
    else
        return g.end(p);
}

/// Optional. `wins_unmoved()`: whether `end` can say win anywhere: that the side to move has won without a
/// move (who is stalemated wins, …). Without it that is taken to be possible, and where it is a search
/// deepens by one ply at a time and not by two: up to twice the price.
template <typename G>
concept KnowsUnmovedWins = Ends<G> && requires(const G& g) {
    { g.wins_unmoved() } -> std::same_as<bool>;
};

/// Optional. `attacks(position, list)` and `defences(position, list)`: as `moves`, in the order in which
/// somebody who wants to force a win, or to avoid one, does best to try them (checks; captures of what
/// attacks, moves of the king). Always the same order in one position. Without it the order is that of
/// `moves`, a few times the price where the game lists good moves last.
template <typename G>
concept OrdersMoves =
    Game<G> && requires(const G& g, const typename G::Position& p, typename G::MoveList& list) {
        { g.attacks(p, list) } -> std::same_as<void>;
        { g.defences(p, list) } -> std::same_as<void>;
    };

/// Optional. `wins_at_once(position)`: whether a move leads to a position that is lost for the other side.
/// Without it the algorithm plays every move to see, some thirty times the price.
template <typename G>
concept SeesWins = Game<G> && requires(const G& g, const typename G::Position& p) {
    { g.wins_at_once(p) } -> std::same_as<bool>;
};

/// Optional. `sees_wins_cheaply()`: whether `wins_at_once` is a look at the position in this game, and not a
/// search through its moves. Without it, where the game `Ends`, a search does not ask it of every position:
/// some ten times the price where a look is all that it takes.
template <typename G>
concept SeesWinsCheaply = SeesWins<G> && requires(const G& g) {
    { g.sees_wins_cheaply() } -> std::same_as<bool>;
};

/// Optional. `lost_in_two(position)`: whether every move leads to a position that wins at once (and there is
/// a move). Precondition, unless the game `Ends`: not `lost`, not `wins_at_once`. Without it the search goes
/// one ply deeper by playing.
template <typename G>
concept SeesLosses = SeesWins<G> && requires(const G& g, const typename G::Position& p) {
    { g.lost_in_two(p) } -> std::same_as<bool>;
};

/// Optional. `mates(position, list)`: moves that contain every one after which the other side is lost in two,
/// likeliest first. Precondition: not `lost`, not `wins_at_once`. Without it all legal moves are tried.
template <typename G>
concept SeesMates =
    SeesLosses<G> && requires(const G& g, const typename G::Position& p, typename G::MoveList& list) {
        { g.mates(p, list) } -> std::same_as<void>;
    };

/// Optional. `any_safe_move(position, f)`: calls f(move) for every legal move after which the other side does
/// not win at once, and perhaps for others, until f says true; returns whether it did. Without it every legal
/// move is listed and tried, twice the price.
template <typename G>
concept SkipsBlunders = Game<G> && requires(const G& g, const typename G::Position& p) {
    {
        g.any_safe_move(p, [](const typename G::Move&) { return true; })
    } -> std::same_as<bool>;
};

/// Optional. `legal(position, move)`: whether any move at all, as `Move` can hold it, is legal here. Without
/// it the legal moves are listed to see, a tenth of the whole price.
template <typename G>
concept KnowsLegality =
    Game<G> && requires(const G& g, const typename G::Position& p, const typename G::Move& m) {
        { g.legal(p, m) } -> std::same_as<bool>;
    };

/// Optional. `count(position)`: how many legal moves there are. Without it they are listed, which where they
/// need not be made to know that costs some twice as much.
template <typename G>
concept CountsMoves = Game<G> && requires(const G& g, const typename G::Position& p) {
    { g.count(p) } -> std::same_as<std::uint64_t>;
};

/// Where an entry stands: an index into one of a tier's tables.
struct Slot {
    std::uint32_t table = 0;
    std::uint64_t index = 0;
    friend constexpr bool operator==(const Slot&, const Slot&) = default;
};

/// Where a move leads, seen from a tier.
enum class Lead : std::uint8_t {
    stays,   ///< to a position of the tier
    leaves,  ///< to another tier, from which no way leads back, or to a position where the game is over
    strays,  ///< to a position that no table holds (a passing right to capture, …), or one that does not know
             ///< its parents
};

/// A game's positions as numbers. Required for tables.
///
/// `tables()` tables of `table_size(table)` entries hold every position of the tier; symmetric copies may
/// share an entry, and a position may have several.
///  - `slot(position)`: one of its entries. `each_slot(position, f)`: calls f(slot) for all of them.
///  - `position(slot)`: nothing where the number names no position.
///  - `each_position(table, first, end, f)`: calls f(index, position, place) for the positions from `first`
///    up to `end`, where `place.weight()` is how many placements share the entry, and `place.is_least(index)`
///    says of exactly one of the entries of symmetric copies that it is the one to be counted.
///  - `lead(position, move, child)`: where a legal move leads. Strays must come to an end.
template <typename T>
concept Indexed =
    Game<T> && requires(const T& t, const typename T::Position& p, const typename T::Move& m, Slot slot) {
        { t.tables() } -> std::same_as<std::uint32_t>;
        { t.table_size(slot.table) } -> std::same_as<std::uint64_t>;
        { t.slot(p) } -> std::same_as<Slot>;
        { t.position(slot) } -> std::same_as<std::optional<typename T::Position>>;
        { t.lead(p, m, p) } -> std::same_as<Lead>;
        t.each_slot(p, [](Slot) {});
        t.each_position(slot.table, slot.index, slot.index,
                        [](std::uint64_t, const typename T::Position&, const auto&) {});
    };

/// Optional. `stays(position, move)`: whether a legal move surely stays, told without its child; false where
/// that is not seen at once. `seat(position).slot_after(move)`: an entry of the child of such a move; the
/// position outlives the seat. Without them every move is played to see where it leads, up to a third of the
/// price of solving.
template <typename T>
concept SeesStays =
    Indexed<T> && requires(const T& t, const typename T::Position& p, const typename T::Move& m) {
        { t.stays(p, m) } -> std::same_as<bool>;
        { t.seat(p).slot_after(m) } -> std::same_as<Slot>;
    };

/// `each_parent(position, f)`: calls f(parent, slot) for every position of the tier from which a move that
/// stays leads here, and for all entries of each; twice does no harm. Required for retrograde analysis;
/// a tier without it may say that all its moves stray, at the price of one pass through all undecided
/// positions a ply.
template <typename T>
concept Reversible = Indexed<T> && requires(const T& t, const typename T::Position& p) {
    t.each_parent(p, [](const typename T::Position&, Slot) {});
};

/// Optional. `counts_parents`: promises that `each_parent` calls f exactly once for every pair of a parent's
/// entry and a move that `stays`, where no symmetry keeps the position or the parent as it is, and that
/// `place.symmetries()` of `each_position` tells how many do, 1 where only the identity does. Without it the
/// moves of a position that may be lost are looked at again at every level where one is found to lose, twice
/// the price of solving.
template <typename T>
concept CountsParents = Reversible<T> && SeesStays<T> && requires { requires T::counts_parents; };

/// Which of the up to 64 lanes of a line: lane i is bit i.
using Lanes = std::uint64_t;

/// A move that leads from all lanes of a line but the `blocked` ones to the lanes of another, turned by a
/// symmetry.
struct LineStep {
    std::uint32_t line = 0;
    std::uint32_t symmetry = 0;
    Lanes blocked = 0;
};

/// Captures that take one man in some lanes of a line: what they lead to stands in a line without that man.
struct LineCapture {
    unsigned taken = 0;
    std::uint32_t line = 0;
    std::uint32_t symmetry = 0;
    Lanes lanes = 0;
    std::optional<unsigned> ends;  ///< the lane after the capture, if it was the runner that took
};

/// A tier cut into lines of positions that differ in where one man, the *runner*, stands. A move of another
/// man takes whole lines to whole lines, so an algorithm can treat 64 positions at a time: some ten times as
/// fast as `Reversible`. The two sides to move have the same lines. See `variant/line_tier.hpp` for the
/// functions. All wins are an odd number of plies long and all losses an even one, and no move strays.
template <typename L>
concept Lined = requires(const L& l, const typename L::Line& line, unsigned n, std::uint32_t number) {
    { l.lines() } -> std::same_as<std::uint32_t>;
    { l.lanes() } -> std::same_as<unsigned>;
    { l.line(number) } -> std::same_as<typename L::Line>;
    { l.positions(Color::white, line) } -> std::same_as<Lanes>;
    { l.end(Color::white, line, n) } -> std::same_as<std::optional<Outcome>>;
    { l.stored(Color::white) } -> std::same_as<bool>;
    l.each_slot(line, Color::white, Lanes{}, [](unsigned, Slot) {});
    { l.weight(line) } -> std::same_as<unsigned>;
    { l.ordered(line) } -> std::same_as<Lanes>;
    { l.least(line) } -> std::same_as<Lanes>;
    { l.turned(number, Lanes{}) } -> std::same_as<Lanes>;
    { l.turned_back(number, Lanes{}) } -> std::same_as<Lanes>;
    l.each_step(line, Color::white, [](const LineStep&) { return true; });
    l.each_step_back(line, Color::white, [](const LineStep&) {});
    { l.runner_side() } -> std::same_as<Color>;
    { l.runner_steps(line, n) } -> std::same_as<Lanes>;
    { l.runner_steps_back(line, n) } -> std::same_as<Lanes>;
    { l.takeable(n) } -> std::same_as<bool>;
    { l.lines_without(n) } -> std::same_as<std::uint32_t>;
    l.each_without(n, number, [](unsigned, const typename L::Position&) {});
    l.each_capture(line, Color::white, [](const LineCapture&) {});
};

}  // namespace zermelo::game
