// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "zermelo/base/result.hpp"
#include "zermelo/oracle/tables_on_demand.hpp"

namespace zermelo::oracle {

/// Answers a question by search, and where tables in memory come sooner, by them.
///
/// `search(budget)`: answers within a budget, which is all or the part after which tables come sooner: where
/// that has ended, it frees its memory. It is called again where no tables could be made after all.
/// `unfinished(answer)`: what is left of it where a limit, which the budget tells, ends the making.
/// `look_up(tables)`: answers from the tables. Errors: those of the three; (io) as
/// `tablebase::MakePlan::make`.
template <typename Bits, typename Search, typename Unfinished, typename LookUp>
auto search_or_tables(TablesOnDemand<Bits>& demand, search::Budget& budget,
                      const tablebase::MakeReport& report, const Search& search, const Unfinished& unfinished,
                      const LookUp& look_up) -> decltype(search(budget)) {
    search::Budget before = demand.before_tables(budget);
    ZERMELO_TRY(auto found, search(before));
    if (!before.ended()) return found;
    auto made = demand.make(budget, report);
    if (!made && made.error().kind == ErrorKind::stopped) return unfinished(std::move(found));
    if (!made) return tl::make_unexpected(std::move(made.error()));
    if (!*made) return search(budget);
    return look_up(*std::move(made));
}

}  // namespace zermelo::oracle
