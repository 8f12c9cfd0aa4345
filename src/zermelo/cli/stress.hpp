// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <CLI/CLI.hpp>

#include "zermelo/cli/program.hpp"
#include "zermelo/tell/stress.hpp"

namespace zermelo::cli {

/// The command that tries a user's program.
class StressCommands {
  public:
    /// Adds it to the program, which must outlive this object.
    explicit StressCommands(Program& program);

    /// Runs it if it was given and returns its exit status; nothing if not.
    std::optional<int> run();

  private:
    int stress();

    CLI::App* stress_ = nullptr;
    std::string game_;
    tell::StressOptions options_;
    std::vector<tell::MostOf> max_;  ///< all that there are; 0 where none was given
    std::optional<double> seconds_;
    double time_limit_ = 2;
    bool json_ = false;
    bool stop_at_eof_ = false;
};

}  // namespace zermelo::cli
