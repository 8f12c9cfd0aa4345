// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "zermelo/export.hpp"

namespace zermelo {

/// The version of what runs, as in "0.1.0".
ZERMELO_API std::string_view version();

/// The day of that version, as in "2026-11-23": what is made of the sources is the same whenever it is made.
ZERMELO_API std::string_view version_date();

}  // namespace zermelo
