// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "zermelo/bounds.hpp"
#include "zermelo/error.hpp"
#include "zermelo/export.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/position.hpp"
#include "zermelo/value.hpp"

/// Who wins from a position, at any length.
namespace zermelo {

/// How long a value is searched for, and with what. A limit that is empty does not end the search.
struct ValueOptions {
    /// The longest time that the search may take, in seconds.
    std::optional<std::chrono::duration<double>> time = std::nullopt;
    /// The greatest number of positions whose moves are tried. A look at each first move may take a tenth
    /// more.
    std::optional<std::uint64_t> nodes = std::nullopt;
    std::size_t memory = std::size_t{256} << 20;  ///< bytes for what was proved
    unsigned threads = 0;                         ///< how many threads search, at most 1,024; one if 0
    /// A folder of tables, as `solve` writes them; positions that it holds are not searched.
    std::optional<std::string> tables = std::nullopt;
    /// A file that keeps what was proved. If it is there already, the search goes on from it.
    std::optional<std::string> state = std::nullopt;
    /// The least time from one writing of the state to the next, which is never less than ten times as long
    /// as writing it takes.
    std::chrono::duration<double> save_every{60};
    bool certificate = false;      ///< whether a certificate of the outcome is made, if it is proved
    std::stop_token stop = {};     ///< ends the search when a stop is requested
    bool ideal = false;            ///< as `ProveOptions::ideal`
    std::uint64_t half_moves = 0;  ///< as `ProveOptions::half_moves`
    std::optional<std::uint64_t> counting_left = std::nullopt;  ///< as `ProveOptions::counting_left`
};

/// A first move and what is proved about it, for the side that makes it; lengths count this ply.
struct MoveOutcome {
    std::string move;
    Bounds bounds;
};

/// What is known about a position.
struct FoundValue {
    Bounds bounds;  ///< what is proved about who wins
    std::string variant;
    std::string fen;
    /// Where the outcome comes from; empty where it is not known.
    std::optional<ValueSource> source = std::nullopt;
    /// The limit that was reached before all was known ("time", "nodes", "request"); else empty.
    std::string stopped_by;
    /// Why the history of the game may change what was found; empty if it cannot.
    std::string doubt;
    /// For a win or a loss, play to the end, which is best play where the bounds are `exact`; else empty.
    std::vector<std::string> line;
    bool complete = true;            ///< whether the line goes to the end
    std::vector<MoveOutcome> moves;  ///< every legal move, the best first
    std::uint64_t nodes = 0;         ///< the number of positions whose moves were tried
    /// The numbers of the search for a win, where it has stopped; empty if it has none.
    std::optional<ProofNumbers> win_search = std::nullopt;
    /// The numbers of the search for a loss, likewise.
    std::optional<ProofNumbers> loss_search = std::nullopt;
    std::optional<Error> unsaved = std::nullopt;      ///< why the state could not be written at the end
    std::optional<Error> table_error = std::nullopt;  ///< as `Proof::table_error`
    std::string certificate{};  ///< its text; empty if none was asked for, or none could be made
};

/// Finds out whether the side to move wins, loses or draws, and in how many plies, as far as the limits
/// allow. Errors: more than 1,024 threads (`ErrorKind::bad_usage`); a folder of tables that cannot be read or
/// has none of the variant; a state that cannot be read, is damaged or of another position, or cannot be
/// written at the start; a win or a loss whose certificate was unfinished when a limit was reached. Cost:
/// unbounded without limits.
ZERMELO_API Result<FoundValue> value(const Position& position, const ValueOptions& options = {});

}  // namespace zermelo
