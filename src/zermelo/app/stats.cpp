// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/app/move_names.hpp"
#include "zermelo/app/probe.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/machine.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/tablebase/tier_record.hpp"
#include "zermelo/tablebase/verify_file.hpp"

namespace zermelo::app {
namespace {

using tablebase::ByDistance;
using tablebase::sum;
using tablebase::TierIndex;
using tablebase::TierRecord;

/// One of the longest wins or losses, with best play to its end.
struct LongestLine {
    unsigned plies = 0;
    std::string fen;
    std::vector<std::string> line;
    std::vector<std::string> sans;  ///< the same in standard algebraic notation
};

/// What one table says of a tier with one side to move.
struct TierStatistics {
    std::string tier;
    Color to_move = Color::white;
    TierRecord::Side counts;
    std::optional<LongestLine> longest;
    std::optional<LongestLine> longest_loss;
    std::uint64_t checksum = 0;
};

/// What play from the start can lead to, symmetric copies counted once.
struct Reachable {
    std::string tier;
    TierRecord::Counts counts;
    std::uint64_t ended = 0;  ///< positions in which the game is over
    unsigned plies = 0;       ///< to the last ones
};

/// The tables of one variant, tier by tier.
template <typename Bits>
class Statistics {
  public:
    Statistics(const engine::Game<Bits>& game, tablebase::TableFolder folder, const StatsOptions& options)
        : prober_(tablebase::tier_graph(game, puzzles::tier_kernels()), game, std::move(folder)),
          options_(options) {}

    Result<std::vector<TierStatistics>> tiers() {
        if (!options_.tier.empty()) {
            ZERMELO_TRY(const std::string name, graph().normal(options_.tier));
            ZERMELO_TRY(const TierIndex tier, graph().parse(name));
            ZERMELO_CHECK(add_file(graph().name(tier), name));
            return std::move(list_);
        }
        for (const std::string& name : prober_.folder().tiers()) ZERMELO_CHECK(add_file(name, std::nullopt));
        return std::move(list_);
    }

    /// What play from the start of the variant leads to, by value.
    Result<Reachable> reachable(const engine::Position<Bits>& start) {
        if (!options_.tier.empty())
            return failure(ErrorKind::bad_usage, "--tier and --reachable, expected one of them");
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
            const auto counts = tablebase::unique_counts(table, graph().encoding());
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
                             bool turned) -> Result<void> {
            if (only && *only != name) return {};
            const TierRecord::Side& side = record->sides[number];
            ZERMELO_TRY(auto longest, with_line(side.longest, turned));
            ZERMELO_TRY(auto longest_loss, with_line(side.longest_loss, turned));
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
                                                 bool turned) {
        if (!longest) return std::nullopt;
        const std::string& fen = turned ? longest->fen_swapped : longest->fen;
        ZERMELO_TRY(const engine::Setup setup,
                    about("a table's record", engine::parse_fen(fen, prober_.game().rules())));
        const auto position = prober_.game().position(setup);
        if (!position) return failure(ErrorKind::bad_input, "a table's record names no position: " + fen);
        ZERMELO_TRY(const std::vector<engine::Move> line, prober_.line(*position));
        LongestLine result{longest->plies, fen, {}, {}};
        for (const engine::Move& move : line)
            result.line.push_back(engine::uci(move, prober_.game().rules()));
        result.sans = sans_of(engine::GameAt<Bits>{prober_.game(), *position}, result.line);
        return result;
    }

