// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/has_left.hpp"

#include <sys/socket.h>

namespace zermelo {

bool has_left(int socket) {
    char next = 0;
    return ::recv(socket, &next, sizeof next, MSG_PEEK | MSG_DONTWAIT) == 0;
}

}  // namespace zermelo
