// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/color.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/tier_record.hpp"

/// How many positions have which value, as the tables of a folder have counted them.
namespace zermelo::oracle {

/// One of the longest wins or losses, with best play to its end.
struct LongestLine {
    unsigned plies = 0;
    std::string fen;
    std::vector<std::string> line;  ///< as UCI
    std::vector<std::string> sans;  ///< the same in standard algebraic notation
};

/// What one table says of a tier with one side to move.
struct TierStatistics {
    std::string tier;
    Color to_move = Color::white;
    tablebase::TierRecord::Side counts;
    std::optional<LongestLine> longest;
    std::optional<LongestLine> longest_loss;
    std::uint64_t checksum = 0;
};

/// What play from the start can lead to, symmetric copies counted once.
struct Reachable {
    std::string tier;
    tablebase::TierRecord::Counts counts;
    std::uint64_t ended = 0;  ///< positions in which the game is over
    unsigned plies = 0;       ///< to the last ones
};

/// What tables tell of each tier that is there, or of one, for each side to move. `start`: the variant at its
/// start. Errors: as of `tablebase::Prober`; (bad_usage) a name that is no tier's.
Result<std::vector<TierStatistics>> tier_statistics(const engine::AnyGameAt& start,
                                                    const tablebase::TableFolder& folder,
                                                    const std::optional<std::string>& tier);

/// What play from the start of the variant leads to, by value. Errors: as above; (bad_usage) the game's
/// captures leave its tiers, or no table holds the start.
Result<Reachable> reachable(const engine::AnyGameAt& start, const tablebase::TableFolder& folder);

}  // namespace zermelo::oracle
