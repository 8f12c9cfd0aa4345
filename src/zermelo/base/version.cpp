// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/version.hpp"

namespace zermelo {

std::string_view version() { return ZERMELO_VERSION; }

}  // namespace zermelo
