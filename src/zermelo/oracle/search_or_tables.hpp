// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "zermelo/base/result.hpp"
#include "zermelo/oracle/tables_on_demand.hpp"

namespace zermelo::oracle {

/// Answers a question by search, and where tables in memory come sooner, by them.
///
/// `search`: answers within the budget; it is called again where no tables could be made after all, and frees
/// its memory before it returns with a budget that has halted. `unfinished`: what is left of its answer where
/// a limit ends the making. `look_up`: answers from the tables. Errors: those of the three; (io) as
/// `tablebase::MakePlan::make`.
template <typename Bits, typename Search, typename Unfinished, typename LookUp>
auto search_or_tables(TablesOnDemand<Bits>& demand, search::Budget& budget,
                      const tablebase::MakeReport& report, const Search& search, const Unfinished& unfinished,
                      const LookUp& look_up) -> decltype(search()) {
    demand.watch(budget);
    ZERMELO_TRY(auto found, search());
    if (!budget.halted()) {
        budget.go_on();  // what is left to find, a line say, is not worth tables
        return found;
    }
    auto made = demand.make(budget, report);
    if (!made && made.error().kind == ErrorKind::stopped) return unfinished(std::move(found));
    if (!made) return tl::make_unexpected(std::move(made.error()));
    budget.go_on();
    if (!*made) return search();
    return look_up(*std::move(made));
}

}  // namespace zermelo::oracle
