// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/bounds.hpp"
#include "zermelo/error.hpp"
#include "zermelo/export.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/position.hpp"
#include "zermelo/value.hpp"
#include "zermelo/variant.hpp"

/// Proofs of forced wins, and certificates of them.
namespace zermelo {

/// A restriction of the moves that the attacker, the side that is to win, may make; the defender may make all
/// of its own. A win under a restriction is a win of the game itself; the least length of a win in the game
/// is not greater than its length. That there is no win under a restriction says nothing about the game.
/// Where several members are set, each move must keep all of them.
///
/// A move *wins at once* if the game is over after it and the defender has lost, by mate or otherwise.
struct Restriction {
    /// Every move gives check or wins at once. A move gives check if it attacks a royal piece of the
    /// defender, or its last piece where that must not be lost; other variants have no checks.
    bool checks = false;
    /// Every move leaves the defender at most this number of legal moves; one that ends the game leaves none.
    std::optional<std::uint32_t> replies = std::nullopt;
    /// No move is a capture, not even the last one. A move is a capture if the defender has fewer men on the
    /// board after it, also where they were captured en passant, blown up or enclosed.
    bool no_captures = false;
    /// Every capture gives check or wins at once.
    bool no_quiet_captures = false;

    /// Whether anything is restricted.
    bool any() const { return checks || replies || no_captures || no_quiet_captures; }
    friend bool operator==(const Restriction&, const Restriction&) = default;
};

/// How long a win is searched for, and with what. A limit that is empty does not end the search.
struct ProveOptions {
    /// The longest time that the search may take, in seconds.
    std::optional<std::chrono::duration<double>> time = std::nullopt;
    /// The greatest number of positions whose moves are tried. Where it ends the search, a look at each first
    /// move may take a tenth more.
    std::optional<std::uint64_t> nodes = std::nullopt;
    std::size_t memory = std::size_t{256} << 20;  ///< bytes for what was proved
    unsigned threads = 0;                         ///< how many threads search, at most 1,024; one if 0
    /// Whether a certificate is made, of a win or, without a limit of plies, of no win of any length.
    bool certificate = false;
    /// A folder of tables, as `solve` writes them. A position that it holds is looked up; it is searched only
    /// where a certificate is asked for.
    std::optional<std::string> tables = std::nullopt;
    /// The moves that the attacker may make. If tables hold the position that is asked about, it is looked up
    /// as if there were no restriction; after its moves, tables only show which positions are not won.
    Restriction restriction = {};
    std::stop_token stop = {};  ///< ends the search when a stop is requested
    /// Whether the rules that count moves and repetitions are left out: the game without history is searched.
    bool ideal = false;
    /// The number of plies without progress that were played before, where the rules count them. If this is 0
    /// and `counting_left` is empty, the counters are those of the position: what its FEN says, and the moves
    /// that were played since.
    std::uint64_t half_moves = 0;
    /// The number of plies after which the game is a draw, where moves against few men are counted already
    /// (`countingRule`).
    std::optional<std::uint64_t> counting_left = std::nullopt;
};

/// A first move and what comes of it.
struct FirstMove {
    std::string move;
    /// The length of the win, this move included; empty if the move does not win, and where only the outcome
    /// is known.
    std::optional<Plies> plies;
    /// A reply that refutes a move that does not win; empty where that move ends the game.
    std::optional<std::string> refutation;
};

/// What was found about wins under a restriction.
struct RestrictedProof {
    Restriction restriction;
    Verdict verdict = Verdict::unknown;
    /// It is proved that there is no win under the restriction within this number of plies. Empty if there is
    /// none of any length (then the verdict is `no_win`); 0 where nothing is proved, or doubt is left.
    std::optional<Plies> none_within;
};

/// What came of an attempt to prove a win.
struct Proof {
    std::string variant;
    std::string fen;
    std::optional<Plies> limit;  ///< the limit; empty if a win of any length was asked for
    Verdict verdict = Verdict::unknown;
    /// The length of the win that is proved: its least length if that is `exact`, otherwise one that the
    /// least length does not exceed. Empty if no win is proved, or it rests on a table of outcomes alone.
    std::optional<Plies> plies;
    /// It is proved that there is no win within this number of plies. Empty if there is none of any length
    /// (then the verdict is `no_win`); 0 where nothing is proved, or doubt is left.
    std::optional<Plies> none_within;
    /// The value of the position, whatever the limit, where tables have it or the game is over; without a
    /// distance from a table of outcomes alone.
    std::optional<Value> value;
    /// The limit that was reached ("time", "nodes", "request") before the verdict, or the least length of a
    /// win, was known; else empty.
    std::string stopped_by;
    /// Why the history of the game may change what was found, so that the verdict is `unknown` or the least
    /// length of a win is not known; else empty.
    std::string doubt;
    /// What was found under the restriction, if there was one. Then the verdict is never `no_win`, and the
    /// least length of a win of more than one ply is not known, unless tables had the position.
    std::optional<RestrictedProof> restricted;
    /// Play of both sides to the end of a win; it is best play where the length is the least.
    std::vector<std::string> line;
    /// Every first move that wins within the limit, the quickest first. Without a limit, under a restriction,
    /// or where the least length is not known, it is only the first move of the line, unless tables had the
    /// position.
    std::vector<FirstMove> winning;
    /// Every first move that does not win within the limit; empty where `winning` has only the line's move.
    std::vector<FirstMove> tries;
    bool complete = true;  ///< whether the line and the moves are all there: nothing cut them off
    /// Why a table could not be read, the first of those that could not: what it holds was searched, or is
    /// not known.
    std::optional<Error> table_error = std::nullopt;
    /// The text of the certificate; empty if none was asked for, or none could be made.
    std::string certificate;

