// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/progress.hpp"

#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace zermelo::cli {

namespace {

constexpr auto patience = std::chrono::seconds{1};
constexpr auto interval = std::chrono::milliseconds{200};
constexpr unsigned bar_width = 30;

std::string line(const ProgressUnit& unit, double seconds, double done, std::optional<std::uint64_t> total) {
    const double rate = done / seconds;
    const std::string speed = fmt::format("{:.1f} {}/s", rate / unit.size, unit.name);
    if (!total) return fmt::format("{:.{}f} {}  {}", done / unit.size, unit.decimals, unit.name, speed);
    const double share = done / static_cast<double>(*total);
    const auto filled = static_cast<unsigned>(share * bar_width);
    std::string bar(filled, '#');
    bar.resize(bar_width, '.');
    const auto left = static_cast<unsigned>((static_cast<double>(*total) - done) / rate + 0.5);
    return fmt::format("[{}] {:3.0f} %  {}  {}:{:02} left", bar, share * 100, speed, left / 60, left % 60);
}

}  // namespace

ProgressBar::ProgressBar(const ProgressUnit& unit, Meanwhile meanwhile)
    : unit_(unit),
      enabled_(::isatty(STDERR_FILENO) == 1 &&
               (meanwhile == Meanwhile::writes_nothing || ::isatty(STDOUT_FILENO) == 0)),
      next_(start_ + patience) {}

ProgressBar::~ProgressBar() {
    if (shown_) std::fputs(erased_line.data(), stderr);
}

Progress ProgressBar::progress() {
    if (!enabled_) return {};
    return [this](std::uint64_t done, std::optional<std::uint64_t> total) { update(done, total); };
}

void ProgressBar::update(std::uint64_t done, std::optional<std::uint64_t> total) {
    const Clock::time_point now = Clock::now();
    if (now < next_) return;
    next_ = now + interval;
    shown_ = true;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const std::string text =
        fmt::format("\r{}\x1b[K", line(unit_, seconds, static_cast<double>(done), total));
    std::fputs(text.c_str(), stderr);
}

ProgressLine::ProgressLine() : enabled_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
    if (shown_) std::fputs(erased_line.data(), stderr);
}

void ProgressLine::show(const std::string& text) {
    if (!enabled_) return;
    std::fputs(((shown_ ? std::string{erased_line} : "") + text).c_str(), stderr);
    shown_ = true;
}

}  // namespace zermelo::cli
