// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <sys/types.h>

/// What Linux says of processes under /proc. About a process that has ended it says nothing: no children, 0.
namespace zermelo::stress::proc {

/// Whether there is a /proc that says what the functions below are asked.
bool is_there();

/// The processes whose parent is the main thread of `process`.
std::vector<pid_t> children_of(pid_t process);

/// How many processes descend from this one; it stops counting somewhere beyond `most`.
unsigned descendants(unsigned most);

/// How much memory a process holds now, in bytes.
std::uint64_t resident(pid_t process);

/// How many processes and threads the machine runs.
std::uint64_t tasks();

}  // namespace zermelo::stress::proc
