// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/give_way.hpp"

namespace zermelo {

void give_way() {}

}  // namespace zermelo
