// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/color.hpp"
#include "zermelo/error.hpp"
#include "zermelo/export.hpp"
#include "zermelo/variant.hpp"

/// Composed problems, solved: docs/problems.md has the stipulations and the conventions.
namespace zermelo {

/// One move of one side.
struct HalfMove {
    Color side = Color::white;
    std::string uci;
    std::string san;  ///< standard algebraic notation; `=` at the end of a move that reaches a stalemate goal
    bool en_passant = false;  ///< it is a capture en passant
    friend bool operator==(const HalfMove&, const HalfMove&) = default;
};

struct Defence;

/// A move of the attacker that solves, and what can follow it.
struct Continuation {
    HalfMove move;
    unsigned length = 0;  ///< whole moves that it takes against the best defence, this one included
    bool goal = false;    ///< it reaches the goal itself
    std::vector<Continuation> threats;  ///< what would solve soonest if the defender passed
    std::vector<Defence> defences;      ///< every move of the defender; none where the tree was not asked for
};

/// A move of the defender.
struct Defence {
    std::optional<HalfMove> move;  ///< nothing: it passes, as in a series without a check
    bool goal = false;             ///< it reaches the goal itself
    /// Something is threatened, and after this move all of it solves as soon, or another move sooner: the
    /// customary notation leaves it out.
    bool idle = false;
    std::vector<Continuation> continuations;  ///< all that solve in the fewest moves

    /// Whether it keeps the attacker from what is asked.
    bool refutes() const { return !goal && continuations.empty(); }
};

/// What follows where the diagram is the position after a key.
struct PostkeyPlay {
    bool check = false;                 ///< the defender is in check
    bool solves = false;                ///< every defence is met: it was a key
    std::vector<Continuation> threats;  ///< what would solve soonest if the defender passed
    std::vector<Defence> defences;      ///< every move of the defender
};

/// Defences that more than one continuation meets, of those that the customary notation tells.
struct Duals {
    std::uint64_t major = 0;   ///< before the last move
    std::uint64_t mating = 0;  ///< by which move the goal is reached, or forced
};

/// A first move that does not solve.
struct Try {
    HalfMove move;
    std::vector<HalfMove> refutations;  ///< every one
    std::vector<Continuation> threats;  ///< as in `Continuation`, where the tree was asked for
    std::vector<Defence> defences;      ///< every move of the defender, the refutations too
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
    unsigned length = 0;  ///< half-moves of help play, moves of one side in series; without the introduction
    std::uint64_t count = 0;  ///< how many there are, and at least 2^64 - 1 where it is that
    std::vector<Line> lines;  ///< the first of them, in the order of moves
    bool complete = true;     ///< a limit came first where it is not: there may be more than `count`
};

/// All that answers one diagram with one side to begin.
struct Solution {
    Color begins = Color::white;
    /// Why it cannot be solved with this side to begin: then nothing else is told.
    std::optional<std::string> illegal;

    // What direct, self and reflex play tell. A key has the fewest moves that it takes; short ones take less
    // than was asked.
    std::vector<Continuation> keys, short_keys;
    std::vector<Try> tries;         ///< those with few enough refutations
    std::vector<Defence> set_play;  ///< what the defender may play now, if it leads to the goal in time
    bool tree_whole = true;         ///< whether these are all; they end at a million half-moves
    /// Where it was asked for: then there is none of the four before it.
    std::optional<PostkeyPlay> postkey_play;
    std::optional<Duals> duals;  ///< after keys, where the tree was asked for

    // What help and series play tell.
    Solutions solutions;
    std::vector<Solutions> short_solutions;  ///< those lengths that have some
    std::optional<Solutions> set_solutions;

    /// Whether everything up to the asked length was enumerated. Where it was not: how many whole moves were.
    bool complete = true;
    unsigned complete_moves = 0;
    std::uint64_t nodes = 0;  ///< positions whose moves were tried
    /// Whether a plain enumeration comes to the same: to these keys, or to as many solutions of each length;
    /// empty where it was not asked for, or a limit came first.
    std::optional<bool> verified;

