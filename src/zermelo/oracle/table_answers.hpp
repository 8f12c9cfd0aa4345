// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/oracle/answer.hpp"
#include "zermelo/oracle/open_tables.hpp"
#include "zermelo/tablebase/prober.hpp"

/// Answers that tables have, without a search.
namespace zermelo::oracle {

struct Question;

/// The position as the tables know it, with its moves and its line if the question asks for them. What cannot
/// be looked up is not known (`Answer::table_error`).
template <typename Bits>
Answer answer_of_tables(tablebase::Prober<Bits>& tables, const engine::Position<Bits>& position,
                        const Question& question);
extern template Answer answer_of_tables(tablebase::Prober<std::uint64_t>&,
                                        const engine::Position<std::uint64_t>&, const Question&);
extern template Answer answer_of_tables(tablebase::Prober<Bits256>&, const engine::Position<Bits256>&,
                                        const Question&);

/// What tables know of a position and its moves, where none may hold it: moves that end the game or lead into
/// a table have their values all the same, and so has the position if its value follows from them. A table
/// that cannot be read or is damaged costs what it holds alone (`Answer::table_error`). Errors: more than
/// `max_moves_listed` legal moves.
Result<Answer> known_values(OpenTables& tables, const engine::AnyGameAt& position, bool line,
                            const Over& over = {});
/// The same, where a table that cannot be read is an error.
Result<Answer> values_or_error(OpenTables& tables, const engine::AnyGameAt& position, bool line);

}  // namespace zermelo::oracle
