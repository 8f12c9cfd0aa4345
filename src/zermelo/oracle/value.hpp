// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/found_value.hpp"
#include "zermelo/search/outcome_search.hpp"
#include "zermelo/tablebase/solve_events.hpp"

/// Who wins.
///
/// `move_values` is for a page that waits: it tells the value of every move, as far as a few plies show it.
/// This asks about one position who wins at any length, for as long as that takes; about its moves it tells
/// what became known on the way.
namespace zermelo::oracle {

/// How a search goes.
struct ValueProgress {
    bool turn_done = false;  ///< told at the end of a turn, and not in one
    search::Role asking =
        search::Role::attacker;  ///< whose win is looked for: `attacker` is the side to move
    std::uint64_t nodes = 0;
    Bounds bounds;
    std::optional<ProofNumbers> win_search = std::nullopt;  ///< nothing before there are any
    std::optional<ProofNumbers> loss_search = std::nullopt;
    std::uint64_t remembered = 0;  ///< positions
    std::uint64_t room = 0;        ///< the positions that there is memory for
    // The numbers of first moves:
    std::size_t winning = 0;
    std::size_t losing = 0;
    std::size_t drawing = 0;
    std::size_t open = 0;
    /// Tables are being made in memory: of the search nothing is told.
    std::optional<tablebase::TierAtWork> making = std::nullopt;
    std::optional<Error> unsaved = std::nullopt;  ///< why the state could not be written the last time
};
using ValueReport = std::function<void(const ValueProgress&)>;

/// What is known of a position, and where it began: the game knows how to write its moves.
struct FoundValueAt : FoundValue {
    engine::AnyGameAt start;
};

/// Who wins from a position, and in how many plies. `report` is called
/// once in a second or less often, after each turn of the search, and while tables are made. Errors: more
/// than `max_threads` (bad_usage); with tables, as `tablebase::TableFolder::existing`
/// and what is wrong with a table; a state that cannot be read, is damaged or of another position
/// (`StateReader::open`), or cannot be written at the start. Cost: unbounded without limits.
/// `named`: how messages name the variant on a command line; by its name if empty.
Result<FoundValueAt> value(const engine::AnyGameAt& position, const ValueOptions& options,
                           const ValueReport& report = {}, const std::string& named = {});

}  // namespace zermelo::oracle
