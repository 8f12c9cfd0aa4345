// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "zermelo/base/hash128.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/plies.hpp"

/// What an algorithm may ask of a game. Algorithms name no game; a game names no algorithm.
namespace zermelo::game {

/// What distinguishes positions: 64 bits that no other position has, or 128 that are mixed well (`Hash128`).
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
/// deepens by one ply at a time and not by two: 1.5 times the instructions on composed mates.
template <typename G>
concept KnowsUnmovedWins = Ends<G> && requires(const G& g) {
    { g.wins_unmoved() } -> std::same_as<bool>;
};

/// Optional. `attacks(position, list)` and `defences(position, list)`: as `moves`, in the order in which
/// somebody who wants to force a win, or to avoid one, does best to try them (checks; captures of what
/// attacks, moves of the king). Always the same order in one position. Without it the order is that of
/// `moves`: 1.1 times the instructions on composed mates, and of several shortest wins another is found.
template <typename G>
concept OrdersMoves =
    Game<G> && requires(const G& g, const typename G::Position& p, typename G::MoveList& list) {
        { g.attacks(p, list) } -> std::same_as<void>;
        { g.defences(p, list) } -> std::same_as<void>;
    };

/// Optional. `restricted()`: whether who wants to force a win may make some of its moves only;
/// `restricted_attacks(position, list)`: as `attacks`, of those alone, always the same in one position. A
/// search then asks this wherever the attacker is to move, for its last move, too, and a win that it finds is
/// one of the game itself. The defender makes every move. Precondition: the game has none of `SeesLosses`,
/// `SeesMates` and `SkipsBlunders`, whose answers are of all moves. Without it the attacker makes every move.
template <typename G>
concept RestrictsAttacks =
    Game<G> && requires(const G& g, const typename G::Position& p, typename G::MoveList& list) {
        { g.restricted() } -> std::same_as<bool>;
        { g.restricted_attacks(p, list) } -> std::same_as<void>;
    };

/// Optional. `wins_at_once(position)`: whether a move leads to a position that is lost for the other side.
/// Without it the algorithm plays every move to see: 6.9 times the instructions on hunts of 7 to 13 plies.
template <typename G>
concept SeesWins = Game<G> && requires(const G& g, const typename G::Position& p) {
    { g.wins_at_once(p) } -> std::same_as<bool>;
};

/// Optional. `sees_wins_cheaply()`: whether `wins_at_once` is a look at the position in this game, and not a
/// search through its moves. Without it, where the game `Ends`, a search does not ask it of every position:
/// three times the instructions and more where a look is all that it takes.
template <typename G>
concept SeesWinsCheaply = SeesWins<G> && requires(const G& g) {
    { g.sees_wins_cheaply() } -> std::same_as<bool>;
};

/// Optional. `lost_in_two(position)`: whether every move leads to a position that wins at once (and there is
/// a move). Precondition, unless the game `Ends`: not `lost`, not `wins_at_once`. Without it the search goes
/// one ply deeper by playing: 2.5 times the instructions on the same hunts.
template <typename G>
concept SeesLosses = SeesWins<G> && requires(const G& g, const typename G::Position& p) {
    { g.lost_in_two(p) } -> std::same_as<bool>;
};

/// Optional. `mates(position, list)`: moves that contain every one after which the other side is lost in two,
/// likeliest first. Precondition: not `lost`, not `wins_at_once`. Without it all legal moves are tried:
/// 1.9 times the instructions on the same hunts.
template <typename G>
concept SeesMates =
    SeesLosses<G> && requires(const G& g, const typename G::Position& p, typename G::MoveList& list) {
        { g.mates(p, list) } -> std::same_as<void>;
    };

/// Optional. `any_safe_move(position, f)`: calls f(move) for every legal move after which the other side does
/// not win at once, and perhaps for others, until f says true; returns whether it did. Precondition: not
/// `lost`, not `wins_at_once`. Without it every legal move is listed and tried: 1.06 times the instructions
/// and up to 1.1 times the time on hunts of 6 plies. A search for closed sets has the defender leave few such
/// moves: without it ten times the positions and more, on hunts of ten men that are not won.
template <typename G>
concept SkipsBlunders = Game<G> && requires(const G& g, const typename G::Position& p) {
    {
        g.any_safe_move(p, [](const typename G::Move&) { return true; })
    } -> std::same_as<bool>;
};

/// Optional. `legal(position, move)`: whether any move at all, as `Move` can hold it, is legal here. Without
/// it the legal moves are listed to see: 1.14 times the instructions on the same hunts.
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

/// Optional. `replies(position)`: how many legal moves there are, those that are mostly answered alike
/// counted once; a first guess at how hard it is to answer them all, and 0 where there is none. Without it
/// they are counted: up to ten times the nodes of mates in shogi, where many men can be dropped on a square.
template <typename G>
concept CountsReplies = Game<G> && requires(const G& g, const typename G::Position& p) {
    { g.replies(p) } -> std::same_as<std::uint64_t>;
};

/// Optional. `never_repeats()`: whether no position can come twice in a game, because every move uses
/// something up. Without it that is taken to be possible, and no search goes to the end of one move before it
/// looks at the next.
template <typename G>
concept KnowsRepetition = Game<G> && requires(const G& g) {
    { g.never_repeats() } -> std::same_as<bool>;
};

/// Optional. `plies_left(position)`: a number of plies that no play from a position exceeds, which falls by
/// one at least with each move; nothing where none is known, above all where positions may come twice. So a
/// win takes no more, and what is not won within that number is not won at all. Without it that takes a
/// proof that goes to the end of all play, or a closed set; searches by depth never end by themselves.
template <typename G>
concept BoundsPlay = Game<G> && requires(const G& g, const typename G::Position& p) {
    { g.plies_left(p) } -> std::same_as<std::optional<Plies>>;
};

/// Optional. `known_value(position)`: the value of a position, where it is known from elsewhere (from
/// tables), and nothing where it is not; of a win or a loss perhaps the outcome alone. Without it an
/// algorithm works all values out by itself.
template <typename G>
concept KnowsValues = Game<G> && requires(const G& g, const typename G::Position& p) {
    { g.known_value(p) } -> std::same_as<std::optional<Value>>;
};

}  // namespace zermelo::game
