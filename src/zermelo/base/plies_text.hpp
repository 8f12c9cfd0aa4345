// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/plies.hpp"

namespace zermelo {

/// "1 ply", "2 plies".
inline std::string plies_text(Plies n) {
    return std::to_string(n.count()) + (n == Plies{1} ? " ply" : " plies");
}

}  // namespace zermelo
