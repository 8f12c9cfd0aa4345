// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace zermelo {

/// The program's version, as in "0.1.0".
std::string_view version();

}  // namespace zermelo
