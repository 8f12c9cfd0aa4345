// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/stats.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/json.hpp"
#include "zermelo/base/size_text.hpp"
#include "zermelo/oracle/statistics.hpp"

namespace zermelo::tell {
namespace {

using oracle::LongestLine;
using oracle::Reachable;
using oracle::TierStatistics;
using tablebase::ByDistance;
using tablebase::sum;
using tablebase::TierRecord;

/// "wins": how many by distance, and all together.
void add_counts(Json& object, const std::string& prefix, const TierRecord::Counts& counts) {
    const auto add = [&](const char* name, const ByDistance& by_distance) {
        Json list = Json::array();
        for (const auto& [plies, count] : by_distance)
            list.push_back({{"plies", json_or_null(plies)}, {"count", count}});
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

Json tier_object(const std::string& variant, const TierStatistics& tier) {
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
    return object;
}

std::string by_distance_text(const char* name, const ByDistance& counts) {
    std::string text;
    for (const auto& [plies, count] : counts)
        text += fmt::format("  {:<5} {:<12} {:>16}\n", name,
                            plies ? fmt::format("in {:>3} plies", *plies) : "any length", grouped(count));
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
        text += fmt::format("  The longest {}: {}\n", name, longest->fen);
        // There is no line where a table on the way has outcomes alone.
        if (!longest->line.empty())
            text +=
                fmt::format("    {}\n    {}\n", fmt::join(longest->line, " "), fmt::join(longest->sans, " "));
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

Result<std::vector<TierStatistics>> tiers_of(const engine::AnyGameAt& start,
                                             const tablebase::TableFolder& folder, const std::string& tier) {
    return oracle::tier_statistics(start, folder, tier.empty() ? std::nullopt : std::optional{tier});
}

Json objects_of(const std::string& variant, const std::vector<TierStatistics>& tiers) {
    Json list = Json::array();
    for (const TierStatistics& tier : tiers) list.push_back(tier_object(variant, tier));
    return list;
}

}  // namespace

Result<Json> tier_objects(const rules::Rules& rules, const std::string& tables, const std::string& tier) {
    ZERMELO_TRY(const auto folder, tablebase::TableFolder::existing(tables, rules));
    ZERMELO_TRY(const auto start, library::position_of(rules, std::nullopt));
    return tiers_of(start, folder, tier).map([&](const auto& tiers) {
        return objects_of(rules.name, tiers);
    });
}

Result<std::string> stats(library::Library& library, const std::string& variant,
                          const StatsOptions& options) {
    ZERMELO_TRY(const auto rules, library.find(variant));
    ZERMELO_TRY(const auto folder,
                tablebase::TableFolder::existing(options.tables, *rules, library.shell_words(*rules)));
    ZERMELO_TRY(const auto start, library::position_of(*rules, std::nullopt));
    if (options.reachable) {
        if (!options.tier.empty())
            return failure(ErrorKind::bad_usage, "a tier and what is reachable, expected one of them");
        ZERMELO_TRY(const auto found, oracle::reachable(start, folder));
        return options.format == OutputFormat::json ? reachable_line(rules->name, found)
                                                    : reachable_text(found);
    }
    ZERMELO_TRY(const auto tiers, tiers_of(start, folder, options.tier));
    if (options.format == OutputFormat::json) return json_lines(objects_of(rules->name, tiers));
    return table_text(tiers, !options.tier.empty());
}

}  // namespace zermelo::tell
