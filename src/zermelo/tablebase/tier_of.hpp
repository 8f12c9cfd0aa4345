// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/partwise_retrograde.hpp"
#include "zermelo/tablebase/partwise_values.hpp"
#include "zermelo/tablebase/retrograde.hpp"
#include "zermelo/tablebase/setwise_retrograde.hpp"
#include "zermelo/tablebase/setwise_verify.hpp"
#include "zermelo/tablebase/tier_graph.hpp"
#include "zermelo/tablebase/tier_verify.hpp"
#include "zermelo/tablebase/value_source.hpp"

namespace zermelo::tablebase {

/// A tier's tables with what is needed to look a position up.
template <typename Tier>
struct TierReader {
    Tier tier;
    ValueSource values;

    Number number(const typename Tier::Position& position) const { return values[tier.slot(position)]; }
};

/// The tier cut into slices, if its graph knows how; nothing that can be asked elsewhere.
template <typename G>
auto slices_of([[maybe_unused]] const typename G::Tier& tier) {
    if constexpr (requires { G::slices(tier); })
        return G::slices(tier);
    else
        return nullptr;
}

/// A tier of a graph under its kernel's own types: the only place where the algorithms meet them. Compiled
/// once a kernel.
///
/// `G` is a graph with
///  - `Tier`, which is `Reversible`; `kernel_tier(index)`, a `Result` of one; `sub_tiers(tier)`;
///    `fen(tier, slot, swapped)`; `squares()` of the board; `write_men(position, table, men)`, which writes
///    the men of one of the tier's positions as `SolvableTier::Listed` has them;
///  - `SubTiers`, made of a graph, a tier and the readers of its sub-tiers (null where there are none):
///    called with a position out of the tier it returns the position's number, by many threads at once;
///  - `slices(tier)`, optional: the tier cut into slices (`Sliced`), if it can be and that pays.
template <typename G>
class TierOf final : public SolvableTier {
  public:
    using Tier = typename G::Tier;
    using Reader = TierReader<Tier>;

    /// The graph must outlive it.
    TierOf(const G& graph, Tier tier)
        : graph_(graph),
          tier_(std::move(tier)),
          sub_tiers_(graph.sub_tiers(tier_)),
          slices_(slices_of<G>(tier_)) {}

    std::uint32_t tables() const override { return tier_.tables(); }
    std::uint64_t table_size(std::uint32_t table) const override { return tier_.table_size(table); }
    std::vector<TierIndex> sub_tiers() const override { return sub_tiers_; }
    std::uint64_t work() const override {
        if constexpr (requires { tier_.entry_work(); }) return entries() * tier_.entry_work();
        return entries();
    }
    std::optional<std::uint64_t> setwise_memory() const override {
        if constexpr (has_slices)
            if (slices_) return tablebase::setwise_memory(*slices_);
        return std::nullopt;
    }

    Result<SolvedTier> solve(Method method, const std::vector<ValueSource>& sub_tables,
                             const Progress& progress, const MayTake& may_take,
                             const StopToken& stop) const override {
        ZERMELO_TRY(const Readers readers, readers_of(sub_tables));
        const SubTiers sub_tiers{graph_, tier_, pointers(readers)};
        const Work work{*this, sub_tiers, progress, may_take, stop};
        const bool wide = std::any_of(sub_tables.begin(), sub_tables.end(),
                                      [](const ValueSource& table) { return table && table.wide(); });
        if constexpr (has_slices)
            if (method == Method::setwise && !wide) return work.setwise();
        return work.entrywise(wide);
    }

    Result<SolvedInParts> solve_in_parts(const std::vector<ValueSource>& sub_tables, SlotStore store,
                                         PartSizes sizes, const Progress& progress,
                                         const StopToken& stop) const override {
        const auto begun = Clock::now();
        ZERMELO_TRY(const Readers readers, readers_of(sub_tables));
        const SubTiers sub_tiers{graph_, tier_, pointers(readers)};
        progress("first moves");
        using Solver = PartwiseRetrograde<Tier, const SubTiers&>;
        ZERMELO_TRY(PartwiseValues values, (Solver{tier_, graph_.encoding(), sub_tiers, std::move(store),
                                                   sizes, at_level(progress), stop}
                                                .run()));
        for (const ValueSource& table : sub_tables) ZERMELO_CHECK(table.error());
        TierAudit audit;
        for (std::uint32_t t = 0; t < tables(); ++t) {
            ZERMELO_TRY(TableCounts counts, count_table(values, t, sizes, stop));
            audit.tables.push_back(std::move(counts));
        }
        return SolvedInParts{std::move(values), std::move(audit), seconds(Clock::now() - begun)};
    }

