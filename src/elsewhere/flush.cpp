// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/flush.hpp"

#include <cerrno>

#include <unistd.h>

namespace zermelo {

int flush(std::span<const int> descriptors) {
    for (const int descriptor : descriptors)
        if (::fsync(descriptor) != 0) return errno;
    return 0;
}

}  // namespace zermelo
