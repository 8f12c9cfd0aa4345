// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/give_way.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace zermelo {

void give_way() {
    constexpr int nicer = 10;
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), nicer));
}

}  // namespace zermelo