    tablebase::Prober<Bits> prober_;
    const StatsOptions& options_;
    std::vector<TierStatistics> list_;
};

/// "wins": how many by distance, and all together.
void add_counts(Json& object, const std::string& prefix, const TierRecord::Counts& counts) {
    const auto add = [&](const char* name, const ByDistance& by_distance) {
        Json list = Json::array();
        for (const auto& [plies, count] : by_distance) list.push_back({{"plies", plies}, {"count", count}});
        object[prefix + name] = std::move(list);
    };
    object[prefix + "win_count"] = sum(counts.wins);
    object[prefix + "loss_count"] = sum(counts.losses);
    object[prefix + "draw_count"] = counts.draws;
    add("wins", counts.wins);
    add("losses", counts.losses);
}

Json json(const std::optional<LongestLine>& longest) {
    if (!longest) return nullptr;
    return {{"plies", longest->plies}, {"fen", longest->fen}, {"line", json_moves(longest->line)}};
}

std::string tier_line(const std::string& variant, const TierStatistics& tier) {
    Json object = json_object("tier");
    object["variant"] = variant;
    object["tier"] = tier.tier;
    object["to_move"] = json_name(tier.to_move);
    object["unit"] = "plies";
    object["position_count"] = tier.counts.positions;
    object["unique_position_count"] = tier.counts.unique;
    add_counts(object, "", tier.counts.placements);
    add_counts(object, "unique_", tier.counts.unique_placements);
    object["longest_win"] = json(tier.longest);
    object["longest_loss"] = json(tier.longest_loss);
    object["checksum"] = fmt::format("{:016x}", tier.checksum);
    return json_line(object);
}

std::string by_distance_text(const char* name, const ByDistance& counts) {
    std::string text;
    for (const auto& [plies, count] : counts)
        text += fmt::format("  {:<5} in {:>3} plies {:>16}\n", name, plies, grouped(count));
    return text;
}

std::string reachable_line(const std::string& variant, const Reachable& reachable) {
    Json object = json_object("reachable");
    object["variant"] = variant;
    object["tier"] = reachable.tier;
    object["unit"] = "plies";
    object["unique_position_count"] =
        sum(reachable.counts.wins) + sum(reachable.counts.losses) + reachable.counts.draws;
    object["ended_count"] = reachable.ended;
    object["last_plies"] = reachable.plies;
    add_counts(object, "unique_", reachable.counts);
    return json_line(object);
}

std::string reachable_text(const Reachable& reachable) {
    const auto& [wins, losses, draws] = reachable.counts;
    const std::string text = fmt::format(
        "{}: {} positions up to symmetry can come from the start, the last ones after {} plies: {} won, {} "
        "lost ({} of them ended), {} drawn\n",
        reachable.tier, grouped(sum(wins) + sum(losses) + draws), reachable.plies, grouped(sum(wins)),
        grouped(sum(losses)), grouped(reachable.ended), grouped(draws));
    return text + by_distance_text("win", wins) + by_distance_text("loss", losses);
}

std::string longest_text(const std::optional<LongestLine>& longest) {
    return longest ? std::to_string(longest->plies) : "-";
}

std::string details_text(const TierStatistics& tier) {
    std::string text = fmt::format("\n{}, {} to move\n", tier.tier, json_name(tier.to_move));
    const auto add_longest = [&](const char* name, const std::optional<LongestLine>& longest) {
        if (!longest) return;
        text += fmt::format("  The longest {}: {}\n    {}\n    {}\n", name, longest->fen,
                            fmt::join(longest->line, " "), fmt::join(longest->sans, " "));
    };
    text += by_distance_text("win", tier.counts.placements.wins);
    text += by_distance_text("loss", tier.counts.placements.losses);
    add_longest("win", tier.longest);
    add_longest("loss", tier.longest_loss);
    return text;
}

std::string table_text(const std::vector<TierStatistics>& tiers, bool details) {
    std::size_t width = 16;
    for (const TierStatistics& tier : tiers) width = std::max(width, tier.tier.size() + 1);
    std::string text =
        fmt::format("{:<{}}{:<9}{:>16}{:>16}{:>16}{:>16}{:>16}{:>9}{:>9}\n", "tier", width, "to move",
                    "positions", "unique", "wins", "losses", "draws", "longest", "loss");
    std::uint64_t positions = 0;
    std::uint64_t unique = 0;
    for (const TierStatistics& tier : tiers) {
        const TierRecord::Side& counts = tier.counts;
        text += fmt::format("{:<{}}{:<9}{:>16}{:>16}{:>16}{:>16}{:>16}{:>9}{:>9}\n", tier.tier, width,
                            json_name(tier.to_move), grouped(counts.positions), grouped(counts.unique),
                            grouped(sum(counts.placements.wins)), grouped(sum(counts.placements.losses)),
                            grouped(counts.placements.draws), longest_text(tier.longest),
                            longest_text(tier.longest_loss));
        if (tier.to_move != Color::white) continue;
        positions += counts.positions;
        unique += counts.unique;
    }
    text +=
        fmt::format("{:<{}}{:<9}{:>16}{:>16}\n", "all", width, "white", grouped(positions), grouped(unique));
    if (details)
        for (const TierStatistics& tier : tiers) text += details_text(tier);
    return text;
}

}  // namespace

Result<std::string> stats(Library& library, const std::string& variant, const StatsOptions& options) {
    ZERMELO_TRY(const auto rules, library.find(variant));
    ZERMELO_TRY(const auto folder,
                tablebase::TableFolder::existing(options.tables, *rules, library.shell_words(*rules)));
    ZERMELO_TRY(const auto at, position_of(*rules, std::nullopt));
    if (options.reachable) {
        const auto reachable = std::visit(
            [&]<typename Bits>(const engine::GameAt<Bits>& start) {
                return Statistics<Bits>{start.game, folder, options}.reachable(start.position);
            },
            at);
        return reachable.map([&](const Reachable& found) {
            return options.form == Form::json ? reachable_line(rules->name, found) : reachable_text(found);
        });
    }
    ZERMELO_TRY(const auto tiers, std::visit(
                                      [&]<typename Bits>(const engine::GameAt<Bits>& start) {
                                          return Statistics<Bits>{start.game, folder, options}.tiers();
                                      },
                                      at));
    if (options.form == Form::json) {
        std::string lines;
        for (const TierStatistics& tier : tiers) lines += tier_line(rules->name, tier);
        return lines;
    }
    return table_text(tiers, !options.tier.empty());
}

}  // namespace zermelo::app
