// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "zermelo/library/library.hpp"

namespace zermelo::cli {

/// The rules files whose variants a command can name, and how they are read: `--variant-path`, `--lenient`.
struct RulesFiles {
    std::vector<std::string> paths;
    bool lenient = false;

    /// Gives a command both options. This object must outlive it.
    void add_to(CLI::App& command);

    rules::Reading reading() const { return lenient ? rules::Reading::lenient : rules::Reading::strict; }

    /// The variants. What is forgiven in the sections that a variant is made of is told on standard error
    /// when the variant is found. Errors: as `library::Library::open`.
    Result<library::Library> open() const;
};

}  // namespace zermelo::cli
