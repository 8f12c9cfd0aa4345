// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/version.hpp"

namespace zermelo {

std::string_view version() { return ZERMELO_VERSION; }
std::string_view version_date() { return "2026-11-23"; }

}  // namespace zermelo
