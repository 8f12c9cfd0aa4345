// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "zermelo/app/generate.hpp"
#include "zermelo/app/validate.hpp"

namespace zermelo::cli {

/// The commands about test data: generate, validate and check.
class TestDataCommands {
  public:
    /// Adds them to the program, which must outlive this object.
    explicit TestDataCommands(CLI::App& program);

    /// Runs the one that was given and returns its exit status; nothing if none was.
    std::optional<int> run();

  private:
    void add_generate(CLI::App& program);
    void add_validate(CLI::App& program);
    void add_check(CLI::App& program);
    int generate();
    int validate();
    int check();

    CLI::App* generate_ = nullptr;
    CLI::App* validate_ = nullptr;
    CLI::App* check_ = nullptr;

    std::string game_;
    app::GenerateOptions options_;
    bool list_ = false;
    std::optional<std::string> set_;
    std::string file_ = "-";
    bool testlib_ = false;
    bool kattis_ = false;
    std::array<std::string, 3> files_;  // of `check`, in the order in which they were given
};

}  // namespace zermelo::cli
