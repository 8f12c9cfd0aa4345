// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/file_lock.hpp"

#include <cerrno>
#include <thread>

#include <sys/file.h>

namespace zermelo {

int lock_file(int descriptor, std::chrono::milliseconds patience) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    // A signal is the only way to end a `flock` that waits, and signals are the process's, not ours.
    while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK || Clock::now() - begin >= patience) return errno;
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    return 0;
}

}  // namespace zermelo
