// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace zermelo {

/// The names of all that is in a folder, in no order; none where it cannot be read. Unlike the standard
/// library's iterators, which end the program where they find no memory for the next name, it throws then.
std::vector<std::string> names_in(const std::string& folder);

}  // namespace zermelo
