// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <CLI/CLI.hpp>

#include "zermelo/cli/program.hpp"
#include "zermelo/cli/rules_files.hpp"
#include "zermelo/protocol/session.hpp"

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
    /// `variant`: the one to begin with where none is named.
    template <typename Protocol, typename... Wording>
    int serve(const char* variant, Wording... wording);

    CLI::App* uci_ = nullptr;
    CLI::App* usi_ = nullptr;
    CLI::App* ucci_ = nullptr;
    CLI::App* xboard_ = nullptr;
    RulesFiles files_;
    protocol::Settings settings_;
};

}  // namespace zermelo::cli
