// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/puzzles/decider.hpp"
#include "zermelo/puzzles/queen_hunt/tiers.hpp"
#include "zermelo/tablebase/file/file.hpp"
#include "zermelo/tablebase/table_folder.hpp"

namespace zermelo::queen_hunt {

/// The queen hunt's table files, as far as they are there. Any number of threads may look up at once.
class HuntTables final : public puzzles::Tables {
  public:
    /// All files of a folder. Errors: as `TableFolder::open` and `expect_distances`, and as `add`.
    static Result<std::unique_ptr<const HuntTables>> open(const tablebase::TableFolder& folder);

    /// Takes the open file of a tier (`Tiers`), whose rules and tier have been looked at. Errors:
    /// it is not as long as the tier's tables.
    Result<void> add(tablebase::TierIndex tier, tablebase::file::File file);

    /// Whether there is a table for a position. Precondition: both queens on the board.
    bool has(const Position& p) const { return files_[tiers_.tier_of(p).number()] != nullptr; }
    /// The exact value of a position; nothing where it cannot be read, which `what_failed` tells from then
    /// on. Precondition: `has(p)`. Cost: some 5 µs, less where a neighbour was asked for just before.
    std::optional<game::Value> value(const Position& p) const;
    std::optional<Error> what_failed() const override;

  private:
    struct TierFile {
        Tier tier;
        tablebase::file::File file;
    };
    Tiers tiers_;
    std::vector<std::unique_ptr<TierFile>> files_ = std::vector<std::unique_ptr<TierFile>>(Tiers::count);
    mutable std::mutex mutex_;
    mutable std::optional<Error> failure_;
};

}  // namespace zermelo::queen_hunt
