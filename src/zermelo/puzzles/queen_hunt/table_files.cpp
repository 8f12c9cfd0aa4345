// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/table_files.hpp"

#include <utility>

#include "zermelo/puzzles/queen_hunt/hunt_family.hpp"
#include "zermelo/tablebase/scale.hpp"

namespace zermelo::queen_hunt {

Result<std::unique_ptr<const HuntTables>> HuntTables::open(const tablebase::TableFolder& folder) {
    const auto names = folder.tiers();
    if (!names) return tl::make_unexpected(names.error());
    const HuntFamily family;
    auto tables = std::make_unique<HuntTables>();
    for (const std::string& name : *names) {
        auto file = folder.open(name);
        if (!file) return tl::make_unexpected(file.error());
        const auto id = family.parse(name);
        if (!id) return tl::make_unexpected(id.error());
        if (const auto added = tables->add(*id, *std::move(file)); !added)
            return tl::make_unexpected(added.error());
    }
    return tables;
}

Result<void> HuntTables::add(std::uint32_t tier, tablebase::file::File file) {
    auto tier_file = std::make_unique<TierFile>(TierFile{tiers_.tier(tier), std::move(file)});
    bool fits = tier_file->file.sides() == tier_file->tier.tables();
    for (std::uint32_t t = 0; fits && t < tier_file->tier.tables(); ++t)
        fits = tier_file->file.entries(t) == tier_file->tier.table_size(t);
    if (!fits)
        return failure(ErrorKind::bad_input,
                       tier_file->file.path() + ": not as long as the table of its tier");
    files_[tier] = std::move(tier_file);
    return {};
}

Result<game::Value> HuntTables::value(const Position& p) const {
    constexpr tablebase::Scale scale{true};
    if (wins_at_once(p)) return scale.value(*scale.win(1));
    const TierFile& tier_file = *files_[tiers_.tier_of(p)];
    const game::Slot slot = tier_file.tier.slot(p);
    return tier_file.file.byte(slot.table, slot.index).map([&](std::uint8_t byte) {
        return scale.value(byte);
    });
}

}  // namespace zermelo::queen_hunt
