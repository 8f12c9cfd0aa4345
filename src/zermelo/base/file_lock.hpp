// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace zermelo {

/// How long a run waits for another one to let go of a file: a process that was killed holds its locks until
/// the system has given back its memory.
constexpr std::chrono::seconds lock_patience{2};

/// Takes the lock (`flock`) of an open file or folder, and waits at most `patience` for whoever has it. The
/// system gives the lock up when the descriptor is closed, at the latest when the process ends. Returns 0, or
/// the number of the error: `EWOULDBLOCK` if another one has it all that time.
int lock_file(int descriptor, std::chrono::milliseconds patience = lock_patience);

}  // namespace zermelo
