// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include <pthread.h>

namespace zermelo {

/// The processors that this thread may use, its own first. Empty where the system does not say, and then
/// nobody calls what follows.
std::vector<int> allowed_processors();

/// Lets a thread that gets these attributes begin on a processor.
void begin_on(pthread_attr_t& attributes, int processor);

/// From now on this thread runs on any of these.
void run_on(std::span<const int> processors);

}  // namespace zermelo
