// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "zermelo/variant/rules.hpp"
#include "zermelo/variant/setup.hpp"

namespace zermelo::variant {
std::vector<Offence> offences(const Setup& setup, const Rules& rules);
}
