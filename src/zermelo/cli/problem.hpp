// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "zermelo/cli/program.hpp"
#include "zermelo/cli/rules_files.hpp"
#include "zermelo/tell/problem_style.hpp"

namespace zermelo::cli {

/// The command `problem`.
class ProblemCommand {
  public:
    /// Adds it to the program, which must outlive this object.
    explicit ProblemCommand(Program& program);

    /// Runs it if it was given and returns its exit status; nothing if it was not.
    std::optional<int> run();

  private:
    int problem();
    int file(const engine::AnyGameAt& variant);

    CLI::App* problem_ = nullptr;
    RulesFiles files_;
    std::vector<std::string> words_;
    tell::ProblemRequest request_;
    std::string attacker_ = "white";
    std::string restriction_;
    std::string file_;
    std::string certificate_;
    unsigned threads_ = 0;
    std::optional<double> seconds_;
    bool json_ = false;
    bool popeye_ = false;
    bool olv_ = false;
    bool latex_ = false;
    bool inp_ = false;
    bool svg_ = false;
    std::string letters_ = "en";
    tell::ProblemStyle style_;
};

}  // namespace zermelo::cli
