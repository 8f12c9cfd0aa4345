// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "zermelo/oracle/open_tables.hpp"
#include "zermelo/oracle/position_rows.hpp"
#include "zermelo/python/variant.hpp"

namespace zermelo::python {

/// The tables of a folder, kept open from one call to the next. Any thread.
class Tables {
  public:
    explicit Tables(std::string name) : folder(std::move(name)), open({folder}) {}

    const std::string folder;
    mutable oracle::OpenTables open;

    /// Those for rows of a variant. Errors: as `RowTables::of`.
    Result<oracle::RowTables> of_rows(const Variant& variant) const {
        const std::lock_guard lock{mutex_};
        const auto kept = std::find_if(rows_.begin(), rows_.end(),
                                       [&](const auto& one) { return one.serves(variant.start()); });
        if (kept != rows_.end()) return *kept;
        ZERMELO_TRY(auto tables, oracle::RowTables::of(folder, variant.start()));
        if (rows_.size() == max_kept) rows_.erase(rows_.begin());
        rows_.push_back(tables);
        return tables;
    }

  private:
    static constexpr std::size_t max_kept = 16;

    mutable std::mutex mutex_;
    mutable std::vector<oracle::RowTables> rows_;
};

}  // namespace zermelo::python
