// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/has_left.hpp"

#include <poll.h>

namespace zermelo {

bool has_left(int socket) {
    pollfd end{socket, POLLRDHUP, 0};
    return ::poll(&end, 1, 0) > 0;
}

}  // namespace zermelo
