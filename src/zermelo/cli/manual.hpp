// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/cli/program.hpp"

namespace zermelo::cli {

/// A man page of section 1, in roff with the macros of man(7), in ASCII: zermelo.1 of the whole program, else
/// that of one command with the commands below it. The same words give the same bytes. Precondition: the
/// command is `program` or below it.
std::string man_page(const CommandWords& command, const CommandWords& program);

}  // namespace zermelo::cli
