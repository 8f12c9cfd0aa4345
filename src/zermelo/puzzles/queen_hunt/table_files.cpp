// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/table_files.hpp"

#include <string>
#include <utility>

#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::queen_hunt {

Result<std::unique_ptr<const HuntTables>> HuntTables::open(const tablebase::TableFolder& folder) {
    auto tables = std::make_unique<HuntTables>();
    for (const std::string& name : folder.tiers()) {
        ZERMELO_TRY(tablebase::file::File file, folder.open(name));
        ZERMELO_CHECK(folder.expect_distances(file));
        ZERMELO_TRY(const tablebase::TierIndex tier, Tiers{}.parse(name));
        ZERMELO_CHECK(tables->add(tier, std::move(file)));
    }
    return tables;
}

Result<void> HuntTables::add(tablebase::TierIndex tier, tablebase::file::File file) {
    auto tier_file = std::make_unique<TierFile>(TierFile{tiers_.tier(tier), std::move(file)});
    bool fits = tier_file->file.sides() == tier_file->tier.tables();
    for (std::uint32_t t = 0; fits && t < tier_file->tier.tables(); ++t)
        fits = tier_file->file.entries(t) == tier_file->tier.table_size(t);
    if (!fits)
        return failure(ErrorKind::bad_input,
                       tier_file->file.path() + ": not as long as the table of its tier");
    files_[tier.number()] = std::move(tier_file);
    return {};
}

std::optional<game::Value> HuntTables::value(const Position& p) const {
    constexpr tablebase::ValueEncoding encoding{true};
    if (wins_at_once(p)) return encoding.value(*encoding.win(1));
    const TierFile& tier_file = *files_[tiers_.tier_of(p).number()];
    const tablebase::Slot slot = tier_file.tier.slot(p);
    auto number = tier_file.file.entry(slot.table, slot.index);
    if (number) return encoding.value(*number);
    const std::lock_guard lock{mutex_};
    if (!failure_) failure_ = std::move(number.error());
    return std::nullopt;
}

std::optional<Error> HuntTables::what_failed() const {
    const std::lock_guard lock{mutex_};
    return failure_;
}

}  // namespace zermelo::queen_hunt
