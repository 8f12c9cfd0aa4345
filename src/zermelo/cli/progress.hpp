// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace zermelo::cli {

/// Takes away what stands on the last line of a terminal.
inline constexpr std::string_view erased_line = "\r\x1b[K";

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

/// A line on standard error that says what is being done, written anew each time, if standard error is a
/// terminal; it vanishes when the work ends.
class ProgressLine {
  public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Whether anything would be shown.
    bool enabled() const { return enabled_; }
    void show(const std::string& text);

  private:
    bool enabled_;
    bool shown_ = false;
};

}  // namespace zermelo::cli
