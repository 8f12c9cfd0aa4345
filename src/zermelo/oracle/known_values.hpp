// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/oracle/open_tables.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/value.hpp"

namespace zermelo::oracle {

/// A legal move and what is known of it.
struct KnownMove {
    engine::Move move{};
    game::Bounds bounds;  ///< for who makes it, this ply included
};

/// What is known of a position.
struct KnownValues {
    game::Bounds bounds;
    std::optional<ValueSource> source =
        std::nullopt;                ///< where the outcome comes from; nothing where it is not known
    std::vector<KnownMove> moves{};  ///< every legal move, in the order of the answer
    /// Best play to the end, as UCI, if asked for and known.
    std::optional<std::vector<std::string>> line = std::nullopt;
    std::optional<Error> error = std::nullopt;  ///< a table that failed: what it holds is not known

    /// Puts the moves in order, and adds what follows from them.
    void conclude();
};

/// The position as the tables know it, all of it. Errors: as of `tablebase::Prober`.
template <typename Bits>
Result<KnownValues> all_known(tablebase::Prober<Bits>& prober, const engine::Position<Bits>& position,
                              bool line);
extern template Result<KnownValues> all_known(tablebase::Prober<std::uint64_t>&,
                                              const engine::Position<std::uint64_t>&, bool);
extern template Result<KnownValues> all_known(tablebase::Prober<Bits256>&, const engine::Position<Bits256>&,
                                              bool);

/// What tables know of a position and its moves, where none may hold it: moves that end the game or lead into
/// a table have their values all the same, and so has the position if its value follows from them. A table
/// that cannot be read or is damaged costs what it holds alone (`KnownValues::error`). Errors: more than
/// `max_moves_listed` legal moves.
Result<KnownValues> known_values(OpenTables& tables, const engine::AnyGameAt& position, bool line);
/// The same, where a table that cannot be read is an error.
Result<KnownValues> values_or_error(OpenTables& tables, const engine::AnyGameAt& position, bool line);

/// The tables of one folder, which know a position or do not. One thread.
class FolderTables {
  public:
    /// `start`: a position of the variant whose tables they are.
    FolderTables(const engine::AnyGameAt& start, const tablebase::TableFolder& folder);

    /// The value of a position of the variant, and of its moves with `moves`; best play to the end with
    /// `line`, none where nobody can force one. Errors: as of `tablebase::Prober`.
    Result<KnownValues> known(const engine::AnyGameAt& position, bool moves, bool line);

  private:
    tablebase::TableFolder folder_;
    std::variant<OpenTables::ProberPointer<std::uint64_t>, OpenTables::ProberPointer<Bits256>> prober_;
};

}  // namespace zermelo::oracle
