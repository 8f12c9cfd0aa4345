// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/made_tables.hpp"

namespace zermelo::oracle {

/// Tables that other threads make while somebody waits for them, and at no other time.
class TablesMaking {
  public:
    using Made = Result<tablebase::TierSources>;

    /// `report` may be empty, and is called on another thread. Precondition: the plan outlives it.
    TablesMaking(const tablebase::MakePlan& plan, unsigned threads, tablebase::MakeReport report);
    TablesMaking(const TablesMaking&) = delete;
    TablesMaking& operator=(const TablesMaking&) = delete;
    /// Ends the making, if it has not come to its end.
    ~TablesMaking();

    /// What was made; nothing: the moment came, or the stop was asked for, before its end. Throws what the
    /// making has thrown.
    std::optional<Made> wait(std::optional<std::chrono::steady_clock::time_point> moment,
                             const std::stop_token& stop);

  private:
    class Work;

    std::unique_ptr<Work> work_;
};

}  // namespace zermelo::oracle
