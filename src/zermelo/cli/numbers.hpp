// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

/// What numbers on the command line look like. The parser alone takes `-1` for the largest number there is,
/// cuts off what is too large, and takes `0x3`, ` 1` and `nan`.
namespace zermelo::cli {

/// Nothing but decimal digits, below 2^64.
CLI::Validator whole_number();

/// A finite number above zero.
CLI::Validator positive_number();

/// Digits, and a unit of letters behind them if need be: what `CLI::AsSizeValue` may read.
CLI::Validator size_with_unit();

/// A file to read or to write, of which `-` may be one.
CLI::Validator file_name();

/// A file to write; standard output has the answer of the command already.
CLI::Validator file_to_write();

}  // namespace zermelo::cli
