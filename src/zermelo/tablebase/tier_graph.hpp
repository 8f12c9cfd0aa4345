// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/progress.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/indices.hpp"
#include "zermelo/tablebase/partwise_values.hpp"
#include "zermelo/tablebase/reached.hpp"
#include "zermelo/tablebase/tier_audit.hpp"
#include "zermelo/tablebase/tier_table.hpp"
#include "zermelo/tablebase/value_encoding.hpp"
#include "zermelo/tablebase/value_source.hpp"

namespace zermelo::tablebase {

/// A tier's values as they are to be written, what their verification found, and how long both took.
struct SolvedTier {
    TierValues values;
    TierAudit audit;
    double solve_seconds = 0;
    double verify_seconds = 0;
};

/// The same of a tier that was solved in parts. It is verified once it is written.
struct SolvedInParts {
    PartwiseValues values;
    TierAudit audit;  ///< counts alone
    double solve_seconds = 0;
};

/// One tier, as it is planned, solved, verified and written: what does that knows neither its positions
/// nor its moves. `TierOf` makes one of any tier that is `Reversible`.
class SolvableTier {
  public:
    virtual ~SolvableTier() = default;

    /// Required. One table for each side to move that is stored, 1 or 2, and their entries.
    virtual std::uint32_t tables() const = 0;
    virtual std::uint64_t table_size(std::uint32_t table) const = 0;
    /// Required. The tiers to which moves out of it lead. Some may be such as no position is of
    /// (`TierGraph::possible`).
    virtual std::vector<TierIndex> sub_tiers() const = 0;
    /// Optional. Bytes of memory that it takes to solve and to verify it set-wise; nothing where that cannot
    /// be or does not pay. Without it the tier is solved entry by entry, ten times the price.
    virtual std::optional<std::uint64_t> setwise_memory() const { return std::nullopt; }

    /// Optional. About how long it takes to solve it entry by entry, in entries of a usual game.
    virtual std::uint64_t work() const { return entries(); }

    enum class Method : std::uint8_t { entrywise, setwise, in_parts };
    /// Hears what a solver is at.
    using Progress = std::function<void(std::string_view)>;

    /// Says whether a solver may take `bytes` bytes, instead of those that it has, where distances do not fit
    /// into bytes.
    using MayTake = std::function<Result<void>(std::uint64_t bytes)>;

    /// Required. Solves and verifies it. `sub_tables`: the tables of `sub_tiers()` in that order, null where
    /// there are none. The values are bytes if they all fit. Precondition of `setwise`: there is a
    /// `setwise_memory`; not `in_parts`. Errors: as of `Retrograde`; those of `may_take`. Cost: as of
    /// `Retrograde` and `TierVerifier`, or ten times less.
    virtual Result<SolvedTier> solve(Method method, const std::vector<ValueSource>& sub_tables,
                                     const Progress& progress, const MayTake& may_take,
                                     const StopToken& stop) const = 0;
    /// Required. The same in parts, which come to the same values: `store` and `sizes` are those of
    /// `PartwiseRetrograde`. Errors and cost: as there; those of `sub_tables`.
    virtual Result<SolvedInParts> solve_in_parts(const std::vector<ValueSource>& sub_tables, SlotStore store,
                                                 PartSizes sizes, const Progress& progress,
                                                 const StopToken& stop) const = 0;
    /// Required. Verifies values by the engine's own moves, entry by entry. `encoding`: the graph's, or that
    /// of outcomes alone; then it is enough that each outcome follows from those of the moves, of which the
    /// sub-tables may have distances. `progress`: in entries. Errors: as `TierGraph::tier`, of a sub-tier;
    /// those of `values` and `sub_tables`; (stopped) a stop was asked for. Cost: as of `TierVerifier`.
    virtual Result<TierAudit> verify(const ValueSource& values, ValueEncoding encoding,
                                     const std::vector<ValueSource>& sub_tables,
                                     const zermelo::Progress& progress = {},
                                     const StopToken& stop = {}) const = 0;
    /// Required. The FEN of an entry, with the colours swapped if asked for. Precondition: the slot names a
    /// position.
    virtual std::string fen(Slot slot, bool swapped) const = 0;

    /// A position as `list` shows it.
    struct Listed {
        std::uint64_t index = 0;
        /// By square: 0 where nothing stands, else 1 + 2 × the kind's number, and one more if it is Black's.
        std::span<const std::uint8_t> men;
        std::optional<Number> number;  ///< its value, where the table does not hold it
    };
    /// Required. Shows `f` the positions of a table from one index up to another, in order: White is to move
    /// in those of table 0, Black in those of table 1. Symmetric copies of a position may be among them.
    virtual void list(std::uint32_t table, std::uint64_t first, std::uint64_t end,
                      const std::function<void(const Listed&)>& f) const = 0;

