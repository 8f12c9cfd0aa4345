// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/tier_record.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "zermelo/base/json.hpp"

namespace zermelo::tablebase {
namespace {

/// What stands in place of a number of plies where there is none.
constexpr std::string_view any_plies = "any";

/// By number.
using Numbers = std::vector<std::uint64_t>;

/// Wins or losses by distance.
ByDistance by_distance(const Numbers& counts, ValueEncoding encoding, bool wins) {
    ByDistance sums;
    for (std::size_t n = 1; n < counts.size(); ++n) {
        const auto number = static_cast<Number>(n);
        if (counts[n] != 0 && ValueEncoding::is_win(number) == wins)
            sums[encoding.has_distances() ? std::optional{encoding.plies(number)} : std::nullopt] +=
                counts[n];
    }
    return sums;
}

TierRecord::Counts counts_of(const Numbers& counts, ValueEncoding encoding) {
    return {by_distance(counts, encoding, true), by_distance(counts, encoding, false),
            counts[ValueEncoding::draw]};
}

std::uint64_t all(const Numbers& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

Json json(const ByDistance& counts) {
    Json result = Json::object();
    for (const auto& [plies, count] : counts)
        result[plies ? std::to_string(*plies) : std::string{any_plies}] = count;
    return result;
}

Json json(const std::optional<TierRecord::Longest>& longest) {
    if (!longest) return nullptr;
    return {{"plies", longest->plies}, {"fen", longest->fen}, {"fen_swapped", longest->fen_swapped}};
}

Json json(const TierRecord::Side& side) {
    return {{"positions", side.positions},
            {"unique", side.unique},
            {"wins", json(side.placements.wins)},
            {"losses", json(side.placements.losses)},
            {"draws", side.placements.draws},
            {"unique_wins", json(side.unique_placements.wins)},
            {"unique_losses", json(side.unique_placements.losses)},
            {"unique_draws", side.unique_placements.draws},
            {"longest", json(side.longest)},
            {"longest_loss", json(side.longest_loss)}};
}

ByDistance distances_of(JsonMembers& members, std::string_view name) {
    ByDistance result;
    const Json& counts = members.at(name);
    members.expect(counts.is_object());
    if (!counts.is_object()) return result;
    for (const auto& [plies, count] : counts.members()) {
        if (plies == any_plies) {
            members.expect(count.is_number_unsigned());
            if (members.good()) result[std::nullopt] = count.unsigned_number();
            continue;
        }
        unsigned distance = 0;
        const char* const end = plies.data() + plies.size();
        const auto read = std::from_chars(plies.data(), end, distance);
        members.expect(read.ec == std::errc{} && read.ptr == end && count.is_number_unsigned());
        if (members.good()) result[distance] = count.unsigned_number();
    }
    return result;
}

std::optional<TierRecord::Longest> longest_of(JsonMembers& members, std::string_view name) {
    const Json& value = members.at(name);
    if (value.is_null()) return std::nullopt;
    JsonMembers longest{value};
    TierRecord::Longest result{static_cast<unsigned>(longest.number("plies")), longest.text("fen"),
                               longest.text("fen_swapped")};
    members.expect(longest.good());
    return result;
}

}  // namespace

std::uint64_t sum(const ByDistance& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0},
                           [](std::uint64_t before, const auto& count) { return before + count.second; });
}

std::uint64_t TierRecord::positions() const {
    std::uint64_t all = 0;
    for (const Side& side : sides) all += side.positions;
    return all;
}

std::uint64_t TierRecord::unique() const {
    std::uint64_t all = 0;
    for (const Side& side : sides) all += side.unique;
    return all;
}

unsigned TierRecord::longest() const {
    unsigned plies = 0;
    for (const Side& side : sides)
        for (const auto& longest : {side.longest, side.longest_loss})
            if (longest) plies = std::max(plies, longest->plies);
    return plies;
}

TierRecord::Counts unique_counts(const TableCounts& counts, ValueEncoding encoding) {
    return counts_of(counts.unique, encoding);
}

TierRecord record_of(const TierAudit& audit, ValueEncoding encoding, const SolvableTier& tier) {
    TierRecord record;
    for (std::uint32_t table = 0; table < audit.tables.size(); ++table) {
        const TableCounts& counts = audit.tables[table];
        const auto longest = [&](const std::optional<TableCounts::Longest>& entry) {
            std::optional<TierRecord::Longest> result;
            if (entry && encoding.has_distances())
                result = {encoding.plies(entry->number), tier.fen({table, entry->index}, false),
                          tier.fen({table, entry->index}, true)};
            return result;
        };
        record.sides.push_back({all(counts.placements), all(counts.unique),
                                counts_of(counts.placements, encoding), unique_counts(counts, encoding),
                                longest(counts.win), longest(counts.loss)});
    }
    return record;
}

std::string text(const TierRecord& record) {
    Json sides = Json::array();
    for (const TierRecord::Side& side : record.sides) sides.push_back(json(side));
    return json_text(Json{{"sides", std::move(sides)}});
}

std::optional<TierRecord> parse_record(std::string_view text) {
    const auto parsed = parsed_json(text);
    const Json* const sides = parsed ? parsed->find("sides") : nullptr;
    if (sides == nullptr || !sides->is_array()) return std::nullopt;
    TierRecord record;
    for (const Json& side : sides->elements()) {
        JsonMembers members{side};
        record.sides.push_back(
            {members.number("positions"),
             members.number("unique"),
             {distances_of(members, "wins"), distances_of(members, "losses"), members.number("draws")},
             {distances_of(members, "unique_wins"), distances_of(members, "unique_losses"),
              members.number("unique_draws")},
             longest_of(members, "longest"),
             longest_of(members, "longest_loss")});
        if (!members.good()) return std::nullopt;
    }
    return record;
}

}  // namespace zermelo::tablebase
