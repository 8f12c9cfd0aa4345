// SPDX-License-Identifier: GPL-3.0-or-later
// A sub-tier of a tier is no distribution of a group, though both are found by keys.
#include <cstdint>
#include <optional>

#include "zermelo/tablebase/indices.hpp"
#include "zermelo/tablebase/keyed_numbers.hpp"

using zermelo::tablebase::DistributionIndex;
using zermelo::tablebase::SubTierIndex;
using Known = zermelo::tablebase::KeyedNumbers<SubTierIndex>;

#ifdef MUST_NOT_COMPILE
std::optional<DistributionIndex> find(const Known& known, std::uint64_t key) { return known.find(key); }
#else
std::optional<SubTierIndex> find(const Known& known, std::uint64_t key) { return known.find(key); }
#endif
