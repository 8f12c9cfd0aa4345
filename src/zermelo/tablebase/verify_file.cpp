// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/verify_file.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/tier_record.hpp"

namespace zermelo::tablebase {
namespace {

tl::unexpected<Error> refused(const file::File& file, const std::string& why) {
    return failure(ErrorKind::bad_input, file.path() + why);
}

std::string words(const game::Value& value) {
    if (value.outcome == game::Outcome::draw) return "draw";
    const std::string outcome{name(value.outcome)};
    return value.distance ? fmt::format("{} in {}", outcome, value.distance->count()) : outcome;
}

}  // namespace

Result<TierValues> read_tier(const SolvableTier& tier, const file::File& file) {
    if (file.sides() != tier.tables()) return refused(file, ": not as many sides as its tier has");
    for (unsigned side = 0; side < file.sides(); ++side)
        if (file.entries(side) != tier.table_size(side))
            return refused(file, ": not as long as the table of its tier");
    return read_values(file);
}

Result<std::uint64_t> verify_file(const TierGraph& graph, const rules::Rules& rules, const file::File& file,
                                  const std::string& named, const Progress& progress) {
    const std::string folder = std::filesystem::path{file.path()}.parent_path().string();
    const TableFolder tables = TableFolder::at(folder.empty() ? "." : folder, rules, named);
    const std::string& name = file.header().tier;
    if (auto expected = tables.expect(file, name); !expected) {
        expected.error().message += ", expected the rules that it was made for";
        return expected.map([] { return std::uint64_t{0}; });
    }
    ZERMELO_TRY(const TierIndex index, graph.parse(name));
    ZERMELO_TRY(const auto tier, graph.tier(index));
    ZERMELO_TRY(TierValues values, read_tier(*tier, file));
    const ValueEncoding encoding = encoding_of(file, graph.encoding());
    LoadedTables loaded{tables, file.outcomes_alone()};
    std::vector<ValueSource> sub_tables;
    for (const TierIndex sub : tier->sub_tiers()) {
        sub_tables.emplace_back();
        if (!graph.possible(sub)) continue;
        ZERMELO_TRY(sub_tables.back(), loaded.get(graph.name(sub)));
    }
    ZERMELO_TRY(const TierAudit audit, tier->verify(std::make_shared<const TierValues>(std::move(values)),
                                                    encoding, sub_tables, progress));
    if (const auto& fault = audit.fault)
        return refused(file, fmt::format(": {} is stored as a {}, and from its successors it is a {}",
                                         tier->fen(fault->slot, false), words(encoding.value(fault->stored)),
                                         words(encoding.value(fault->expected))));
    const TierRecord record = record_of(audit, encoding, *tier);
    const auto stored = parse_record(file.header().record);
    if (!stored || stored->sides != record.sides)
        return refused(file, ": its record does not count what the table holds");
    return record.positions();
}

}  // namespace zermelo::tablebase
