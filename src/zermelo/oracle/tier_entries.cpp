// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/tier_entries.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tablebase/table_folder.hpp"

namespace zermelo::oracle {

Result<TierEntries> TierEntries::open(const std::string& folder, const engine::AnyGameAt& start,
                                      const std::string& tier) {
    const rules::Rules& rules = start.rules();
    ZERMELO_CHECK(check_rows(rules));
    ZERMELO_TRY(const auto tables, tablebase::TableFolder::existing(folder, rules));
    std::shared_ptr<const tablebase::TierGraph> graph = puzzles::tier_graph(start);
    ZERMELO_TRY(const tablebase::TierIndex index, graph->parse(tier));
    std::string name = graph->name(index);
    ZERMELO_TRY(tablebase::file::File file, tables.open(name));
    ZERMELO_TRY(auto one, graph->tier(index));
    return TierEntries{std::move(graph), std::move(one), std::move(file), std::move(name),
                       std::size_t{rules.files} * rules.ranks};
}

Result<game::Value> TierEntries::value(unsigned table, const tablebase::SolvableTier::Listed& listed) const {
    if (listed.number) return graph_->encoding().value(*listed.number);
    const auto encoding = tablebase::encoding_of(file_, graph_->encoding());
    return file_.entry(table, listed.index).map([&](tablebase::Number number) {
        return encoding.value(number);
    });
}

Result<void> TierEntries::add(unsigned table, std::uint64_t first, std::uint64_t end,
                              TierPositions& found) const {
    std::optional<Error> error;
    tier_->list(table, first, end, [&](const tablebase::SolvableTier::Listed& listed) {
        if (error) return;
        const auto known = value(table, listed);
        if (!known) {
            error = known.error();
            return;
        }
        found.indices.push_back(listed.index);
        found.men.insert(found.men.end(), listed.men.begin(), listed.men.end());
        found.outcomes.emplace_back();
        found.plies.emplace_back();
        write_value(*known, found.outcomes.back(), found.plies.back());
    });
    if (error) return tl::make_unexpected(*std::move(error));
    return {};
}

Result<TierPositions> TierEntries::positions(unsigned table, std::uint64_t first, std::uint64_t end) const {
    TierPositions found;
    ZERMELO_CHECK(add(table, first, end, found));
    return found;
}

Result<TierPositions> TierEntries::positions(unsigned table, std::span<const std::uint64_t> indices) const {
    TierPositions found;
    for (const std::uint64_t index : indices)
        if (index < entries(table)) ZERMELO_CHECK(add(table, index, index + 1, found));
    return found;
}

Result<void> TierEntries::values(unsigned table, std::span<const std::uint64_t> indices,
                                 const RowValues& values) const {
    for (std::size_t i = 0; i < indices.size(); ++i) {
        std::optional<Result<game::Value>> known;
        if (indices[i] < entries(table))
            tier_->list(table, indices[i], indices[i] + 1,
                        [&](const tablebase::SolvableTier::Listed& listed) { known = value(table, listed); });
        if (!values.are_positions.empty()) values.are_positions[i] = known ? 1 : 0;
        if (!known && values.are_positions.empty())
            return failure(ErrorKind::bad_input,
                           fmt::format("index {} names no position of {}", indices[i], name_));
        if (!known) {
            write_value(std::nullopt, values.outcomes[i], values.plies[i]);
            continue;
        }
        if (!*known) return tl::make_unexpected(known->error());
        write_value(**known, values.outcomes[i], values.plies[i]);
    }
    return {};
}

}  // namespace zermelo::oracle
