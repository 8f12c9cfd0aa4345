// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "zermelo/game/game.hpp"
#include "zermelo/tablebase/table_folder.hpp"

namespace zermelo::tablebase {

/// A tier's tables with what is needed to look a position up.
template <typename Family>
struct TierReader {
    typename Family::Tier tier;
    LoadedTables::Handle bytes;

    std::uint8_t byte(const typename Family::Position& position) const {
        const game::Slot slot = tier.slot(position);
        return (*bytes)[slot.table][slot.index];
    }
};

}  // namespace zermelo::tablebase