    Result<TierAudit> verify(const ValueSource& values, ValueEncoding encoding,
                             const std::vector<ValueSource>& sub_tables, const zermelo::Progress& progress,
                             const StopToken& stop) const override {
        ZERMELO_TRY(const Readers readers, readers_of(sub_tables));
        const SubTiers sub_tiers{graph_, tier_, pointers(readers)};
        TierAudit found = audit(values, encoding, sub_tiers, Moves::played, 1, stop, progress);
        ZERMELO_CHECK(values.error());
        for (const ValueSource& table : sub_tables) ZERMELO_CHECK(table.error());
        if (stop.stop_requested()) return stopped();
        return found;
    }

    std::string fen(Slot slot, bool swapped) const override { return graph_.fen(tier_, slot, swapped); }

    void list(std::uint32_t table, std::uint64_t first, std::uint64_t end,
              const std::function<void(const Listed&)>& f) const override {
        std::vector<std::uint8_t> men(graph_.squares());
        const auto show = [&](std::uint64_t index, const typename Tier::Position& p, const auto&) {
            std::optional<Number> number;
            if constexpr (game::SeesWins<Tier>)
                if (tier_.wins_at_once(p)) number = graph_.encoding().win(1);
            graph_.write_men(p, table, men);
            f({index, men, number});
        };
        tier_.each_position(table, first, end, show);
    }

  private:
    using Clock = std::chrono::steady_clock;
    using SubTiers = typename G::template SubTiers<Reader>;
    using Readers = std::vector<std::optional<Reader>>;
    static constexpr bool has_slices = requires(const Tier& tier) { G::slices(tier); };
    /// All moves, by the move generator alone, verify one block of entries in this number, where a tier is
    /// solved set-wise or blunders are skipped.
    static constexpr std::uint64_t all_moves_in_one_of = 61;

    enum class Moves : std::uint8_t { played, by_index };

    static double seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }
    static auto at_level(const Progress& progress) {
        return [&progress](Plies plies) { progress(fmt::format("at {} plies", plies.count())); };
    }

    Result<Readers> readers_of(const std::vector<ValueSource>& sub_tables) const {
        Readers readers;
        for (std::size_t i = 0; i < sub_tiers_.size(); ++i) {
            readers.emplace_back();
            if (!sub_tables[i]) continue;
            ZERMELO_TRY(Tier tier, graph_.kernel_tier(sub_tiers_[i]));
            readers.back() = Reader{std::move(tier), sub_tables[i]};
        }
        return readers;
    }
    static std::vector<const Reader*> pointers(const Readers& readers) {
        std::vector<const Reader*> result;
        for (const auto& reader : readers) result.push_back(reader ? &*reader : nullptr);
        return result;
    }

    /// Counts what a table holds, window by window.
    Result<TableCounts> count_table(const PartwiseValues& values, std::uint32_t table, PartSizes sizes,
                                    const StopToken& stop) const {
        TableCounts sum;
        std::mutex mutex;
        for (std::uint64_t begin = 0; begin < values.size(table); begin += sizes.window) {
            ZERMELO_TRY(const auto numbers, values.template read<Number>(table, begin / sizes.window));
            each_part(numbers.size(), sizes.grain, stop, [&](std::uint64_t first, std::uint64_t end) {
                TableCounts counts;
                count_positions(
                    tier_, graph_.encoding(), table, begin + first, begin + end,
                    [&](std::uint64_t index, const auto&) { return numbers[index - begin]; }, counts);
                const std::lock_guard lock{mutex};
                sum.add(counts);
            });
        }
        if (stop.stop_requested()) return stopped();
        return sum;
    }

