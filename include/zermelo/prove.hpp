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

#include "zermelo/error.hpp"
#include "zermelo/export.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/position.hpp"
#include "zermelo/value.hpp"
#include "zermelo/variant.hpp"

/// Forced wins, proved, and certificates of them.
namespace zermelo {

/// Which moves the attacker, the side that is to win, may make; the defender makes all of its own. A win
/// under a restriction is one of the game itself, and its length one that the least of the game does not
/// exceed. That there is none under a restriction says nothing of the game. Of several restrictions all are
/// kept.
///
/// A move wins at once where the game is over behind it, and lost for the defender: by mate or otherwise.
struct Restriction {
    /// Every move gives check or wins at once. Check: a royal piece of the defender is attacked, or its last
    /// piece where that must not be lost. A variant without these has no checks.
    bool checks = false;
    /// Every move leaves the defender so many legal moves at most; one that ends the game leaves none.
    std::optional<std::uint32_t> replies = std::nullopt;
    /// No move is a capture, the last one neither. A capture: the defender has fewer men on the board
    /// afterwards, also where they were captured en passant, blown up or enclosed.
    bool no_captures = false;
    /// A move that is a capture gives check or wins at once.
    bool no_quiet_captures = false;

    bool any() const { return checks || replies || no_captures || no_quiet_captures; }
    friend bool operator==(const Restriction&, const Restriction&) = default;
};

struct ProveOptions {
    std::optional<std::chrono::duration<double>> time = std::nullopt;
    std::optional<std::uint64_t> nodes = std::nullopt;
    std::size_t memory = std::size_t{256} << 20;  ///< bytes of the tables of what was proved
    unsigned threads = 0;                         ///< that search one position, at most 1,024; one if 0
    bool certificate = false;                     ///< make one, of a win, or of no win of any length
    std::optional<std::string> tables =
        std::nullopt;  ///< a folder; a position that it has is looked up, and searched for a certificate only
    /// The first position that tables have is looked up all the same; below it they show under a restriction
    /// what is not won, and no more.
    Restriction restriction = {};
    std::stop_token stop = {};  ///< somebody else's request to end
    /// Of the game without history: rules that count moves and repetitions are left out.
    bool ideal = false;
    std::uint64_t half_moves = 0;  ///< plies without progress before, where the rules count them
    /// Where moves against few men are counted already (`countingRule`): after so many more plies the game is
    /// a draw.
    std::optional<std::uint64_t> counting_left = std::nullopt;
};

/// A first move and what comes of it.
struct FirstMove {
    std::string move;
    std::optional<Plies> plies;             ///< of a win, this move included
    std::optional<std::string> refutation;  ///< of none: a reply; nothing where the move ends the game
};

/// What was found of wins under a restriction, of which the search was complete.
struct RestrictedProof {
    Restriction restriction;
    Verdict verdict = Verdict::unknown;
    /// Proved: no win under it within so many plies; of no win of any length, nothing.
    std::optional<Plies> none_within;
};

/// What came of an attempt to prove a win.
struct Proof {
    std::string variant;
    std::string fen;
    std::optional<Plies> limit;  ///< nothing: a win of any length was asked for
    Verdict verdict = Verdict::unknown;
    /// Of a win: the least number, where `none_within` is one less; otherwise the least is not more.
    std::optional<Plies> plies;
    std::optional<Plies> none_within;  ///< proved: no win within so many; of no win of any length, nothing
    std::optional<Value> value;        ///< of the position, whatever the limit: tables know it
    /// Of unknown, and of a win whose least length is not known: the limit that was reached,
    std::string stopped_by;
    std::string doubt;  ///< or why the history of the game may change what was found
    /// Where the attacker was restricted: then the verdict is no `no_win`, and of a win longer than a ply the
    /// least length is not known, unless tables had the position.
    std::optional<RestrictedProof> restricted;
    std::vector<std::string> line;  ///< of a win: best play of both sides, if its least length is known
    /// Every first move that wins within the limit; the line's alone without one, without a least length, or
    /// under a restriction.
    std::vector<FirstMove> winning;
    std::vector<FirstMove> tries;  ///< every other one, within the limit; under a restriction none
    bool complete = true;          ///< the line and the moves are all there: no limit cut them off
    std::string
        certificate;  ///< its text, if asked for: of a win, or of no win of any length within the limits

    /// Whether the length of a win is the least.
    bool exact() const { return plies && (*plies == Plies{0} || none_within >= *plies - Plies{1}); }
    /// Whether it is the least under the restriction.
    bool least_restricted() const {
        return plies && restricted && (*plies == Plies{0} || restricted->none_within >= *plies - Plies{1});
    }
};

/// Whether the side to move can force a win within `limit` plies, at most 250, or without one of any length.
/// Errors: a limit beyond that (`ErrorKind::bad_usage`); a folder of tables that cannot be read or has other
/// rules; a certificate that a limit left unfinished. Cost: exponential in the limit; the options bound it.
ZERMELO_API Result<Proof> prove(const Position& position, std::optional<Plies> limit,
                                const ProveOptions& options = {});

/// What a certificate proves: the side to move wins within `plies`, or, where there are none, has no win of
/// any length.
struct Certified {
    std::string variant;
    std::string fen;
    std::optional<Plies> plies;
    std::uint64_t positions = 0;  ///< in the strategy
};

/// Checks a certificate of that variant by its rules alone, with code that searches nothing. Errors
/// (`ErrorKind::bad_input`): the first thing that is wrong, with its line. Cost: O(length).
ZERMELO_API Result<Certified> check_certificate(const Variant& variant, std::string_view text);

}  // namespace zermelo
