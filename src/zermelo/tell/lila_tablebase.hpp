// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/oracle/open_tables.hpp"

/// Answers as those of lila-tablebase, lichess.org's server of tables, so that its clients can ask here: the
/// same members, categories and order of moves.
///
/// What differs: `dtm`, in `antichess` `dtw`, is exact in every variant, in plies to the end of the game;
/// nobody counts moves here, so there are no cursed wins, and `dtz`, `precise_dtz` and `dtc` are null;
/// `insufficient_material` is false: such positions are draws by the tables. Source of the format: the
/// project's README and `response.rs`.
namespace zermelo::tell {

/// `GET /VARIANT?fen=…`: a position and its moves, the best first; `unknown` is what no table holds that can
/// be read, and what does not follow from moves either. Errors: more than `oracle::max_moves_listed`
/// legal moves.
Result<Json> lila_position(oracle::OpenTables& tables, const engine::AnyGameAt& at);

/// `GET /VARIANT/mainline?fen=…`: best play to the end, empty for a draw. Nothing where no table holds the
/// position. Errors: as above.
Result<std::optional<Json>> lila_mainline(oracle::OpenTables& tables, engine::AnyGameAt at);

}  // namespace zermelo::tell
