// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/hunt_tables.hpp"

#include <utility>

#include "zermelo/tablebase/scale.hpp"

namespace zermelo::judge {

Result<void> HuntTables::add(std::uint32_t tier, tablebase::file::File file) {
    auto place = std::make_unique<Place>(Place{tiers_.tier(tier), std::move(file)});
    bool fits = place->file.sides() == place->tier.tables();
    for (std::uint32_t t = 0; fits && t < place->tier.tables(); ++t)
        fits = place->file.entries(t) == place->tier.table_size(t);
    if (!fits)
        return failure(ErrorKind::bad_input, place->file.path() + ": not as long as the table of its tier");
    places_[tier] = std::move(place);
    return {};
}

Result<game::Value> HuntTables::value(const queen_hunt::Position& p) const {
    constexpr tablebase::Scale scale{true};
    if (queen_hunt::wins_at_once(p)) return scale.value(*scale.win(1));
    const Place& place = *places_[tiers_.tier_of(p)];
    const game::Slot slot = place.tier.slot(p);
    return place.file.byte(slot.table, slot.index).map([&](std::uint8_t byte) { return scale.value(byte); });
}

}  // namespace zermelo::judge
