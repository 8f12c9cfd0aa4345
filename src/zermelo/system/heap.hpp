// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <functional>

namespace zermelo {

/// From now on large blocks of memory go back to the system when they are let go. Without effect where the
/// library of C does so by itself, or cannot be told.
void give_back_large_blocks();

/// Waits for one of these signals, which all threads have blocked. Meanwhile, in rounds of some seconds,
/// `tidy` is called, and small blocks that were let go are given back: what a busy hour took is not kept for
/// ever. There are no rounds where a system cannot wait for a time alone.
void wait_giving_memory_back(const sigset_t& signals, const std::function<void()>& tidy);

}  // namespace zermelo
