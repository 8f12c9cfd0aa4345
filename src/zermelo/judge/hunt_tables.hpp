// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/puzzles/queen_hunt/tiers.hpp"
#include "zermelo/tablebase/file/file.hpp"

namespace zermelo::judge {

/// The queen hunt's table files, as far as they are there. Any number of threads may look up at once.
class HuntTables {
  public:
    /// Takes the open file of a tier (`queen_hunt::Tiers`), whose rules and tier have been looked at. Errors:
    /// it is not as long as the tier's tables.
    Result<void> add(std::uint32_t tier, tablebase::file::File file);

    /// Whether there is a table for a position. Precondition: both queens on the board.
    bool has(const queen_hunt::Position& p) const { return places_[tiers_.tier_of(p)] != nullptr; }
    /// The exact value of a position. Precondition: `has(p)`. Errors: as `table::File::byte`.
    /// Cost: some 5 µs, less where a neighbour was asked for just before.
    Result<game::Value> value(const queen_hunt::Position& p) const;

  private:
    struct Place {
        queen_hunt::Tier tier;
        tablebase::file::File file;
    };
    queen_hunt::Tiers tiers_;
    std::vector<std::unique_ptr<Place>> places_ =
        std::vector<std::unique_ptr<Place>>(queen_hunt::Tiers::count);
};

}  // namespace zermelo::judge
