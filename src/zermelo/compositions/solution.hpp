// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/color.hpp"
#include "zermelo/problem.hpp"
#include "zermelo/search/budget.hpp"

namespace zermelo::compositions {

<<<<<<< HEAD
/// One move of one side.
struct HalfMove {
    Color side = Color::white;
    std::string uci;
    std::string san;  ///< standard algebraic notation; `=` at the end of a move that reaches a stalemate goal
    bool en_passant = false;
    friend bool operator==(const HalfMove&, const HalfMove&) = default;
};

struct Defence;

/// A move of the attacker that solves, and what can follow it.
struct Continuation {
    HalfMove move;
    unsigned length = 0;            ///< whole moves that it takes against the best defence, this one included
    bool goal = false;              ///< it reaches the goal itself
    std::vector<HalfMove> threats;  ///< what would solve next if the defender passed
    std::vector<Defence> defences;  ///< every move of the defender; none where the tree was not asked for
};

/// A move of the defender.
struct Defence {
    std::optional<HalfMove> move;             ///< nothing: it passes, as in a series without a check
    bool goal = false;                        ///< it reaches the goal itself
    std::vector<Continuation> continuations;  ///< all that solve; none: it refutes
};

/// A first move that does not solve.
struct Try {
    HalfMove move;
    std::vector<HalfMove> refutations;  ///< every one
};

/// A solution of help or series play.
struct Line {
    std::vector<HalfMove> moves;
    /// What may follow and is no part of the solution: the forced last moves, one list a way to play.
    std::vector<std::vector<HalfMove>> ends;
};

/// The solutions of one length.
struct Solutions {
    unsigned introduction = 0;  ///< moves of it
    unsigned length = 0;        ///< `Stipulation::length`, without the introduction
    std::uint64_t count = 0;    ///< how many there are, and at least 2^64 - 1 where it is that
    std::vector<Line> lines;    ///< the first of them, in the order of moves
    bool complete = true;       ///< a limit came first where it is not: there may be more than `count`
};

=======
>>>>>>> 0afb8f1a (The C++ library solves composed problems: zermelo/problem.hpp, whose values all rooms share)
/// All that answers one diagram.
struct Solution {
    Color begins = Color::white;
    /// Why the diagram cannot be solved with this side to begin: then nothing else is told.
    std::optional<std::string> illegal;

    // What battle play tells. A key has the fewest moves that it takes; short ones take less than was asked.
    std::vector<Continuation> keys, short_keys;
    std::vector<Try> tries;         ///< those with few enough refutations
    std::vector<Defence> set_play;  ///< what the defender may play now, if it leads to the goal in time
    bool tree_whole = true;         ///< whether these have all play; they end at `Options::max_tree`

    // What help and series play tell.
    Solutions solutions;
    std::vector<Solutions> short_solutions;  ///< those lengths that have some
    std::optional<Solutions> set_solutions;

    /// Whether everything up to the asked length was enumerated. Where it was not: how many whole moves were,
    /// and what ended it.
    bool complete = true;
    unsigned complete_moves = 0;
    std::optional<search::Stop> stop;
    /// Where a plain enumeration was asked for and done: whether it has the same keys, or as many solutions
    /// of each length.
    std::optional<bool> verified;
    std::uint64_t nodes = 0;  ///< positions whose moves were tried

    /// Keys, or solutions, of the asked length.
    std::uint64_t count() const { return keys.size() + solutions.count; }
};

}  // namespace zermelo::compositions