    template <typename Values>
    TierAudit audit(const Values& values, const SubTiers& sub_tiers, Moves moves, std::uint64_t one_in,
                    const StopToken& stop) const {
        return audit(values, graph_.encoding(), sub_tiers, moves, one_in, stop, {});
    }
    template <typename Values>
    TierAudit audit(const Values& values, ValueEncoding encoding, const SubTiers& sub_tiers, Moves moves,
                    std::uint64_t one_in, const StopToken& stop, const zermelo::Progress& so_far) const {
        const auto number = [&](Slot slot) { return values[slot]; };
        const auto sub_tier = [&](const typename Tier::Position& child) -> Number {
            return encoding.taken(sub_tiers(child));
        };
        using Verifier = TierVerifier<Tier, decltype(number), decltype(sub_tier)>;
        const auto how = moves == Moves::played ? Verifier::Moves::played : Verifier::Moves::by_index;
        return Verifier{tier_, encoding, number, sub_tier, how, one_in, stop}.run(so_far);
    }

    /// Solves the tier and verifies it, one way or the other.
    struct Work {
        const TierOf& of;
        const SubTiers& sub_tiers;
        const Progress& progress;
        const MayTake& may_take;
        const StopToken& stop;
        Clock::time_point begun = Clock::now();

        /// `wide`: with 16 bits an entry, as long as it is not known that bytes suffice.
        Result<SolvedTier> entrywise(bool wide) const {
            if (wide) ZERMELO_CHECK(may_take(2 * of.entries()));
            progress("first moves");
            using Solver = Retrograde<Tier, const SubTiers&>;
            return Solver{of.tier_, of.graph_.encoding(), sub_tiers, level(), Solver::usual_first_count, stop}
                .run_wider(may_take, wide)
                .and_then([&](TierValues values) { return verified_by_index(std::move(values)); });
        }
        Result<SolvedTier> verified_by_index(TierValues values) const {
            return verified(std::move(values), [&](const TierValues& solved) {
                auto audit = of.audit(solved, sub_tiers, Moves::by_index, 1, stop);
                if (skips_blunders<Tier> && !audit.fault)
                    audit.fault = of.audit(solved, sub_tiers, Moves::played, all_moves_in_one_of, stop).fault;
                return audit;
            });
        }
        /// Every square of every slice is verified, and by the engine's own moves one block of entries in
        /// some. Where bytes do not suffice, it is solved entry by entry.
        Result<SolvedTier> setwise() const
            requires has_slices
        {
            progress("first moves");
            const auto& slices = *of.slices_;
            using Slices = std::remove_cvref_t<decltype(slices)>;
            const ValueEncoding encoding = of.graph_.encoding();
            std::optional<SetwiseRetrograde<Slices, const SubTiers&>> solver{std::in_place, slices,  encoding,
                                                                             sub_tiers,     level(), stop};
            auto solved = solver->run();
            if (solver->too_long() && !stop.stop_requested()) {
                solver.reset();
                return entrywise(false);
            }
            if (!solved) return tl::make_unexpected(std::move(solved.error()));
            solver.reset();
            return verified(TierValues{*std::move(solved)}, [&](const TierValues& values) {
                using BySlices = SetwiseVerifier<Slices, const SubTiers&>;
                auto audit = BySlices{slices, encoding, *values.bytes(), sub_tiers, stop}.run();
                if (!audit.fault)
                    audit.fault =
                        of.audit(values, sub_tiers, Moves::by_index, all_moves_in_one_of, stop).fault;
                return audit;
            });
        }

        auto level() const { return at_level(progress); }
        template <typename Verify>
        Result<SolvedTier> verified(TierValues values, const Verify& verify) const {
            const auto solved = Clock::now();
            progress("verifying");
            auto audit = verify(std::as_const(values));
            if (stop.stop_requested()) return stopped();
            return SolvedTier{std::move(values), std::move(audit), seconds(solved - begun),
                              seconds(Clock::now() - solved)};
        }
    };

    const G& graph_;
    Tier tier_;
    std::vector<TierIndex> sub_tiers_;
    decltype(slices_of<G>(std::declval<const Tier&>())) slices_;
};

}  // namespace zermelo::tablebase
