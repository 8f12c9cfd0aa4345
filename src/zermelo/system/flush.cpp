// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/flush.hpp"

#include <cerrno>

#include <unistd.h>

namespace zermelo {

int flush(std::span<const int> descriptors) {
    if (descriptors.empty()) return 0;
    // One file by itself, so as not to wait for what others write.
    const int flushed =
        descriptors.size() == 1 ? ::fsync(descriptors.front()) : ::syncfs(descriptors.front());
    return flushed == 0 ? 0 : errno;
}

}  // namespace zermelo
