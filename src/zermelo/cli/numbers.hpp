// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// What numbers on the command line look like. The parser alone takes `-1` for the largest number there is,
/// cuts off what is too large, reads `010` as octal, and takes `0x3`, ` 1` and `nan`. Every refusal names the
/// bounds.
namespace zermelo::cli {

/// Nothing but decimal digits, a number from `least` to `most`. For `CLI::Option::transform`, which takes the
/// zeros away that it begins with.
CLI::Validator whole_number(std::uint64_t least = 0,
                            std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// A finite number above zero.
CLI::Validator positive_number();
/// A number from `least`, which is above zero, to `most`.
CLI::Validator positive_number(double least, double most);

/// Digits, and a unit after them if need be: `512M`, `2GiB`, powers of 1024, below 2^64 in all. For
/// `CLI::Option::transform`: makes it bytes.
CLI::Validator size_with_unit();

/// One of a few words.
CLI::Validator one_of(std::vector<std::string> words);

/// A file to read or to write, of which `-` may be one.
CLI::Validator file_name();

/// A file to write; standard output has the answer of the command already.
CLI::Validator file_to_write();

}  // namespace zermelo::cli
