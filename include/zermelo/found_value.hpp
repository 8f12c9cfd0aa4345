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

struct ValueOptions {
    std::optional<std::chrono::duration<double>> time = std::nullopt;
    /// Positions whose moves are tried, and at most a tenth more for a look at each first move.
    std::optional<std::uint64_t> nodes = std::nullopt;
    std::size_t memory = std::size_t{256} << 20;       ///< bytes of the tables of what was proved
    unsigned threads = 0;                              ///< that search, at most 1,024; one if 0
    std::optional<std::string> tables = std::nullopt;  ///< a folder: what it holds is not searched
    /// A file to go on from, if it is there, and to keep what was proved in.
    std::optional<std::string> state = std::nullopt;
    std::chrono::duration<double> save_every{60};               ///< at least; ten times as long as it takes
    std::stop_token stop = {};                                  ///< somebody else's request to end
    bool ideal = false;                                         ///< as `ProveOptions::ideal`
    std::uint64_t half_moves = 0;                               ///< likewise
    std::optional<std::uint64_t> counting_left = std::nullopt;  ///< likewise
};

/// A first move and what is proved of it, for who makes it, this ply included.
struct MoveOutcome {
    std::string move;
    Bounds bounds;
};

/// What is known of a position.
struct FoundValue {
    Bounds bounds;  ///< of who wins
    std::string variant;
    std::string fen;
    std::optional<ValueSource> source = std::nullopt;  ///< of the outcome, where it is known
    std::string stopped_by;                            ///< the limit that was reached before all was known
    std::string doubt;               ///< why the history of the game may change what was found
    std::vector<std::string> line;   ///< of a win or a loss: play to the end, the best where that is `exact`
    bool complete = true;            ///< the line goes to the end
    std::vector<MoveOutcome> moves;  ///< every legal move, the best first
    std::uint64_t nodes = 0;         ///< positions whose moves were tried
    std::optional<ProofNumbers> win_search = std::nullopt;  ///< where a search has stopped, if it has any
    std::optional<ProofNumbers> loss_search = std::nullopt;
    std::optional<Error> unsaved = std::nullopt;  ///< why the state could not be written at the end
};

/// Who wins, and in how many plies: a win, a loss or a draw of the side to move, as far as the limits allow.
/// Errors: more than 1,024 threads (`ErrorKind::bad_usage`); a folder of tables that cannot be read or has
/// other rules; a state that cannot be read, is damaged or of another position, or cannot be written at the
/// start. Cost: unbounded without limits.
ZERMELO_API Result<FoundValue> value(const Position& position, const ValueOptions& options = {});

}  // namespace zermelo
