// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "zermelo/tell/test_set.hpp"

namespace zermelo::tell {

/// The versions of the problem package format that tools take.
enum class PackageFormat {
    legacy,           ///< Kattis's problemtools, DOMjudge
    version_2025_09,  ///< BAPCtools
};

/// What holds inputs and outputs to the statement where the package is used.
enum class Validators {
    zermelo,   ///< `zermelo` in PATH, which tells a contestant what is wrong
    included,  ///< a program of one file for inputs, and the format's own validator of outputs
};

/// Writes a whole problem package to `folder`: what problem.yaml asks for, the statement, a test set,
/// validators, a right submission and wrong ones. Nothing stands there before all of it does.
///
/// Errors: a folder whose name the format does not allow, a puzzle for which there is no package
/// (`ErrorKind::bad_usage`); those of `write_cases` and `write_whole`.
Result<std::vector<TestCase>> write_package(const puzzles::Puzzle& puzzle, const std::string& folder,
                                            PackageFormat format, Validators validators,
                                            const TestSetOptions& data);

}  // namespace zermelo::tell
