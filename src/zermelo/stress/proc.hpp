// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <sys/types.h>

/// What Linux says of processes under /proc. About a process that has ended it says nothing: no children, 0.
namespace zermelo::stress::proc {

/// What a process uses now.
struct Use {
    pid_t process = 0;
    unsigned threads = 0;
    std::uint64_t resident = 0;  ///< bytes, those that it shares with others, too
    double cpu_seconds = 0;      ///< its own processor time, and that of children that it has waited for
};

/// Whether there is a /proc that says what the functions below are asked.
bool is_there();

/// The processes that this one's only thread has started, or that have fallen to it.
std::vector<pid_t> children();

/// The processes that descend from this one, whichever thread has started them; no more are looked for once
/// there are more than `most`. Cost: two files a process, and one a thread.
std::vector<Use> descendants(std::size_t most);

/// How much memory processes hold together now, in bytes. What several of them share counts once if it
/// decides whether they hold more than `most`; else, where that is quicker to know, once for each.
std::uint64_t memory(std::span<const Use> processes, std::uint64_t most);

/// How many bytes files of a device have that processes hold open, and that have no name any more.
std::uint64_t nameless(std::span<const Use> processes, dev_t device);

/// How many processes and threads the machine runs.
std::uint64_t tasks();

}  // namespace zermelo::stress::proc
