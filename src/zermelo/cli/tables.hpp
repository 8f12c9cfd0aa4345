// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "zermelo/cli/program.hpp"
#include "zermelo/cli/rules_files.hpp"
#include "zermelo/tell/probe.hpp"
#include "zermelo/tell/solve.hpp"
#include "zermelo/tell/stats.hpp"

namespace zermelo::cli {

/// The commands about tables: solve, probe and stats. (`verify` takes tables too; see `VariantCommands`.)
class TableCommands {
  public:
    /// Adds them to the program, which must outlive this object.
    explicit TableCommands(Program& program);

    /// Runs the one that was given and returns its exit status; nothing if none was.
    std::optional<int> run();

  private:
    CLI::App* add_command(CLI::App& program, const std::string& name, const std::string& about);
    int solve();
    int probe();
    int stats();

    CLI::App* solve_ = nullptr;
    CLI::App* probe_ = nullptr;
    CLI::App* stats_ = nullptr;

    RulesFiles files_;
    std::string variant_;
    std::string tables_;
    tell::SolveOptions solve_options_;
    bool stop_at_eof_ = false;
    std::string fen_;
    CLI::Option* fen_option_ = nullptr;
    bool line_ = false;
    bool json_ = false;
    std::string tier_;
    bool reachable_ = false;
};

}  // namespace zermelo::cli
