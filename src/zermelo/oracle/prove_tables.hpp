// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "zermelo/oracle/prove.hpp"
#include "zermelo/tablebase/prober.hpp"

namespace zermelo::oracle {

/// The proof that tables have (`ProveOptions::tables`), without limits; nothing where they do not have the
/// position. `all`: with the line and the first moves. Errors: a table that cannot be read, is damaged or of
/// other rules.
template <typename Bits>
Result<std::optional<Proof>> proof_of_tables(tablebase::Prober<Bits>& prober,
                                             const engine::Position<Bits>& root, std::optional<Plies> limit,
                                             bool all);

}  // namespace zermelo::oracle
