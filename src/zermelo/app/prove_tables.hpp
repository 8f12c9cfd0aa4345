// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "zermelo/app/prove.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/tablebase/table_folder.hpp"

namespace zermelo::app {

/// Proofs from tables (`ProveOptions::tables`), without limits. One thread.
template <typename Bits>
class TableProver {
  public:
    TableProver(const engine::Game<Bits>& game, const tablebase::TableFolder& tables);

    /// Nothing where the tables do not have the position. `all`: with the line and the first moves. Errors: a
    /// table that cannot be read, is damaged or of other rules.
    Result<std::optional<Proof>> run(const engine::Position<Bits>& root, std::optional<Plies> limit,
                                     bool all);

  private:
    tablebase::Prober<Bits> prober_;
};

extern template class TableProver<std::uint64_t>;
extern template class TableProver<Bits256>;

}  // namespace zermelo::app