    /// Keys, or solutions, of the asked length; of postkey play one, if it solves.
    std::uint64_t count() const {
        return keys.size() + solutions.count + (postkey_play && postkey_play->solves ? 1U : 0U);
    }
};

/// Who made a problem, and where it stood: UTF-8, a line each.
struct Heading {
    std::vector<std::string> authors;
    std::string title, source, award;
    bool empty() const { return authors.empty() && title.empty() && source.empty() && award.empty(); }
    friend bool operator==(const Heading&, const Heading&) = default;
};

/// A diagram with what answers it.
struct SolvedDiagram : Solution {
    std::string twin;                  ///< its name; empty where there are no twins
    std::vector<std::string> changes;  ///< what the twin changes, as it was given
    std::string fen;                   ///< the position, with the side that begins to move
    /// The diagram that play from there is to come to, where that is the goal: `dia`, `a=>b`.
    std::optional<std::string> target;
    std::string stipulation;
    Color attacker = Color::white;
    std::string stopped_by;  ///< the limit that ended it ("time", "nodes", "request"); empty: none did
    /// What becomes of the number of solutions that was intended: "as intended", "cooked", "no solution",
    /// "too few solutions", "short solutions", "not decided"; empty where none was.
    std::string soundness;
};

struct SolvedProblem {
    std::vector<SolvedDiagram> diagrams;  ///< the twins in order, each with its duplex after it
    std::string text;                     ///< all of it in the customary notation, as the program prints it
    std::string svg;                      ///< the diagram as journals print it, an SVG document

    /// Whether every diagram is complete.
    bool complete() const {
        for (const SolvedDiagram& diagram : diagrams)
            if (!diagram.complete) return false;
        return true;
    }
    /// Solutions of the asked length, of all diagrams.
    std::uint64_t count() const {
        std::uint64_t count = 0;
        for (const SolvedDiagram& diagram : diagrams) count += diagram.count();
        return count;
    }
};

/// What is told of a problem, and what that may cost. A limit that is empty does not end the search.
struct ProblemOptions {
    bool set_play = false;         ///< what follows if the side that begins had passed
    unsigned max_refutations = 0;  ///< tries are told that have at most these; 0: none
    bool variations = false;       ///< all play after the keys
    /// The diagram is the position after the key, which counts as the first move, and the defender begins:
    /// all play is told, instead of keys, tries and set play. In direct, self and reflex play.
    bool postkey = false;
    bool duplex = false;            ///< once more with the parts of the sides exchanged
    Color attacker = Color::white;  ///< who has White's part in the stipulation
    bool quodlibet = false;  ///< in self and semi-reflex play the attacker's reaching the goal solves, too
    /// Which of the attacker's moves are looked at in direct, self and reflex play, as "flights=2,threat=1";
    /// docs/problems.md has them all. All of them if empty.
    std::string restriction = {};
    /// Where play begins that is to come to the diagram, a FEN: for "a=>b3" alone, and needed there.
    std::optional<std::string> start = std::nullopt;
    std::vector<std::string> twins = {};                   ///< each as "b: move h3 h4"
    std::optional<std::uint64_t> intended = std::nullopt;  ///< how many solutions a diagram is to have
    bool verify = false;          ///< solve once more by playing every move, and compare
    Heading heading = {};         ///< stands over the text and in the picture
    std::size_t max_lines = 100;  ///< as many solutions of a length are told; all are counted
    /// The longest time for all diagrams together, in seconds.
    std::optional<std::chrono::duration<double>> time = std::nullopt;
    std::optional<std::uint64_t> nodes = std::nullopt;  ///< positions whose moves are tried, for each diagram
    std::size_t memory = std::size_t{256} << 20;        ///< bytes for positions that were met
    unsigned threads = 0;                               ///< how many threads search, at most 1,024; one if 0
    std::stop_token stop = {};                          ///< ends the search when a stop is requested
};

/// Solves a composed problem. `fen` is the diagram, the variant's start if empty; `stipulation` what is asked
/// of it ("#2", "h#2.5", "ser-h=4"), which says who begins, too; "dia7.5", a proof game, and "a=>b3" ask for
/// play that comes to the diagram. Where a limit ends it, what was found is
/// told, and shorter solutions are complete before longer ones are looked for.
///
/// Errors: a FEN that cannot be read or is no position of the variant (`ErrorKind::bad_input`); a stipulation
/// or a twin that is none, with the column (`bad_usage`); a restriction that is none, or of other play;
/// postkey play of other play; more than 1,024 threads. Cost: exponential in the length. What is found does
/// not depend on the number of threads, but for how far it came where a limit ends it.
ZERMELO_API Result<SolvedProblem> problem(const Variant& variant, const std::optional<std::string>& fen,
                                          std::string_view stipulation, const ProblemOptions& options = {});

}  // namespace zermelo
