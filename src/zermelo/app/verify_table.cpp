// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <memory>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "zermelo/app/probe.hpp"
#include "zermelo/base/machine.hpp"
#include "zermelo/tablebase/families.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/tier_reader.hpp"
#include "zermelo/tablebase/tier_record.hpp"
#include "zermelo/tablebase/tier_verify.hpp"

namespace zermelo::app {
namespace {

/// Checks one table against those that it leads to.
template <typename Family>
Attempt<std::string> check(Family family, const rules::Rules& rules, const tablebase::file::File& file) {
    using Tier = typename Family::Tier;
    using Reader = tablebase::TierReader<Family>;
    const std::string folder = std::filesystem::path{file.path()}.parent_path().string();
    const tablebase::TableFolder tables = tablebase::TableFolder::at(folder.empty() ? "." : folder, rules);
    const std::string& name = file.header().tier;
    if (const auto meant = file.expect(tables.rules(), name); !meant) return fail(meant.error());
    const auto id = family.parse(name);
    if (!id) return tl::make_unexpected(id.error());
    const auto tier = family.tier(*id);
    if (!tier) return fail(tier.error());
    tablebase::TierBytes bytes;
    for (unsigned side = 0; side < file.sides(); ++side) {
        auto read = file.read(side);
        if (!read) return fail(read.error());
        if (side >= tier->tables() || read->size() != tier->table_size(side))
            return fail({ErrorKind::bad_input, file.path() + ": not as long as the table of its tier"});
        bytes.push_back(*std::move(read));
    }
    if (file.sides() != tier->tables())
        return fail({ErrorKind::bad_input, file.path() + ": not as many sides as its tier has"});
    tablebase::LoadedTables loaded{tables, ~std::uint64_t{0}};
    std::vector<std::unique_ptr<Reader>> kept;
    std::vector<const Reader*> readers;
    for (const auto& below : family.below(*tier)) {
        if (!family.possible(below)) {
            readers.push_back(nullptr);
            continue;
        }
        auto table = loaded.get(family.name(below));
        if (!table) return fail(table.error());
        kept.push_back(std::make_unique<Reader>(Reader{*family.tier(below), *std::move(table)}));
        readers.push_back(kept.back().get());
    }
    const typename Family::template Below<Reader> below{family, *tier, std::move(readers)};
    const auto byte = [&](game::Slot slot) { return bytes[slot.table][slot.index]; };
    const auto audit =
        tablebase::TierVerifier<Tier, decltype(byte), decltype((below))>{*tier, family.scale(), byte, below}
            .run();
    const auto fen = [&](std::uint32_t table, std::uint64_t index, bool swapped) {
        return family.fen(*tier, {table, index}, swapped);
    };
    const auto value = [&](std::uint8_t stored) {
        const game::Value v = family.scale().value(stored);
        return v.outcome == game::Outcome::draw
                   ? std::string{"draw"}
                   : fmt::format("{} in {}", v.outcome == game::Outcome::win ? "win" : "loss",
                                 v.distance->count());
    };
    if (audit.fault)
        return fail({ErrorKind::bad_input,
                     fmt::format("{}: {} is stored as a {}, and from its successors it is a {}", file.path(),
                                 fen(audit.fault->slot.table, audit.fault->slot.index, false),
                                 value(audit.fault->stored), value(audit.fault->expected))});
    const auto record = record_of(audit, family.scale(), fen);
    const auto stored = nlohmann::ordered_json::parse(file.header().record, nullptr, false);
    if (!stored.contains("sides") || stored["sides"] != record["sides"])
        return fail({ErrorKind::bad_input, file.path() + ": its record does not count what the table holds"});
    std::uint64_t positions = 0;
    for (const auto& side : record["sides"]) positions += side["positions"].template get<std::uint64_t>();
    return fmt::format("{} of {}: {} positions, every one follows from its successors; checksum {:016x}\n",
                       name, rules.name, grouped(positions), file.checksum());
}

}  // namespace

bool is_table(const std::string& path) { return tablebase::file::is_table(path); }

Attempt<std::string> verify_table(Library& library, const std::string& path) {
    const auto file = tablebase::file::File::open(path);
    if (!file) return fail(file.error());
    const auto rules = library.find_read(file->header().variant);
    if (!rules) return tl::make_unexpected(rules.error());
    const auto at = position_of(**rules, std::nullopt);
    if (!at) return tl::make_unexpected(at.error());
    return std::visit(
        [&](const auto& start) {
            return tablebase::with_family(
                start.game, [&](auto family) { return check(std::move(family), **rules, *file); });
        },
        *at);
}

}  // namespace zermelo::app
