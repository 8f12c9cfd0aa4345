// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/statistics.hpp"

#include <utility>
#include <variant>

#include "zermelo/engine/notation.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/tablebase/verify_file.hpp"

namespace zermelo::oracle {
namespace {

using tablebase::TierIndex;
using tablebase::TierRecord;

/// The tables of one variant, tier by tier.
template <typename Bits>
class Statistics {
  public:
    Statistics(const engine::Game<Bits>& game, const tablebase::TableFolder& folder)
        : prober_(tablebase::tier_graph(game, puzzles::tier_kernels()), game, folder) {}

    Result<std::vector<TierStatistics>> tiers(const std::optional<std::string>& one) {
        if (one) {
            ZERMELO_TRY(const std::string name, graph().normal(*one));
            ZERMELO_TRY(const TierIndex tier, graph().parse(name));
            ZERMELO_CHECK(add_file(graph().name(tier), name));
            return std::move(list_);
        }
        for (const std::string& name : prober_.folder().tiers()) ZERMELO_CHECK(add_file(name, std::nullopt));
        return std::move(list_);
    }

    /// What play from the start of the variant leads to, by value.
    Result<Reachable> reachable(const engine::Position<Bits>& start) {
        if (!prober_.graph().reaches())
            return failure(ErrorKind::bad_usage,
                           "what play leads to is only counted in games whose captured men go to the hand");
        ZERMELO_TRY(const auto at, prober_.graph().locate(start));
        if (!at) return failure(ErrorKind::bad_usage, "no table holds the start of this variant");
        ZERMELO_TRY(const auto tier, graph().tier(at->tier));
        ZERMELO_TRY(const auto file, prober_.folder().open(graph().name(at->tier)));
        ZERMELO_TRY(const auto values, tablebase::read_tier(*tier, file));
        ZERMELO_TRY(const tablebase::Reached reached, prober_.graph().reach(start, values));
        Reachable result{graph().name(at->tier), {}, reached.ended, reached.plies};
        for (const tablebase::TableCounts& table : reached.tables) {
            const auto counts =
                tablebase::unique_counts(table, tablebase::encoding_of(file, graph().encoding()));
            for (const auto& [plies, count] : counts.wins) result.counts.wins[plies] += count;
            for (const auto& [plies, count] : counts.losses) result.counts.losses[plies] += count;
            result.counts.draws += counts.draws;
        }
        return result;
    }

  private:
    const tablebase::TierGraph& graph() const { return prober_.graph(); }

    /// Adds what the table of `kept` says of the tiers that it holds, or of one of them.
    Result<void> add_file(const std::string& kept, const std::optional<std::string>& only) {
        ZERMELO_TRY(const tablebase::file::File file, prober_.folder().open(kept));
        const auto record = tablebase::parse_record(file.header().record);
        if (!record || record->sides.size() != file.sides())
            return failure(ErrorKind::bad_input,
                           prober_.folder().path(kept) + ": a table without its record");
        ZERMELO_TRY(const TierIndex tier, graph().parse(kept));
        const bool swaps = graph().swaps_colors();
        const std::string swapped = swaps ? graph().swapped_name(tier) : kept;
        const unsigned second = file.sides() - 1;
        const bool twins = swaps && file.sides() == 1;  // both armies are the same
        const auto add = [&](const std::string& name, Color mover, unsigned number,
                             bool swapped) -> Result<void> {
            if (only && *only != name) return {};
            const TierRecord::Side& side = record->sides[number];
            ZERMELO_TRY(auto longest, with_line(side.longest, swapped));
            ZERMELO_TRY(auto longest_loss, with_line(side.longest_loss, swapped));
            list_.push_back(
                {name, mover, side, std::move(longest), std::move(longest_loss), file.checksum(number)});
            return {};
        };
        ZERMELO_CHECK(add(kept, Color::white, 0, false));
        ZERMELO_CHECK(add(kept, Color::black, second, twins));
        if (swapped == kept) return {};
        ZERMELO_CHECK(add(swapped, Color::white, second, true));
        return add(swapped, Color::black, 0, true);
    }

    Result<std::optional<LongestLine>> with_line(const std::optional<TierRecord::Longest>& longest,
                                                 bool swapped) {
        if (!longest) return std::nullopt;
        const std::string& fen = swapped ? longest->fen_swapped : longest->fen;
        ZERMELO_TRY(const engine::Setup setup,
                    about("a table's record", engine::parse_fen(fen, prober_.game().rules())));
        const auto position = prober_.game().position(setup);
        if (!position) return failure(ErrorKind::bad_input, "a table's record names no position: " + fen);
        // A table on the way may have outcomes alone.
        ZERMELO_TRY(const auto line, prober_.line(*position));
        std::vector<std::string> ucis =
            engine::ucis(line.value_or(std::vector<engine::Move>{}), prober_.game().rules());
        const engine::AnyGameAt start{engine::GameAt<Bits>{prober_.game(), *position}};
        std::vector<std::string> sans = start.sans(ucis);
        return LongestLine{longest->plies, fen, std::move(ucis), std::move(sans)};
    }

    tablebase::Prober<Bits> prober_;
    std::vector<TierStatistics> list_;
};

}  // namespace

Result<std::vector<TierStatistics>> tier_statistics(const engine::AnyGameAt& start,
                                                    const tablebase::TableFolder& folder,
                                                    const std::optional<std::string>& tier) {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) {
            return Statistics<Bits>{at.game, folder}.tiers(tier);
        },
        start);
}

Result<Reachable> reachable(const engine::AnyGameAt& start, const tablebase::TableFolder& folder) {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) {
            return Statistics<Bits>{at.game, folder}.reachable(at.position);
        },
        start);
}

}  // namespace zermelo::oracle
