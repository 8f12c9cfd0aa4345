// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

namespace zermelo {

/// Makes a number that threads share at least `value`.
template <typename T>
void raise_to(std::atomic<T>& shared, T value) {
    T known = shared.load(std::memory_order_relaxed);
    while (known < value && !shared.compare_exchange_weak(known, value)) {
    }
}

}  // namespace zermelo
