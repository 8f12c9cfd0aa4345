// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/oracle/position_rows.hpp"
#include "zermelo/tablebase/file/file.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::oracle {

/// Some positions of a tier, an element each; of `men` one for each square of each.
struct TierPositions {
    std::vector<std::uint64_t> indices;
    std::vector<std::uint8_t> men;      ///< as position_rows.hpp has them
    std::vector<std::int8_t> outcomes;  ///< as `RowValues`
    std::vector<std::int16_t> plies;
};

/// A tier's file, entry by entry. Any thread.
///
/// An entry is known by its table and its index: docs/table-format.md. Where the sides are alike, one army's
/// positions stand for those with the colours swapped: table 0 has White to move with the first army of the
/// tier's name, table 1 Black; of equal armies there is no table 1.
class TierEntries {
  public:
    /// `start`: the game, at its start. Errors: as `check_rows`, as
    /// `tablebase::TableFolder::existing`, `TierGraph::parse` and `file::File::open`.
    static Result<TierEntries> open(const std::string& folder, const engine::AnyGameAt& start,
                                    const std::string& tier);

    /// As the file is called.
    const std::string& name() const { return name_; }
    /// How many squares the board has: the length of a row.
    std::size_t squares() const { return squares_; }
    unsigned tables() const { return file_.sides(); }
    /// Precondition of this and below: table < tables().
    std::uint64_t entries(unsigned table) const { return file_.entries(table); }

    /// The positions whose index is in [first, end), with what they are worth for who is to move, ascending.
    /// Symmetric copies may be among them; entries that are no position are not. Precondition: first ≤ end ≤
    /// entries. Errors: as `file::File::entry`. Cost: some 50 ns an entry.
    Result<TierPositions> positions(unsigned table, std::uint64_t first, std::uint64_t end) const;
    /// Those of some indices, in their order; what is no position's is left out. Errors: as above. Cost: some
    /// µs an index.
    Result<TierPositions> positions(unsigned table, std::span<const std::uint64_t> indices) const;

    /// The values of some entries. Precondition: the sizes fit. Errors (bad_input): an index that is no
    /// position's, unless `values` takes such; as `file::File::entry`.
    Result<void> values(unsigned table, std::span<const std::uint64_t> indices,
                        const RowValues& values) const;

  private:
    TierEntries(std::shared_ptr<const tablebase::TierGraph> graph,
                std::shared_ptr<const tablebase::SolvableTier> tier, tablebase::file::File file,
                std::string name, std::size_t squares)
        : graph_(std::move(graph)),
          tier_(std::move(tier)),
          file_(std::move(file)),
          name_(std::move(name)),
          squares_(squares) {}

    Result<game::Value> value(unsigned table, const tablebase::SolvableTier::Listed& listed) const;
    /// Adds the positions of [first, end).
    Result<void> add(unsigned table, std::uint64_t first, std::uint64_t end, TierPositions& found) const;

    std::shared_ptr<const tablebase::TierGraph> graph_;  // before the tier, which it must outlive
    std::shared_ptr<const tablebase::SolvableTier> tier_;
    tablebase::file::File file_;
    std::string name_;
    std::size_t squares_;
};

}  // namespace zermelo::oracle
