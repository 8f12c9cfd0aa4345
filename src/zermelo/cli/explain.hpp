// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "zermelo/cli/program.hpp"
#include "zermelo/tell/explain.hpp"

namespace zermelo::cli {

/// The command `explain`.
class ExplainCommand {
  public:
    /// Adds it to the program, which must outlive this object.
    explicit ExplainCommand(Program& program);

    /// Runs it if it was given and returns its exit status; nothing if it was not.
    std::optional<int> run();

  private:
    CLI::App* explain_ = nullptr;
    std::string game_;
    std::string file_ = "-";
    bool json_ = false;
    tell::ExplainOptions options_;
};

}  // namespace zermelo::cli
