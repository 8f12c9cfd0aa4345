// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/progress.hpp"

namespace zermelo::cli {

/// Takes away what stands on the last line of a terminal.
inline constexpr std::string_view erased_line = "\r\x1b[K";

/// In what a `ProgressBar` counts.
struct ProgressUnit {
    std::string_view name;
    double size;   ///< how much of a `Progress` one of them is
    int decimals;  ///< how many of them are shown
};
inline constexpr ProgressUnit megabytes{"MB", 1e6, 1};
inline constexpr ProgressUnit millions_of_nodes{"M nodes", 1e6, 1};
inline constexpr ProgressUnit millions_of_positions{"M positions", 1e6, 1};
inline constexpr ProgressUnit single_games{"games", 1, 0};

/// What the command writes while it works: nothing, or lines that a bar would disturb where both stand on one
/// terminal.
enum class Meanwhile { writes_nothing, writes_lines };

/// A line on standard error that shows how far long work is; it appears after a second, if standard error
/// is a terminal, and vanishes when the work ends.
class ProgressBar {
  public:
    ProgressBar(const ProgressUnit& unit, Meanwhile meanwhile);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// What work is told to call; empty where nothing would be shown. The bar must outlive it.
    Progress progress();

  private:
    void update(std::uint64_t done, std::optional<std::uint64_t> total);

    using Clock = std::chrono::steady_clock;
    ProgressUnit unit_;
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
