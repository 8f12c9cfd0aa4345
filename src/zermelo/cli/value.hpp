// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "zermelo/cli/certificate.hpp"
#include "zermelo/cli/program.hpp"
#include "zermelo/cli/rules_files.hpp"
#include "zermelo/tell/value.hpp"

namespace zermelo::cli {

/// The command `value`.
class ValueCommand {
  public:
    /// Adds it to the program, which must outlive this object.
    explicit ValueCommand(Program& program);

    /// Runs it if it was given and returns its exit status; nothing if it was not.
    std::optional<int> run();

  private:
    int value();

    CLI::App* value_ = nullptr;
    RulesFiles files_;
    tell::PositionRequest request_;
    std::string fen_;
    std::optional<double> seconds_;
    std::optional<double> save_every_;
    bool progress_ = false;
    bool json_ = false;
    ValueOptions options_;
    CertificateOption certificate_;
};

}  // namespace zermelo::cli
