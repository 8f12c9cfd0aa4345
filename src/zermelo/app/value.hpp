// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "zermelo/app/position.hpp"
#include "zermelo/app/variants.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/search/outcome_search.hpp"

/// Who wins: `zermelo value`.
///
/// `searched_values` is for a page that waits: it tells of every move its exact value, as far as a few plies
/// show it. This asks of one position who wins at any length, for as long as that takes; of its moves it
/// tells what became known on the way.
namespace zermelo::app {

struct ValueOptions {
    std::optional<std::chrono::duration<double>> time = std::nullopt;
    /// As `ProveOptions::nodes`, and at most a tenth more for a look at each first move.
    std::optional<std::uint64_t> nodes = std::nullopt;
    std::size_t memory = std::size_t{256} << 20;       ///< bytes of the tables of what was proved
    unsigned threads = 1;                              ///< that search, at most 1,024
    std::optional<std::string> tables = std::nullopt;  ///< a folder: what it holds is not searched
    /// A file to go on from, if it is there, and to keep what was proved in.
    std::optional<std::string> state = std::nullopt;
    std::chrono::duration<double> save_every{60};  ///< at least; ten times as long as it takes
    bool ideal = false;                            ///< as `ProveOptions::ideal`
    std::uint64_t half_moves = 0;                  ///< likewise
    std::stop_token stop = {};                     ///< somebody else's request to end
};

/// How far the search for one side's win has come.
struct SideProgress {
    search::ProofFacts facts;
    std::optional<search::ProofNumbers> numbers;  ///< nothing before there are any
};

/// How a search goes. Sides: the side to move, and the other one.
struct ValueProgress {
    bool turn_done = false;  ///< told at the end of a turn, and not in one
    search::Role asking =
        search::Role::attacker;  ///< whose win is looked for: `attacker` is the side to move
    std::uint64_t nodes = 0;
    SideProgress win;
    SideProgress loss;
    std::uint64_t remembered = 0;  ///< positions
    std::uint64_t room = 0;        ///< for so many
    // Of the first moves:
    std::size_t winning = 0;
    std::size_t losing = 0;
    std::size_t drawing = 0;
    std::size_t open = 0;
    std::optional<Error> unsaved = std::nullopt;  ///< why the state could not be written the last time
};
using ValueReport = std::function<void(const ValueProgress&)>;

/// A first move and what is proved of it, for who makes it, this ply included.
struct MoveFacts {
    std::string move;
    search::OutcomeFacts facts;
};

/// What is known of a position.
struct FoundValue {
    std::string variant;
    std::string fen;
    search::OutcomeFacts facts;
    std::optional<ValueSource> source = std::nullopt;  ///< of the outcome, where it is known
    std::string stopped_by;                            ///< the limit that was reached before all was known
    std::string doubt;  ///< why the history of the game may change what was found
    std::vector<std::string>
        line;              ///< of a win or a loss: play to the end, the best where its length is known
    bool complete = true;  ///< the line goes to the end
    std::vector<MoveFacts> moves;  ///< every legal move, the best first
    std::uint64_t nodes = 0;
    std::optional<search::ProofNumbers> win_numbers = std::nullopt;  ///< where a search has stopped
    std::optional<search::ProofNumbers> loss_numbers = std::nullopt;
    std::optional<Error> unsaved = std::nullopt;  ///< why the state could not be written at the end
};

/// The same, and where it began: the game knows how to write its moves.
struct FoundValueAt : FoundValue {
    engine::AnyGameAt start;
};

/// Who wins from a position (the variant's start if it has no FEN), and in how many plies. `report` is called
/// once in a second or less often, and behind each turn of the search. Errors: as `position_of`; with tables,
/// as `tablebase::TableFolder::existing` and what is wrong with a table; a state that cannot be read, is
/// damaged or of another position (`StateReader::open`), or cannot be written at the start. Cost: unbounded
/// without limits.
Result<FoundValueAt> value(Library& library, const PositionRequest& request, const ValueOptions& options,
                           const ValueReport& report = {});

/// The value in lines for people, moves in both notations.
std::string text_of(const FoundValueAt& found);
/// The same as one JSON object and line: the `value` of docs/json.md.
std::string json_of(const FoundValue& found);
/// How a search goes, in a line without its end.
std::string text_of(const ValueProgress& progress);

}  // namespace zermelo::app
