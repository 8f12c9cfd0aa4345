// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/tier_record.hpp"

#include <map>
#include <numeric>

namespace zermelo::tablebase {
namespace {

using Json = nlohmann::ordered_json;
using tablebase::Scale;

/// Wins or losses by distance.
Json by_distance(const std::array<std::uint64_t, 256>& counts, Scale scale, bool wins) {
    std::map<unsigned, std::uint64_t> sums;
    for (unsigned byte = 1; byte <= Scale::last; ++byte) {
        const auto b = static_cast<std::uint8_t>(byte);
        if (counts[b] != 0 && Scale::is_win(b) == wins) sums[scale.plies(b)] += counts[b];
    }
    Json result = Json::object();
    for (const auto& [plies, count] : sums) result[std::to_string(plies)] = count;
    return result;
}

std::uint64_t all(const std::array<std::uint64_t, 256>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

Json record_of(const tablebase::TierAudit& audit, Scale scale,
               const std::function<std::string(std::uint32_t, std::uint64_t, bool)>& fen) {
    Json sides = Json::array();
    for (std::uint32_t table = 0; table < audit.tables.size(); ++table) {
        const tablebase::TableCounts& counts = audit.tables[table];
        Json side;
        side["positions"] = all(counts.placements);
        side["unique"] = all(counts.unique);
        side["wins"] = by_distance(counts.placements, scale, true);
        side["losses"] = by_distance(counts.placements, scale, false);
        side["draws"] = counts.placements[Scale::open];
        side["unique_wins"] = by_distance(counts.unique, scale, true);
        side["unique_losses"] = by_distance(counts.unique, scale, false);
        side["unique_draws"] = counts.unique[Scale::open];
        const auto longest = [&](const std::optional<tablebase::TableCounts::Longest>& entry) -> Json {
            if (!entry) return nullptr;
            return {{"plies", scale.plies(entry->byte)},
                    {"fen", fen(table, entry->index, false)},
                    {"fen_swapped", fen(table, entry->index, true)}};
        };
        side["longest"] = longest(counts.win);
        side["longest_loss"] = longest(counts.loss);
        sides.push_back(std::move(side));
    }
    return {{"sides", std::move(sides)}};
}

}  // namespace zermelo::tablebase
