// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "zermelo/cli/program.hpp"

namespace zermelo::cli {

/// `zermelo completion bash|zsh|fish`: a script that lets this shell complete the program's command lines.
class CompletionCommand {
  public:
    /// Adds it to the program, which must outlive this object.
    explicit CompletionCommand(Program& program);

    /// Runs it if it was given and returns its exit status.
    std::optional<int> run();

  private:
    Program& program_;
    CLI::App* completion_ = nullptr;
    std::string shell_;
};

}  // namespace zermelo::cli
