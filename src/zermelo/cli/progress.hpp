// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace zermelo::cli {

/// A line on standard error that shows how far long work is; it appears after a second, if standard error
/// is a terminal, and vanishes when the work ends.
class ProgressBar {
  public:
    ProgressBar();
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Whether anything would be shown.
    bool enabled() const { return enabled_; }
    /// `done` bytes of `total`, where that is known.
    void update(std::uint64_t done, std::optional<std::uint64_t> total);

  private:
    using Clock = std::chrono::steady_clock;
    bool enabled_;
    bool shown_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_;
};

}  // namespace zermelo::cli