    /// Whether the length of the win is proved to be the least.
    bool exact() const { return plies && (*plies == Plies{0} || none_within >= *plies - Plies{1}); }
    /// Whether the length of the win is proved to be the least under the restriction.
    bool least_restricted() const {
        return plies && restricted && (*plies == Plies{0} || restricted->none_within >= *plies - Plies{1});
    }
};

/// Finds out whether the side to move can force a win within `limit` plies, at most 250; without a limit, at
/// any length. Errors: a limit of more than 250 plies, more than 1,024 threads (`ErrorKind::bad_usage`); a
/// folder of tables that cannot be read or has none of the variant; a win whose certificate was unfinished
/// when a limit was reached. Cost: exponential in the limit; the options bound it.
ZERMELO_API Result<Proof> prove(const Position& position, std::optional<Plies> limit,
                                const ProveOptions& options = {});

/// `prove` of many positions of a variant, each under its own limits, on several threads: on
/// `options.threads`, one for each processor if 0. Each position has one thread and memory of its own.
/// `take(number, proof)` gets what came of the positions in their order, numbered from 0: each as soon as it
/// and all before it are known, from one thread at a time, not always the caller's. Where somebody asks to
/// stop, the rest are told at once as unknown (`Proof::stopped_by`).
///
/// Errors of a position are its result. Errors of all: as `prove`; positions of several variants, a
/// certificate (`ErrorKind::bad_usage`). Then nothing is taken.
ZERMELO_API Result<void> prove_all(std::span<const Position> positions, std::optional<Plies> limit,
                                   const ProveOptions& options,
                                   const std::function<void(std::size_t number, Result<Proof> proof)>& take);
/// The same, but returns them all.
ZERMELO_API Result<std::vector<Result<Proof>>> prove_all(std::span<const Position> positions,
                                                         std::optional<Plies> limit,
                                                         const ProveOptions& options = {});

/// A number of solutions that a certificate proves: exactly `count` of the whole length of a stipulation.
struct CertifiedCount {
    std::string stipulation;
    Color attacker = Color::white;
    std::uint64_t count = 0;
};

/// What a certificate proves of the side to move: a win or a loss within a number of plies, a draw, or that
/// there is no win, or no loss, of any length; or, where there is a `count`, that number of solutions of a
/// composed problem.
struct Certified {
    std::string variant;
    std::string fen;
    Bounds bounds;                ///< they say nothing where there is a `count`
    std::uint64_t positions = 0;  ///< the number of positions in the certificate
    std::optional<CertifiedCount> count = std::nullopt;
};

/// Checks the text of a certificate by the rules of `variant` alone, with code that searches nothing. Errors
/// (`ErrorKind::bad_input`): the first thing that is wrong, with its line; a certificate of another variant.
/// Cost: O(length).
ZERMELO_API Result<Certified> check_certificate(const Variant& variant, std::string_view text);

}  // namespace zermelo