    /// The entries of all tables.
    std::uint64_t entries() const {
        std::uint64_t all = 0;
        for (std::uint32_t t = 0; t < tables(); ++t) all += table_size(t);
        return all;
    }
};

/// The tiers of a game and which leads to which: two materials that differ in the colours only are one tier
/// where colours do not matter. May be asked by several threads at once.
class TierGraph {
  public:
    virtual ~TierGraph() = default;

    /// Required. How the tables write values.
    virtual ValueEncoding encoding() const = 0;
    /// Required. Whether a tier's tables serve the tier with the colours swapped, too.
    virtual bool swaps_colors() const = 0;

    /// Required. "KRvK", and the name of the same tier with the colours swapped, "KvKR".
    virtual std::string name(TierIndex tier) const = 0;
    virtual std::string swapped_name(TierIndex tier) const = 0;
    /// Required. The tier called so, in any order of letters. Errors (bad_usage, with the column where it is
    /// a matter of one letter): the game has no such tier.
    virtual Result<TierIndex> parse(std::string_view name) const = 0;
    /// Required. A name that `parse` takes as it is printed. Errors: as `parse`.
    virtual Result<std::string> normal(std::string_view name) const = 0;
    /// More of them are too many to be planned.
    static constexpr std::size_t max_tiers = 50'000;

    /// Required. The tiers of at most `men` men; without a number all to which the game's start can lead.
    /// Errors (bad_usage): too many, with their number, or none.
    virtual Result<std::vector<TierIndex>> all(std::optional<unsigned> men) const = 0;
    /// Optional. Says whether all that a tier leads to can be planned. Errors (bad_usage): as `all`, before
    /// any of it is named. Without it a plan ends when it has `max_tiers`.
    virtual Result<void> check_extent(TierIndex) const { return {}; }
    /// Optional. Whether any position is of the tier. Without it all are taken to be possible.
    virtual bool possible(TierIndex) const { return true; }
    /// Optional. The order in which tiers of equal size are solved. Without it that of their numbers.
    virtual bool before(TierIndex a, TierIndex b) const { return a < b; }
    /// Required. A tier; the graph must outlive it. Errors (bad_usage): there can be no tables of it.
    virtual Result<std::shared_ptr<const SolvableTier>> tier(TierIndex tier) const = 0;
};

/// A graph that knows where a position of the engine stands, for probing.
template <typename Bits>
class ProbedTierGraph : public TierGraph {
  public:
    struct Location {
        TierIndex tier;
        Slot slot;
        std::optional<Number> number;  ///< known without the table; then `slot` says nothing
    };
    /// Required. Where a position stands; nothing if no table holds it, but its moves lead to such.
    /// Precondition: the terrain is the graph's. Errors (bad_input): no table can hold it, nor what its moves
    /// lead to.
    virtual Result<std::optional<Location>> locate(const engine::Position<Bits>& p) const = 0;
    /// Optional. Whether `reach` serves: no move leaves a tier but to the end of the game.
    virtual bool reaches() const { return false; }
    /// Optional. What play from a position can lead to, as `Reach` counts it. `values`: its tier's, as the
    /// file has them. Preconditions: `reaches()`; `locate` finds the position. Errors: as `tier`.
    virtual Result<Reached> reach(const engine::Position<Bits>&, const TierValues&) const {
        return Reached{};
    }
};

/// A kernel of its own for the tables of some game: its graph, or nothing if it does not serve these rules on
/// this terrain.
using TierKernel =
    std::unique_ptr<ProbedTierGraph<std::uint64_t>> (*)(const engine::Game<std::uint64_t>& game);

/// The tiers of a game: by the first of the kernels that serves it, or by the general engine, which serves
/// all. Cost: O(kinds × squares).
template <typename Bits>
std::unique_ptr<ProbedTierGraph<Bits>> tier_graph(const engine::Game<Bits>& game,
                                                  std::span<const TierKernel> kernels);

extern template std::unique_ptr<ProbedTierGraph<std::uint64_t>> tier_graph(const engine::Game<std::uint64_t>&,
                                                                           std::span<const TierKernel>);
extern template std::unique_ptr<ProbedTierGraph<Bits256>> tier_graph(const engine::Game<Bits256>&,
                                                                     std::span<const TierKernel>);

}  // namespace zermelo::tablebase
