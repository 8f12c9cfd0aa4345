// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "zermelo/cli/program.hpp"
#include "zermelo/cli/rules_files.hpp"
#include "zermelo/protocol/session.hpp"
#include "zermelo/protocol/wording.hpp"

namespace zermelo::cli {

/// The commands `uci`, `usi`, `ucci` and `xboard`: an engine for a GUI, on standard input and output.
class EngineCommands {
  public:
    /// Adds them to the program, which must outlive this object.
    explicit EngineCommands(Program& program);

    /// Runs the one that was given and returns its exit status; nothing if none was.
    std::optional<int> run();

  private:
    CLI::App* add(Program& program, const std::string& name, const std::string& about);
    void add_uci(Program& program, protocol::Wording wording, const std::string& name,
                 const std::string& about, std::vector<Example> examples);
    /// `variant`: the one to begin with where none is named.
    template <typename Protocol, typename... How>
    int serve(const char* variant, How... how);

    std::array<CLI::App*, 3> uci_{};  ///< by their wording
    CLI::App* xboard_ = nullptr;
    RulesFiles files_;
    protocol::Settings settings_;
};

}  // namespace zermelo::cli
