// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "zermelo/base/result.hpp"
#include "zermelo/compositions/restriction.hpp"
#include "zermelo/compositions/solution.hpp"
#include "zermelo/compositions/stipulation.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/search/budget.hpp"

namespace zermelo::compositions {

struct Options {
    Color attacker = Color::white;  ///< who has White's part in the stipulation
    bool quodlibet = false;  ///< in self and semi-reflex play the attacker's reaching the goal solves, too
    Restriction restriction = {};  ///< in battle play without parries
    bool set_play = false;
    unsigned max_refutations = 0;  ///< tries are told that have at most these; 0: none
    bool tree = false;             ///< all play after keys and tries, and in set play
    /// The key has been made, and the defender begins: all play after it is told, instead of keys, tries and
    /// set play. In battle play without parries.
    bool postkey = false;
    bool verify = false;               ///< solve once more by a plain enumeration, and compare
    std::size_t max_lines = 100;       ///< as many solutions of a length are told; all are counted
    std::size_t max_tree = 1'000'000;  ///< half-moves of trees, tries and set play, all together
    std::size_t max_line_moves = ~std::size_t{0};  ///< half-moves of all lines that are told, and their ends
    /// Patterns of mates and stalemates that are built for a length of help or series play; where there are
    /// more, none are. In a length that takes long without them as many are as fit into `memory`, and eight
    /// times as many at least: beside what is remembered.
    std::size_t max_patterns = std::size_t{1} << 15U;
    /// Positions of a length of help or series play to stalemate that are looked at before any pattern is
    /// built; thirty times as many, of mates, too, before many are.
    std::uint64_t max_plain = 10'000;
    std::size_t memory = std::size_t{256} << 20U;  ///< bytes, for positions that were met, of all threads
    unsigned threads = 1;                          ///< one if 0; the others begin after `time_alone`
    std::chrono::steady_clock::duration time_alone = std::chrono::milliseconds{20};
    search::Limits limits = {};  ///< nodes: see `Solution`
};

/// The stipulation with its goal's target, if it has one, as the position that the last move is to leave,
/// where `begins` begins in `setup`. Errors (bad_input): what is wrong with that position; squares that are
/// holes, or barred, in one of the two alone.
Result<Stipulation> with_target_at_end(const engine::AnyGameAt& variant, const engine::Setup& setup,
                                       Stipulation stipulation, Color begins);

/// Everything that answers a stipulation in a diagram of a variant; `variant` is any of its positions. Who is
/// to move the stipulation says, not the diagram; where the diagram has the other side, that one is taken to
/// have passed. A side may have no royal piece. An end of the game that the variant has ends a line. What is
/// asked of a diagram that play is to come to `posed` says.
///
/// Shorter lengths are solved before longer ones, so that where a limit ends it those are complete. What is
/// found is the same with any number of threads, but for how far it came where a limit ends it; a problem
/// that asks for the line of play (`Stipulation::asks_for_journey`) is solved by one. Each thread that helps
/// keeps lines and trees of its own until it ends. `verify` costs as much as playing every move does:
/// exponential in the length, without remembering. Errors (bad_input): what is no position of the variant,
/// with everything that is wrong. (bad_usage): a restriction, or postkey play, of other play than direct,
/// self and reflex play; more than `max_threads` threads. Cost: exponential in the length. Positions are met
/// once each for every number of moves left, as long as there is memory for them: in help and series play
/// O(that · moves), and in battle play mostly less.
Result<Solution> solve(const engine::AnyGameAt& variant, const engine::Setup& diagram,
                       const Stipulation& stipulation, const Options& options);

}  // namespace zermelo::compositions
