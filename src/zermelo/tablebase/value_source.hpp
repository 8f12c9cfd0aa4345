// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/file/file.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/tier_table.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// A tier's values in memory; nobody changes them.
using SharedTierValues = std::shared_ptr<const TierValues>;

/// A tier's file, of which values are looked up one by one, by any number of threads at once.
class FileValues {
  public:
    explicit FileValues(file::File file) : file_(std::move(file)) {}

    bool wide() const { return file_.wide(); }
    /// A draw where the file cannot be read; whoever relies on it asks `error` in the end. Cost: as of
    /// `file::File::entry`.
    Number operator[](Slot slot) const;
    /// The first error that came of it. Errors: as of `file::File::entry`.
    Result<void> error() const;

  private:
    file::File file_;
    mutable std::mutex mutex_;
    mutable std::optional<Error> error_;
};

/// Where a tier's values are looked up: in memory, or in its file, which takes little of it.
class ValueSource {
  public:
    /// None.
    ValueSource() = default;
    ValueSource(SharedTierValues values) : values_(std::move(values)) {}
    ValueSource(std::shared_ptr<const FileValues> file) : file_(std::move(file)) {}

    explicit operator bool() const { return values_ != nullptr || file_ != nullptr; }
    bool wide() const { return values_ ? values_->wide() : file_->wide(); }
    /// Bytes that values in memory take.
    std::uint64_t memory() const { return values_ ? values_->memory() : 0; }
    Number operator[](Slot slot) const {
        if (values_) [[likely]]
            return (*values_)[slot];
        return (*file_)[slot];
    }
    /// Errors: as of `FileValues::error`.
    Result<void> error() const { return file_ ? file_->error() : Result<void>{}; }

  private:
    SharedTierValues values_;
    std::shared_ptr<const FileValues> file_;
};

}  // namespace zermelo::tablebase
