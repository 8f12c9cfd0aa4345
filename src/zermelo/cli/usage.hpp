// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "zermelo/cli/program.hpp"

namespace zermelo::cli {

/// What is wrong with the command line that the program has just refused to parse, as one line with its end:
/// the cause, the nearest right word where one is near, and where help is.
std::string usage_error(const CLI::App& program, const CLI::ParseError& error);

/// `zermelo help [COMMAND…]`: the same text as `--help` gives after those words; with `--man` a man page.
class HelpCommand {
  public:
    /// Adds it to the program, which must outlive this object.
    explicit HelpCommand(Program& program);

    /// Runs it if it was given and returns its exit status.
    std::optional<int> run();

  private:
    Program& program_;
    CLI::App* help_ = nullptr;
    std::vector<std::string> words_;
    bool man_ = false;
};

}  // namespace zermelo::cli
