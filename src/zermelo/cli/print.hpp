// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "zermelo/app/errors.hpp"

namespace zermelo::cli {

/// Says it on standard error; if that is closed too, the exit status must do.
void complain(const std::string& text);

/// Says what went wrong and returns the exit status for it.
int report(const Error& error, std::string_view input = {});

/// Writes to standard output and returns the exit status.
int print(std::string_view text);

/// Prints the text of a command, or reports why there is none.
int print_or_report(const Result<std::string>& text);

}  // namespace zermelo::cli
