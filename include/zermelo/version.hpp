// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "zermelo/export.hpp"

namespace zermelo {

/// The version of the library that runs, such as "0.1.0".
ZERMELO_API std::string_view version();

/// The day of that version, such as "2026-11-23". It does not depend on when the library was built.
ZERMELO_API std::string_view version_date();

}  // namespace zermelo
