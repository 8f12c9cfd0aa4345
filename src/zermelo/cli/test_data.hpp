// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "zermelo/cli/program.hpp"
#include "zermelo/tell/check.hpp"
#include "zermelo/tell/generate.hpp"
#include "zermelo/tell/package.hpp"
#include "zermelo/tell/validate.hpp"

namespace zermelo::cli {

/// The commands about test data: generate, validate and check.
class TestDataCommands {
  public:
    /// Adds them to the program, which must outlive this object.
    explicit TestDataCommands(Program& program);

    /// Runs the one that was given and returns its exit status; nothing if none was.
    std::optional<int> run();

    /// The exit status of a command line that was refused: of `check` it is the judge's failure, so that
    /// nobody takes it for a contestant's.
    int usage_status() const;
    /// That of a command that an interrupt ends, where it is to be no verdict.
    std::optional<int> interrupt_status() const;

  private:
    void add_generate(Program& program);
    void add_validate(Program& program);
    void add_check(Program& program);
    int generate();
    int validate();
    int check();
    tell::Convention convention() const;
    /// What `check` says of the files that were named.
    tell::Checked checked(const tell::CheckOptions& options);

    CLI::App* generate_ = nullptr;
    CLI::App* validate_ = nullptr;
    CLI::App* check_ = nullptr;

    std::string game_;
    bool list_ = false;
    std::vector<std::string> families_;  // as they were given
    tell::TestSetOptions set_options_;
    puzzles::Requirements requirements_;
    std::optional<std::string> set_;
    std::optional<std::string> package_;
    std::string format_ = "legacy";
    bool self_contained_ = false;
    std::string file_ = "-";
    bool testlib_ = false;
    bool kattis_ = false;
    std::array<std::string, 3> files_;  // the files of `check`, in the order in which they were given
    bool json_ = false;
};

}  // namespace zermelo::cli
