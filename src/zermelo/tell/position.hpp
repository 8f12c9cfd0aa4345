// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/oracle/open_tables.hpp"
#include "zermelo/oracle/question.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/rules/rules.hpp"

/// Positions as docs/json.md has them: what stands on the board, and what it is worth.
namespace zermelo::tell {

/// A position as one may type it and what can be played there: the `setup` of docs/json.md. The variant's
/// start if `fen` is absent. All that keeps it from being a position stands in it as data, and then nothing
/// is said of moves; these come in the order of their names.
/// Errors (bad_input): a FEN that cannot be read (its input is "FEN", with the column); more than
/// `oracle::max_moves_listed` legal moves; (stopped) `over`. Cost: that of compiling the rules, and some
/// microseconds a move, up to milliseconds where whether it mates is hard to tell.
Result<Json> setup_object(const rules::Rules& rules, const std::optional<std::string>& fen,
                          const Over& over = {});

/// What is known of a position as the `position` of docs/json.md. Cost: some hundred nanoseconds a move, and
/// more as above. Errors of the one with `over` (stopped): it says true.
Json position_object(const engine::AnyGameAt& at, const oracle::Answer& known);
Result<Json> position_object(const engine::AnyGameAt& at, const oracle::Answer& known, const Over& over);

/// What `oracle::known_values` knows as JSON, the `position` of docs/json.md, in which `unknown` is what is
/// not known.
Result<Json> known_value(oracle::OpenTables& tables, const engine::AnyGameAt& position, bool line,
                         const Over& over = {});

/// What is proved so far, when all moves have been searched `depth` plies deep: a `position` of docs/json.md.
using SearchProgress = std::function<void(Plies depth, const Json& position)>;

/// The answer to a question about the moves of a position, as a `position` of docs/json.md. `optimal` and
/// `keeps_result` are told where they are certain whatever is not known yet, and null elsewhere. Errors: as
/// of `oracle::Session`.
Result<Json> searched_values(oracle::Session& session, const oracle::Question& question,
                             const SearchProgress& progress = {});

}  // namespace zermelo::tell
